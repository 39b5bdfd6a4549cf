// Part 9: what has no meaning, or none that runs, is never quietly fine.

import { expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { WHOLE } from '../catalogue/edits.ts';

function codes(part: string): readonly string[] {
  const at = WHOLE.indexOf('## 9. Versioning');
  const { document, diagnostics } = read(`${WHOLE.slice(0, at)}## 9. Versioning\n\n${part}\n`, 'nine.md');
  return check(link(document, diagnostics)).diagnostics.map(({ code }) => code);
}

const FACTS = { Scheme: 'none', 'Current version': '1', Compatibility: 'any' };
const bullets = (changed: Readonly<Record<string, string>>): string =>
  Object.entries({ ...FACTS, ...changed })
    .map(([key, value]) => `- ${key}: ${value}`)
    .join('\n');

it.each([
  [bullets({}), []],
  [bullets({ Scheme: 'semver' }), ['unreadable']],
  [bullets({ Scheme: '`v`' }), ['unreadable']],
  [bullets({ Scheme: 'path prefix' }), []],
  [bullets({ Scheme: 'any' }), ['any-not-here']],
  [bullets({ 'Current version': 'any' }), ['any-not-here']],
  [bullets({ Deprecated: 'any' }), ['any-not-here']],
  [bullets({ Sunset: 'any' }), ['any-not-here']],
  [bullets({ Sunset: '2030-01-01' }), []],
  [`${bullets({})}\n\n| Change |\n|---|\n| \`Order.dish\` was \`meal\` |`, []],
  [`${bullets({})}\n\n| Change | Date |\n|---|---|\n| \`Order.dish\` was \`meal\` | 2020-01-01 |`, []],
])('%s', (part, expected) => {
  expect(codes(part)).toEqual(expected);
});
