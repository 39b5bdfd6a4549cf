// A body of several forms whose deciding value is wrong or missing, in the body, the query or a header: that is told, and nothing of the
// rows that hang on it. Input: requests. Output: the failures that are told.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { plan } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { send, start } from './running.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'parts', 'endpoints', 'bodies-with-when.md'), 'utf8');

function edited(...edits: readonly (readonly [from: string, to: string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, PAGE);
}

const ONE_AT_A_TIME = ['- All failed fields at once: yes', '- All failed fields at once: no'] as const;
const GROUP = [
  '- Does: creates Payment\n- Repeat: again\n',
  '- Does: creates Payment\n- Repeat: again\n- Exactly one of: `number`, `note`\n',
] as const;
/** `number` is there where the query says so. */
const BY_QUERY = [
  [
    '- Does: creates Payment\n- Repeat: again\n',
    '- Does: creates Payment\n- Repeat: again\n\n| Query | Type | Required | Default | Allowed values | Selects |\n|---|---|---|---|---|---|\n| `way` | one of `card`, `iban`, `cash` | yes | none | any | none |\n',
  ],
  ['| `number` | body `kind` = `card` | string |', '| `number` | query `way` = `card` | string |'],
  ['| `number` | body `kind` = `iban` | string |', '| `number` | query `way` = `iban` | string |'],
] as const;

async function told(
  source: string,
  calls: readonly (readonly [path: string, body: unknown])[],
): Promise<readonly unknown[]> {
  const { model, errors } = understand(source);
  expect(errors).toEqual([]);
  const service = await start(plan(model));
  try {
    const answers: unknown[] = [];
    for (const [path, body] of calls) {
      const { status, json } = await send(service, 'POST', path, body);
      const { code, errors: failed } = json as { code?: string; errors?: { field?: string }[] };
      answers.push([status, code, ...(failed ?? []).map(({ field }) => field)]);
    }
    return answers;
  } finally {
    await service.stop();
  }
}

test('what decides is told, with all failures at once', async () => {
  const calls = [
    ['/payments', { kind: 7, number: { x: 1 }, value: 3 }],
    ['/payments', { kind: 7, value: { foo: 1 } }],
    ['/payments', { number: 'x', holder: ' ', value: { digits: 99 } }],
    ['/payments', { kind: 'zz', number: {}, note: 3 }],
    ['/payments', { kind: 'zz', foo: 1 }],
  ] as const;
  expect(await told(PAGE, calls)).toEqual([
    [422, 'invalid', 'kind'],
    [422, 'invalid', 'kind'],
    [422, 'missing', 'kind'],
    [422, 'invalid', 'kind', 'note'],
    [422, 'unknown', 'foo', 'kind'],
  ]);
});

test('what decides is told, one failure at a time', async () => {
  const calls = [
    ['/payments', { value: 'a', kind: 'zz' }],
    ['/payments', { kind: 'zz', value: { foo: 1 } }],
    ['/payments', { value: 5 }],
  ] as const;
  expect(await told(edited(ONE_AT_A_TIME), calls)).toEqual([
    [422, 'invalid', 'kind'],
    [422, 'invalid', 'kind'],
    [422, 'missing', 'kind'],
  ]);
});

test('a group with a field of which nobody knows is not judged', async () => {
  const calls = [
    ['/payments', { kind: 'zz' }],
    ['/payments', { kind: 'zz', number: '1', note: 'a' }],
    ['/payments', {}],
    ['/payments', { kind: 'cash' }],
    ['/payments', { kind: 'card', number: '1234', note: 'a' }],
  ] as const;
  expect(await told(edited(GROUP), calls)).toEqual([
    [422, 'invalid', 'kind'],
    [422, 'invalid', 'kind'],
    [422, 'missing', 'kind'],
    [422, 'missing', 'note'],
    [422, 'invalid', 'note'],
  ]);
});

test('so it is with a query that decides', async () => {
  const card = { kind: 'card', number: '1234' };
  const calls = [
    ['/payments?way=zz', card],
    ['/payments?way=card&way=iban', card],
    ['/payments', card],
    ['/payments', { kind: 'card' }],
    ['/payments?way=iban', card],
    ['/payments?way=cash', card],
    ['/payments?way=card', card],
  ] as const;
  const answers = await told(edited(...BY_QUERY), calls);
  expect(answers.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => [422, 'invalid', 'way']));
  expect(answers.slice(4)).toEqual([
    [422, 'invalid', 'number'],
    [422, 'unknown', 'number'],
    [201, undefined],
  ]);
});
