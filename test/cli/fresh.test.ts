// Rows that are put aside, and what becomes of them when no others can be begun: nothing is lost, and nothing is half removed.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { asideOf, NotPutBack, startedAfresh } from '../../src/cli/watching/fresh.ts';
import { done, fakeStore } from '../serve/fake-store.ts';
import { failing, mendFiles } from './failing-files.ts';

let place: string;
let data: string;
let aside: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'ninefold-fresh-'));
  data = join(place, 'a.data');
  mkdirSync(data);
  writeFileSync(join(data, 'rows'), 'kept');
  aside = asideOf(data);
});
afterEach(() => {
  mendFiles();
  rmSync(place, { recursive: true });
});

/** Opens what has no place to be, after it has begun it. */
async function begun(): Promise<never> {
  mkdirSync(join(data, 'half'), { recursive: true });
  writeFileSync(join(data, 'half', 'begun'), '');
  throw new Error('The disk is full.');
}

const rows = (directory: string): string => readFileSync(join(directory, 'rows'), 'utf8');

test('the rows have another name, and the directory is new', async () => {
  const store = fakeStore(() => done([]));
  const open = async (): Promise<typeof store> => {
    expect(existsSync(data)).toBe(false);
    mkdirSync(data);
    return store;
  };
  expect(await startedAfresh(data, aside, open)).toBe(store);
  expect([rows(`${data}.before-1`), readdirSync(data)]).toEqual(['kept', []]);
  expect(asideOf(data)).toBe(`${data}.before-2`);
});

describe('when no others can be begun', () => {
  test.each([
    ['after something was written', begun],
    ['before anything was', () => Promise.reject(new Error('The disk is full.'))],
  ])('%s, all is where it was', async (_, open) => {
    await expect(startedAfresh(data, aside, open)).rejects.toThrow('The disk is full.');
    expect([readdirSync(place), readdirSync(data), rows(data)]).toEqual([['a.data'], ['rows'], 'kept']);
  });

  test('and what was begun cannot be removed, the rows are where they were, and it is said where the rest is', async () => {
    failing('rmSync', () => true);
    await expect(startedAfresh(data, aside, begun)).rejects.toThrow(
      `The disk is full; what was begun cannot be removed, and is in ${data}.begun-1`,
    );
    expect([readdirSync(place).toSorted(), rows(data)]).toEqual([['a.data', 'a.data.begun-1'], 'kept']);
  });

  test.each([
    ['what was begun cannot be named away', (path: string) => path === data && existsSync(aside)],
    ['the rows cannot have their name again', (path: string) => path === aside],
  ])('and %s, they are whole under the other, and it is said which', async (_, isMeant) => {
    failing('renameSync', isMeant);
    const error = await startedAfresh(data, aside, begun).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotPutBack);
    expect((error as Error).message).toContain(`the rows are in ${aside}, which cannot be called ${data} again (EBUSY`);
    expect(rows(aside)).toBe('kept');
  });
});
