// Where a request carries a credential, whose credential it is and how long it lasts: how they are read and
// printed. Notation, part 5.

import { ticked } from '../../base/ticked.ts';
import { parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import { oneOf, type Syntax } from '../grammar/syntax.ts';
import type { Name } from '../slot.ts';
import { duration, printDuration } from './durations.ts';
import { printResource, resource, tickedName } from './names.ts';

/** The values of Scheme. */
const SCHEME_KINDS = [
  'API key',
  'HTTP Basic',
  'bearer token',
  'JWT',
  'OAuth 2 client credentials',
  'token introspection',
  'OpenID Connect',
  'mutual TLS',
  'HMAC signature',
] as const;

export type SchemeKind = (typeof SCHEME_KINDS)[number];

export const SCHEME_KIND: Syntax<SchemeKind> = { ...oneOf(SCHEME_KINDS), none: false };

/** Where a request carries a credential. */
export interface CredentialPlace {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: string;
  /** What a header holds, with `{token}` for the credential; left out: the credential alone. */
  readonly template?: string;
  /** Further headers that a signature of the request needs, such as its timestamp. */
  readonly beside?: readonly HeaderPlace[];
}

interface HeaderPlace {
  readonly name: string;
  readonly template: string;
}

const SENT_IN_FORMS = 'header `Authorization: Bearer {token}`, query `key` or cookie `session`';

/** `` header `Authorization: Bearer {token}` ``, `` query `key` ``, `` cookie `session` ``. */
export const parseSentIn: Parser<CredentialPlace> = parserOf((cursor) => {
  const place = PLACES.find((word) => cursor.takePhrase(word)) ?? cursor.fail(SENT_IN_FORMS);
  const { text: said } = tickedName(cursor, SENT_IN_FORMS);
  const header = place === 'header' ? headerIn(said) : undefined;
  if (!header) return { in: place, name: said };
  const beside: HeaderPlace[] = [];
  while (cursor.takeSymbol(',')) {
    cursor.needPhrase('header', BESIDE_FORM);
    beside.push(headerIn(tickedName(cursor, BESIDE_FORM).text) ?? cursor.fail(BESIDE_FORM));
  }
  return { in: 'header', ...header, ...(beside.length > 0 && { beside }) };
});

const BESIDE_FORM = 'a further header: `X-Timestamp: {timestamp}`';

function headerIn(said: string): HeaderPlace | undefined {
  const [, name, template] = /^([^:]*[^:\s])\s*:\s*(\S.*)$/s.exec(said) ?? [];
  return name === undefined ? undefined : { name, template: template! };
}

const PLACES = ['header', 'query', 'cookie'] as const;

export const SENT_IN: Syntax<CredentialPlace> = {
  parse: parseSentIn,
  print: ({ in: place, name, template, beside = [] }) =>
    [
      `${place} ${ticked(template === undefined ? name : `${name}: ${template}`)}`,
      ...beside.map((one) => `header ${ticked(`${one.name}: ${one.template}`)}`),
    ].join(', '),
  forms: SENT_IN_FORMS,
  offers: ['header `Authorization: Bearer {token}`', 'header `…`', 'query `…`', 'cookie `…`'],
};

/** The resource that a credential belongs to. */
export interface CallerResource {
  readonly resource: Name;
}

export const parseCallerResource: Parser<CallerResource> = parserOf((cursor) => ({
  resource: resource(cursor, 'the resource that a credential belongs to: `User`'),
}));

export const CALLER: Syntax<CallerResource> = {
  parse: parseCallerResource,
  print: ({ resource: name }) => printResource(name),
  forms: 'a resource, or `none`',
  offers: ['a resource: …', 'none'],
};

/** `14 days`, in milliseconds. */
export const parseLifetime: Parser<number> = parserOf(duration);

export const LIFETIME: Syntax<number> = {
  parse: parseLifetime,
  print: printDuration,
  any: true,
  forms: 'a length of time: `14 days`, or `none`',
  offers: ['… minutes', '… days', 'none'],
};
