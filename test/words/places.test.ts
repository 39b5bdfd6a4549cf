// Words in angle brackets × places. docs/notation.md says in a table where each is filled; the data says the same; at
// every place that has nothing for a word check says so, and everywhere else the word is sent, or what needs it is held.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { wordUses } from '../../src/analysis/document/angle-words.ts';
import { COLUMN_WORD, WORDS, WORD_PLACES, type WordPlace } from '../../src/notation/words.ts';
import { plan } from '../../src/plan/compile.ts';
import { Stage, understand } from '../laws/service.ts';
import { note, type Holes } from './note.ts';
import { oneIn, oneUntilLong } from '../trials.ts';

const NOTATION = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'notation.md'), 'utf8');
const COLUMN = 'a further column of the Code table, by its head';

/** Word → place → what it asks for there. */
function written(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const text = /<!-- words and places -->\n([\s\S]*?)<!-- \/words and places -->/.exec(NOTATION)![1]!;
  const [head, , ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const found = new Map<string, Record<string, string>>();
  for (const [names = '', ...cells] of rows) {
    const words = names === COLUMN ? [COLUMN] : [...names.matchAll(/<([^>]+)>/g)].map((match) => match[1]!);
    const needs = Object.fromEntries(cells.map((cell, index) => [head![index + 1]!, cell]).filter(([, need]) => need));
    for (const word of words) found.set(word === 'header X' ? 'header' : word, needs as Record<string, string>);
  }
  return found;
}

/** Documents that hold a text at a place: where what the words may ask for is there, and where it is not. */
const HOSTS: Readonly<Record<WordPlace, Readonly<Record<string, (text: string) => Holes>>>> = {
  'body of a request': { yes: (text) => ({ request: `\`{"text": text, "at": ${text}}\`` }) },
  'body of a success': {
    yes: (body) => ({ body }),
    rows: (list) => ({ list }),
    pages: (list) => ({ list, pages: 'offset and limit; default 20' }),
    values: (list) => ({ list, does: 'lists values of Note.text' }),
    token: (list) => ({ list, does: 'issues token for Note' }),
  },
  'header of a success': {
    yes: (header) => ({ header }),
    rows: (listHeader) => ({ listHeader }),
    pages: (listHeader) => ({ listHeader, pages: 'offset and limit; default 20' }),
    values: (listHeader) => ({ listHeader, does: 'lists values of Note.text' }),
    token: (listHeader) => ({ listHeader, does: 'issues token for Note' }),
  },
  'body of an error': {
    yes: (text) => ({ noneThere: { body: `\`{"at": ${text}}\``, message: 'none' } }),
    field: (text) => ({ lacking: { body: `\`{"at": ${text}}\``, message: 'none' } }),
    move: (text) => ({ notNow: { body: `\`{"at": ${text}}\``, message: 'none' } }),
    message: (text) => ({ lacking: { body: `\`{"at": ${text}}\``, message: 'it is wrong' } }),
  },
  'header of an error': {
    yes: (header) => ({ noneThere: { header, message: 'none', body: '`{"h": <Hint>}`' } }),
    field: (header) => ({ lacking: { header, message: 'none', body: '`{"h": <Hint>}`' } }),
    move: (header) => ({ notNow: { header, message: 'none', body: '`{"h": <Hint>}`' } }),
    message: (header) => ({ lacking: { header, message: 'it is wrong' } }),
  },
  'message of an error': {
    yes: (text) => ({ noneThere: { message: `at ${text}` } }),
    field: (text) => ({ lacking: { message: `at ${text}` } }),
    move: (text) => ({ notNow: { message: `at ${text}` } }),
  },
  'column of the Code table': { yes: (hint) => ({ hint: `at ${hint}` }) },
  'rule of the service': { yes: (text) => ({ rule: `at ${text}` }) },
  'payload of an event': { yes: (payload) => ({ payload }) },
  'envelope of an event': { yes: (envelope) => ({ envelope }) },
};

/** What a host has: a page of rows is one of rows, an error about a field has its message where that is stated. */
const HAS: Readonly<Record<string, readonly string[]>> = {
  yes: ['yes'],
  rows: ['yes', 'list', 'rows'],
  pages: ['yes', 'list', 'rows', 'pages'],
  values: ['yes', 'list', 'values', 'pages'],
  token: ['yes', 'token'],
  field: ['yes', 'field'],
  move: ['yes', 'move'],
  message: ['yes', 'field', 'message'],
};

const TABLE = written();
const CELLS = [...TABLE].flatMap(([word, needs]) =>
  WORD_PLACES.flatMap((place) =>
    Object.keys(HOSTS[place]).map((host) => ({
      text: word === COLUMN ? '<Hint>' : word === 'header' ? '<header X-A>' : `<${word}>`,
      place,
      host,
      isFilled: needs[place] !== undefined && isThere(needs[place], host),
    })),
  ),
);

/** `<next>` where values are listed: Pages say whether there are any. */
function isThere(need: string, host: string): boolean {
  return HAS[host]!.includes(need) && !(need === 'pages' && host === 'values');
}

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => stage.close());

