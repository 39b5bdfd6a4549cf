// Who the rows are sent as: a credential that the environment or a file has, or a token that a sign-in gives. Input: an option, or a row for
// an operation that issues a token. Output: what each request of an operation that reads credentials has beside its own. No credential is on
// the command line, which every user of the machine can read; none is printed, nor kept in the journal.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { tokenIn } from '../../calls/keys.ts';
import type { SchemePlan } from '../../plan/credentials.ts';
import type { Plan } from '../../plan/plan.ts';
import { Refusal } from '../console.ts';
import type { Console } from '../console.ts';
import { whyNotOpened } from '../documents.ts';
import { readShownIn, statusText } from './answers.ts';
import type { Client } from './client.ts';
import type { Way, Ways } from './operations.ts';
import { requestFor } from './request.ts';
import type { SeedRequest } from './request.ts';
import { readRow } from './row.ts';
import { rowsOf } from './rows.ts';

export interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  /** `name=value`. */
  readonly query: string | undefined;
}

const FORM =
  '--credential is SCHEME=env:NAME or SCHEME=file:PATH: a credential on the command line could be read by every user of this machine';

/** Undefined: nobody is said. Of `HTTP Basic` the file has `name:password`. */
export function givenCredential({ schemes = [] }: Plan, given: unknown, console: Console): Credential | undefined {
  if (given === undefined) return undefined;
  const [, name = '', from = '', source = ''] = /^([^=]+)=(env|file):(.+)$/s.exec(String(given)) ?? [];
  if (source === '') throw new Refusal(2, FORM);
  const scheme = schemes.find((one) => one.name === name);
  if (!scheme) {
    const known = schemes.map((one) => one.name).join(', ');
    throw new Refusal(
      2,
      `--credential names no scheme of the document${known === '' ? ': it has none' : `, which has ${known}`}`,
    );
  }
  const text = from === 'env' ? console.env[source] : textOf(resolve(console.directory, source), source);
  if (text === undefined) throw new Refusal(2, `--credential: the environment has no ${source}`);
  return sentAs(scheme, text.replace(/\r?\n$/, ''));
}

function textOf(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Refusal(2, `cannot open ${shown}: ${whyNotOpened(error)}`);
  }
}

function sentAs({ name, place, held, kept, signature }: SchemePlan, text: string): Credential {
  if (signature) throw new Refusal(2, `each request of ${name} is signed, which seed cannot do; nothing is sent`);
  if (held !== undefined || place === undefined) throw new Refusal(2, `credentials of ${name} are held by the service`);
  const isPassword = kept !== undefined;
  // What would break the header is none of a credential; a name and a password are sent as base64.
  if (text === '' || (!isPassword && /[^\x21-\x7e]/.test(text)) || (isPassword && !text.includes(':')))
    throw new Refusal(
      2,
      `the credential for ${name} is ${isPassword ? 'no `name:password`' : 'empty, or has signs that none has'}`,
    );
  const token = isPassword ? Buffer.from(text, 'utf8').toString('base64') : text;
  const { in: where, name: at, template = '{token}' } = place;
  switch (where) {
    case 'header':
      return { headers: { [at]: template.replace('{token}', () => token) }, query: undefined };
    case 'cookie':
      return { headers: { Cookie: `${at}=${token}` }, query: undefined };
    case 'query':
      return { headers: {}, query: `${encodeURIComponent(at)}=${encodeURIComponent(token)}` };
  }
}

/** The request with the credential of its sender; what nobody has to sign in for is sent as it is. */
export function signed(request: SeedRequest, { run }: Way, credential: Credential | undefined): SeedRequest {
  if (credential === undefined || run.credentials === undefined) return request;
  const { headers, query } = credential;
  if (query === undefined) return { ...request, headers };
  return { ...request, target: `${request.target}${request.target.includes('?') ? '&' : '?'}${query}` };
}

interface SignsIn {
  /** Open, with one row. */
  readonly file: number;
  readonly shown: string;
  readonly ways: Ways;
  readonly client: Client;
  readonly base: string;
}

/** The token that the operation gives for the one row of the file. */
export async function signedIn({ file, shown, ways, client, base }: SignsIn): Promise<Credential> {
  const [row, ...more] = rowsOf(file);
  const refused = (why: string): Refusal => new Refusal(1, `${shown} signs nobody in: ${why}`);
  if (row === undefined || more.length > 0) throw refused('it has to have one row');
  const way = ways.of(row.key);
  if (typeof way === 'string') throw refused(way);
  const { schemes = [] } = ways.plan;
  const keptAs = way.run.steps.flatMap((step) => {
    const value = step.kind === 'insert' ? step.values.find(({ column }) => column === 'scheme')?.value : undefined;
    return value?.kind === 'literal' ? [value.value] : [];
  });
  const scheme = schemes.find((one) => keptAs.includes(one.keptAs));
  const read = readRow(row.text);
  if (!scheme || !('tree' in read)) throw refused(`${way.id} issues no token`);
  const mapped = requestFor(way, read, () => ({ fault: 'a row of another file cannot be named' }), base);
  if ('faults' in mapped) {
    const [fault] = mapped.faults;
    throw refused(typeof fault?.message === 'function' ? fault.message() : (fault?.message ?? ''));
  }
  const reply = await client.send(mapped.request);
  if (reply.kind !== 'answer') throw refused(`no answer came (${reply.why})`);
  const places = way.run.answers
    .filter(({ status }) => status === reply.status)
    .flatMap((answer) => tokenIn(answer, way.run.cookies) ?? []);
  const token = places.map((place) => readShownIn(place, reply)).find((text) => text !== undefined);
  if (token === undefined) throw refused(`${way.id} answered ${statusText(reply.status)}, without a token`);
  return sentAs(scheme, token);
}
