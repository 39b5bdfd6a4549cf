// PostgreSQL takes every statement of the plans of documents made by chance, and of the examples.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plan } from '../../src/plan/compile.ts';
import { trial } from '../laws/laws.ts';
import { understand } from '../laws/service.ts';
import { openPostgres } from './engines.ts';
import { prepareAll } from './prepared.ts';

const DOCUMENTS = 30;
const examples = join(import.meta.dirname, '../../examples');

test('PostgreSQL takes every statement of a plan', { timeout: 120_000 }, async () => {
  const on = await openPostgres([]);
  if (!on) return;
  const sources = readdirSync(examples)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(examples, name), 'utf8'));
  const chosen = process.env['SEED'] === undefined ? Math.floor(Math.random() * 100_000) : Number(process.env['SEED']);
  for (let n = 0; n < DOCUMENTS; n++) sources.push(trial(chosen + n).source);
  let statements = 0;
  try {
    for (const source of sources) {
      const { model, errors } = understand(source);
      if (errors.length > 0) continue;
      const prepared = await prepareAll(on, plan(model));
      expect(prepared.refused, `SEED=${chosen}, ${source.slice(0, 60)}`).toEqual([]);
      statements += prepared.statements;
    }
  } finally {
    await on.close();
  }
  expect(statements).toBeGreaterThan(200);
});