describe('words and places', () => {
  it('are the same in the notation and in the code', () => {
    const coded = new Map([...Object.entries(WORDS), [COLUMN, COLUMN_WORD] as const]);
    expect(new Set(TABLE.keys())).toEqual(new Set(coded.keys()));
    for (const [word, needs] of TABLE) {
      const own = Object.entries(coded.get(word)!).map(([place, need]) => [place, need === 'always' ? 'yes' : need]);
      expect(needs, word).toEqual(Object.fromEntries(own));
    }
  });

  it('begin with a document in which nothing is wrong', () => {
    const { model } = understand(note({}));
    const wrong = check(model).diagnostics.filter(({ code }) => code !== 'unsupported');
    expect(wrong.map(({ message }) => message)).toEqual([]);
    expect(wordUses(model).length).toBeGreaterThan(0);
  });

  it.each(oneUntilLong(4, oneIn(8, CELLS)))(
    '$text in the $place, host $host: filled $isFilled',
    async ({ text, place, host, isFilled }) => {
      const { model } = understand(note(HOSTS[place][host]!(text)));
      const found = check(model).diagnostics.filter(({ code }) => code === 'word-not-here' || code === 'unknown-word');
      const of = found.filter(({ message }) => message.includes(text));
      expect(of.map(({ code }) => code)).toEqual(isFilled ? [] : ['word-not-here']);
      expect(found).toEqual(of);
      if (isFilled && !place.endsWith('of an event')) await sentOrHeld(model, text, place, host);
    },
  );
});

/** Braces in a text about an error: what looks like a field is a fault, all else is sent as it stands. */
const BRACES: readonly (readonly [text: string, because: string | undefined])[] = [
  ['{field}', 'angle brackets, `<field>`'],
  ['{Message}', 'angle brackets, `<message>`'],
  ['{text}', 'no row is at hand there'],
  ['{note.text}', 'no row is at hand there'],
  ['{Hint}', 'angle brackets, `<Hint>`'],
  ['GET /notes/{id}', undefined],
  ['{}', undefined],
  ['{ text }', undefined],
  ['{1..3}', undefined],
  ['{"text": 1}', undefined],
];

