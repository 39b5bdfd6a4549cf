// What holds for every plan: it is plain data, the same bytes each time, and every step of it can be printed as SQL.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { read } from '../../src/read/read.ts';
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { facts, render, type Mark } from '../laws/draft.ts';
import { generate } from '../laws/generate.ts';

const DOCUMENTS = [
  'examples/todo-backend.md',
  'examples/repair-shop.md',
  'examples/price-list.md',
  'test/plan/everything.md',
] as const;
const SEEDS = Array.from({ length: 24 }, (_, seed) => seed + 1);

const scratch = mkdtempSync(join(tmpdir(), 'ninefold-plan-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'document.md');
  return link(document, diagnostics);
}

/** Two of every three documents have some facts taken away. */
function byChance(seed: number): string {
  const { draft } = generate(seed);
  const marks = new Map<string, Mark>();
  if (seed % 3 > 0) {
    for (const [place, fact] of facts(draft).entries()) {
      const mark = fact.marks?.[seed % (fact.marks.length || 1)];
      if ((place * 7 + seed) % 23 === 0 && mark) marks.set(fact.key, mark);
    }
  }
  return render(draft, marks);
}

function sources(): readonly (readonly [string, string])[] {
  return [
    ...DOCUMENTS.map((file) => [file, readFileSync(file, 'utf8')] as const),
    ...SEEDS.map((seed) => [`document ${seed}`, byChance(seed)] as const),
  ];
}

/** The ids under `by` and `marks`, anywhere below. */
function namedIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    (key === 'by' || key === 'marks') && Array.isArray(value)
      ? value.filter((id) => typeof id === 'string')
      : namedIn(value),
  );
}

async function print(made: Plan, name: string): Promise<number> {
  const store = await openSqlite({ directory: join(scratch, name.replaceAll('/', '-')), tables: made.storage });
  try {
    for (const { run } of made.operations) if (run) store.prepare(run.steps);
    return made.operations.filter(({ run }) => run).length;
  } finally {
    await store.close();
  }
}

describe.each(sources())('the plan of %s', (name, source) => {
  const model = modelOf(source);
  const made = plan(model);

  it('is what it is when it is written and read again', () => {
    expect(JSON.parse(JSON.stringify(made))).toStrictEqual(made);
  });

  it('has the same bytes each time', () => {
    expect(JSON.stringify(plan(modelOf(source)))).toBe(JSON.stringify(made));
  });

  it('runs what the gap view runs, and names the question of every gap', () => {
    const view = gapView(model).operations.map(({ id, runs, heldBy, partlyHeldBy, restsOn }) => ({
      id,
      runs,
      heldBy,
      partlyHeldBy,
      restsOn,
    }));
    expect(
      made.operations.map(({ id, runs, heldBy, partlyHeldBy, restsOn }) => ({
        id,
        runs,
        heldBy,
        partlyHeldBy,
        restsOn,
      })),
    ).toStrictEqual(view);
    for (const { run, held } of made.operations) expect(run === undefined).toBe(held !== undefined);
    for (const id of new Set(JSON.stringify(made.operations).match(/(?<="by":\[")[^"]+/g) ?? [])) {
      if (!id.startsWith('error:')) expect(made.gaps[id], id).toBeTypeOf('string');
    }
  });

  it('holds requests and marks answers only by gaps that the view lists under the operation', () => {
    for (const { id, run, partlyHeldBy, restsOn } of made.operations) {
      const listed = new Set([...partlyHeldBy, ...restsOn]);
      // `4/…/status` stands for an outcome whose rows all have conditions: it may never come.
      expect(namedIn(run).filter((gap) => !listed.has(gap) && gap !== `4/${id}/status`)).toStrictEqual([]);
    }
  });

  it('can be printed for SQLite, every step of it', async () => {
    expect(await print(made, name)).toBe(made.operations.filter(({ runs }) => runs !== 'no').length);
  });
});
