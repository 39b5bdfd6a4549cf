// A service held to its document, end to end: what serves the document passes, and what stands between and changes a reply is found.

import { afterEach, describe, expect, it } from 'vitest';

import { verify } from '../../src/verify/verify.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { modelOf } from './document.ts';
import { exampleText, tampered, type Between, type Passed } from './running.ts';

const MODEL = modelOf(exampleText('todo-backend'), 'examples/todo-backend.md');

let running: Between | undefined;
afterEach(async () => running?.close());

async function verdictOn(change: (passed: Passed) => void, requests = 150): Promise<Verdict> {
  running = await tampered(MODEL, change);
  return verify(MODEL, { url: running.url, seed: 1, requests, time: 15_000 });
}

const untouched = (): void => undefined;

describe('the service of a document', () => {
  it('passes, with nothing invented, and leaves nothing behind', async () => {
    const verdict = await verdictOn(untouched);
    expect(verdict.findings).toEqual([]);
    expect(verdict.invented).toEqual([]);
    expect(verdict.left).toEqual([]);
    expect(verdict.exercised.length).toBeGreaterThan(20);
  });
});

describe('a service that does otherwise', () => {
  it('answers with a status that is not stated', async () => {
    const verdict = await verdictOn((passed) => {
      if (passed.method === 'POST' && passed.status === 201) passed.status = 200;
    });
    expect(verdict.verdict).toBe('fail');
    const [finding] = verdict.findings;
    expect(finding).toMatchObject({ class: 'wrong status', operation: 'POST /todos' });
    // One call shows it.
    expect(finding!.exchanges).toHaveLength(1);
    expect(finding!.statement?.text).toContain('201');
  });

  it('is unavailable, which is no failure, and said of what could not be seen', async () => {
    const verdict = await verdictOn((passed) => {
      if (['GET', 'HEAD'].includes(passed.method) && /^\/todos\/\d/.test(passed.target) && passed.status === 200) {
        [passed.status, passed.answer] = [503, ''];
        delete passed.headers['content-type'];
      }
    });
    expect(verdict.findings).toEqual([]);
    const why = new Set(
      verdict.notExercised.filter(({ operation }) => operation === 'GET /todos/{id}').map((one) => one.why),
    );
    expect([...why]).toEqual(['it is unavailable: it answered 503, and never succeeded']);
  });

  it('is not there', async () => {
    const verdict = await verify(MODEL, { url: new URL('http://127.0.0.1:9'), seed: 1, requests: 20 });
    expect(verdict.verdict).toBe('fail');
    expect(verdict.findings.every((one) => one.class === 'no reply')).toBe(true);
    expect(verdict.exercised).toEqual([]);
  });
});

describe('--read-only', () => {
  it('sends nothing that changes anything', async () => {
    const methods = new Set<string>();
    running = await tampered(MODEL, ({ method }) => methods.add(method));
    const verdict = await verify(MODEL, { url: running.url, seed: 1, requests: 60, time: 5_000, isSafeOnly: true });
    expect([...methods].filter((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one))).toEqual([]);
    expect(verdict.findings).toEqual([]);
    expect(verdict.notExercised.find(({ id }) => id.includes('POST'))?.why).toContain('--read-only');
  });
});
