// How a repeated call is recognized: the statements of a Repeat table that no other table has. Their types, how they are
// read and printed. Notation, part 4, key Repeat.

import { ticked } from '../../base/ticked.ts';
import { type Cursor, parserOf } from '../grammar/cursor.ts';
import type { Parser } from '../grammar/parsed.ts';
import type { Syntax } from '../grammar/syntax.ts';
import { items } from '../grammar/items.ts';
import type { Name } from '../slot.ts';
import { printStatus, type StatusCode, statusCode } from './answers.ts';
import { isTick, tickedName } from './names.ts';

/** The header that carries the key. */
export interface KeyHeader {
  readonly header: Name;
  /** Not stated: it may be left out. */
  readonly need: 'required' | 'optional' | undefined;
}

const SCOPES = ['caller', 'operation', 'path', 'everyone'] as const;

/** Among whose calls a key is unique. */
export type KeyScope = (typeof SCOPES)[number];

/** Which answers are kept for a repetition. */
export type KeptAnswers = (
  | { readonly kind: 'all'; readonly but: readonly StatusCode[] }
  | { readonly kind: 'some'; readonly statuses: readonly StatusCode[] }
) & {
  /** Codes of part 7 among them, or among those that are not kept. */
  readonly codes: readonly Name[];
};

const KEY_FORMS = 'a header in ticks, then `required` or `optional`';

const SCOPE_FORMS = '`caller`, `operation`, `path` or `everyone`, divided by `and`';

const KEPT_FORMS = '`all`, `all but 5xx`, `any 2xx`, or status codes and error codes in ticks by commas';

/** `` `Idempotency-Key` required ``. */
export const parseKeyHeader: Parser<KeyHeader> = parserOf((cursor) => {
  const header = tickedName(cursor, KEY_FORMS);
  return { header, need: (['required', 'optional'] as const).find((word) => cursor.takePhrase(word)) };
});

export const KEY_HEADER: Syntax<KeyHeader> = {
  parse: parseKeyHeader,
  print: ({ header, need }) => (need === undefined ? ticked(header.text) : `${ticked(header.text)} ${need}`),
  none: false,
  forms: KEY_FORMS,
  offers: ['`Idempotency-Key` required', '`…` required', '`…` optional'],
};

/** `caller and operation`. */
export const parseRepeatScope: Parser<readonly KeyScope[]> = parserOf((cursor) => items(cursor, scope, ['and']));

function scope(cursor: Cursor): KeyScope {
  return SCOPES.find((word) => cursor.takePhrase(word)) ?? cursor.fail(SCOPE_FORMS);
}

export const KEY_SCOPE: Syntax<readonly KeyScope[]> = {
  parse: parseRepeatScope,
  print: (all) => all.join(' and '),
  none: false,
  forms: SCOPE_FORMS,
  offers: ['caller', 'caller and operation', 'caller and path', 'everyone'],
};

/** `all`, `all but 5xx`, `` any 2xx, `card_declined` ``. */
export const parseKeptAnswers: Parser<KeptAnswers> = parserOf((cursor) => {
  const codes: Name[] = [];
  const statuses = (status: (cursor: Cursor) => StatusCode, words: readonly string[]): readonly StatusCode[] =>
    items(
      cursor,
      (one): StatusCode | undefined => {
        if (!isTick(one)) return status(one);
        codes.push(tickedName(one, KEPT_FORMS));
        return undefined;
      },
      words,
    ).filter((one) => one !== undefined);
  if (!cursor.takePhrase('all')) return { kind: 'some', statuses: statuses(statusCode, ['or']), codes };
  return { kind: 'all', but: cursor.takePhrase('but') ? statuses(exceptedStatus, ['or', 'and']) : [], codes };
});

/** What is not among them needs no exact status. */
function exceptedStatus(cursor: Cursor): StatusCode {
  return /^[2-5]xx$/.test(cursor.peek().lower) ? { class: cursor.take().lower } : statusCode(cursor);
}

function printKeptAnswers(kept: KeptAnswers): string {
  const codes = kept.codes.map(({ text }) => ticked(text));
  if (kept.kind === 'some') return [...kept.statuses.map(printStatus), ...codes].join(', ');
  const but = [...kept.but.map((status) => ('class' in status ? status.class : String(status.code))), ...codes];
  return but.length === 0 ? 'all' : `all but ${but.join(', ')}`;
}

export const KEPT_ANSWERS: Syntax<KeptAnswers> = {
  parse: parseKeptAnswers,
  print: printKeptAnswers,
  any: true,
  forms: KEPT_FORMS,
  offers: ['all', 'all but 5xx', 'any 2xx', 'status codes: …', 'none'],
};
