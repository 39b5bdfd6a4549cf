// One input through all that reads a document: read, link, check, the report for people, the marks that --fix writes, the questions of
// ask. Input: a text. Output: how long this thread worked on it, in milliseconds; what throws is thrown on, with the text.

import { sourcesOf } from '../../src/base/sources.ts';
import { check } from '../../src/check/check.ts';
import { showTogether } from '../../src/cli/findings.ts';
import { link } from '../../src/link/link.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { writeMarks } from '../../src/print/marks.ts';
import { read } from '../../src/read/read.ts';
import type { Inputs } from './inputs.ts';

export function spentOn(source: string): number {
  const before = process.threadCpuUsage();
  const { document, diagnostics } = read(source, 'x.md');
  const model = link(document, diagnostics);
  showTogether(check(model).diagnostics, sourcesOf(model.document), never, Infinity, ignored, plain);
  writeMarks(model);
  asksOf(model);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const never = (): boolean => false;
const ignored = (): void => {};
const plain = (_: string, text: string): string => text;

export interface Fuzzed {
  readonly count: number;
  readonly characters: number;
  readonly slowest: { readonly milliseconds: number; readonly source: string };
  readonly total: number;
}

export function fuzz(inputs: Inputs, count: number): Fuzzed {
  let slowest = { milliseconds: 0, source: '' };
  let total = 0;
  let characters = 0;
  for (let i = 0; i < count; i += 1) {
    const source = inputs.next();
    let milliseconds: number;
    try {
      milliseconds = spentOn(source);
    } catch (error) {
      throw new Error(`input ${i} throws:\n${JSON.stringify(source)}`, { cause: error });
    }
    total += milliseconds;
    characters += source.length;
    if (milliseconds > slowest.milliseconds) slowest = { milliseconds, source };
  }
  return { count, characters, slowest, total };
}
