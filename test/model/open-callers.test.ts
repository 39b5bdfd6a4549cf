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

it('beside another scheme, the gap holds what gives a token that nobody else gives, and that alone', () => {
  const key =
    '### Key\n\n- Scheme: bearer token\n- Sent in: header `X-Key`\n- Caller: User\n- Credentials: none\n' +
    '- Issued by: `POST /users`\n- Token lifetime: none\n- Refresh: none\n- Revoked when: none\n\n';
  const model = modelOf(
    SHOP.replace(/- Issued by: .*/, '- Issued by: not shown').replace('\n## 6.', () => `\n${key}## 6.`),
  );
  const held = gapView(model).operations.filter(({ heldBy }) => heldBy.includes('5/Session/issued-by'));
  expect(held.map(({ id }) => id)).toEqual(['POST /organisers', 'POST /sessions', 'PUT /me/password']);
});
