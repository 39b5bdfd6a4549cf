// Names that are made to break out of the page: it is the same page, each of them escaped for the place in which it stands. A
// browser reads it in hostile.all.test.ts.

import { expect, test } from 'vitest';

import { asPlain, HOSTILE, PLAIN, plainAndHostile, questionsOf } from './hostile.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const asText = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one]!);

function expectSame(plain: string, hostile: string): void {
  expect(asPlain(hostile, asText).split('\n')).toEqual(plain.replaceAll('`', '').split('\n'));
}

test('the page is the same whatever its names are, and each of them is escaped for its place', async () => {
  const [plain, hostile] = await plainAndHostile();
  expectSame(plain, hostile);
  expect(plain.split(PLAIN).length).toBeGreaterThan(300);
});

test('so are states without a machine, and the way to their question', async () => {
  const [plain, hostile] = await plainAndHostile((text) => text.replace(/### \S+_status\n[^#]*/, 'not shown\n\n'));
  expectSame(plain, hostile);
  expect(plain).toContain('<p><b>Not shown.</b> <a href=');
});

test('so are questions with all that one can have', () => {
  const plain = questionsOf(PLAIN);
  expectSame(plain, questionsOf(HOSTILE));
  expect(plain).toContain(`then only ${PLAIN}, not supported by this runtime yet, holds ${PLAIN}`);
});
