// Questions in plain words for the facts of parts 3, 5, 6, 8 and 9: each key has one of its own.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import type { Edit } from '../catalogue/cases.ts';
import { edited, WHOLE } from '../catalogue/edits.ts';

function questions(text: string): ReadonlyMap<string, string> {
  const { document, diagnostics } = read(text, 'a.md');
  return new Map(check(link(document, diagnostics)).gaps.map(({ id, question }) => [id, question]));
}

/** Without one nothing is asked of Delivery. */
const EVENT = '\n### `guest_left`\n\n- Payload: none\n';

/** Bullets of a section, all not shown. */
function asked(part: string, section: string, keys: readonly string[]): readonly (string | undefined)[] {
  const bullets = keys.map((key) => `- ${key}: not shown\n`).join('');
  const text = edited(WHOLE, [
    `## ${part}\n\nnone`,
    `## ${part}\n\n${section === '' ? '' : `### ${section}\n\n`}${bullets}${section === 'Delivery' ? EVENT : ''}`,
  ]);
  const found = [...questions(text)].filter(([id]) => id.startsWith(`${part[0]!}/`));
  expect(found.length).toBeGreaterThanOrEqual(keys.length);
  return found.map(([, question]) => question);
}

const DELIVERY = [
  'Sent as',
  'Accepted',
  'Tries',
  'Waits',
  'Time-out',
  'Order',
  'Signature',
  'Envelope',
  'Duplicates',
  'Kept for',
  'Given up',
];
const SCHEME = [
  'Scheme',
  'Sent in',
  'Caller',
  'Credentials',
  'Issued by',
  'Token lifetime',
  'Refresh',
  'Revoked when',
  'Verified by',
  'Claims',
  'Roles',
];
const VERSION = [
  'Scheme',
  'Current version',
  'Supported versions',
  'Deprecated',
  'Sunset',
  'Missing version',
  'Unknown version',
  'Compatibility',
];

/** Of a Limit table with this head and row. */
function rows(head: string, row: string): ReadonlyMap<string, string> {
  return questions(edited(WHOLE, ['## 8. Limits\n\nnone', `## 8. Limits\n\n${head}\n${row}`]));
}

describe('the question of a fact that is not shown', () => {
  it.each([
    ['6. Events', 'Delivery', DELIVERY],
    ['5. Authentication', 'Badge', SCHEME],
    ['9. Versioning', '', VERSION],
  ])('of part %s asks for each key in words of its own', (part, section, keys) => {
    const found = asked(part, section, keys);
    expect(new Set(found).size).toBe(found.length);
    for (const question of found) {
      expect(question).toMatch(/\?$/);
      expect(question).not.toMatch(/\{|undefined|: (?:[A-Z][a-z-]+ ?)+\?$/);
    }
  });

  it('of a limit names the limit, and of a column each limit', () => {
    const one = rows(
      '| Limit | Value | Per | When exceeded |\n|---|---|---|---|',
      '| Orders | not shown | caller | `taken` |',
    );
    expect(one.get('8/Orders/value')).toBe('How much does the limit "Orders" allow?');
    const column = rows('| Limit | Value | Per |\n|---|---|---|', '| Orders | 10 items | caller |');
    expect(column.get('8/limits/when-exceeded')).toBe('Which error answers a call that exceeds each limit?');
  });

  it('of any other move names a call and a state that no row allows', () => {
    const text = edited(WHOLE, ['- Any other move: `not_now`', '- Any other move: not shown']);
    expect(questions(text).get('3/Order.stage/any-other-move')).toBe(
      'What happens when a request asks for a move of `Order.stage` that no row allows, such as `POST /orders/{id}/cook` on one that is `cooked`?',
    );
  });
});

const ofUnknownFields = (...edits: readonly Edit[]): string | undefined =>
  [...questions(edits.reduce(edited, WHOLE))].find(([id]) => id.endsWith('/unknown-fields'))?.[1];

it('speaks of fields only where there is a body', () => {
  const UNKNOWN = 'Unknown fields: not shown\n- Repeat';
  expect(ofUnknownFields(['### POST /orders\n', 'Repeat', UNKNOWN])).toBe(
    'What happens to fields and query parameters that `POST /orders` does not know?',
  );
  expect(ofUnknownFields(['### GET /orders\n', 'Repeat', UNKNOWN])).toBe(
    'What happens to query parameters that `GET /orders` does not know?',
  );
  expect(ofUnknownFields(['- Unknown fields: refused', '- Unknown fields: not shown'])).toBe(
    'What happens to fields and query parameters that every operation does not know?',
  );
});
