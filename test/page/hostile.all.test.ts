// The same page as in hostile.test.ts, read by a real browser: one tree of elements and attributes whatever the names are, with the
// names as texts in the same places.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hasChromium, launch } from './chromium.ts';
import { asPlain, HOSTILE, plainAndHostile } from './hostile.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasChromium) browser = await launch();
});
afterAll(async () => browser?.close());

/** Each element, attribute and text, in the order of the document. */
const READ = `(html) => {
  const read = new DOMParser().parseFromString(html, 'text/html');
  const walker = read.createTreeWalker(read, NodeFilter.SHOW_ALL);
  const out = [];
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    out.push(node.nodeName, node.nodeValue ?? '');
    for (const { name, value } of node.attributes ?? []) out.push(name, value);
  }
  return out;
}`;

describe.skipIf(!hasChromium)('a page with names that are made to break out', () => {
  test('is the same tree to a browser, and each name is a text in it', async () => {
    const page = await browser.newPage();
    const [plain, hostile] = (await Promise.all(
      (await plainAndHostile()).map((html) => page.evaluate(`(${READ})(${JSON.stringify(html)})`)),
    )) as [string[], string[]];
    await page.close();
    expect(hostile.map((one) => asPlain(one))).toEqual(plain.map((one) => one.replaceAll('`', '')));
    expect(hostile.filter((one) => one.includes(HOSTILE)).length).toBeGreaterThan(100);
  });
});
