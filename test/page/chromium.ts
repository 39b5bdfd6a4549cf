// A real browser for tests of the page: Debian's Chromium by default, without a network but this machine. Input: pages that a test opens.
// Output: the browser, and what went wrong in it: errors of the console, of scripts, requests to any other host.

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const PATH = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Where there must be one, a test without it fails. */
export const hasChromium: boolean = existsSync(PATH) || process.env['CI'] === 'true';
if (!hasChromium) console.warn(`NOT TESTED: the page in a browser, for there is no ${PATH} (CHROMIUM=… names another)`);

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
  return chromium.launch({
    executablePath: PATH,
    args: [...args, '--disable-background-networking', '--disable-component-update'],
  });
}

export interface Opened {
  readonly page: Page;
  readonly wrong: string[];
  close(): Promise<void>;
}

export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.setDefaultTimeout(15_000);
  page.on('console', (said) => {
    if (said.type() === 'error' || said.type() === 'warning') wrong.push(`${said.type()}: ${said.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== 'data:' && host !== new URL(url).host) wrong.push(`asks ${request.url()}`);
  });
  await page.goto(url);
  return { page, wrong, close: () => context.close() };
}

/** What axe finds; its source has been evaluated in the page. */
export const VIOLATIONS: string = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`;