describe('braces in a text about an error', () => {
  const PLACES: Readonly<Record<string, (text: string) => Holes>> = {
    Message: (text) => ({ lacking: { message: `at ${text} <Hint>` } }),
    'body, quoted': (text) => ({
      lacking: { body: `\`{"at": ${JSON.stringify(`at ${text}`)}, "h": <Hint>}\``, message: 'none' },
    }),
    'body, quoted, beside a word': (text) => ({
      lacking: { body: `\`{"at": ${JSON.stringify(`at ${text} <Hint>`)}}\``, message: 'none' },
    }),
  };
  const cases = Object.keys(PLACES).flatMap((place) => BRACES.map((each) => [place, ...each] as const));

  it.each(cases)('%s: %s', (place, text, because) => {
    const found = check(understand(note(PLACES[place]!(text))).model).diagnostics;
    const said = found.filter(({ code }) => code !== 'unsupported').map(({ code, message }) => `${code}: ${message}`);
    expect(said).toEqual(because === undefined ? [] : [expect.stringMatching(/^word-not-here: /)]);
    if (because !== undefined) expect(said[0]).toContain(because);
  });

  it('are sent as they stand where nothing is wrong with them', async () => {
    await stage.play(plan(understand(note({ lacking: { message: 'at /notes/{id} {} { text } <Hint>' } })).model));
    const headers = { 'content-type': 'application/json' };
    const answer = await stage.send({ method: 'POST', path: '/notes', headers, body: '{}' });
    expect(JSON.parse(answer.text)).toMatchObject({ m: 'at /notes/{id} {} { text } ask' });
  });
});

const CALLS: Readonly<Record<string, readonly [method: string, path: string, body?: string]>> = {
  'of a success yes': ['GET', '/notes/1'],
  'of a success': ['GET', '/notes'],
  'of an error yes': ['GET', '/notes/9'],
  'of an error move': ['POST', '/notes/1/shut'],
  'of an error': ['POST', '/notes', '{}'],
  'of the service yes': ['GET', '/notes/1'],
};

/** The word is in the answer, or this runtime does not support it and the operation says so. */
async function sentOrHeld(
  model: ReturnType<typeof understand>['model'],
  text: string,
  place: WordPlace,
  host: string,
): Promise<void> {
  const kind = place.slice(place.indexOf(' ') + 1);
  const [method, path, body] = CALLS[`${kind} ${host}`] ?? CALLS[kind]!;
  await stage.play(plan(model));
  const headers = { 'content-type': 'application/json', 'x-a': 'said' };
  await stage.send({ method: 'POST', path: '/notes', headers, body: '{"text": "a"}' });
  if (host === 'move') await stage.send({ method, path });
  const answer = await stage.send({
    method,
    path,
    headers: body === undefined ? { 'x-a': 'said' } : headers,
    ...(body !== undefined && { body }),
  });
  const held = gapView(model).operations.filter(({ runs }) => runs === 'no');
  if (held.length > 0) {
    expect(answer.status, answer.text).toBe(501);
    return;
  }
  const sent = place.startsWith('header')
    ? answer.headers.find(([name]) => name === 'x-at')?.[1]
    : place === 'message of an error'
      ? (JSON.parse(answer.text) as { m: string }).m.replace(/^at /, '')
      : place === 'rule of the service'
        ? (JSON.parse(answer.text) as { made: string }).made.replace(/^at /, '')
        : (JSON.parse(answer.text) as { at: unknown }).at;
  expect(String(sent ?? ''), `${answer.status} ${answer.text}`).toMatch(VALUES[text] ?? /./);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const VALUES: Readonly<Record<string, RegExp>> = {
  '<base>': /^http:\/\/127\.0\.0\.1:\d+$/,
  '<now>': INSTANT,
  '<total>': /^1$/,
  '<code>': /^(?:lacking|none_there|not_now)$/,
  '<status>': /^4\d\d$/,
  '<field>': /^text$/,
  '<path>': /^text$/,
  '<pointer>': /^#\/text$/,
  '<message>': /^it is wrong$/,
  '<Hint>': /^ask$/,
  '<header X-A>': /^said$/,
  '<request id>': /^[0-9a-f-]{36}$/,
  // The only page there is.
  '<next>': /^$/,
  '<more>': /^false$/,
  // From a final state none is legal.
  '<moves>': /^$/,
};
