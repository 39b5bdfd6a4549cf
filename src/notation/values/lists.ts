// Pages and Selects: their types, how they are read and printed. Notation, part 4.

import type { Syntax } from '../grammar/syntax.ts';
import type { Span } from '../../base/span.ts';
import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import { notShown } from '../grammar/half-gaps.ts';
import type { Parsed, Parser } from '../grammar/parsed.ts';
import type { SourceText } from '../grammar/source-text.ts';
import type { Name } from '../slot.ts';
import { type Condition, condition, printCondition, startsTerm } from './conditions.ts';
import { wholeNumber } from './durations.ts';
import { isResource, name, printResource, resource, tickedList, tickedName, ticks } from './names.ts';
import { parameterName } from './operands.ts';

export type Pages = {
  readonly kind: 'offset and limit' | 'page and size' | 'cursor' | 'link';
  /** The query parameters' names: first `offset`/`page`/`after`, then `limit`/`size`. */
  readonly first: string | undefined;
  readonly size: string | undefined;
  readonly before?: string;
  readonly default: number | { readonly kind: 'gap'; readonly at: Span } | undefined;
  readonly atMost: number | { readonly kind: 'gap'; readonly at: Span } | undefined;
  /** What happens to a request for more than `atMost`: it gets this many. */
  readonly more: 'refused' | number | { readonly kind: 'gap'; readonly at: Span } | undefined;
  readonly cursor?: string;
};

export type Selects =
  /** Path: `` R by `f`, in {other} ``. */
  | { readonly kind: 'row'; readonly resource: Name; readonly by: Name; readonly inside: string | undefined }
  /** Query: a condition on the listed rows with `value`. */
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'only the fields named' }
  | { readonly kind: 'whole'; readonly fields: readonly Name[] };

const FORMS =
  '`offset and limit`, `page and size`, offset `skip`, limit `take`, after `starting_after`, size `limit`, or `Link` rel next; then `default 20`, `at most 100`, `more is refused`';

type Way = Pick<Pages, 'kind' | 'first' | 'size' | 'before'>;

type Options = Pick<Pages, 'default' | 'atMost' | 'more' | 'cursor'>;

/** `` offset and limit; default 20, at most 100, more is refused ``. */
export const parsePages: Parser<Pages> = parserOf((cursor) => {
  const found = way(cursor);
  const options: { -readonly [K in keyof Options]: Options[K] } = {
    default: undefined,
    atMost: undefined,
    more: undefined,
  };
  while (cursor.takeSymbol(';') || cursor.takeSymbol(',')) option(cursor, options, found.kind === 'cursor');
  return { ...found, ...options };
});

function way(cursor: Cursor): Way {
  if (cursor.takePhrase('offset and limit')) return { kind: 'offset and limit', first: 'offset', size: 'limit' };
  if (cursor.takePhrase('page and size')) return { kind: 'page and size', first: 'page', size: 'size' };
  if (cursor.takePhrase('offset')) return { kind: 'offset and limit', ...renamed(cursor, 'limit') };
  if (cursor.takePhrase('page')) return { kind: 'page and size', ...renamed(cursor, 'size') };
  if (cursor.takePhrase('after')) {
    const first = parameter(cursor);
    const before = part(cursor, 'before');
    return { kind: 'cursor', first, size: part(cursor, 'size'), ...(before !== undefined && { before }) };
  }
  if (cursor.peek().kind !== 'tick' || cursor.peek().text !== 'Link') cursor.fail(FORMS);
  cursor.take();
  cursor.needPhrase('rel next', '`Link` rel next');
  return { kind: 'link', first: undefined, size: part(cursor, 'size') };
}

const OPTION_FORMS = '`default 20`, `at most 100`, `more is refused`, `more is 100`';

function parameter(cursor: Cursor): string {
  return tickedName(cursor, 'the name of a parameter in ticks').text;
}

/** `` `skip`, limit `take` `` */
function renamed(cursor: Cursor, word: 'limit' | 'size'): { first: string; size: string } {
  const first = parameter(cursor);
  return { first, size: part(cursor, word) ?? cursor.fail(`, ${word} and the name of a parameter in ticks`) };
}

