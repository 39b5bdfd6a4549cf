// What the Change table says of fields under other names: the newest first, back through names between.

import { expect, test } from 'vitest';

import { link } from '../../src/link/link.ts';
import { renamesOf } from '../../src/analysis/document/renames.ts';
import { read } from '../../src/read/read.ts';

function renames(...rows: readonly string[]): readonly unknown[] {
  const fields = ['title', 'due', 'address.street'].map((name) => `| \`${name}\` | string |`).join('\n');
  const resources = `## 2. Resources and their fields\n\n### Todo\n\n| Field | Type |\n|---|---|\n${fields}\n`;
  const changes = `## 9. Versioning\n\n| Change |\n|---|\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;
  const { document, diagnostics } = read(`# T\n\n${resources}\n${changes}`, 'x.md');
  return renamesOf(link(document, diagnostics));
}

test('a field has the name that a row gives it', () => {
  expect(renames('`Todo.title` was `name`', '`Todo.due` new, default null', 'state `a` shown as `b`')).toEqual([
    { resource: 'Todo', field: 'title', was: ['name'] },
  ]);
});

test('names between lead back to older ones, whichever row stands first', () => {
  const chain = [{ resource: 'Todo', field: 'title', was: ['caption', 'name'] }];
  expect(renames('`Todo.title` was `caption`', '`Todo.caption` was `name`')).toEqual(chain);
  expect(renames('`Todo.caption` was `name`', '`Todo.title` was `caption`')).toEqual(chain);
  expect(renames('`Todo.title` was `caption`', '`Todo.title` was `name`')).toEqual(chain);
});

test('two names that changed places do not lead on', () => {
  expect(renames('`Todo.title` was `due`', '`Todo.due` was `title`')).toEqual([
    { resource: 'Todo', field: 'title', was: ['due'] },
    { resource: 'Todo', field: 'due', was: ['title'] },
  ]);
});

test('a dotted field has dotted names; a resource that the document does not have has none', () => {
  expect(renames('`Todo.address.street` was `road`', '`Task.title` was `name`')).toEqual([
    { resource: 'Todo', field: 'address.street', was: ['road'] },
  ]);
});
