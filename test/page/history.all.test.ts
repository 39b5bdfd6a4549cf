// What happened, on the operator's page in a real browser: the history of a row where an audit is kept, and the events that wait.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { call, discard, root, scratch, serve, type Running } from '../examples/running.ts';
import { hasChromium, launch, open, VIOLATIONS, type Opened } from './chromium.ts';

const SHOP = readFileSync(join(root, 'examples', 'repair-shop.md'), 'utf8')
  .replace('| `POST /repairs` | none | none |', '| `POST /repairs` | none | `repair_received` |')
  .replace('### repair.quoted\n', '### repair_received\n\n- When: none\n- Payload: Repair\n\n### repair.quoted\n')
  .replace(/^- Sent as: .*$/m, '- Sent as: not shown');

let browser: Browser;
let shop: Running;
let opened: Opened | undefined;
const directory = scratch();

beforeAll(async () => {
  if (!hasChromium) return;
  const document = join(directory, 'shop.md');
  writeFileSync(document, SHOP);
  [browser, shop] = await Promise.all([launch(), serve(document, { options: ['--audit'] })]);
  const sent = { machine: 'Toaster', serial: 'SERIAL-1', owner: 'ann@example.org' };
  const { body } = await call(`${shop.url}/repairs`, 'POST', sent);
  await call(`${shop.url}/repairs`, 'POST', { ...sent, serial: 'SERIAL-2' });
  await call(`${shop.url}/repairs/${body.id}`, 'PATCH', { estimate: 12.5 }, { 'x-request-id': 'request-7' });
}, 60_000);
afterEach(async () => {
  const wrong = opened?.wrong ?? [];
  await opened?.close();
  opened = undefined;
  expect(wrong).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
  if (shop) discard(shop.data);
  rmSync(directory, { recursive: true, force: true });
});

async function begin(address: string, options: Parameters<typeof open>[2] = {}): Promise<Page> {
  opened = await open(browser, shop.operator + address, { reducedMotion: 'reduce', ...options });
  return opened.page;
}

describe.skipIf(!hasChromium)('the page shows', () => {
  test('the history of a row, the last change first, with who made it and what differs', async () => {
    const page = await begin('/?rows=Repair&row=1');
    const changes = page.locator('.history > li');
    expect(await changes.count()).toBe(2);
    expect(await changes.nth(0).textContent()).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z changed PATCH \/repairs\/\{id\}, request request-7/,
    );
    expect(await changes.nth(0).locator('pre').textContent()).toMatch(/^estimate: null → 12\.50$/m);
    expect(await changes.nth(1).textContent()).toContain('created POST /repairs');
    expect(await changes.nth(1).locator('pre').textContent()).toContain('machine: "Toaster"');
    expect(await changes.nth(1).textContent()).not.toContain('SERIAL-2');
  });

  test('the events that wait, the first one first, each with a link to its row', async () => {
    const page = await begin('/');
    const outbox = page.locator('#outbox');
    const events = outbox.getByRole('group', { name: 'Events that wait to be sent' });
    expect(await outbox.textContent()).toContain('2 events wait to be sent.');
    expect(shop.said()).toMatch(
      /^events are kept and not sent, because of 6\/delivery\/sent-as; ninefold check \S+shop\.md says more$/m,
    );
    expect(await events.locator('tbody tr').count()).toBe(2);
    expect(await events.locator('tbody tr').first().locator('td').nth(1).textContent()).toBe('repair_received');
    await outbox.getByRole('link', { name: 'Repair 2' }).click();
    await expect.poll(() => page.locator('.chosen dd').nth(2).textContent()).toBe('SERIAL-2');
  });

  test.each(['light', 'dark'] as const)('both accessibly, %s and small too', async (colorScheme) => {
    for (const width of [1200, 390]) {
      const page = await begin('/?rows=Repair&row=1', {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      await page.evaluate(axe.source);
      expect([width, await page.evaluate(VIOLATIONS)]).toEqual([width, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await opened!.close();
    }
  });
});
