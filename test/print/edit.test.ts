// Edits touch only their own bytes.

import { describe, expect, test } from 'vitest';

import type { Slot } from '../../src/notation/slot.ts';
import { asCell, edited } from '../../src/print/edit.ts';
import { edit, setSlot } from '../../src/print/print.ts';
import { bulletLines } from '../../src/print/section-lines.ts';
import { read } from '../../src/read/read.ts';
import { Random } from '../laws/random.ts';
import { OddDocuments } from '../read/odd-documents.ts';
import { trials } from '../trials.ts';

const SOURCE = `# T

## 2. Resources and their fields

### R

- **Identified by:** not shown

| Field | Type | Default |
|---|---|---|
| \`a\` | not shown | |
| \`b\` | string | - |

## 4. Endpoints

### GET /x

not shown
`;

const { document } = read(SOURCE, 'x.md');
const resource = document.resources.resources.items[0]!;

describe('setSlot', () => {
  test('a cell', () => {
    expect(setSlot(SOURCE, resource.fields.items[0]!.type, 'integer')).toBe(
      SOURCE.replace('| not shown |', '| integer |'),
    );
  });

  test('an empty cell keeps its pipes apart', () => {
    expect(setSlot(SOURCE, resource.fields.items[0]!.default, '`5`')).toBe(
      SOURCE.replace('| not shown | |', '| not shown | `5` |'),
    );
  });

  test('pipes are escaped in a cell, once', () => {
    expect(setSlot(SOURCE, resource.fields.items[1]!.default, '`a|b\\|c`')).toContain('| string | `a\\|b\\|c` |');
  });

  test('a bullet, behind the marks of its key, with its pipes as they are', () => {
    expect(setSlot(SOURCE, resource.identifiedBy, '`a|b`')).toBe(SOURCE.replace(':** not shown', ':** `a|b`'));
  });

  test('a bullet without a value', () => {
    const source = '# T\n\n- Lists:\n\nx\n';
    expect(setSlot(source, read(source, 'x.md').document.title.lists, 'not shown')).toBe(
      '# T\n\n- Lists: not shown\n\nx\n',
    );
  });

  test('a paragraph', () => {
    const { mark } = document.endpoints.operations.items[0]!.scope;
    expect(setSlot(SOURCE, mark, 'none')).toBe(SOURCE.replace(/not shown\n$/, 'none\n'));
  });

  test('what is not written has no place', () => {
    expect(() => setSlot(SOURCE, resource.fields.items[0]!.required, 'yes')).toThrow(RangeError);
  });

  test('only the slot changes, in any document', () => {
    const odd = new OddDocuments(new Random(11));
    let edits = 0;
    for (let i = 0; i < trials(5, 16); i += 1) {
      const source = odd.document();
      for (const slot of ownSlots(source)) {
        const text = setSlot(source, slot, 'not shown');
        expect(text.startsWith(source.slice(0, slot.at.start))).toBe(true);
        expect(text.endsWith(source.slice(slot.at.end))).toBe(true);
        const after = ownSlots(text);
        expect(after.length).toBe(ownSlots(source).length);
        expect(after.find((s) => Math.abs(s.at.start - slot.at.start) <= 1)).toMatchObject({
          status: 'gap',
          how: 'marked',
        });
        edits += 1;
      }
    }
    expect(edits).toBeGreaterThan(20);
  });
});

/** Slots of fields and operations that are written and have a place of their own. */
function ownSlots(source: string): Exclude<Slot<unknown>, { status: 'absent' }>[] {
  const found = read(source, 'x.md').document;
  const fields = found.resources.resources.items.flatMap((r) => r.fields.items);
  const slots: Slot<unknown>[] = [
    ...fields.flatMap((f) => [f.type, f.required, f.setBy, f.allowed, f.default]),
    ...found.endpoints.operations.items.flatMap(({ facts }) => [
      facts.does,
      facts.who,
      facts.repeat,
      facts.order,
      facts.body,
    ]),
  ];
  return slots
    .filter((slot) => slot.status !== 'absent')
    .filter((slot) => slot.status !== 'gap' || slot.how !== 'blank');
}

test('edit replaces exactly its place', () => {
  expect(edit('abcdef', { start: 2, end: 4 }, 'X')).toBe('abXef');
  expect(edit('abc', { start: 3, end: 3 }, 'd')).toBe('abcd');
});

describe('a bullet that is put in', () => {
  test.each([
    ['### R\n\ntext\n', '### R\n\n- Unique: `a`\n\ntext\n'],
    ['### R\n', '### R\n\n- Unique: `a`\n'],
    ['### R', '### R\n\n- Unique: `a`'],
    ['### R\n| a |\n', '### R\n\n- Unique: `a`\n\n| a |\n'],
    ['### R\r\n\r\ntext\r\n', '### R\r\n\r\n- Unique: `a`\r\n\r\ntext\r\n'],
    ['### R\n\n  | a |\n', '### R\n\n  - Unique: `a`\n\n  | a |\n'],
    ['### R\n\n* b: c\n', '### R\n\n* Unique: `a`\n* b: c\n'],
  ])('%j', (before, after) => {
    const newline = before.includes('\r\n') ? '\r\n' : '\n';
    expect(edited(before, [bulletLines(before, 5, ['Unique: `a`'], newline)])).toBe(after);
  });
});

test('a backslash in a cell takes the sign behind it', () => {
  expect(asCell('a|b \\| c \\\\| d')).toBe('a\\|b \\| c \\\\\\| d');
});
