// The headers of a reply: those that the document states, with their values, those that HTTP adds (docs/http-floor.md), and no others.
// Input: what is stated of the answer, the reply. Output: differences and inventions.

import { isCompleteUnmarked } from '../../analysis/document/complete.ts';
import { isKeyed, repeatSlot } from '../../analysis/document/repeats.ts';
import { schemesOf, takesPasswords } from '../../analysis/document/schemes.ts';
import { endingHeaders, versionsOf } from '../../analysis/document/versions.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import type { CrossOrigin, HeaderValue } from '../../notation/values/answers.ts';
import { statementOf } from '../statements.ts';
import type { Asked } from '../world/world.ts';
import type { Statement } from '../verdict.ts';
import { headerOf, type Call, type Reply } from '../exchange.ts';
import { endingWord, versionAnswering, versionIn } from './versions.ts';
import { crossOriginOf } from './cross-origin.ts';
import { routeOf } from './route.ts';
import type { Match, Word } from './match/match.ts';
import { asText } from './match/words.ts';

/** Fields of HTTP itself: they say nothing of the interface, wherever they are sent. https://www.rfc-editor.org/rfc/rfc9110#section-18.4, https://www.rfc-editor.org/rfc/rfc9111#section-5 */
const OF_HTTP: ReadonlySet<string> = new Set(
  `date connection keep-alive content-length transfer-encoding trailer upgrade via server accept accept-encoding accept-ranges allow
  content-encoding content-language content-location content-range content-type etag last-modified location retry-after vary age
  cache-control expires pragma warning ninefold-gap ninefold-assumed`.split(/\s+/),
);

export interface StatedHeaders {
  readonly model: Model;
  readonly linked: LinkedOperation | undefined;
  readonly call: Call;
  readonly stated: readonly HeaderValue[];
  /** The value of one; undefined: it is not sent here. */
  readonly valueOf: (header: HeaderValue) => Word;
  readonly statement: Statement | undefined;
  /** It has a body, as the document says. */
  readonly hasBody: boolean;
  /** Headers that a gap would say are none of our business. */
  readonly isOpen: boolean;
  /** Undefined: it reaches no operation. */
  readonly asked: Asked | undefined;
}

export function matchHeaders(match: Match, reply: Reply, one: StatedHeaders): void {
  const known = new Set(OF_HTTP);
  if (reply.status === 201 && !leadsToOperation(one, headerOf(reply.headers, 'location'))) known.delete('location');
  for (const header of one.stated) {
    const name = header.name.text.toLowerCase();
    known.add(name);
    statedHeader(match, reply, one, header, name);
  }
  if (reply.status === 401) {
    known.add('www-authenticate');
    challenge(match, reply, one);
  }
  crossOrigin(match, reply, one, known);
  contentType(match, reply, one);
  if (one.linked && valueOf(one.linked.facts.pages)?.kind === 'link') known.add('link');
  endings(match, reply, one, known);
  if (schemesOf(one.model).some(({ sentIn }) => valueOf(sentIn)?.in === 'cookie')) known.add('set-cookie');
  for (const { name } of markedBy(one.linked)) known.add(name.text.toLowerCase());
  for (const name of new Set(reply.headers.map(([header]) => header)))
    if (!known.has(name)) match.invented.push({ name, isComplete: !one.isOpen && isCompleteUnmarked(one.model) });
}

/** What a Status table says of its own operation takes their place. */
function endings(match: Match, reply: Reply, one: StatedHeaders, known: Set<string>): void {
  for (const header of endingHeaders(one.model)) {
    const name = header.toLowerCase();
    if (known.has(name)) continue;
    known.add(name);
    const word = endingWord(one.asked, name);
    const got = headerOf(reply.headers, name);
    const { facts } = one.model.document.versioning;
    const statement = statementOf(one.model, name === 'sunset' ? facts.sunset : facts.deprecated);
    if (word.kind === 'left out' && got !== undefined) wrong(match, name, 'no such header here', got, statement);
    if (word.kind === 'is' && got !== word.value) wrong(match, name, String(word.value), got, statement);
  }
}

/** On answers that are given again. */
function markedBy(linked: LinkedOperation | undefined): readonly HeaderValue[] {
  return (linked && isKeyed(linked) && valueOf(repeatSlot(linked, 'markedBy'))) || [];
}

function wrong(match: Match, name: string, expected: string, got: string | undefined, statement?: Statement): void {
  match.differs({
    at: `header ${name}`,
    expected,
    got: got ?? 'nothing there',
    statement,
    class: 'wrong header',
  });
}

function statedHeader(
  match: Match,
  reply: Reply,
  { valueOf: wordOf, isOpen, statement }: StatedHeaders,
  header: HeaderValue,
  name: string,
): void {
  const got = headerOf(reply.headers, name);
  const word = wordOf(header);
  if (word.kind === 'any' || (got === undefined && isOpen)) return;
  if (word.kind === 'left out') {
    if (got !== undefined) wrong(match, name, 'no such header here', got, statement);
    return;
  }
  if (word.kind === 'is') {
    const text = asText(word.value);
    if (got !== undefined && decoded(got) === decoded(text)) return;
    return wrong(match, name, JSON.stringify(text), got, statement);
  }
  if (got === undefined || !word.fits(got)) wrong(match, name, word.said, got, statement);
}

