// What a service does otherwise where two values, two rows or two parameters have to meet: it is found before values are varied at random.

import { afterEach, expect, it } from 'vitest';

import { closed, served, type Handler } from './by-hand.ts';
import { ID, lists, modelOf, resource, table } from './document.ts';
import { held } from './self/self.ts';
import { keeper, MISSING, seen, things, TITLE, verdictOn, type Thing } from './things.ts';

afterEach(closed);

const QUERY = '`query` | 400 | invalid query';
const INVALID = '`invalid` | 400 | any field missing, any field invalid, malformed body, unsupported media type';
const TAKEN = '`taken` | 409 | `Thing.title` taken';

const named = (unique: string, compares: string): string =>
  things({
    thing: resource('Thing', [ID, TITLE], { Unique: unique }),
    list: lists(
      'Thing',
      {},
      table('Query | Type | Required | Default | Allowed values | Selects', [
        `\`q\` | string | no | none | any | ${compares}`,
      ]),
    ),
    codes: [MISSING, INVALID, QUERY, TAKEN],
  });

const ordered = (order: string): string =>
  things({
    thing: resource('Thing', [ID, TITLE, '`code` | string(1..40)'], { Unique: '`code`' }),
    list: lists('Thing', { Order: order }),
    codes: [MISSING, INVALID, QUERY, '`taken` | 409 | `Thing.code` taken'],
  });

const EXACT = '`title`';
const LOOSE = '`title` ignoring case';
const SAME = '`title` = value';
const FOLDED = '`title` contains value ignoring case';
const CONTAINS = '`title` contains value';

it.each([
  ['what is taken, ignoring case', named(LOOSE, SAME), named(EXACT, SAME), 'POST /things'],
  ['what is taken, exactly', named(EXACT, SAME), named(LOOSE, SAME), 'POST /things'],
  ['a filter, ignoring case', named(EXACT, FOLDED), named(EXACT, CONTAINS), 'GET /things'],
  [
    'an order that callers choose, among rows that are alike',
    ordered('by query `sort`: `name` is `title` ascending; else oldest first'),
    ordered('by query `sort`: `name` is `title` ascending, then newest first; else oldest first'),
    'GET /things',
  ],
  [
    'the order of a list, among rows that are alike',
    ordered('`title` ascending'),
    ordered('`title` ascending, then newest first'),
    'GET /things',
  ],
  ['a filter, exactly', named(EXACT, CONTAINS), named(EXACT, FOLDED), 'GET /things'],
])('%s', { timeout: 60_000 }, async (_what, stated, served, operation) => {
  const documents = { model: modelOf(stated), served: modelOf(served) };
  const { findings } = await held(documents, 'sqlite', { seed: 3, requests: 60, time: 30_000 });
  expect(findings.map((one) => one.operation)).toEqual([operation]);
});

const BOTH = things({
  list: lists(
    'Thing',
    {},
    table('Query | Type | Required | Default | Allowed values | Selects', [
      '`is` | string | no | none | any | `title` = value',
      '`least` | integer | no | none | any | `id` >= value',
    ]),
  ),
  codes: [MISSING, '`invalid` | 400 | any field missing, any field invalid', QUERY],
});

/** `isHeeded`: `is` counts where `least` is sent, too. */
function filtering(isHeeded: boolean): Handler {
  const keep = keeper();
  return (asked) => {
    const answer = keep(asked);
    if (asked.path !== '/things' || !Array.isArray(answer.body)) return answer;
    const [is, least] = ['is', 'least'].map((name) => asked.query.getAll(name).at(-1));
    const isTwice = [...asked.query.keys()].some((name) => asked.query.getAll(name).length > 1);
    if (isTwice || (least !== undefined && !/^(0|-?[1-9]\d*)$/.test(least)))
      return { status: 400, body: { error: 'query' } };
    const isShown = ({ id, title }: Thing): boolean =>
      (is === undefined || (least !== undefined && !isHeeded) || title === is) &&
      (least === undefined || id >= Number(least));
    return { ...answer, body: answer.body.filter(isShown) };
  };
}

it('two filters at once', { timeout: 60_000 }, async () => {
  const found = await verdictOn(BOTH, await served(filtering(false)), 3, 60);
  expect(seen(found)).toEqual([expect.stringContaining('wrong body, GET /things: ')]);
});

it('two filters at once, both of which count', { timeout: 60_000 }, async () => {
  expect(seen(await verdictOn(BOTH, await served(filtering(true))))).toEqual([]);
});

const paged = (most: number): string =>
  things({
    list: lists('Thing', { Pages: `page and size; default 5, at most ${most}, more is ${most}` }),
    codes: [MISSING, INVALID, QUERY],
  });

it('a size beyond the most that a page has', { timeout: 60_000 }, async () => {
  const documents = { model: modelOf(paged(40)), served: modelOf(paged(60)) };
  const { findings } = await held(documents, 'sqlite', { seed: 3, requests: 200, time: 30_000 });
  expect(findings.map((one) => [one.class, one.operation])).toEqual([['broken page', 'GET /things']]);
});
