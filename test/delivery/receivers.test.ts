// The plan of delivery on a store: who gets an event, and what becomes of a receiver that never accepts. Notation, part 6, Delivery.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { contextOf } from '../../src/plan/context.ts';
import { givenUpSteps } from '../../src/plan/given-up.ts';
import type { Step } from '../../src/plan/steps.ts';
import { timedGroups } from '../../src/plan/timed.ts';
import { read } from '../../src/read/read.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import type { Result } from '../../src/store/store.ts';
import { receiversOf } from '../../src/analysis/requests/receivers.ts';
import { valueOf } from '../../src/notation/slot.ts';

const { document, diagnostics } = read(readFileSync(join(import.meta.dirname, 'shop.md'), 'utf8'), 'shop.md');
const MODEL = link(document, diagnostics);
const NOW = '2026-01-01T00:00:00.000Z';

const insert = (
  table: string,
  values: Readonly<Record<string, readonly ['text' | 'integer' | 'json', string | number]>>,
): Step => ({
  kind: 'insert',
  table,
  values: Object.entries(values).map(([column, [type, value]]) => ({
    column,
    value: { kind: 'literal', value, type },
  })),
  answer: undefined,
  checks: [],
});

const rows = (result: Result): unknown => (result.kind === 'done' ? result.rows : result);

it('finds receivers by the event and its row, and switches one off once', async () => {
  const whole = plan(MODEL);
  const directory = mkdtempSync(join(tmpdir(), 'receivers-'));
  const store = await openSqlite({ directory, tables: whole.storage });
  const run = async (
    steps: readonly Step[],
    bindings: Readonly<Record<string, string | number | null>>,
  ): Promise<Result> => store.prepare(steps).run({ now: NOW, base: '', 'request.trace': null, ...bindings });
  await run([insert('Customer', { name: ['text', 'Ann'] }), insert('Customer', { name: ['text', 'Bob'] })], {});
  const hook = (url: string, kinds: string, owner: number): Step =>
    insert('Webhook', {
      url: ['text', url],
      secret: ['text', 'x'],
      kinds: ['json', kinds],
      owner: ['integer', owner],
      state: ['text', 'on'],
    });
  await run([hook('https://a.example', '["order.made"]', 1), hook('https://b.example', '["order.made"]', 2)], {});
  await run([hook('https://c.example', '["other"]', 1), hook('', '["order.made"]', 1)], {});
  const { all, one } = whole.delivery!.webhook!.receivers['Order']!;
  const event = { 'event name': 'order.made', 'this customer': 1 };
  expect(rows(await run([all], event))).toEqual([[1, 'https://a.example', 'x']]);
  expect(rows(await run([one], { ...event, receiver: 1 }))).toEqual([[1, 'https://a.example', 'x']]);
  expect(rows(await run([one], { ...event, receiver: 2 }))).toEqual([]);
  const given = valueOf(MODEL.document.events.delivery!.facts.givenUp)!;
  const { steps } = givenUpSteps(contextOf(MODEL), timedGroups(MODEL), given, receiversOf(MODEL)!.resource);
  expect((await run(steps, { receiver: 1 })).kind).toBe('done');
  expect(await run(steps, { receiver: 1 })).toMatchObject({ kind: 'refused', cause: 'illegal move of Webhook.state' });
  expect((await run(steps, { receiver: 99 })).kind).toBe('refused');
  await store.close();
  rmSync(directory, { recursive: true });
});
