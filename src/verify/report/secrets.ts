// Credentials that a person gave are in no report. Input: a verdict, the credentials. Output: the verdict with a sign in their place.

import type { Exchange } from '../exchange.ts';
import type { Verdict } from '../verdict.ts';
import type { Given } from '../world/callers.ts';

export function withoutSecrets(verdict: Verdict, given: readonly Given[]): Verdict {
  if (given.length === 0) return verdict;
  const signs = given
    .flatMap(({ secret, roles }) => formsOf(secret).map((form) => [form, signOf(roles)] as const))
    // One may be a part of another.
    .toSorted(([one], [other]) => other.length - one.length);
  const masked = (text: string): string => signs.reduce((one, [form, sign]) => one.replaceAll(form, () => sign), text);
  const all = (exchanges: readonly Exchange[]): readonly Exchange[] =>
    exchanges.map((exchange) => withTexts(exchange, masked));
  return {
    ...verdict,
    findings: verdict.findings.map((one) => ({
      ...one,
      expected: masked(one.expected),
      got: masked(one.got),
      exchanges: all(one.exchanges),
    })),
    invented: verdict.invented.map((one) => ({
      ...one,
      name: masked(one.name),
      at: masked(one.at),
      exchanges: all(one.exchanges),
    })),
    inconclusive: verdict.inconclusive.map((one) => ({ ...one, what: masked(one.what) })),
    left: verdict.left.map(masked),
  };
}

function signOf(roles: readonly string[]): string {
  return `<credential of ${roles.join(', ') || 'a caller'}>`;
}

/** As it may stand in a header, an address, a body or a basic credential; of `name:password` also the password alone. */
function formsOf(secret: string): readonly string[] {
  const [, password = ''] = /^[^:]*:(.{4,})$/s.exec(secret) ?? [];
  const base64 = Buffer.from(secret, 'utf8').toString('base64');
  const plain = password === '' ? [secret] : [secret, password];
  return [
    ...new Set([base64, ...plain.flatMap((one) => [one, encodeURIComponent(one), JSON.stringify(one).slice(1, -1)])]),
  ];
}

function withTexts({ call, reply, ...rest }: Exchange, change: (text: string) => string): Exchange {
  const headers = (all: Exchange['call']['headers']): Exchange['call']['headers'] =>
    all.map(([name, value]) => [name, change(value)]);
  return {
    ...rest,
    call: {
      ...call,
      target: change(call.target),
      headers: headers(call.headers),
      body: call.body === undefined ? undefined : change(call.body),
    },
    reply: 'status' in reply ? { ...reply, headers: headers(reply.headers), body: change(reply.body) } : reply,
  };
}
