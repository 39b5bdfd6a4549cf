// Who may do what with which row, held to tables that were written by hand; README.md. The fast tier tries a part of the cells, the tier `all`
// every one, and each third on PostgreSQL, the tier `long` every one on both engines.

import { afterAll, describe, expect, it } from 'vitest';
import { hasPostgres } from '../store/postgres.ts';
import { inLong, isWhole, oneIn, oneUntilLong } from '../trials.ts';
import { DOCUMENTS, type Known } from './documents.ts';
import { World } from './oracle.ts';
import { type Engine, openStage } from './stage.ts';

const ENGINES: readonly Engine[] = isWhole && hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'];

/** Of lists that count their rows, on each engine. */
let pages = 0;
afterAll(() => {
  if (isWhole) expect(pages).toBeGreaterThan(120 * (ENGINES.length === 1 ? 1 : inLong(1.25, 2)));
});

const OF_THE_OPERATOR = /by the operator$|^row set/;
const OF_A_LIMIT = /^the limit "[^"]+" would refuse a call of /;

async function differences({ source, table }: Known, engine: Engine): Promise<readonly string[]> {
  const stage = await openStage(source, engine);
  const world = new World(stage, table);
  try {
    await world.make();
    const wrong: string[] = [];
    const cells = engine === 'sqlite' ? table.cells : oneUntilLong(3, table.cells);
    for (const cell of oneIn(24, cells)) wrong.push(...(await world.judge(cell)));
    expect(stage.logged.filter((line) => !OF_A_LIMIT.test(line) && !OF_THE_OPERATOR.test(line))).toEqual([]);
    pages += world.pages;
    return wrong;
  } finally {
    world.close();
    await stage.close();
  }
}

describe.each(ENGINES)('on %s', (engine) => {
  it.each(DOCUMENTS)(
    'every caller of $name may do what the table says, and nothing else',
    async (known) => {
      expect(await differences(known, engine)).toEqual([]);
    },
    300_000,
  );
});

it('the tables have more than 1,400 cells, of both kinds', () => {
  const cells = DOCUMENTS.flatMap(({ table }) => table.cells);
  expect(cells.length).toBeGreaterThan(1400);
  expect(cells.filter(({ expected }) => expected.status < 300).length).toBeGreaterThan(400);
  expect(cells.filter(({ expected }) => expected.rows !== undefined).length).toBeGreaterThan(200);
});
