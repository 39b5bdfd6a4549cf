// Try as a chosen caller on the operator's page: a token of a row, for a short time, issued as an operation issues one; what the service
// cannot issue is said to be so, and no page of another origin gets any.

import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { call, discard, serve, type Running } from '../examples/running.ts';
import { hasChromium, launch, open, VIOLATIONS, type Opened } from './chromium.ts';

let browser: Browser;
let shop: Running;
let opened: Opened | undefined;
let token: string;

beforeAll(async () => {
  if (!hasChromium) return;
  [browser, shop] = await Promise.all([launch(), serve('examples/ticket-shop.md')]);
  for (const name of ['ann', 'bob']) {
    const sent = { email: `${name}@example.org`, name, password: 'long-password' };
    token = (await call(`${shop.url}/users`, 'POST', sent)).body.token;
  }
});
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
});

describe.skipIf(!hasChromium)('Try as a chosen caller', () => {
  test.each(['light', 'dark'] as const)('calls as that row, accessibly in %s, and small too', async (colorScheme) => {
    opened = await open(browser, `${shop.operator}/`, {
      colorScheme,
      viewport: { width: 390, height: 800 },
      bypassCSP: true,
    });
    const { page } = opened;
    const card = page.locator('[data-operation="GET /me"]');
    await page.getByLabel('Search the operations').fill('GET /me');
    await card.getByText('Try').click();
    const select = card.getByLabel('Call as');
    await expect.poll(() => select.locator('option').count()).toBe(3);
    const names = await select.locator('option').allTextContents();
    const bob = names.findIndex((name) => name.includes('bob'));
    await select.selectOption({ index: bob });
    await expect
      .poll(() => card.locator('.called').textContent())
      .toBe('The form has a token that ends in 10 minutes.');
    await card.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => card.locator('.result .status').textContent()).toMatch(/^200 /);
    expect(await card.locator('pre.body').textContent()).toContain('"name": "bob"');
    await page.evaluate(axe.source);
    expect(await page.evaluate(VIOLATIONS)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    // Nobody is signed out by it.
    expect((await call(`${shop.url}/me`, 'GET', undefined, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('is refused for a row that is not there, and for a page of another origin', async () => {
    const sent = { scheme: 'Session', row: '99' };
    expect((await call(`${shop.operator}/callers`, 'POST', sent)).status).toBe(404);
    const elsewhere = await call(
      `${shop.operator}/callers`,
      'POST',
      { ...sent, row: '1' },
      { origin: 'http://evil.example' },
    );
    expect([elsewhere.status, elsewhere.text.includes('Bearer')]).toEqual([403, false]);
    expect((await call(`${shop.operator}/callers`, 'POST', { scheme: 'Other', row: '1' })).status).toBe(400);
    const form = await call(`${shop.operator}/callers`, 'POST', '{}', { 'content-type': 'text/plain' });
    expect(form.status).toBe(415);
    const { status, body } = await call(`${shop.operator}/callers`, 'POST', { ...sent, row: '1' });
    expect([status, body.header[0], body.minutes]).toEqual([200, 'Authorization', 10]);
    expect(shop.said()).not.toContain(body.header[1]);
    expect(shop.said()).toContain('a token of Session for User with the row key');
  });
});
