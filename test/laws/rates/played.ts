// Plays calls to a service that counts, and holds each answer to the plain reckoning. Input: a seed. Output: what differs, and how many calls
// were let through and refused.

import { plan as compile } from '../../../src/plan/compile.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { rangesOf } from '../../../src/serve/relay/addresses.ts';
import { start } from '../../serve/running.ts';
import { header, type Answered } from '../answered.ts';
import { KeptConnections } from '../kept-connection.ts';
import { Random } from '../random.ts';
import { understand } from '../service.ts';
import { ACCOUNTS, documentOf, NOTES, rowsOf, stepsOf, type Call, type RateRow } from './history.ts';
import { Reckoning, type Told } from './reckoning.ts';

export interface Played {
  readonly wrong: readonly string[];
  /** By place, and `given back`: calls that were refused. */
  readonly refused: number;
  readonly admitted: number;
}

const DAY = 86_400_000;
const CHECKS = 'authentication, existence, permission, body, limits';

type Send = (
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
) => Promise<Answered>;

/** Long before the calls, each alone: no window reaches that far. */
async function settled(send: Send, pass: (by: number) => void): Promise<ReadonlyMap<number, readonly string[]>> {
  const tokens = new Map<number, string[]>();
  const ask = async (path: string, body: unknown, headers = {}): Promise<unknown> => {
    pass(DAY);
    const { status, text } = await send('POST', path, body, headers);
    if (status >= 400) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  for (const { id, email, plan } of ACCOUNTS) {
    await ask('/accounts', { email, password: 'right', ...(plan !== null && { plan }) });
    const signsIn = async (): Promise<string> =>
      ((await ask('/sessions', { email, password: 'right' })) as { readonly token: string }).token;
    tokens.set(id, [await signsIn(), await signsIn()]);
  }
  for (let place = 0; place < NOTES; place += 1)
    await ask('/notes', { text: 'there' }, { authorization: `Bearer ${tokens.get(1)![0]}` });
  pass(DAY);
  return tokens;
}

function headersOf(
  { caller, token, address }: Call,
  tokens: ReadonlyMap<number, readonly string[]>,
): Record<string, string> {
  const bearer = caller === 'nobody' ? 'nobody' : caller && tokens.get(caller.id)![token];
  return { 'x-forwarded-for': address, ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }) };
}

/** What the headers say of each limit. */
function leftIn(answer: Answered): ReadonlyMap<string, number> {
  const parts = header(answer, 'ratelimit')?.split(', ') ?? [];
  return new Map(
    parts.map((part) => {
      const [, name = '', count = ''] = /^"([^"]*)";r=(\d+)/.exec(part) ?? [];
      return [name, Number(count)] as const;
    }),
  );
}

/** `change`: what a fault would make of the plan. */
export async function playRates(
  seed: number,
  calls: number,
  change: (plan: Plan) => Plan = (one) => one,
): Promise<Played> {
  const random = new Random(seed * 19 + 5);
  const rows = rowsOf(random);
  const isInOrder = random.chance(0.2);
  const source = documentOf(rows, isInOrder ? CHECKS : undefined);
  const { model, errors } = understand(source);
  if (errors.length > 0) throw new Error(`seed ${seed}: ${errors.join('; ')}`);
  let now = Date.parse('2030-01-01T00:00:00Z');
  const clock = { now: (): number => now, set: () => Promise.resolve(true) };
  const addresses = { trusted: rangesOf(['127.0.0.1']), ipv6Prefix: 64 };
  const service = await start(change(compile(model)), { clock, addresses });
  const connections = new KeptConnections();
  const send: Send = (method, path, body, headers) =>
    connections.send(service.url, {
      method,
      path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const reckoning = new Reckoning(rows, isInOrder);
  const wrong: string[] = [];
  let [refused, admitted] = [0, 0];
  try {
    const tokens = await settled(send, (by) => (now += by));
    for (const { after, call } of stepsOf(random, rows, calls)) {
      now += after;
      const told = reckoning.call(call, now);
      const answer = await send(call.operation.split(' ')[0]!, call.path, call.body, headersOf(call, tokens));
      if (told.refusedBy === undefined) admitted += 1;
      else refused += 1;
      const faults = judged(reckoning, told, answer, now);
      wrong.push(...faults.map((text) => `seed ${seed}: ${saidOf(rows, call, now)} ${answer.status}: ${text}`));
      // What comes behind a call that was counted otherwise differs, too.
      if (faults.length > 0) break;
    }
    wrong.push(...service.logged.map((line) => `seed ${seed}: ${line}`));
  } finally {
    connections.end();
    await service.stop();
  }
  return { wrong, refused, admitted };
}

function saidOf(rows: readonly RateRow[], call: Call, now: number): string {
  const who = call.caller === undefined || call.caller === 'nobody' ? String(call.caller) : call.caller.email;
  const table = rows.map((row) => JSON.stringify(row)).join('\n      ');
  return `${new Date(now).toISOString()} ${call.operation} ${call.path} ${JSON.stringify(call.body)} by ${who} from ${call.address}\n      ${table}\n     `;
}

/** Statuses of the document, by why a call is refused. */
const STATUS = {
  'wrong credentials': 401,
  'wrong token': 401,
  'no credentials': 401,
  'any field taken': 409,
  'no such Note': 404,
  'any field missing': 422,
} as const;

function judged(
  reckoning: Reckoning,
  { refusedBy, end, left, refusing }: Told,
  answer: Answered,
  now: number,
): string[] {
  const due = end === undefined ? (refusedBy === undefined ? [200, 201] : [429]) : [STATUS[end]];
  if (!due.includes(answer.status))
    return [
      `expected ${due.join(' or ')}: ${refusedBy === undefined ? 'it is within each rate' : `beyond ${refusedBy}`}`,
    ];
  const said = leftIn(answer);
  const wrong = [...left].filter(([name, count]) => said.get(name) !== count);
  if (wrong.length > 0 || said.size !== left.size)
    return [`RateLimit is ${header(answer, 'ratelimit')}, expected ${JSON.stringify([...left])}`];
  if (answer.status !== 429) return [];
  // In so many whole seconds it would be let through, and not a second before.
  const seconds = Number(header(answer, 'retry-after'));
  const isLate = seconds > 1 && reckoning.may(refusing, now + (seconds - 1) * 1000);
  return reckoning.may(refusing, now + seconds * 1000) && !isLate ? [] : [`Retry-After is ${seconds}`];
}
