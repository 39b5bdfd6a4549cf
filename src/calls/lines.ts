// Calls as lines for a POSIX shell: pasted one after the other they work. Input: a plan and the address of its service. Output:
// lines; operations that are held or for which no call was found come as comments, with what holds them.

import type { SchemePlan } from '../plan/credentials.ts';
import type { OperationPlan, Plan } from '../plan/plan.ts';
import type { Call, Written } from './call.ts';
import { quoted } from './curl.ts';
import { headerText } from './headers.ts';
import type { Shown } from './keys.ts';
import { assembled } from './samples.ts';
import { schedule } from './schedule.ts';
import type { Scheduled, Search } from './schedule.ts';
import { versionSent, type SentVersion } from './version.ts';

type CredentialPlace = NonNullable<SchemePlan['place']>;

/** `now`, `from` and where it may be left as for the schedule. */
export function* curlLines(plan: Plan, address: string, now: number, from = 0): Search<readonly string[]> {
  const { calls, unreached } = yield* schedule(plan, from, now);
  const held = plan.operations.filter((operation) => operation.runs === 'no');
  return [
    ...calls.map((each) => line(each, `${address}${plan.base.replace(/\/+$/, '')}`, plan)),
    ...unreached.map(({ operation, cause }) => unreachedLine(operation, cause, plan)),
    ...held.map((operation) => heldLine(operation, plan)),
  ];
}

/** With what its refusal says, if there was one. */
function unreachedLine({ id, run }: OperationPlan, cause: string | undefined, plan: Plan): string {
  const outcome = cause === undefined ? undefined : run?.refusals[cause];
  const status = outcome?.kind === 'refuse' ? `, ${outcome.refusal.status}` : '';
  const met = cause === undefined ? '' : `; the last ones met "${cause}"${status}`;
  const missing =
    cause === 'no credentials'
      ? 'no call was found that gives a token for it'
      : `no values were found with which it would work${met}`;
  const isOfCaller = /^(?:no credentials|not permitted)/.test(cause ?? '');
  const ways = isOfCaller ? otherWays(plan) : [];
  return `# ${[`${id}: ${missing}`, ...ways].join('; ')}`.replace(/\s+/g, ' ');
}

/** Credentials that no call of the service gives, and where they are sent. */
function otherWays({ schemes = [], keys = [] }: Plan): readonly string[] {
  return schemes.flatMap(({ name, place, held, kept }) => {
    const isMade = keys.some(({ scheme, makes }) => scheme === name && makes !== undefined);
    if (held !== undefined || place === undefined || (!isMade && kept === undefined)) return [];
    const { in: where, name: at, template = '{token}' } = place;
    const sent = {
      header: `-H ${quoted(`${at}: ${template}`)}`,
      cookie: `-H ${quoted(`Cookie: ${at}={token}`)}`,
      query: `?${at}={token}`,
    };
    const made = isMade ? ', made by `ninefold keys create`,' : '';
    return [
      kept === undefined
        ? `a key of ${name}${made} is sent as ${sent[where]}`
        : `a name and a password of ${name}${made} are sent as -u name:password`,
    ];
  });
}

function heldLine({ id, heldBy }: OperationPlan, { gaps }: Plan): string {
  const reasons = heldBy.map((gap) => (gaps[gap] === undefined ? gap : `${gap} (${gaps[gap]})`));
  return `# ${id} is held by ${reasons.join(', ')}`.replace(/\s+/g, ' ');
}

function line({ call, takes }: Scheduled, address: string, plan: Plan): string {
  const place = plan.schemes?.find(({ keptAs }) => keptAs === call.credential?.scheme)?.place;
  const request = requestOf(call, address, place, versionSent(plan, call.operation));
  if (takes.length === 0) return `curl -sS -i ${request}`;
  const hasHeaders = takes.some(({ shown }) => shown.in === 'headers');
  const parts = [
    `answer=$(curl -sS ${hasHeaders ? '-i ' : ''}${request})`,
    `printf '%s\\n' "$answer"`,
    ...takes.map(({ variable, shown }) => {
      const read = 'const answer = require("node:fs").readFileSync(0, "utf8"); ';
      return `${variable}=$(printf '%s' "$answer" | node -pe ${quoted(read + scriptFor(shown, hasHeaders))})`;
    }),
  ];
  return parts.join('; ');
}

