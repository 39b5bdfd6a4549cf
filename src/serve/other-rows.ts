// What answers show of other rows than those of their steps, and what of a row a caller chooses. Input: an output, and how each output is
// compiled. Output: a function as of each other output. Notation, part 4 "Shapes and templates", table Query.

import type { Output } from '../plan/output.ts';
import { compileCondition } from '../sql/evaluate.ts';
import type { SqlType, SqlValue } from '../sql/expression.ts';
import { compileChosen } from './chosen.ts';
import { place, type Piece, type Setting } from './words.ts';

type Compile = (output: Output, setting: Setting) => Piece;
type Of<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>;

const NO_VALUES = {};

export function compileRow(
  output: Of<'embedded' | 'nested rows' | 'beside' | 'chosen' | 'either'>,
  setting: Setting,
  compile: Compile,
): Piece {
  switch (output.kind) {
    case 'embedded': {
      const there = place(output.there, setting);
      const { build } = compile(output.of, setting);
      return { build: (row, words) => (row[there] === null ? 'null' : build(row, words)) };
    }
    case 'nested rows':
      return compileRows(output, setting, compile);
    case 'beside':
      return compileBeside(output, setting, compile);
    case 'chosen':
      return compileChosen(output, setting, compile);
    case 'either': {
      const holds = compileCondition(output.when);
      const [yes, no] = [compile(output.yes, setting), compile(output.no, setting)];
      return { build: (row, words) => (holds(NO_VALUES, words.bindings) ? yes : no).build(row, words) };
    }
  }
}

function compileBeside({ there, columns, of }: Of<'beside'>, setting: Setting, compile: Compile): Piece {
  const { build } = compile(of, { ...setting, columns: new Map(columns.map(({ name }, nth) => [name, nth])) });
  return {
    build: (_row, words) => {
      if ((words.bindings[there] ?? null) === null) return 'null';
      return build(
        columns.map(({ bound }) => words.bindings[bound] ?? null),
        words,
      );
    },
  };
}

function compileRows(
  { column, columns, of }: Extract<Output, { kind: 'nested rows' }>,
  setting: Setting,
  compile: Compile,
): Piece {
  const at = place(column, setting);
  const { build } = compile(of, { ...setting, columns: new Map(columns.map(({ name }, nth) => [name, nth])) });
  return {
    build: (row, words) => {
      const rows = JSON.parse(String(row[at])) as (readonly (string | null)[])[];
      const texts = rows.map((each) =>
        build(
          each.map((text, nth) => stored(text, columns[nth]!.type)),
          words,
        ),
      );
      return `[${texts.join(',')}]`;
    },
  };
}

/** A value out of its text, as a store answers it. */
export function stored(text: string | null, type: SqlType): SqlValue {
  if (text === null) return null;
  switch (type) {
    case 'integer':
    case 'decimal': {
      const value = Number(text);
      return Number.isSafeInteger(value) ? value : BigInt(text);
    }
    case 'real':
      return Number(text);
    case 'boolean':
      return text === 'true' ? 1 : 0;
    default:
      return text;
  }
}
