// Rules of When deleted that speak of every row though rows refer to the row that goes: told, with the rule that looks at it.

import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

const RULE = '- When deleted: refused while Order (`guest` = this)';

function told(rule: string, type = 'Guest by `name`'): readonly string[] {
  const ruled = edited(WHOLE, [RULE, `- When deleted: ${rule}`]);
  const source = edited(ruled, ['| `guest` | Guest by `name` |', `| \`guest\` | ${type} |`]);
  const { document, diagnostics } = read(source, 'a.md');
  return check(link(document, diagnostics))
    .diagnostics.filter(({ code }) => code === 'untied-rule')
    .map(({ fix }) => fix ?? '');
}

test.each([
  ['refused while Order', 'refused while Order (`guest` = this)'],
  ['refused while Order (`pieces` = 2)', 'refused while Order (`guest` = this and `pieces` = 2)'],
  [
    'refused while Order (`pieces` = 2 or `given` = 1)',
    'refused while Order (`guest` = this and (`pieces` = 2 or `given` = 1))',
  ],
  ['deletes every Order', 'deletes every Order where `guest` = this'],
  ['deletes every Order where `pieces` = 2', 'deletes every Order where `guest` = this and `pieces` = 2'],
])('%s', (rule, instead) => {
  expect(told(rule)).toEqual([`Write ${instead}.`]);
});

test('a list of references is told by what it has', () => {
  expect(told('refused while Order', 'array of Guest by `name`')).toEqual([
    'Write refused while Order (`guest` has this).',
  ]);
  expect(told('refused while Order', 'Guest by `name` or null')).toEqual([
    'Write refused while Order (`guest` = this).',
  ]);
});

test.each([
  ['refused while Order (`guest` = this)'],
  ['refused while Order (`pieces` = 2 and `guest` = this)'],
  ['refused while Order (`guest.name` = this `name`)'],
  ['refused while Order (`dish` = this `word`)'],
  ['refused while Order (there is Order (`guest` = this))'],
])('is silent: %s', (rule) => {
  expect(told(rule)).toEqual([]);
});

test('is silent where nothing refers to the row that goes: every row is what the rule can speak of', () => {
  expect(told('refused while Order', 'string')).toEqual([]);
});
