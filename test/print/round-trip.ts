// Law 3 for one document. Input: Markdown. Output: nothing, or a failed expectation that shows both texts.

import { expect } from 'vitest';

import { print } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { meaning } from './meaning.ts';

export function roundTrip(source: string): void {
  const before = read(source, 'before.md').document;
  const printed = print(before);
  const after = read(printed, 'after.md').document;
  expect(meaning(after), `\n${source}\n=====\n${printed}`).toEqual(meaning(before));
  expect(print(after)).toBe(printed);
}
