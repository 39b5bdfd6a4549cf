// What the log says of a failure never quotes a value: errors as the engine, Node, SQLite and PostgreSQL really throw them.

import { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { reasonOf, sentenceOf } from '../../src/serve/reason.ts';
import type { Result } from '../../src/store/store.ts';
import { fakeStore } from './fake-store.ts';
import { TODO_PLAN } from './plans.ts';
import { send, start, type Running } from './running.ts';

const KEPT = 'hunter2-kept';

function thrownBy(doing: () => unknown): unknown {
  try {
    doing();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function fromPostgres(more: Partial<DatabaseError> = {}): DatabaseError {
  const error = new DatabaseError(`invalid input syntax for type bigint: "${KEPT}"`, 100, 'error');
  return Object.assign(error, { severity: 'ERROR', code: '22P02', routine: 'pg_strtoint64_safe', ...more });
}

const database = new DatabaseSync(':memory:');
const any = (value: unknown): never => value as never;

const QUOTING: readonly (readonly [string, () => unknown, string])[] = [
  ['JSON that is broken', () => thrownBy(() => JSON.parse(`${KEPT} and more`)), 'SyntaxError'],
  ['JSON that is broken in the middle', () => thrownBy(() => JSON.parse(`{"a": ${KEPT}}`)), 'SyntaxError'],
  ['a number that is none', () => thrownBy(() => BigInt(KEPT)), 'SyntaxError'],
  ['a member of a text', () => thrownBy(() => 'a' in any(KEPT)), 'TypeError'],
  ['a member set on a text', () => thrownBy(() => ((any(KEPT) as { a: number }).a = 1)), 'TypeError'],
  ['a member of nothing', () => thrownBy(() => any(undefined)[KEPT]), 'TypeError: Cannot read properties of undefined'],
  ['an argument', () => thrownBy(() => Buffer.from(any(Symbol(KEPT)))), 'TypeError: ERR_INVALID_ARG_TYPE'],
  [
    'a path in SQLite',
    () => thrownBy(() => database.prepare(`SELECT json_extract('{}', ?)`).get(`'"${KEPT}"' ${KEPT}'`)),
    'Error: ERR_SQLITE_ERROR: bad JSON path: … (SQL logic error)',
  ],
  ['PostgreSQL', () => fromPostgres(), 'error: 22P02, routine pg_strtoint64_safe'],
  [
    'PostgreSQL, about a column',
    () => fromPostgres({ table: 't', column: 'c', constraint: 'u', detail: KEPT, where: KEPT }),
    'error: 22P02, routine pg_strtoint64_safe, table t, column c, constraint u',
  ],
  ['a text', () => KEPT, 'something was thrown that is no error, a string'],
  ['lines that look like places', () => Object.assign(new Error(`x\n    at ${KEPT}`), { code: 'X' }), 'Error: X'],
];

describe('what is said of a failure', () => {
  it.each(QUOTING)('has no value: %s', (_, make, sentence) => {
    const error = make();
    if (error instanceof Error) expect(error.message).toContain('hunter2');
    expect(reasonOf(error)).not.toContain('hunter2');
    expect(sentenceOf(error)).toBe(sentence);
    expect(reasonOf(error).split('\n')[0]).toBe(sentence);
  });

  it('is all of it where it is our own or the system speaks, with where it was thrown', () => {
    const [first, second] = reasonOf(new Error('the plan names no such column')).split('\n');
    expect(first).toBe('Error: the plan names no such column');
    expect(second).toMatch(/^ {4}at .*reason\.test\.ts/);
    expect(sentenceOf(new Error('the plan names no such column'))).toBe('the plan names no such column');
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    expect(sentenceOf(full)).toBe('ENOSPC: no space left on device, write');
  });
});

describe('a service over a store that throws', () => {
  let running: Running | undefined;
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  it.each(['a rejection', 'a throw'])('says no value, on either port: %s', async (how) => {
    const fail = (): Promise<Result> => {
      if (how === 'a throw') throw fromPostgres();
      return Promise.reject(fromPostgres());
    };
    const service = await start(TODO_PLAN, {
      store: fakeStore(fail),
      pages: { '/': () => Promise.reject(fromPostgres()) },
    });
    running = service;
    const { status } = await send(service, 'GET', '/todos');
    expect(status).toBe(500);
    expect((await fetch(`${service.operatorUrl}/`)).status).toBe(500);
    expect(service.logged).toHaveLength(2);
    const said = service.logged.join('\n');
    expect(said).toContain('22P02');
    expect(said).not.toContain('hunter2');
  });
});