/** What a header or an address cannot hold is percent-encoded; white space at the ends does not count. */
function decoded(text: string): string {
  const plain = text.replaceAll(/(?:%[\dA-Fa-f]{2})+/g, (octets) =>
    Buffer.from(octets.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  return plain.replaceAll(/^[ \t]+|[ \t]+$/g, '');
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1 */
function challenge(match: Match, reply: Reply, { model, stated }: StatedHeaders): void {
  if (stated.some(({ name }) => name.text.toLowerCase() === 'www-authenticate')) return;
  const got = reply.headers.filter(([name]) => name === 'www-authenticate').map(([, value]) => value);
  if (got.length === 0)
    return wrong(match, 'www-authenticate', 'a challenge, as HTTP asks for one with 401', undefined);
  for (const scheme of schemesOf(model)) {
    const place = valueOf(scheme.sentIn);
    if (!place) continue;
    const isHere = place.in === 'header' && place.name.toLowerCase() === 'authorization';
    const word = takesPasswords(scheme) ? 'Basic' : isHere ? (/^[^ {]+/.exec(place.template ?? '')?.[0] ?? '') : '';
    if (word === '') continue;
    if (!got.some((one) => one.toLowerCase().includes(word.toLowerCase())))
      return wrong(
        match,
        'www-authenticate',
        `a challenge for ${word}`,
        got.join(', '),
        statementOf(model, scheme.sentIn),
      );
  }
}

function crossOrigin(match: Match, reply: Reply, { model, linked, call }: StatedHeaders, known: Set<string>): void {
  const rule = linked && crossOriginOf(linked);
  if (!rule) return;
  for (const name of CROSS) known.add(name);
  const origin = headerOf(call.headers, 'origin');
  // Only a page of another site asks: https://fetch.spec.whatwg.org/#http-cors-protocol
  if (origin === undefined) return;
  const statement = statementOf(model, linked.facts.crossOrigin);
  const wanted = allowedOrigin(rule, origin);
  const got = headerOf(reply.headers, ALLOW_ORIGIN);
  if (wanted === undefined) {
    if (got === origin || got === '*') wrong(match, ALLOW_ORIGIN, 'no such header for that origin', got, statement);
    return;
  }
  // To name the origin lets it in as `*` does.
  if (got !== wanted && got !== origin) return wrong(match, ALLOW_ORIGIN, wanted, got, statement);
  const credentials = headerOf(reply.headers, 'access-control-allow-credentials');
  if (rule.credentials && credentials !== 'true')
    wrong(match, 'access-control-allow-credentials', 'true', credentials, statement);
  if (!rule.credentials && credentials !== undefined)
    match.invented.push({ name: 'access-control-allow-credentials', isComplete: false });
}

const ALLOW_ORIGIN = 'access-control-allow-origin';
const CROSS: readonly string[] = [
  ALLOW_ORIGIN,
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
];

/** What was made is read where Location says. An address that no operation reads is made up. https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2 */
function leadsToOperation({ model, call, asked }: StatedHeaders, location: string | undefined): boolean {
  const base = asked?.world.url.replace(/\/+$/, '');
  if (base === undefined || location === undefined) return true;
  const address = URL.parse(location, `${base}${call.target}`)?.href;
  if (address === undefined) return false;
  // What other services have is not stated here.
  if (!address.startsWith(base)) return true;
  return routeOf(model, { ...call, method: 'GET', target: address.slice(base.length) }).kind === 'operation';
}

/** Undefined: pages of that origin may not see the answer. */
export function allowedOrigin(rule: CrossOrigin, origin: string): string | undefined {
  if (rule.kind === 'any') return '*';
  return rule.origins.includes(origin) ? origin : undefined;
}

function contentType(match: Match, reply: Reply, one: StatedHeaders): void {
  const sent = headerOf(reply.headers, 'content-type');
  const isNamed = versionsOf(one.model)?.scheme?.kind === 'media type';
  const { type: got, version } = isNamed && sent !== undefined ? versionIn(sent) : { type: sent, version: undefined };
  const answering = isNamed && one.asked ? versionAnswering(one.asked) : undefined;
  if (answering && sent !== undefined && version !== undefined && version !== answering)
    wrong(match, 'content-type', `version=${answering}`, sent);
  if (!one.hasBody && reply.body === '') return;
  if (one.stated.some(({ name }) => name.text.toLowerCase() === 'content-type')) return;
  const types = mediaTypes(one.model, one.linked);
  if (types.length === 0) return;
  if (got !== undefined && types.some(({ out }) => isSameType(out, got))) return;
  const [first] = types;
  wrong(match, 'content-type', [...new Set(types.map(({ out }) => out))].join(' or '), got, first?.statement);
}

interface Out {
  readonly out: string;
  readonly statement: Statement | undefined;
}

function mediaTypes(model: Model, linked: LinkedOperation | undefined): readonly Out[] {
  const operations = linked ? [linked] : [...model.operations.values()];
  return [
    ...operations.map(({ facts }) => facts.mediaType),
    ...(linked ? [model.document.endpoints.all.mediaType] : []),
  ].flatMap((slot): readonly Out[] => {
    const stated = valueOf(slot);
    return stated ? [{ out: stated.out, statement: statementOf(model, slot) }] : [];
  });
}

/** Parameters are in any order; UTF-8 says nothing of JSON. */
function isSameType(stated: string, got: string): boolean {
  return typeParts(stated) === typeParts(got);
}

function typeParts(text: string): string {
  const [type, ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const counting = parameters.filter((one) => one !== '' && one.replaceAll('"', '') !== 'charset=utf-8');
  return [type, ...counting.sort()].join(';');
}
