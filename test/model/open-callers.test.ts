// While it is open who calls, that gap alone holds what needs the caller: nothing says that this runtime could not do it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { check } from '../../src/check/check.ts';
import { modelOf } from '../plan/plan-of.ts';

const SHOP = readFileSync(join(import.meta.dirname, '..', '..', 'examples', 'ticket-shop.md'), 'utf8');
const PART = /(?<=\n## 5\. Authentication\n\n).*?(?=\n## 6\.)/s;

it.each([
  ['the part', SHOP.replace(PART, 'not shown\n'), '5'],
  ['the scheme', SHOP.replace(PART, '### Session\n\nnot shown\n'), '5/Session'],
  ['Issued by', SHOP.replace(/- Issued by: .*/, '- Issued by: not shown'), '5/Session/issued-by'],
  ['Caller', SHOP.replace(/- Caller: .*/, '- Caller: not shown'), '5/Session/caller'],
])('%s', (_, source, gap) => {
  const model = modelOf(source);
  expect(check(model).diagnostics.filter(({ code }) => code === 'unsupported')).toEqual([]);
  const held = gapView(model).operations.find(({ id }) => id === 'POST /sessions');
  expect(held?.heldBy).toEqual([gap]);
});
