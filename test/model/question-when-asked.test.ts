// The facts of a document know their questions, whether anybody asks or not.

import { expect, test } from 'vitest';

import { operationPath } from '../../src/analysis/document/slot-ids.ts';
import { link } from '../../src/link/link.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { read } from '../../src/read/read.ts';
import { documentOfBytes } from '../../bench/large-document.ts';

function slots(source: string): ReturnType<typeof slotsOf> {
  const { document, diagnostics } = read(source, 'x.md');
  return slotsOf(link(document, diagnostics));
}

test('what is stated has its question, and what All operations says speaks for each', () => {
  const { byId, covering } = slots(documentOfBytes(4000));
  expect(byId.get('2/Item1.name/type')?.question).toBe('What type is `Item1.name`?');
  expect(byId.get('4/POST /items1/does')?.question).toBe('What does `POST /items1` do?');
  expect(covering(operationPath('POST /items1', 'who'))?.id).toBe('4/all/who');
  expect(covering(operationPath('POST /items1', 'does'))?.id).toBe('4/POST /items1/does');
});
