// What rows that are there get from a rule that is new, or why they get nothing. Decision 0041.

import { expect, it } from 'vitest';
import { planOf, say } from './plan-of.ts';

const CREATES = `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
- Answers: 201 created, Thing
`;
const UPDATES = `
### PATCH /things/{id}

- Does: updates Thing
- Omitted fields: kept
- Repeat: same effect
- Answers: 200 updated, Thing

| Body | Type | Required | Sets |
|---|---|---|---|
| \`title\` | as \`Thing.title\` | no | \`Thing.title\` |
`;
const MOVES = `
### POST /things/{id}/done

- Does: sets \`done\` = true
- Repeat: same effect
- Answers: 200 updated, Thing
`;

/** `unchanged by x` where only rows that never changed have a value. */
function made(type: string, rule: string, operations = CREATES, required = 'no'): string | undefined {
  const resources = `### Product

- Identified by: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`code\` | string | yes | caller | any | none |
| \`price\` | decimal(2) | yes | caller | any | none |

### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | any | none |
| \`n\` | integer | yes | caller | any | none |
| \`done\` | boolean | no | by operation | any | none |
| \`product\` | Product by \`code\` | yes | caller | any | none |
| \`at\` | date-time | yes | service: now at create | any | none |
| \`open\` | not shown | yes | caller | any | none |
| \`new\` | ${type} | ${required} | service: ${rule} | any | none |`;
  const { storage } = planOf({ resources, operations });
  const column = storage.find(({ name }) => name === 'Thing')?.columns.find(({ name }) => name === 'new');
  const { made: one } = column ?? {};
  if (!one) return undefined;
  if ('unknown' in one) return `${one.said}: ${one.unknown}`;
  const only = one.mayChange ? `, of rows unchanged by ${one.mayChange.join(' and ')}` : '';
  const must = one.must ? ', which each row must have' : '';
  return `${one.said}: ${say(one.value)}${one.slug ? ' as slug' : ''}${only}${must}`;
}

it.each([
  ['string', 'slug of `title`', CREATES + UPDATES, 'slug of `title`: title as slug'],
  ['string', 'slug of `title` at create', CREATES, 'slug of `title` at create: title as slug'],
  ['string', 'slug of `title` at create', CREATES + MOVES, 'slug of `title` at create: title as slug'],
  [
    'string',
    'slug of `title` at create',
    CREATES + UPDATES,
    'slug of `title` at create: title as slug, of rows unchanged by title',
  ],
  ['integer', '= `n` * 2 at create', CREATES + UPDATES, '= `n` * 2 at create: (n * 2)'],
  [
    'string',
    '= `{title}: {n}` at create',
    CREATES + UPDATES,
    '= `{title}: {n}` at create: title & ": " & text(n), of rows unchanged by title',
  ],
  ['date-time', '= `at` at create', CREATES + UPDATES, '= `at` at create: at'],
  // Its type is a gap: nothing is said of it.
  ['string', '= `{open}!` at create', CREATES, undefined],
  // What is not in the row is not known any more.
  [
    'decimal(2)',
    '= `product.price` at create',
    CREATES,
    '= `product.price` at create: `product.price` is in another row, and what it was when these rows were made is not kept',
  ],
  [
    'string',
    '= `<base>/{n}` at create',
    CREATES,
    '= `<base>/{n}` at create: what the words in `<…>` were when these rows were made is not kept',
  ],
  ['date-time', 'now at create', CREATES, 'now at create: when these rows were made is not kept'],
  ['date-time', 'now at change', CREATES + UPDATES, 'now at change: when these rows were changed is not kept'],
  [
    'secret',
    'token',
    CREATES,
    'token: what is made is shown with the answer that makes the row, and nobody would see it',
  ],
  // Computed on reading: nothing is kept, so nothing is filled.
  ['integer', '= `n` * 2', CREATES + UPDATES, undefined],
  ['string', '= `{title}: {n}`', CREATES + UPDATES, undefined],
] as const)('%s, service: %s', (type, rule, operations, expected) => {
  expect(made(type, rule, operations)).toBe(expected);
});

it('an operation that is not shown may change what others do not', () => {
  const open = `### POST /other

- Does: not shown
- Repeat: again
`;
  expect(made('integer', '= `n` * 2 at create', `${CREATES}\n${open}`)).toContain('of rows unchanged by n');
});

it('a slug that must be there is no row without, though its column may be', () => {
  expect(made('string', 'slug of `title`', CREATES, 'yes')).toBe(
    'slug of `title`: title as slug, which each row must have',
  );
});
