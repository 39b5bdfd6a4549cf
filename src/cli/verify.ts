// `ninefold verify FILE --url URL`: holds a running service to its document. Input: a document, the address of a service. Output: a report on
// stdout; exit 0 where it conforms, 1 where it does not, 3 where a gap was met and nobody can judge.

import { createReadStream, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { suggestionOrAll } from '../base/did-you-mean.ts';
import { LineIndex } from '../base/span.ts';
import { check } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { clockAt, type ServiceClock } from '../verify/clock/clock.ts';
import { BOUNDS, mayCall } from '../verify/http/client.ts';
import { exchangesIn } from '../verify/http/har-reader.ts';
import { openProxy } from '../verify/http/proxy.ts';
import { baselineOf, readBaseline, withBaseline } from '../verify/report/baseline.ts';
import type { VerifyFormat } from '../verify/report/formats.ts';
import { renderVerdict } from '../verify/report/report.ts';
import { rolesOf } from '../verify/roles.ts';
import type { Known, Verdict } from '../verify/verdict.ts';
import { judgeTraffic, verify, type VerifyOptions } from '../verify/verify.ts';
import { boundHeap, SMALL } from './bounded-heap.ts';
import { Refusal, type Console } from './console.ts';
import { assumedFiles, openDocument, openText, today, whyNotOpened } from './documents.ts';
import { refuseErrors } from './refusals.ts';
import { refuseListening } from './serving/ports.ts';
import { version } from './version.ts';
import { serviceAddress } from './service-address.ts';

type Flags = Readonly<Record<string, unknown>>;

export async function verifyService(file: string, flags: Flags, console: Console): Promise<number> {
  const har = textOf(flags['har']);
  const port = numberOf(flags, 'proxy', 0, 65_535);
  if (har !== undefined && port !== undefined)
    throw new Refusal(2, '--har and --proxy are two ways to see the calls of others: give one of them');
  const url = addressOf(flags['url'], textsOf(flags['allowHost']), har !== undefined);
  const model = openDocument(file, console, 2, assumedFiles(flags));
  const baseline = baselineIn(flags['baseline'], console);
  const clock = await clockOf(flags['clock'], textsOf(flags['allowHost']));
  const options: VerifyOptions = { ...optionsOf(url, model, flags, console), ...(clock && { clock }) };
  refuseErrors(check(model), model, console, 'sent');
  const found = await seen(model, { har, port }, options, console);
  const verdict = baseline ? withBaseline(found, baseline, today()) : found;
  writeBaseline(flags['writeBaseline'], verdict, console);
  const format = flags['format'] as VerifyFormat;
  console.out(renderVerdict(verdict, { format, model, url: url.href, version: version(), paint: console.paint }));
  return exitOf(verdict, flags['allowGaps'] === true);
}

interface Seeing {
  readonly har: string | undefined;
  readonly port: number | undefined;
}

/** In bounds of memory, however long it goes on. */
async function seen(model: Model, { har, port }: Seeing, options: VerifyOptions, console: Console): Promise<Verdict> {
  const unbound = boundHeap(SMALL);
  try {
    if (har !== undefined) return await recorded(model, har, options, console);
    return port === undefined ? await verify(model, options) : await passing(model, port, options, console);
  } finally {
    unbound();
  }
}

function exitOf({ verdict }: Verdict, mayHaveGaps: boolean): number {
  if (verdict === 'fail') return 1;
  return verdict === 'inconclusive' && !mayHaveGaps ? 3 : 0;
}

/** Nothing is sent. */
async function recorded(model: Model, file: string, options: VerifyOptions, console: Console): Promise<Verdict> {
  const path = resolve(console.directory, file);
  try {
    if (!statSync(path).isFile()) throw new Error('it is no file');
  } catch (error) {
    throw new Refusal(2, `cannot open ${file}: ${whyNotOpened(error)}`);
  }
  const exchanges = exchangesIn(createReadStream(path) as AsyncIterable<Buffer>, options.url);
  const verdict = await judgeTraffic(model, exchanges, { ...options, url: options.url.href });
  if (verdict.requests === 0)
    throw new Refusal(2, `${file} has no call to ${options.url.href}: is it an HTTP Archive?`);
  return verdict;
}

/** Nothing is sent that others did not send. */
async function passing(model: Model, port: number, options: VerifyOptions, console: Console): Promise<Verdict> {
  const proxy = await openProxy(port, options.url, { ...BOUNDS, ...options.bounds }).catch((error: unknown) =>
    refuseListening(error, '--proxy'),
  );
  console.err(`${proxy.url} passes on to ${options.url.href}; Ctrl-C ends it with the report`);
  const timer = options.time === undefined ? undefined : setTimeout(proxy.close, options.time);
  const stop = (): void => proxy.close();
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const exchanges = firstOf(proxy.exchanges, options.requests ?? Infinity);
    const verdict = await judgeTraffic(model, exchanges, { ...options, url: options.url.href });
    if (verdict.requests === 0)
      throw new Refusal(
        2,
        `no call came to ${proxy.url}: nothing was judged; give clients that address in the place of ${options.url.href}`,
      );
    return verdict;
  } finally {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, stop);
    proxy.close();
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

async function* firstOf<T>(all: AsyncIterable<T>, most: number): AsyncGenerator<T> {
  let count = 0;
  for await (const one of all) {
    yield one;
    if ((count += 1) >= most) return;
  }
}

function textOf(given: unknown): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

function addressOf(given: unknown, allowed: readonly string[], isRecorded: boolean): URL {
  const url = serviceAddress(given);
  if (isRecorded || mayCall(url, allowed)) return url;
  throw new Refusal(
    2,
    `${url.hostname} is not this machine, and verify changes what the service keeps; name it with --allow-host ${url.hostname} if that is meant`,
  );
}

async function clockOf(given: unknown, allowed: readonly string[]): Promise<ServiceClock | undefined> {
  if (given === undefined) return undefined;
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !mayCall(url, allowed))
    throw new Refusal(
      2,
      `--clock is ${JSON.stringify(given)}, expected the operator’s port of a service on this machine`,
    );
  try {
    return await clockAt(url);
  } catch (error) {
    throw new Refusal(2, `--clock: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function optionsOf(url: URL, model: Model, flags: Flags, console: Console): VerifyOptions {
  const seed = numberOf(flags, 'seed', 0, 2 ** 31);
  const requests = numberOf(flags, 'requests', 1, 1_000_000);
  const seconds = numberOf(flags, 'seconds', 1, 86_400);
  const runs = numberOf(flags, 'runs', 1, 1_000);
  const listen = numberOf(flags, 'listen', 1, 65_535);
  const timeOut = numberOf(flags, 'timeOut', 1, 600);
  return {
    url,
    credentials: textsOf(flags['credential']).map((one) => credentialOf(one, model, console)),
    isSafeOnly: flags['readOnly'] === true,
    isLimited: flags['limits'] === true,
    isNothingInvented: flags['invented'] === false,
    ignoredHeaders: textsOf(flags['ignoreHeader']),
    onProgress: progressTo(console),
    ...(seed !== undefined && { seed }),
    ...(requests !== undefined && { requests }),
    ...(seconds !== undefined && { time: seconds * 1000 }),
    ...(runs !== undefined && { runs }),
    ...(listen !== undefined && { listen }),
    ...(timeOut !== undefined && { bounds: { timeOut: timeOut * 1000 } }),
  };
}

/** Milliseconds. */
const TOLD_EVERY = 2_000;

function progressTo(console: Console): NonNullable<VerifyOptions['onProgress']> {
  const begun = performance.now();
  let told = begun;
  return ({ sent, found, exercised }) => {
    const now = performance.now();
    if (now - told < TOLD_EVERY) return;
    told = now;
    const seconds = Math.round((now - begun) / 1000);
    console.err(
      `${seconds} s: ${sent} requests, ${found.findings.size} failures, ${exercised.size} obligations exercised`,
    );
  };
}

function textsOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

function numberOf(flags: Flags, key: string, least: number, most: number): number | undefined {
  const given = flags[key];
  if (given === undefined) return undefined;
  const number = /^\d{1,10}$/.test(String(given)) ? Number(given) : NaN;
  if (number >= least && number <= most) return number;
  const flag = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new Refusal(2, `--${flag} is ${JSON.stringify(given)}, expected a number from ${least} to ${most}`);
}

const CREDENTIAL =
  '--credential is ROLE=env:NAME or ROLE=file:PATH, or signed-in=… for somebody without a role: a credential on the command line could be read by every user of this machine';

type Credential = NonNullable<VerifyOptions['credentials']>[number];

/** Of `HTTP Basic` the text is `name:password`. */
function credentialOf(given: string, model: Model, console: Console): Credential {
  const [, role = '', from, source = ''] = /^([^=]+)=(env|file):(.+)$/s.exec(given) ?? [];
  if (from === undefined) throw new Refusal(2, CREDENTIAL);
  if (model.document.authentication.schemes.items.length === 0)
    throw new Refusal(2, '--credential: the document has no scheme to send it by');
  const roles = rolesOf(model);
  if (role !== 'signed-in' && roles && !roles.includes(role))
    throw new Refusal(
      2,
      `--credential: the document has no role \`${role}\`${suggestionOrAll(role, [...roles, 'signed-in'])}`,
    );
  const text = from === 'env' ? console.env[source] : openText(source, console, 2);
  const secret = text?.replace(/\r?\n$/, '');
  if (secret === undefined) throw new Refusal(2, `--credential: the environment has no ${source}`);
  if (secret === '' || /[^\x20-\x7e]/.test(secret))
    throw new Refusal(2, `the credential of ${role} is empty, or has signs that none has`);
  return { secret, roles: role === 'signed-in' ? [] : [role], row: undefined };
}

function baselineIn(given: unknown, console: Console): readonly Known[] | undefined {
  if (typeof given !== 'string') return undefined;
  const source = openText(given, console, 2);
  const known = readBaseline(source);
  if (!('expected' in known)) return known;
  const { line, column } = new LineIndex(source).position(known.at);
  throw new Refusal(2, `${given}:${line}:${column}: it is no baseline: expected ${known.expected}`);
}

/** Days that a new entry of a baseline is given. */
const DAYS = 90;

function writeBaseline(given: unknown, verdict: Verdict, console: Console): void {
  if (typeof given !== 'string') return;
  const until = new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 10);
  try {
    writeFileSync(resolve(console.directory, given), baselineOf(verdict, until));
  } catch (error) {
    throw new Refusal(2, `cannot write ${given}: ${whyNotOpened(error)}`);
  }
  console.err(`${given} is written; say under \`why\` of each entry why it is left, or it is not taken`);
}
