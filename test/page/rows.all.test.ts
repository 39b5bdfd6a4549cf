// Rows on the operator's page in a real browser: found by a field, shown whole, followed through references in both directions, in the
// width that there is, by keyboard, and without a script.

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { call, discard, serve, type Running } from '../examples/running.ts';
import { hasChromium, launch, open, VIOLATIONS, type Opened } from './chromium.ts';

let browser: Browser;
let shop: Running;
let opened: Opened | undefined;

beforeAll(async () => {
  if (!hasChromium) return;
  [browser, shop] = await Promise.all([launch(), serve('examples/repair-shop.md')]);
  for (let number = 1; number <= 23; number++) {
    const sent = { machine: `Toaster ${number}`, serial: `SERIAL-${number}`, owner: 'ann@example.org' };
    const { status, body } = await call(`${shop.url}/repairs`, 'POST', sent);
    expect(status).toBe(201);
    if (number === 22) await call(`${shop.url}/repairs/${body.id}/notes`, 'POST', { text: 'It hums\nand hums.' });
  }
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
});

async function begin(address = '/', options: Parameters<typeof open>[2] = {}): Promise<Page> {
  opened = await open(browser, shop.operator + address, { reducedMotion: 'reduce', ...options });
  return opened.page;
}

const machines = (page: Page): Promise<string[]> =>
  page.locator('#rows-Repair tbody td:nth-child(2)').allTextContents();

describe.skipIf(!hasChromium)('rows on the page', () => {
  test('are found by a field, page after page, and what is typed elsewhere stays', async () => {
    const page = await begin();
    const card = page.locator('[data-operation="POST /repairs"]');
    await card.getByText('Try').click();
    await card.getByLabel(/^Body \(/).fill('{"half');
    const rows = page.locator('#rows-Repair');
    await rows.locator('.find > summary').click();
    await rows.getByLabel('Field').selectOption('machine');
    await rows.getByLabel('How').selectOption('contains');
    await rows.getByLabel('Value').fill('Toaster 2');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => machines(page))
      .toEqual(['Toaster 2', 'Toaster 20', 'Toaster 21', 'Toaster 22', 'Toaster 23']);
    expect(await rows.textContent()).toContain('Rows whose machine contains Toaster 2. All rows');
    expect(await page.evaluate('document.activeElement.id')).toBe('rows-Repair');
    await rows.getByRole('link', { name: 'All rows' }).click();
    await expect.poll(() => machines(page).then(({ length }) => length)).toBe(20);
    await rows.getByRole('link', { name: 'Next rows' }).click();
    await expect.poll(() => machines(page)).toEqual(['Toaster 21', 'Toaster 22', 'Toaster 23']);
    await page.goBack();
    await expect.poll(() => machines(page).then(({ length }) => length)).toBe(20);
    expect(await card.getByLabel(/^Body \(/).inputValue()).toBe('{"half');
  });

  test('say what is wrong with what is sought', async () => {
    const page = await begin('/?rows=Repair&where=estimate&how=is&value=dear');
    expect(await page.locator('#rows-Repair').textContent()).toContain(
      '"dear" is no value of estimate, which is decimal(2).',
    );
    expect(await page.locator('#rows-Note tbody tr').count()).toBe(1);
  });

  test('are shown whole, and followed to the row that they refer to and back, by keyboard alone', async () => {
    const page = await begin();
    const press = async (name: string): Promise<void> => {
      await page.getByRole('link', { name, exact: true }).first().focus();
      await page.keyboard.press('Enter');
    };
    await page.locator('#rows-Note td a').nth(1).focus();
    await page.keyboard.press('Enter');
    const chosen = page.locator('.chosen');
    await expect.poll(() => chosen.locator('dd').nth(1).textContent()).toBe('Toaster 22');
    expect(await page.evaluate('document.activeElement.id')).toBe('row-Repair');
    expect(new URL(page.url()).search).toBe('?rows=Repair&row=22');
    await press('Note by repair');
    await expect
      .poll(() => page.locator('#rows-Note').textContent())
      .toContain('Rows whose repair refers to the row with the key 22.');
    expect(await page.locator('#rows-Note tbody tr').count()).toBe(1);
    await press('1');
    await expect.poll(() => chosen.locator('dd').nth(2).textContent()).toBe('It hums\nand hums.');
    await press('Close');
    await expect.poll(() => chosen.count()).toBe(0);
  });

  test('that are not there are said to be so', async () => {
    const page = await begin('/?rows=Repair&row=99');
    expect(await page.locator('.chosen').textContent()).toBe('This row of Repair is not there. Close');
  });

  test('are found without a script, too', async () => {
    const page = await begin('/', { javaScriptEnabled: false });
    const rows = page.locator('#rows-Repair');
    await rows.locator('.find > summary').click();
    await rows.getByLabel('Field').selectOption('serial');
    await rows.getByLabel('Value').fill('SERIAL-7');
    await rows.getByRole('button', { name: 'Find' }).click();
    expect(await machines(page)).toEqual(['Toaster 7']);
  });

  test('are wider than the text where there is room, and never wider than the page', async () => {
    const page = await begin('/', { viewport: { width: 1600, height: 900 } });
    const widths = (): Promise<number[]> =>
      page.evaluate(
        `[document.querySelector('#rows-Repair .wide').getBoundingClientRect().width, document.querySelector('#rows').getBoundingClientRect().width, document.documentElement.scrollWidth]`,
      );
    const [table, text, whole] = await widths();
    expect(table).toBeGreaterThan(text! + 100);
    expect(whole).toBe(1600);
    await page.setViewportSize({ width: 390, height: 800 });
    expect((await widths())[2]).toBe(390);
  });

  test.each(['light', 'dark'] as const)('are accessible, %s and small too', async (colorScheme) => {
    for (const width of [1200, 390]) {
      const page = await begin('/?rows=Repair&where=machine&how=contains&value=Toaster&row=22', {
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
