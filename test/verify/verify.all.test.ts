// The same as verify.test.ts, with more calls: what serves the document passes, and what stands between and changes a reply is found.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { modelOf } from './document.ts';
import { exampleText, tampered, type Between, type Passed } from './running.ts';

const MODEL = modelOf(exampleText('todo-backend'), 'examples/todo-backend.md');

let running: Between | undefined;
afterEach(async () => running?.close());

async function verdictOn(change: (passed: Passed) => void, requests = 400): Promise<Verdict> {
  running = await tampered(MODEL, change);
  return verify(MODEL, { url: running.url, seed: 1, requests, time: 60_000 });
}

describe('the service of a document', () => {
  it('gets the same calls by the same seed', async () => {
    const calls: string[][] = [];
    for (const seed of [7, 7, 8]) {
      const seen: string[] = [];
      running = await tampered(MODEL, ({ method, target, body }) => seen.push(`${method} ${target} ${body}`));
      await verify(MODEL, { url: running.url, seed, requests: 450, time: 60_000 });
      await running.close();
      calls.push(seen);
    }
    running = undefined;
    expect(calls[0]!.length).toBeGreaterThan(400);
    expect(calls[1]).toEqual(calls[0]);
    expect(calls[2]).not.toEqual(calls[0]);
  });
});

describe('a service that does otherwise', () => {
  it('shows a field that nobody states', async () => {
    const verdict = await verdictOn((passed) => {
      if (passed.target === '/todos/1' || passed.status === 201)
        passed.answer = passed.answer.replace(/^\{(?="id)/, '{"secret":1,');
    });
    expect(verdict.verdict).toBe('fail');
    expect([...verdict.invented.map(({ name }) => name), ...verdict.findings.map(({ got }) => got)].join()).toContain(
      'secret',
    );
  });

  it('forgets what it was told', async () => {
    const verdict = await verdictOn((passed) => {
      if (passed.method === 'GET' && /^\/todos\/\d+$/.test(passed.target))
        passed.answer = passed.answer.replace('"completed":true', '"completed":false');
    });
    expect(verdict.verdict).toBe('fail');
    expect(verdict.findings.some(({ exchanges }) => exchanges.length >= 2 && exchanges.length <= 3)).toBe(true);
  });
});
