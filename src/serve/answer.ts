// Compiled bodies and headers. Input: an Output of the plan and the columns that its row has. Output: a function from row and
// words to JSON text, built from strings, without objects in between. Notation, part 4 "Shapes and templates".

import type { Output, OutputPair } from '../plan/output.ts';
import { compileCondition, compileValue } from '../sql/evaluate.ts';
import type { Expr, SqlValue } from '../sql/expression.ts';
import { columnsOf } from '../sql/walk.ts';
import type { Row } from '../store/store.ts';
import { withoutAstray } from './astray.ts';
import { compileRow } from './other-rows.ts';
import { quote } from './quote.ts';
import { encoder } from './resources.ts';
import { compileShown } from './shown-values.ts';
import {
  compileText,
  constant,
  lookup,
  place,
  spelledNumber,
  type Build,
  type Piece,
  type Setting,
  type Words,
} from './words.ts';

const OF_FIELDS: ReadonlySet<string> = new Set(['field', 'path', 'pointer', 'problem']);
const PER_FAILURE: ReadonlySet<string> = new Set([...OF_FIELDS, 'message']);

export function compileOutput(output: Output, setting: Setting): Piece {
  switch (output.kind) {
    case 'literal':
      return constant(JSON.stringify(output.value));
    case 'column': {
      const at = place(output.column, setting);
      const show = compileShown(output.value, setting.shown);
      if (show) return showing(show, { ...output, value: { type: 'json' } }, setting);
      const encode = encoder(output.value);
      if (output.astray) return withoutAstray(output.astray, at, encode, setting);
      if (output.value.type === 'text') return { build: (row) => textOf(row[at] as string | null) };
      return { build: (row) => encode(row[at]!) };
    }
    case 'embedded':
    case 'nested rows':
    case 'beside':
    case 'chosen':
    case 'either':
      return compileRow(output, setting, compileOutput);
    case 'computed': {
      const { expr } = output;
      const show = compileShown(output.value, setting.shown);
      if (show) return showing(show, { ...output, value: { type: 'json' } }, setting);
      const encode = output.value.type === 'json' ? readAgain : encoder(output.value);
      if (expr.kind === 'column' && expr.source === undefined) {
        const at = place(expr.column, setting);
        return { build: (row) => encode(row[at] ?? null) };
      }
      const compute = compileValue(expr);
      const named = recordFor(expr, setting);
      return { build: (row, words) => encode(compute(named(row), words.bindings)) };
    }
    case 'word':
      return jsonWord(output.word, setting);
    case 'text':
      return compileText(output, setting, (text) => text, quote);
    case 'rows': {
      const each = compileOutput(output.of, setting).build;
      return {
        build: (_row, words) => {
          const { rows } = words;
          if (rows.length === 0) return '[]';
          let text = `[${each(rows[0]!, words)}`;
          for (let i = 1; i < rows.length; i++) text += `,${each(rows[i]!, words)}`;
          return `${text}]`;
        },
      };
    }
    case 'list':
      return compileList(output.items, setting);
    case 'object':
      return compileObject(output.pairs, setting);
  }
}

function showing(show: (json: string) => string, output: Output, setting: Setting): Piece {
  const { build } = compileOutput(output, setting);
  return {
    build: (row, words) => {
      const json = build(row, words);
      return json && show(json);
    },
  };
}

/** Only what was kept as JSON is sent as it is; JSON out of an expression must be exactly one value. */
function readAgain(text: SqlValue): string {
  const json = text === null ? 'null' : String(text);
  JSON.parse(json);
  return json;
}

/** The row by names, for conditions: only answers that state one pay for it. */
export function record(columns: Iterable<readonly [string, number]>, row: Row): Record<string, SqlValue> {
  const named: Record<string, SqlValue> = {};
  for (const [name, at] of columns) named[name] = row[at] ?? null;
  return named;
}

/** Most columns are texts. */
function textOf(text: string | null): string {
  return text === null ? 'null' : quote(text);
}

/** The columns that an expression asks for, by names. */
function recordFor(expr: Expr, { columns }: Setting): (row: Row) => Record<string, SqlValue> {
  const asked = new Map(columnsOf(expr, undefined).map(({ column }) => [column, columns.get(column)]));
  const known = [...asked].flatMap(([name, at]): [string, number][] => (at === undefined ? [] : [[name, at]]));
  return (row) => record(known, row);
}

function jsonWord(word: string, setting: Setting): Piece {
  const found = lookup(word, setting);
  if ('known' in found) return constant(spelledNumber(found.known) ?? JSON.stringify(found.known));
  return {
    build: (_row, words) => {
      const value = found.find(words);
      if (typeof value === 'string') return quote(value);
      const digits = spelledNumber(value);
      if (digits !== undefined) return digits;
      return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
    },
  };
}

