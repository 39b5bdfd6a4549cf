// The package's entry: the steps of the pipeline, for programs that read, check or serve documents themselves.
// What is listed here is the public interface; test/public-api.test.ts holds it to a list.

export { check } from './check/check.ts';
export type { Report } from './check/check.ts';
export type { Diagnostic } from './diagnostics/define.ts';
export { assume } from './assume/assume.ts';
export { link } from './link/link.ts';
export type { Document } from './model/document.ts';
export type { Model } from './model/model.ts';
export { plan } from './plan/compile.ts';
export type { Plan } from './plan/plan.ts';
export { readAssumptions } from './read/assumptions.ts';
export { read } from './read/read.ts';
export type { ReadResult } from './read/read.ts';
export { effectsOf } from './serve/effects.ts';
export { judgeKept } from './serve/stored-values.ts';
export { serve } from './serve/serve.ts';
export type { ServeOptions, Service } from './serve/serve.ts';
export { openPostgres } from './store/postgres/open.ts';
export type { PostgresOptions } from './store/postgres/open.ts';
export { openSqlite } from './store/sqlite/open.ts';
export type { SqliteOptions } from './store/sqlite/open.ts';
export type { Store } from './store/store.ts';
export { judgeTraffic, verify } from './verify/verify.ts';
export type { TrafficOptions, VerifyOptions } from './verify/verify.ts';
export type { Verdict } from './verify/verdict.ts';
export type { Exchange } from './verify/exchange.ts';
