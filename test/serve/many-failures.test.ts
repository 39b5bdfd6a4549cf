// A body of the longest size can hold many thousand failures. An answer reports the first thousand; which error answers is still
// decided by all of them. docs/http-floor.md

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { send, start } from './running.ts';

const CASES = join(import.meta.dirname, '..', 'parts', 'errors');

function planOf(name: string): Plan {
  const { document, diagnostics } = read(readFileSync(join(CASES, name), 'utf8'), name);
  return plan(link(document, diagnostics));
}

const thing = { id: 'abc', title: 't', place: { street: 's' } };
const many = <T>(value: T): T[] => Array.from({ length: 60_000 }, () => value);

interface Failed {
  readonly code: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

test('of sixty thousand failures the first thousand are reported', async () => {
  const service = await start(planOf('places-of-failures.md'));
  try {
    const { status, json } = await send(service, 'POST', '/things', { ...thing, lines: many({}) });
    const { code, fields } = json as Failed;
    expect([status, code, fields.length]).toEqual([422, 'missing', 1000]);
    expect([fields[0]!.field, fields.at(-1)!.field]).toEqual(['lines.0.name', 'lines.999.name']);
    const fewer = await send(service, 'POST', '/things', { ...thing, lines: Array.from({ length: 1000 }, () => ({})) });
    expect((fewer.json as Failed).fields).toEqual(fields);
  } finally {
    await service.stop();
  }
});

test('one that is behind them decides which error answers, where it is the first of the table', async () => {
  const service = await start(planOf('places-of-failures.md'));
  try {
    const lines = [...many({ name: 1 }).slice(1), {}];
    const { json } = await send(service, 'POST', '/things', { ...thing, lines });
    const { code, fields } = json as Failed;
    expect([code, fields.length]).toEqual(['missing', 1001]);
    expect(fields.filter(({ message }) => message === 'missing')).toEqual([
      { field: 'lines.59999.name', path: 'lines.59999.name', at: '#/lines/59999/name', message: 'missing' },
    ]);
  } finally {
    await service.stop();
  }
});

test('so it is where the message says what is wrong, and for fields that nobody knows', async () => {
  const service = await start(planOf('what-is-wrong-with-a-field.md'));
  try {
    const lines = await send(service, 'POST', '/things', { name: 'abc', lines: many({ label: '' }) });
    expect([lines.status, Object.keys((lines.json as { errors: object }).errors).length]).toEqual([422, 1000]);
    const unknown = Object.fromEntries(many(0).map((value, nth) => [`x${nth}`, value]));
    const { status, json } = await send(service, 'POST', '/things', { name: 'abc', ...unknown });
    expect([status, Object.keys((json as { errors: object }).errors).length]).toEqual([422, 1000]);
  } finally {
    await service.stop();
  }
});