/** A JavaScript expression over `answer`: its body, or its header lines. */
function scriptFor(shown: Shown, hasHeaders: boolean): string {
  const { between } = shown;
  if (shown.in === 'headers') {
    return `/^${shown.name}:.*${escaped(shown.between.before)}([^\\s/?#;]+)/im.exec(answer)[1]`;
  }
  const body = hasHeaders ? 'answer.slice(answer.search(/\\r?\\n\\r?\\n/))' : 'answer';
  const place = `JSON.parse(${body})${shown.path.map(member).join('')}`;
  if (between === undefined) return place;
  const cut = between.after === '' ? '' : `.split(${JSON.stringify(between.after)})[0]`;
  return `${place}.split(${JSON.stringify(between.before)}).pop()${cut}`;
}

function member(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function escaped(text: string): string {
  return text.replace(/[\\/^$.*+?()[\]{}|]/g, '\\$&');
}

function requestOf(call: Call, address: string, place: CredentialPlace | undefined, version: SentVersion): string {
  const { method } = call.operation;
  const words = method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : ['-X', method];
  const { credential } = call;
  const token = credential && inText(credential.token);
  const asked = version.query.map(([name, value]) => [name, inText({ literal: value })] as const);
  const credentials = token !== undefined && place?.in === 'query' ? [[place.name, token] as const] : [];
  words.push(urlOf(call, address, [...asked, ...credentials]));
  for (const [name, value] of version.headers) words.push('-H', headerLine(name, { literal: value }));
  if (token !== undefined && place && place.in !== 'query') words.push('-H', `"${headerOf(place, token)}"`);
  for (const [name, value] of call.headers) words.push('-H', headerLine(name, value));
  if (call.body !== undefined) {
    words.push('-H', quoted(`Content-Type: ${call.mediaType ?? 'application/json'}`), '-d', bodyOf(call.body));
  }
  return words.join(' ');
}

function headerLine(name: string, value: Written): string {
  if ('literal' in value) return quoted(`${name}: ${headerText(value.literal)}`);
  return `"${doubleQuotable(name)}: \${${value.variable}}"`;
}

/** Within double quotes of a shell. */
function headerOf({ in: where, name, template = '{token}' }: CredentialPlace, token: string): string {
  if (where === 'cookie') return `Cookie: ${doubleQuotable(name)}=${token}`;
  const [before = '', after = ''] = template.split('{token}');
  return `${doubleQuotable(`${name}: ${before}`)}${token}${doubleQuotable(after)}`;
}

function inText(value: Written): string {
  return 'variable' in value ? `\${${value.variable}}` : doubleQuotable(encodeURIComponent(String(value.literal)));
}

function urlOf(
  { operation, path, query }: Call,
  address: string,
  more: readonly (readonly [string, string])[],
): string {
  const segments = operation.path.map(({ before, parameter, after }) => {
    const value = parameter === undefined ? undefined : path.get(parameter);
    return `/${doubleQuotable(before)}${value === undefined ? '' : inText(value)}${doubleQuotable(after)}`;
  });
  const sent = [...[...query].map(([name, value]) => [name, inText(value)] as const), ...more];
  const pairs = sent.map(([name, text]) => `${doubleQuotable(encodeURIComponent(name))}=${text}`);
  const url = `${doubleQuotable(address)}${segments.join('')}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  return `"${url}"`;
}

/** Marks the place of a shell variable in JSON: a private character cannot come from a sample. */
const MARK = '\ue000';

function bodyOf(fields: NonNullable<Call['body']>): string {
  const values = fields.map(({ path, value }) => ({
    path,
    value: 'variable' in value ? marked(value) : value.literal,
  }));
  const json = quoted(JSON.stringify(assembled(values)));
  // Out of the single quotes, the variable in double ones, and back in; a number loses its JSON quotes.
  return json
    .replace(new RegExp(`"${MARK}n(\\w+)${MARK}"`, 'g'), `'"$$$1"'`)
    .replace(new RegExp(`"${MARK}t(\\w+)${MARK}"`, 'g'), `"'"$$$1"'"`);
}

function marked({ variable, isNumber }: Extract<Written, { variable: string }>): string {
  return `${MARK}${isNumber ? 'n' : 't'}${variable}${MARK}`;
}

function doubleQuotable(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}
