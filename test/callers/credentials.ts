// Credentials that are wrong in every way. Input: a header that lets somebody in, such as `Authorization: Bearer …`. Output: what is sent
// instead, each with a name; none of them may let anybody in.

import { createHash } from 'node:crypto';

export interface Wrong {
  readonly what: string;
  /** Lines of a request, in Latin-1. */
  readonly headers: readonly string[];
  readonly query?: string;
}

/** Of the secret alone. */
const CHANGED: readonly (readonly [what: string, change: (secret: string) => string])[] = [
  ['nothing', () => ''],
  ['without its last letter', (secret) => secret.slice(0, -1)],
  ['without its first letter', (secret) => secret.slice(1)],
  ['half of it', (secret) => secret.slice(0, secret.length >> 1)],
  ['another last letter', (secret) => secret.slice(0, -1) + (secret.endsWith('Q') ? 'g' : 'Q')],
  ['another first letter', (secret) => (secret.startsWith('Q') ? 'g' : 'Q') + secret.slice(1)],
  ['in capitals', (secret) => secret.toUpperCase()],
  ['in small letters', (secret) => (secret === secret.toLowerCase() ? `${secret}a` : secret.toLowerCase())],
  ['backwards', (secret) => [...secret].toReversed().join('')],
  ['twice', (secret) => secret + secret],
  ['twice, by a comma', (secret) => `${secret}, ${secret}`],
  ['a space within', (secret) => `${secret.slice(0, 5)} ${secret.slice(5)}`],
  ['a tab within', (secret) => `${secret.slice(0, 5)}\t${secret.slice(5)}`],
  ['a word behind it', (secret) => `${secret} x`],
  ['a hard space behind it', (secret) => `${secret}\xA0`],
  ['a hard space before it', (secret) => `\xA0${secret}`],
  ['U+0000 behind it', (secret) => `${secret}\0`],
  ['U+0000 within', (secret) => `${secret.slice(0, 5)}\0${secret.slice(5)}`],
  ['percent-encoded', (secret) => secret.replace(/[a-z0-9]/gi, (one) => `%${one.charCodeAt(0).toString(16)}`)],
  ['%00 behind it', (secret) => `${secret}%00`],
  ['in quotes', (secret) => `"${secret}"`],
  ['padded', (secret) => `${secret}====`],
  ['a full stop behind it', (secret) => `${secret}.`],
  ['its hash, as it is kept', (secret) => createHash('sha256').update(secret).digest('base64url')],
  ['its hash in hex', (secret) => createHash('sha256').update(secret).digest('hex')],
  ['in base64', (secret) => Buffer.from(secret).toString('base64')],
  ['4,000 letters', () => 'a'.repeat(4000)],
  ['30,000 letters', () => 'a'.repeat(30_000)],
  ['of another alphabet', () => '\xE9\xFC\xDF'.repeat(14)],
  ["' OR '1'='1", () => "' OR '1'='1"],
  ['" OR 1=1 --', () => '" OR 1=1 --'],
  ["'; DROP TABLE _tokens", (secret) => `${secret}'; DROP TABLE _tokens; --`],
  ['a wildcard', () => '%'],
  ['a star', () => '*'],
  ['null', () => 'null'],
  ['undefined', () => 'undefined'],
  ['true', () => 'true'],
  ['0', () => '0'],
  ['an object', () => '{"$ne":""}'],
  ['a list', () => '[]'],
  ['another header behind it', () => 'x\r\nX-Admin: true'],
  ['a JWT without a signature', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
];

export function wrongCredentials(header: string): readonly Wrong[] {
  // A key stands alone in its header.
  const form = /^(?:Authorization|Cookie)/.test(header) ? /^([^:]+): (\w+[ =])(.*)$/ : /^([^:]+): ()(.*)$/;
  const [, name = '', before = '', secret = ''] = form.exec(header)!;
  const of = (value: string): string => `${name}: ${before}${value}`;
  const good = of(secret);
  const bad = of(`${secret.slice(0, -2)}zz`);
  const changed = CHANGED.map(([what, change]): Wrong => ({ what, headers: [of(change(secret))] }));
  return [
    ...changed,
    { what: 'not there', headers: [] },
    { what: 'twice', headers: [good, good] },
    { what: 'beside a wrong one', headers: [good, bad] },
    { what: 'behind a wrong one', headers: [bad, good] },
    { what: 'over two lines', headers: [`${name}: ${before}\r\n ${secret}`] },
    { what: 'a space before the colon', headers: [`${name} : ${before}${secret}`] },
    { what: 'under a name with more', headers: [`X-${name}-1: ${before}${secret}`] },
    { what: 'for a proxy', headers: [`Proxy-Authorization: Bearer ${secret}`] },
    ...otherWords(name, before).map((word): Wrong => ({
      what: `behind ${JSON.stringify(word)}`,
      headers: [`${name}: ${word}${secret}`],
    })),
    ...['access_token', 'token', name.toLowerCase(), 'api_key'].map((key): Wrong => ({
      what: `in the query as ${key}`,
      headers: [],
      query: `${key}=${encodeURIComponent(secret)}`,
    })),
    { what: 'in a cookie of another name', headers: [`Cookie: token=${secret}; ${name}=${secret}`] },
    { what: 'in the place of another scheme', headers: otherPlaces(name, secret) },
  ];
}

function otherWords(name: string, before: string): readonly string[] {
  if (name === 'Cookie') return ['', 'Desk=', 'DESK=', 'desk2=', '$desk=', 'x-desk=', '"desk"='];
  if (name !== 'Authorization') return ['Bearer ', 'Key ', 'Token '];
  const all = [
    '',
    'Basic ',
    'Bearer ',
    'Token ',
    'Digest ',
    'Bearer: ',
    'Bearer-',
    'Bearer',
    'Bearer Bearer ',
    'Negotiate ',
  ];
  return all.filter((word) => word !== before);
}

function otherPlaces(name: string, secret: string): readonly string[] {
  return name === 'Authorization' ? [`X-Key: ${secret}`, `X-Api-Key: ${secret}`] : [`Authorization: Bearer ${secret}`];
}