function part(cursor: Cursor, word: string): string | undefined {
  if (!cursor.isSymbol(',') || !cursor.isWord(word, 1)) return undefined;
  cursor.take();
  cursor.take();
  return parameter(cursor);
}

function option(cursor: Cursor, options: { -readonly [K in keyof Options]: Options[K] }, hasCursor: boolean): void {
  const mark = cursor.mark;
  const twice = (said: unknown): void => {
    if (said !== undefined)
      cursor.fail('each of `default`, `at most`, `more is`, `cursor is` once', cursor.since(mark));
  };
  if (cursor.takePhrase('default')) {
    twice(options.default);
    options.default = size(cursor);
  } else if (cursor.takePhrase('at most')) {
    twice(options.atMost);
    options.atMost = size(cursor);
  } else if (cursor.takePhrase('more is')) {
    twice(options.more);
    cursor.takeSymbol(':');
    options.more = cursor.takePhrase('refused')
      ? 'refused'
      : (notShown(cursor) ?? wholeNumber(cursor, '`refused`, a number, or `not shown`'));
  } else {
    if (!hasCursor) cursor.fail(OPTION_FORMS);
    twice(options.cursor);
    options.cursor = lastOf(cursor);
  }
}

/** `20`, `: 20`, or the half gap `: not shown`. */
function size(cursor: Cursor): NonNullable<Pages['default']> {
  cursor.takeSymbol(':');
  return notShown(cursor) ?? wholeNumber(cursor, 'a number, or `not shown`');
}

/** `cursor is opaque`, `` cursor is the last `id` ``: `opaque`, or the field. */
function lastOf(cursor: Cursor): string {
  cursor.needPhrase('cursor is', `${OPTION_FORMS}, or \`cursor is opaque\``);
  if (cursor.takePhrase('opaque')) return 'opaque';
  cursor.needPhrase('the last', '`opaque`, or the last `id`');
  return tickedName(cursor, 'a field in ticks').text;
}

export const SELECTED_ROW_FORMS = 'R by `f`, or R by `f`, in {param}';

const SELECTS_FORMS = 'R by `f`, a condition with `value` (`due` <= value), `only the fields named`, or whole, for `f`';

/** `` Order by `id`, in {customer} `` of a path; a condition, `only the fields named`, `` whole, for `f` `` of a query. */
export const parseSelects: Parser<Selects> = parserOf((cursor) => {
  if (isResource(cursor) && cursor.isWord('by', 1)) return selectedRow(cursor);
  if (cursor.takePhrase('only the fields named')) return { kind: 'only the fields named' };
  if (cursor.takePhrase('whole')) {
    cursor.takeSymbol(',');
    cursor.needPhrase('for', 'for `customer`');
    return { kind: 'whole', fields: tickedList(cursor, 'a field in ticks') };
  }
  // A name and one more word is meant as a condition: it is the word that is none of the operators.
  const isCompared = cursor.peek().kind === 'tick' && cursor.peek(1).kind === 'word';
  if (!isCompared && !startsTerm(cursor)) cursor.fail(SELECTS_FORMS);
  return { kind: 'condition', condition: condition(cursor) };
});

/** Of a path: the same, told with the forms of a path. */
export function selectsOfPath(text: SourceText): Parsed<Selects> {
  const parsed = parseSelects(text);
  if (parsed.ok || parsed.expected !== SELECTS_FORMS) return parsed;
  return { ...parsed, expected: SELECTED_ROW_FORMS };
}

function selectedRow(cursor: Cursor): Selects {
  const named = resource(cursor);
  cursor.needPhrase('by');
  const by = name(cursor, 'a field in ticks: Order by `id`');
  const isInside = cursor.isSymbol(',') && cursor.isWord('in', 1);
  if (!isInside) return { kind: 'row', resource: named, by, inside: undefined };
  cursor.take();
  cursor.take();
  return { kind: 'row', resource: named, by, inside: parameterName(cursor) };
}