function compileList(items: readonly Output[], setting: Setting): Piece {
  const built = items.map((item) => {
    const repeats = setting.perFailure !== true && holds(item, PER_FAILURE);
    const ofFields = repeats && holds(item, OF_FIELDS);
    return { repeats, ofFields, piece: compileOutput(item, repeats ? { ...setting, perFailure: true } : setting) };
  });
  if (built.every(({ piece }) => piece.constant !== undefined)) {
    return constant(`[${built.map(({ piece }) => piece.constant).join(',')}]`);
  }
  return {
    build: (row, words) => {
      const texts: string[] = [];
      for (const { repeats, ofFields, piece } of built) {
        for (const each of repeats ? scopes(words, ofFields) : [words]) {
          const text = piece.build(row, each);
          if (text !== undefined) texts.push(text);
        }
      }
      return `[${texts.join(',')}]`;
    },
  };
}

/** `ofFields`: what names a field repeats for failed fields alone, and not for a row that is not there. */
function scopes(words: Words, ofFields: boolean): Words[] {
  const failures = ofFields ? words.failures.filter(({ field }) => field !== undefined) : words.failures;
  return failures.map((failure) => ({ ...words, failure }));
}

function holds(output: Output, words: ReadonlySet<string>): boolean {
  switch (output.kind) {
    case 'word':
      return words.has(output.word);
    case 'text':
      return output.parts.some((part) => typeof part === 'object' && 'word' in part && words.has(part.word));
    case 'list':
      return output.items.some((item) => holds(item, words));
    case 'object':
      return output.pairs.some(
        (pair) => (typeof pair.key === 'object' && words.has(pair.key.word)) || holds(pair.value, words),
      );
    default:
      return false;
  }
}

function compileObject(pairs: readonly OutputPair[], setting: Setting): Piece {
  const built = pairs.map((pair) => compilePair(pair, setting));
  const fixed = merge(built);
  if (fixed !== undefined) return fixed;
  const builds = built.map(({ build }) => build);
  return {
    build: (row, words) => {
      let text = '';
      for (let i = 0; i < builds.length; i++) {
        const next = builds[i]!(row, words);
        if (next !== undefined) text += text === '' ? next : `,${next}`;
      }
      return `{${text}}`;
    },
  };
}

/** One pair as `"key":value`. `always`: it is never left out; `prefix` and `value` are its halves then. */
interface PairPiece {
  readonly build: Build;
  readonly always?: { readonly prefix: string; readonly value: Piece };
}

function compilePair(pair: OutputPair, setting: Setting): PairPiece {
  const { key, present } = pair;
  if (typeof key === 'object') return compileWordPair(key.word, pair, setting);
  const value = compileOutput(pair.value, setting);
  const prefix = `${JSON.stringify(key)}:`;
  const build: Build = (row, words) => {
    const text = value.build(row, words);
    return text === undefined ? undefined : prefix + text;
  };
  if (present === 'always') return mayBeUnknown(pair.value, value) ? { build } : { build, always: { prefix, value } };
  if (present === 'if set') {
    return {
      build: (row, words) => {
        const text = value.build(row, words);
        return text === undefined || text === 'null' ? undefined : prefix + text;
      },
    };
  }
  const holds = compileCondition(present);
  const named = recordFor(present, setting);
  return { build: (row, words) => (holds(named(row), words.bindings) ? build(row, words) : undefined) };
}

function mayBeUnknown(output: Output, piece: Piece): boolean {
  return (output.kind === 'word' || output.kind === 'text') && piece.constant === undefined;
}

/** A pair whose key is a word; with a word of failures it is repeated for each of them. */
function compileWordPair(word: string, pair: OutputPair, setting: Setting): PairPiece {
  const repeats = setting.perFailure !== true && (pair.repeats === true || PER_FAILURE.has(word));
  const inner = repeats ? { ...setting, perFailure: true } : setting;
  const key = jsonWord(word, inner);
  const value = compileOutput(pair.value, inner);
  const one: Build = (row, words) => {
    const name = key.build(row, words);
    const text = value.build(row, words);
    if (name === undefined || text === undefined) return undefined;
    return `${name.startsWith('"') ? name : `"${name}"`}:${text}`;
  };
  if (!repeats) return { build: one };
  return {
    build: (row, words) => {
      const texts = scopes(words, OF_FIELDS.has(word)).map((each) => one(row, each));
      const known = texts.filter((text) => text !== undefined);
      return known.length === 0 ? undefined : known.join(',');
    },
  };
}

/** Objects whose pairs are always there: the fixed text between the values is joined once. */
function merge(pairs: readonly PairPiece[]): Piece | undefined {
  const fixed: string[] = [];
  const values: Build[] = [];
  let text = '{';
  for (const [index, { always }] of pairs.entries()) {
    if (always === undefined) return undefined;
    text += (index === 0 ? '' : ',') + always.prefix;
    if (always.value.constant !== undefined) {
      text += always.value.constant;
    } else {
      fixed.push(text);
      values.push(always.value.build);
      text = '';
    }
  }
  const end = `${text}}`;
  if (values.length === 0) return constant(end);
  return {
    build: (row, words) => {
      let built = '';
      for (let i = 0; i < values.length; i++) built += fixed[i]! + values[i]!(row, words)!;
      return built + end;
    },
  };
}
