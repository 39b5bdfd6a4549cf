// The operator's hand on one row: `POST /rows` on the operator's port, and `ninefold row set` without a service. Input: the plan and its
// store; `{"resource", "id", "set": {"field": value}}`. Output: a status and JSON. What is set is judged as a body is; no value is
// said again or logged. docs/operate.md.

import type { RowSetPlan } from '../plan/plan.ts';
import type { Program } from '../store/store.ts';
import { TIME, toldBy } from './audit.ts';
import { instantText } from './clock.ts';
import { bindingsOf, type OperationContext } from './compiled.ts';
import { compileFields, type DecodeFields } from './fields.ts';
import type { Failure, Findings } from './findings.ts';
import { compileMade } from './generated-values.ts';
import { isObject } from './json-values.ts';
import { expectedId, identity, names, noRow, said, UNREACHABLE, type Said } from './operators-row.ts';
import { compilePath } from './parameters.ts';
import { hashSecret, hasRoom } from './secrets.ts';
import { compileTimed } from './timed.ts';

export type RowSetting = Pick<OperationContext, 'plan' | 'store' | 'base' | 'clock' | 'timed' | 'log'>;

interface Compiled {
  readonly program: Program;
  readonly decode: DecodeFields;
}

export function compileRowSets(setting: RowSetting): (body: unknown) => Promise<Said> {
  const { rowSets = [], shapes } = setting.plan;
  const store = toldBy(setting.store, setting.plan, setting.clock, { who: 'operator', operation: 'row set' });
  const compiled = new Map<RowSetPlan, Compiled>();
  return async (body) => {
    const request = asked(rowSets, body);
    if ('status' in request) return request;
    const { stated, id, set } = request;
    const one = compiled.get(stated) ?? {
      program: store.prepare(stated.steps),
      decode: compileFields(stated.body, shapes),
    };
    compiled.set(stated, one);
    return setRow(setting, stated, one, { id, set });
  };
}

/** The same where no service runs. */
export function rowSetter(
  setting: Pick<RowSetting, 'plan' | 'store' | 'clock' | 'log'>,
): (body: unknown) => Promise<Said> {
  const { plan, store } = setting;
  const byTime = toldBy(store, plan, setting.clock, TIME);
  const timed = new Map((plan.timed ?? []).map((group) => [group.tables[0]!, compileTimed(group, byTime, '')]));
  return compileRowSets({ ...setting, base: '', timed });
}

interface Wanted {
  readonly id: readonly string[];
  readonly set: Readonly<Record<string, unknown>>;
}

async function setRow(setting: RowSetting, stated: RowSetPlan, one: Compiled, { id, set }: Wanted): Promise<Said> {
  const { base, clock, timed, log } = setting;
  const findings: Findings = { bindings: bindingsOf(stated, base), failures: [], held: [] };
  const { bindings } = findings;
  compilePath(stated.path)(
    id,
    stated.path.map((_, place) => place),
    findings,
  );
  if (findings.failures.length > 0) return noRow(stated.resource);
  one.decode({ set }, undefined, findings);
  const [held] = findings.held;
  if (held) return said(501, `The document does not say enough of these fields: ${held.by.join(', ')}.`);
  if (findings.failures.length > 0) return said(400, wrong(stated, set, findings.failures));
  if ((await clock.look?.()) !== undefined) return said(503, UNREACHABLE);
  const at = clock.now();
  for (const table of stated.timed ?? [])
    if ((await timed.get(table)?.catchUp(instantText(at))) !== undefined) return said(503, UNREACHABLE);
  compileMade(stated.make)?.(bindings, at);
  if (!hasRoom(Object.keys(bindings).length)) return said(503, UNREACHABLE);
  for (const name of Object.keys(bindings).filter((each) => each.startsWith(HASH))) {
    const secret = bindings[name.slice(HASH.length)];
    if (typeof secret === 'string') bindings[name] = await hashSecret(secret);
  }
  const result = await one.program.run(bindings);
  if (result.kind === 'unavailable') return said(503, UNREACHABLE);
  const { resource } = stated;
  if (result.kind === 'refused')
    return result.cause === `no such ${resource}` ? noRow(resource) : said(409, `Nothing is set: ${result.cause}.`);
  log(`row set ${resource} ${id.join(' ')}: ${Object.keys(set).join(', ')}`);
  return { status: 200, json: { resource, set: Object.keys(set) } };
}

/** The binding of a hash is that of what is sent behind this. */
const HASH = 'hash.';

function asked(rowSets: readonly RowSetPlan[], body: unknown): Said | (Wanted & { readonly stated: RowSetPlan }) {
  const expected = '`resource`, `id` and `set`';
  if (!isObject(body)) return said(400, `Unexpected body, expected an object with ${expected}.`);
  const { resource, id, set, ...more } = body;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return said(400, `Unexpected member \`${unknown}\`, expected ${expected}.`);
  const stated = rowSets.find((one) => one.resource === resource);
  if (!stated)
    return said(400, `Unexpected \`resource\`, expected one of ${names(rowSets.map((one) => one.resource))}.`);
  const keys = identity(
    stated.path.map(({ name }) => name),
    id,
  );
  if (!keys) return said(400, `Unexpected \`id\`, expected ${expectedId(stated.path.map(({ name }) => name))}.`);
  if (!isObject(set) || Object.keys(set).length === 0)
    return said(400, `Unexpected \`set\`, expected an object with some of ${names(settable(stated))}.`);
  return { stated, id: keys, set };
}

/** By their names in the document. */
export function settable({ body }: RowSetPlan): readonly string[] {
  return body.fields.flatMap(({ path, sent }) => (sent.do === 'accept' ? [path.slice(1).join('.')] : []));
}

function wrong(stated: RowSetPlan, set: Wanted['set'], failures: readonly Failure[]): string {
  const known = settable(stated);
  const unknown = Object.keys(set).find((name) => !known.some((one) => one === name || one.startsWith(`${name}.`)));
  if (unknown !== undefined)
    return `Nothing is set: \`${stated.resource}\` has no field \`${unknown}\` that can be set; expected one of ${names(known)}.`;
  return `Nothing is set: ${failures.map(({ cause }) => cause).join(', ')}.`;
}