export function printPages(pages: Pages): string {
  const options = [
    ...(pages.default === undefined ? [] : [`default ${printSize(pages.default)}`]),
    ...(pages.atMost === undefined ? [] : [`at most ${printSize(pages.atMost)}`]),
    ...(pages.more === undefined ? [] : [`more is ${pages.more === 'refused' ? pages.more : printSize(pages.more)}`]),
    ...(pages.cursor === undefined
      ? []
      : [pages.cursor === 'opaque' ? 'cursor is opaque' : `cursor is the last ${ticked(pages.cursor)}`]),
  ];
  const way = printWay(pages);
  return options.length === 0 ? way : `${way}; ${options.join(', ')}`;
}

function printSize(value: NonNullable<Pages['default']>): string {
  return typeof value === 'number' ? String(value) : 'not shown';
}

function printWay(pages: Pages): string {
  const size = pages.size === undefined ? '' : `, size ${ticked(pages.size)}`;
  switch (pages.kind) {
    case 'offset and limit':
      if (pages.first === 'offset' && pages.size === 'limit') return pages.kind;
      return `offset ${ticked(pages.first ?? '')}, limit ${ticked(pages.size ?? '')}`;
    case 'page and size':
      if (pages.first === 'page' && pages.size === 'size') return pages.kind;
      return `page ${ticked(pages.first ?? '')}${size}`;
    case 'cursor': {
      const before = pages.before === undefined ? '' : `, before ${ticked(pages.before)}`;
      return `after ${ticked(pages.first ?? '')}${before}${size}`;
    }
    case 'link':
      return `\`Link\` rel next${size}`;
  }
}

export function printSelects(selects: Selects): string {
  switch (selects.kind) {
    case 'row': {
      const inside = selects.inside === undefined ? '' : `, in {${selects.inside}}`;
      return `${printResource(selects.resource)} by ${ticked(selects.by.text)}${inside}`;
    }
    case 'condition':
      return printCondition(selects.condition);
    case 'only the fields named':
      return selects.kind;
    case 'whole':
      return `whole, for ${ticks(selects.fields)}`;
  }
}

export const SELECTED_ROW: Syntax<Selects> = {
  parse: selectsOfPath,
  print: printSelects,
  forms: SELECTED_ROW_FORMS,
  offers: ['… by `…`', '… by `…`, in {…}', 'none'],
};

export const SELECTED_ROWS: Syntax<Selects> = {
  parse: parseSelects,
  print: printSelects,
  forms: 'R by `f`, or a condition with `value`',
  offers: ['a condition with value: `…` = value', 'only the fields named'],
};

/** As the notation spells it. */
export type PagesHalf = 'default' | 'at most' | 'more' | 'cursor';

/**
 * Marked, or left out where it is due: where pages have a bound, what is answered to a call that names no size, and to one that
 * names more. A page with a number begins nowhere without a size, and where no call can name a size, nothing else says it. What
 * clients send as a cursor.
 */
export function openHalves(pages: Pages): readonly PagesHalf[] {
  const isOneSize = (pages.kind === 'cursor' || pages.kind === 'link') && pages.size === undefined;
  const needsSize =
    pages.kind === 'page and size' || isOneSize || pages.atMost !== undefined || typeof pages.more === 'number';
  const left: readonly (readonly [PagesHalf, boolean])[] = [
    ['default', pages.default === undefined && needsSize],
    ['more', pages.more === undefined && pages.atMost !== undefined && pages.size !== undefined],
    ['cursor', pages.kind === 'cursor' && pages.cursor === undefined],
  ];
  return [...markedHalves(pages), ...left.filter(([, isDue]) => isDue).map(([half]) => half)];
}

/** In the order in which they are written. */
export function markedHalves(pages: Pages): readonly PagesHalf[] {
  const halves = [
    ['default', pages.default],
    ['at most', pages.atMost],
    ['more', pages.more],
  ] as const;
  return halves
    .flatMap(([half, value]) => (typeof value === 'object' ? [{ half, start: value.at.start }] : []))
    .toSorted((one, other) => one.start - other.start)
    .map(({ half }) => half);
}

export const PAGES: Syntax<Pages> = {
  parse: parsePages,
  print: printPages,
  any: true,
  forms: '`offset and limit`, `page and size`, …, or `none`',
  offers: [
    'offset and limit; default …, at most …, more is …',
    'page and size; default …, at most …, more is …',
    'after `…`, size `…`; default …, at most …, more is …, cursor is opaque',
    'none',
  ],
  open: openHalves,
};
