// Each cause that When names is read as it is written, whatever its names are. The table of samples is complete by its type.

import { expect, it } from 'vitest';

import { plainText } from '../../src/notation/grammar/source-text.ts';
import { CAUSE_KINDS, causeKey, withoutPlace, writtenCause } from '../../src/notation/values/cause-kinds.ts';
import { parseCauses, SIMPLE_CAUSES, type SimpleCause } from '../../src/notation/values/causes.ts';
import type { MetCause } from '../../src/notation/values/met-causes.ts';

type Named = Exclude<MetCause['kind'], SimpleCause>;

const NAMED: { readonly [K in Named]: readonly Extract<MetCause, { readonly kind: K }>[] } = {
  'any field': [{ kind: 'any field', failure: 'taken' }],
  field: [
    { kind: 'field', resource: 'Todo', path: ['title'], failure: 'missing' },
    { kind: 'field', resource: 'Todo', path: ['size', 'width'], failure: 'invalid' },
    { kind: 'field', resource: undefined, path: ['title'], failure: 'blank' },
    { kind: 'field', resource: undefined, path: ['body', 'notify me'], failure: 'missing' },
  ],
  'not permitted': [
    { kind: 'not permitted', on: undefined },
    { kind: 'not permitted', on: 'Todo' },
  ],
  'illegal move': [
    { kind: 'illegal move', on: undefined },
    { kind: 'illegal move', on: 'Todo.state' },
  ],
  'no such': [
    { kind: 'no such', resource: 'Todo' },
    { kind: 'no such', resource: 'D-é' },
    { kind: 'no such', resource: 'Service' },
  ],
  'no such in': [{ kind: 'no such in', resource: 'Person', field: 'owner' }],
  was: [{ kind: 'was', resource: 'Todo' }],
  'already there': [{ kind: 'already there', resource: 'Todo' }],
  'header missing': [{ kind: 'header missing', header: 'X-Key' }],
  'limit reached': [{ kind: 'limit reached', limit: 'Open orders' }],
  refused: [{ kind: 'refused', code: 'too_late' }],
  'refused while': [{ kind: 'refused while', resource: 'Comment' }],
};

const ALL: readonly MetCause[] = [
  ...SIMPLE_CAUSES.map((kind) => ({ kind }) as MetCause),
  ...Object.values(NAMED).flat(),
];

it.each(ALL.map((cause) => [causeKey(cause), cause] as const))('%s is read as When writes it', (_, cause) => {
  const written = writtenCause(cause);
  if (cause.kind === 'refused' || cause.kind === 'refused while') return void expect(written).toBeUndefined();
  const read = parseCauses(plainText(written!));
  if (!read.ok) throw new Error(`${written} is not read: ${read.expected}`);
  const [only, ...others] = read.value;
  expect(others).toEqual([]);
  expect(only!.kind === 'condition' ? undefined : withoutPlace(only!)).toEqual(cause);
});

it('no two causes have one key', () => {
  expect(new Set(ALL.map(causeKey)).size).toBe(ALL.length);
  expect(new Set(ALL.map(({ kind }) => kind))).toEqual(new Set(CAUSE_KINDS));
});
