// The headers of the operator's page: its own style and script by their digests, its own port, and nothing else.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { servedPage } from '../../src/cli/serving/operator-page.ts';
import { linked } from '../../src/cli/documents.ts';
import { servedHere } from '../../src/cli/serving/served-here.ts';
import { shownAtFirst } from '../../src/cli/serving/shown.ts';
import { check } from '../../src/check/check.ts';
import { plan } from '../../src/plan/compile.ts';
import { fixedParts } from '../../src/page/page.ts';
import { understand } from '../laws/service.ts';

const ROWS = {
  resources: () => [],
  found: () => [],
  page: () => Promise.reject(),
  row: () => Promise.reject(),
  count: () => Promise.reject(),
  kept: () => Promise.reject(),
};

function digests(html: string, name: string): string {
  const texts = [...html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text]) => text!);
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

test('the page may load, call, send and be framed by nothing but itself', async () => {
  const { model } = understand('# Notes\n');
  const shown = shownAtFirst(servedHere('notes.md', model, check(model)));
  const { page, updates } = servedPage(shown);
  const asked = {
    query: '',
    url: 'http://127.0.0.1:1',
    clock: { now: () => 0 },
    rows: ROWS,
    waiting: async () => ({ waiting: 0, events: [], heldBy: [], why: [], looked: 0, away: [] }),
    outbox: async () => [],
    history: { named: () => undefined, read: async () => undefined },
  };
  const before = updates.revision();
  const { body, headers } = await page(asked);
  expect(headers?.['Content-Security-Policy']?.split('; ').toSorted()).toEqual(
    [
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'img-src data:',
      `script-src ${digests(body, 'script')}`,
      `style-src ${digests(body, 'style')}`,
    ].toSorted(),
  );
  expect(headers).toMatchObject({ 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Opener-Policy': 'same-origin' });
  expect(body).toContain(`data-revision="${before}"`);
  shown.refuse({ what: 'It has an error', frames: [] });
  expect(updates.revision()).not.toBe(before);
  expect((await page(asked)).body).toContain('It has an error');
});

test.each([
  ['few questions', 2, 'here'],
  ['very many questions', 700, 'by another process'],
])('a page of %s is the same, wherever it is made', { timeout: 60_000 }, async (_, count, where) => {
  const sections = Array.from({ length: count }, (__, at) => `### R${at}\n`).join('');
  const source = `# Notes\n\n## 2. Resources and their fields\n\n${sections}`;
  const model = linked({ file: 'notes.md', source }, []);
  const served = servedHere('notes.md', model, check(model));
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1), 20);
  const made = await served.fixed('http://127.0.0.1:1');
  clearInterval(clock);
  expect(await served.fixed('http://127.0.0.1:1')).toBe(made);
  expect(made).toEqual(
    await fixedParts('http://127.0.0.1:1', () => Promise.resolve(), plan(model), model, check(model)),
  );
  // Another process takes some time to start, in which the clock of this one goes on.
  expect(ticks > 5).toBe(where !== 'here');
});
