// Answers of which a caller names the fields. Input: an output, and the parameter that holds the names. Output: a function as of each other
// output. What is left of the output is compiled once for each choice. Notation, part 4, table Query, `only the fields named`.

import { fieldsNamed } from '../plan/fields-named.ts';
import type { Output } from '../plan/output.ts';
import type { SqlValue } from '../sql/expression.ts';
import type { Build, Piece, Setting } from './words.ts';

/** Choices that are kept: clients have few, and a client that tries all of them must not fill the memory. */
const MOST = 64;

export function compileChosen(
  { by, always, of }: Extract<Output, { kind: 'chosen' }>,
  setting: Setting,
  compile: (output: Output, setting: Setting) => Piece,
): Piece {
  const { build: all } = compile(of, setting);
  const known = new Map<string, Build>();
  const made = (list: string): Build => {
    const { build } = compile(fieldsNamed(of, [...always, ...(JSON.parse(list) as readonly string[])]), setting);
    const [oldest] = known.keys();
    if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
    known.set(list, build);
    return build;
  };
  // One choice for all rows of a list.
  let last: SqlValue | undefined;
  let build = all;
  return {
    build: (row, words) => {
      const sent = words.bindings[by] ?? null;
      if (sent !== last) {
        last = sent;
        build = sent === null ? all : (known.get(String(sent)) ?? made(String(sent)));
      }
      return build(row, words);
    },
  };
}
