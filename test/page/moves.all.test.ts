// Moves from outside on the operator's page in a real browser: buttons of a row with what the document says of each move, asked about
// before they are made, and refused with the reason; by keyboard, in both themes and on a narrow screen.

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { call, discard, serve, type Running } from '../examples/running.ts';
import { hasChromium, launch, open, VIOLATIONS, type Opened } from './chromium.ts';

let browser: Browser;
let service: Running;
let opened: Opened | undefined;

beforeAll(async () => {
  if (!hasChromium) return;
  [browser, service] = await Promise.all([launch(), serve('test/parts/states/moves-from-outside.md')]);
});
afterEach(async () => {
  const wrong = opened?.wrong ?? [];
  await opened?.close();
  opened = undefined;
  expect(wrong).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  if (service) discard(service.data);
});

async function begin(n: number, options: Parameters<typeof open>[2] = {}): Promise<{ page: Page; id: number }> {
  const { body } = await call(`${service.url}/things`, 'POST', { name: `thing ${n}`, n });
  opened = await open(browser, `${service.operator}/?rows=Thing&row=${body.id}`, {
    reducedMotion: 'reduce',
    ...options,
  });
  return { page: opened.page, id: body.id };
}

const state = (page: Page): Promise<string | null> => page.locator('.chosen dd').nth(4).textContent();
const button = (page: Page, name: string): ReturnType<Page['locator']> =>
  page.locator('.moves').getByRole('button', { name, exact: true });

describe.skipIf(!hasChromium)('moves from outside on the page', () => {
  test('are buttons with who decides and their guards; those of another state are disabled, and say so', async () => {
    const { page } = await begin(1);
    const names = await page.locator('.moves button').allTextContents();
    expect(names).toEqual([
      'status to paid',
      'status to failed',
      'status to new',
      'status to (gone)',
      'status to lost',
    ]);
    const off = await page.locator('.moves button[aria-disabled=true]').allTextContents();
    expect(off).toEqual(['status to new', 'status to (gone)', 'status to lost']);
    const about = page.locator('.moves .about');
    expect(await about.nth(0).innerText()).toBe(
      'from new, outside: the bank, only if n > 0\nfrom lost, outside: the bank',
    );
    expect(await about.nth(2).innerText()).toBe(
      'from failed, outside: a clerk\n\nNot from new, which is its state now.',
    );
    await button(page, 'status to lost').click({ force: true });
    expect(await page.locator('dialog').isVisible()).toBe(false);
  });

  test('are asked about, and made, by keyboard alone', async () => {
    const { page, id } = await begin(1);
    await button(page, 'status to paid').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('heading').textContent()).toBe(`Thing ${id}: status to paid?`);
    expect(await dialog.textContent()).toContain('only if n > 0');
    // Who presses Enter twice has changed nothing.
    await page.keyboard.press('Enter');
    expect(await dialog.isVisible()).toBe(false);
    expect(await state(page)).toBe('new');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('status to paid');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => state(page)).toBe('paid');
    expect(await page.locator('.moves .status').textContent()).toBe(`Thing ${id} is paid now.`);
    expect(await button(page, 'status to paid').getAttribute('aria-disabled')).toBe('true');
    expect(await button(page, 'status to lost').getAttribute('aria-disabled')).toBe(null);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('status to paid');
  });

  test('that a guard refuses say why, and change nothing', async () => {
    const { page } = await begin(0);
    await button(page, 'status to failed').click();
    await page.getByRole('button', { name: 'Make the move' }).click();
    await expect
      .poll(() => page.locator('.moves .status').textContent())
      .toBe('Not moved: No row of the table makes this move to `failed` now.');
    expect(await state(page)).toBe('new');
    // The answer is 409, and the browser says so too.
    opened!.wrong.splice(0, 1);
  });

  test.each(['light', 'dark'] as const)(
    'are accessible, %s and small too, also while one is asked about',
    async (colorScheme) => {
      for (const width of [1200, 390]) {
        const { page } = await begin(1, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
        await page.evaluate(axe.source);
        expect([width, await page.evaluate(VIOLATIONS)]).toEqual([width, []]);
        await button(page, 'status to paid').click();
        expect([width, await page.evaluate(VIOLATIONS)]).toEqual([width, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await opened!.close();
      }
    },
  );

  test('are not made without a script, and the page says what does the same', async () => {
    const { page } = await begin(1, { javaScriptEnabled: false });
    expect(await button(page, 'status to paid').isVisible()).toBe(false);
    expect(await page.locator('.moves').innerText()).toContain('POST /moves does the same');
  });
});
