// The operator's page in a real browser: what a reader sees and does there, by mouse, by keyboard, without a script, on a narrow
// screen, in both themes; that it asks nobody else for anything, and runs nothing that a document or a row says.

import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { discard, serve, type Running } from '../examples/running.ts';
import { hasChromium, launch, open, VIOLATIONS, type Opened } from './chromium.ts';

let browser: Browser;
let orders: Running;
let shop: Running;
let opened: Opened | undefined;

beforeAll(async () => {
  if (!hasChromium) return;
  [browser, orders, shop] = await Promise.all([launch(), serve('docs/orders.md'), serve('examples/repair-shop.md')]);
});
afterEach(async () => {
  const wrong = opened?.wrong ?? [];
  await opened?.close();
  opened = undefined;
  expect(wrong).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  for (const service of [orders, shop]) {
    await service?.stop();
    if (service) discard(service.data);
  }
});

describe.skipIf(!hasChromium)('the page', () => {
  test('tries an operation, shows its answer to the last digit, and its new row', async () => {
    opened = await open(browser, `${orders.operator}/`);
    const { page } = opened;
    const card = page.locator('[data-operation="POST /orders"]');
    await card.getByText('Try').click();
    await card.getByLabel('Body (application/json), none when empty').fill('{"total": 12.50}');
    await card.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => card.locator('.status').textContent()).toMatch(/^201 Created, [\d.]+ ms$/);
    expect(await card.locator('pre.body').textContent()).toMatch(
      /^\{\n {2}"id": 1,\n {2}"total": 12\.50,\n {2}"status": "open"\n\}$/,
    );
    await expect.poll(() => page.locator('#rows-Order td').allTextContents()).toEqual(['1', '12.50', 'open']);
    // The form is as it was.
    expect(await card.getByLabel('Body (').inputValue()).toBe('{"total": 12.50}');
  });

  test.each(['light', 'dark'] as const)(
    'is accessible, %s and small too, also with open forms',
    async (colorScheme) => {
      for (const service of [orders, shop]) {
        for (const width of [1200, 390]) {
          const one = await open(browser, `${service.operator}/`, {
            colorScheme,
            viewport: { width, height: 800 },
            bypassCSP: true,
          });
          const { page } = one;
          for (const summary of await page.locator('details.try > summary').all()) await summary.click();
          await page.evaluate(axe.source);
          const found = await page.evaluate(VIOLATIONS);
          const wide = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          await one.close();
          expect([service.url, width, found, wide, one.wrong]).toEqual([service.url, width, [], 0, []]);
        }
      }
    },
  );

  test('is whole without a script: every part of it, and a line for the shell in the place of each form', async () => {
    opened = await open(browser, `${shop.operator}/`, { javaScriptEnabled: false });
    const { page } = opened;
    const card = page.locator('[data-operation="POST /repairs"]');
    await card.getByText('Try').click();
    expect(await card.locator('form').isVisible()).toBe(false);
    expect(await card.getByText('This form needs script').isVisible()).toBe(true);
    expect(await card.locator('.curl').textContent()).toMatch(
      /^curl -sS -i -X POST 'http:\/\/127\.0\.0\.1:\d+\/repairs' -H/,
    );
    for (const name of [
      'The nine parts',
      'Operations',
      'Who may call what',
      'Open questions',
      'States',
      'Rows',
      'In force now',
    ])
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(1);
    expect(await page.locator('svg[role=img]').count()).toBe(1);
  });

  test('is not kept by a hundred open pages from ending', async () => {
    const service = await serve('docs/orders.md');
    const streams = await Promise.all(Array.from({ length: 100 }, () => fetch(`${service.operator}/updates`)));
    const readers = streams.map((stream) => stream.body!.getReader());
    await Promise.all(readers.map((reader) => reader.read()));
    const began = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5000);
    await Promise.allSettled(readers.map((reader) => reader.cancel()));
    discard(service.data);
  });
});
