// The first day, in a real browser: the page of a service that watches its document. A held operation is tried, the line is written,
// the page turns, and the same call is answered; what a reader was doing meanwhile is not disturbed.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { watched, type Watched } from '../cli/watched.ts';
import { freePort, root } from '../examples/running.ts';
import { hasChromium, launch, open, type Opened } from './chromium.ts';

const DOCUMENT = `# Shelf

- Lists: complete unless marked

## 2. Resources and their fields

### Book

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | any | none |
| \`pin\` | string | yes | caller, hidden | any | none |

## 4. Endpoints

### All operations

- Media type: in \`application/json\`; out \`application/json\`
- Who: anyone
- Emits: none
- Other operations: none

### POST /books

- Does: creates Book
- Body: Book
- Unknown fields: refused
- Read-only fields: refused
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Book |

### GET /books/{id}

- Does: not shown
- Body: none

| Status | When | Body |
|---|---|---|
| 200 | found | Book |

## 5. Authentication

none
`;
const WRITTEN = DOCUMENT.replace('- Does: not shown', '- Does: reads Book');
const BROKEN = DOCUMENT.replace('### Book\n', '### Book\n\n- Unique together: `nothing_like_it`\n');

let browser: Browser;
let service: Watched | undefined;
let opened: Opened | undefined;

beforeAll(async () => {
  if (hasChromium) browser = await launch();
});
afterAll(async () => browser?.close());
afterEach(async () => {
  const wrong = opened?.wrong ?? [];
  await opened?.close();
  await service?.stop();
  service?.discard();
  opened = undefined;
  service = undefined;
  expect(wrong).toEqual([]);
});

async function begin(document = DOCUMENT): Promise<Page> {
  service = await watched(document);
  opened = await open(browser, `${service.operator}/`);
  return opened.page;
}

const live = (page: Page): Promise<string | null> => page.locator('#live').textContent();

describe.skipIf(!hasChromium)('the page of a document that is watched', () => {
  test('shows a held operation as held, turns when the line is written, and answers then', async () => {
    const page = await begin();
    const card = page.locator('[data-operation="GET /books/{id}"]');
    expect(await card.locator('.badge').textContent()).toBe('held');
    await card.getByText('Try').click();
    await card.getByLabel('id', { exact: true }).fill('1');
    await card.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => card.locator('.status').textContent()).toMatch(/^501 /);
    expect(await card.locator('.shown p').allTextContents()).toContain(
      'Held by 4/GET /books/{id}/does: What does `GET /books/{id}` do?',
    );
    await card.locator('.shown a', { hasText: '/does' }).click();
    expect(await page.locator(':target').textContent()).toContain('What does GET /books/{id} do?');

    const create = page.locator('[data-operation="POST /books"]');
    await create.getByText('Try').click();
    const body = create.getByLabel(/^Body \(/);
    await body.fill('{"title": "half ty');
    await page.evaluate('document.activeElement.setSelectionRange(3, 7)');
    const scrolled = await page.evaluate('scrollY');

    service!.write(WRITTEN);
    await expect.poll(() => card.locator('.badge').textContent()).not.toBe('held');
    expect(await live(page)).toMatch(
      /^The document was saved\. Now runs( partly)?: GET \/books\/\{id\}\. \d+ questions are open\.$/,
    );
    // What was typed, where, and how far the page was scrolled, are as they were; so is the answer of before.
    expect(await body.inputValue()).toBe('{"title": "half ty');
    expect(
      await page.evaluate(
        '(({ dataset, selectionStart, selectionEnd }) => [dataset.in, selectionStart, selectionEnd])(document.activeElement)',
      ),
    ).toEqual(['body', 3, 7]);
    expect(Math.abs(Number(await page.evaluate('scrollY')) - Number(scrolled))).toBeLessThan(300);
    expect(await card.locator('.status').textContent()).toMatch(/^501 /);

    await body.fill('{"title": "Ünder\\u003cb\\u003e", "pin": "1234-very-secret"}');
    await create.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => create.locator('.status').textContent()).toMatch(/^201 /);
    await card.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => card.locator('.status').textContent()).toMatch(/^200 OK/);
    expect(await card.locator('pre.body').textContent()).toContain('"title": "Ünder<b>"');
    // The rows are there without another look, and the secret is nowhere but in what was typed.
    await expect.poll(() => page.locator('#rows-Book td').allTextContents()).toEqual(['1', 'Ünder<b>']);
    const html = await (await fetch(`${service!.operator}/`)).text();
    expect([html.includes('Ünder&lt;b&gt;'), html.includes('1234-very-secret')]).toEqual([true, false]);
  });

  test('shows the errors of what was saved last, with its lines, and goes on with the document of before', async () => {
    const page = await begin(WRITTEN);
    service!.write(BROKEN);
    const box = page.locator('.trouble');
    await box.waitFor();
    expect(await box.locator('h2').textContent()).toMatch(/has .*error.*; what was read before is served on$/);
    expect(await box.locator('pre').first().textContent()).toContain('nothing_like_it');
    expect(await live(page)).toBe(await box.locator('h2').textContent());
    expect((await fetch(`${service!.url}/livez`)).status).toBe(404);
    service!.write(WRITTEN.replace('# Shelf', '# Shelves'));
    await expect.poll(() => page.locator('h1').textContent()).toBe('Shelves');
    expect(await box.count()).toBe(0);
    expect(await page.title()).toContain('Shelves');
  });

  test('keeps the focus near where it was when what had it is gone', async () => {
    const page = await begin(WRITTEN);
    const card = page.locator('[data-operation="GET /books/{id}"]');
    await card.getByText('Try').click();
    await card.getByLabel('id', { exact: true }).focus();
    service!.write(WRITTEN.slice(0, WRITTEN.indexOf('### GET')));
    await expect.poll(() => card.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.id')).toBe('operations-Book');
    expect(await live(page)).toContain('No longer stated: GET /books/{id}.');
  });

  test('runs nothing that a row says, and shows it as text; its line for the shell is one for any text', async () => {
    const evil = `<img src=x onerror=alert(1)></script><script>document.title='got'</script>"'\u202eabc`;
    service = await watched(WRITTEN.replace('# Shelf', '# Shelf <script>alert(2)</script>'));
    const made = await fetch(`${service.url}/books`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: evil, pin: '' }),
    });
    expect(made.status).toBe(201);
    const long = await fetch(`${service.url}/books`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: '😀'.repeat(200_000), pin: '' }),
    });
    expect(long.status).toBe(201);
    opened = await open(browser, `${service.operator}/?rows=<script>alert(1)</script>&after=%22%3E%3Cscript%3E#<img>`);
    const { page } = opened;
    expect(await page.locator('#rows-Book').textContent()).toContain(
      `<img src=x onerror=alert(1)></script><script>document.title='got'</script>"'U+202Eabc`,
    );
    expect(await page.locator('#rows-Book').textContent()).toContain('(800000 octets in all)');
    expect(await page.title()).toBe('Shelf <script>alert(2)</script> – ninefold');
    const card = page.locator('[data-operation="GET /books/{id}"]');
    await card.getByText('Try').click();
    await card.getByLabel('id', { exact: true }).fill(`it's $(touch x) \`y\` "z"; <b>`);
    await card.getByLabel('Headers').fill(`X-Quote: it's "$HOME"`);
    const line = (await card.locator('.curl').textContent())!;
    const [before, after] = [
      line.replace(/^curl /, "printf '%s\\n' "),
      await shell(line.replace(/^curl /, "printf '%s\\n' ")),
    ];
    expect(before).not.toBe(line);
    expect(after.split('\n')).toEqual([
      '-sS',
      '-i',
      `${service.url}/books/${encodeURIComponent(`it's $(touch x) \`y\` "z"; <b>`)}`,
      '-H',
      `X-Quote: it's "$HOME"`,
      '',
    ]);
    await card.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => card.locator('.status').textContent()).toMatch(/^[45]\d\d /);
  });

  test('can be used by keyboard alone', async () => {
    const page = await begin(WRITTEN);
    const at = (): Promise<{ text: string; outline: string }> =>
      page.evaluate(
        `({ text: (document.activeElement.getAttribute('data-in') ?? document.activeElement.textContent).trim(), outline: getComputedStyle(document.activeElement).outlineStyle })`,
      );
    await page.keyboard.press('Tab');
    expect((await at()).text).toBe('Skip to the contents');
    await page.keyboard.press('Enter');
    const path: string[] = [];
    const forward = async (text: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        const now = await at();
        expect([now.text, now.outline]).toEqual([now.text, 'solid']);
        path.push(now.text);
        if (now.text === text) return;
      }
      throw new Error(`${text} is not met: ${path.join(' > ')}`);
    };
    await forward('Try POST /books');
    await page.keyboard.press('Enter');
    await forward('body');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{"title": "typed", "pin": "1"}');
    await forward('Send POST /books');
    await page.keyboard.press('Enter');
    const card = page.locator('[data-operation="POST /books"]');
    await expect.poll(() => card.locator('.result [role=status]').textContent()).toMatch(/^201 /);
    // The focus is where it was; the answer comes next.
    expect((await at()).text).toBe('Send POST /books');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect((await at()).text).toContain('"title": "typed"');
  });
});

/** The page itself is answered by 500, not what it calls. */
async function failing(page: Page): Promise<() => Promise<void>> {
  await page.route(`${service!.operator}/`, (route) => route.fulfill({ status: 500, body: 'failed\n' }));
  return () => page.unrouteAll();
}
/** Whatever answers 500 is told by the browser, too. */
function expectFailures(): void {
  const [failures, others] = [/500 \(Internal Server Error\)/, opened!.wrong];
  expect(others.some((one) => failures.test(one))).toBe(true);
  others.splice(0, others.length, ...others.filter((one) => !failures.test(one)));
}

describe.skipIf(!hasChromium)('the page that cannot be made anew', () => {
  test('when the document was saved: stays as it is, says so, and turns when it can be', async () => {
    const page = await begin();
    const badge = page.locator('[data-operation="GET /books/{id}"] .badge');
    const mend = await failing(page);
    service!.write(WRITTEN);
    const stale = 'This page is not up to date: the server answers 500 for it. It is asked again and again.';
    await expect.poll(() => live(page)).toBe(stale);
    expect(await badge.textContent()).toBe('held');
    const asked = page.waitForResponse((response) => response.url() === `${service!.operator}/`);
    expect((await asked).status()).toBe(500);
    await mend();
    await expect.poll(() => badge.textContent(), { timeout: 10_000 }).not.toBe('held');
    expect(await live(page)).toMatch(/^The document was saved\. Now runs/);
    expectFailures();
  });

  test('when a row was made: its answer stands, and the row comes when it can be', async () => {
    const page = await begin();
    const create = page.locator('[data-operation="POST /books"]');
    const mend = await failing(page);
    await create.getByText('Try').click();
    await create.getByLabel(/^Body \(/).fill('{"title": "one", "pin": "1"}');
    await create.getByRole('button', { name: /^Send/ }).click();
    await expect.poll(() => live(page)).toMatch(/^This page is not up to date/);
    expect(await create.locator('.status').textContent()).toMatch(/^201 /);
    expect(await page.locator('#rows-Book td').count()).toBe(0);
    await mend();
    await expect.poll(() => page.locator('#rows-Book td').allTextContents(), { timeout: 10_000 }).toEqual(['1', 'one']);
    expect(await live(page)).toBe('This page is up to date again.');
    expectFailures();
  });
});

describe.skipIf(!hasChromium)('the page of a service that starts anew', () => {
  test('says that nobody answers, comes back by itself, and shows what is served then', async () => {
    service = await watched(DOCUMENT);
    const [port, operator] = [await freePort(), await freePort()];
    const args = [`--port=${port}`, `--operator-port=${operator}`, `--data=${service.directory}/other`];
    const start = async () => {
      const child = spawn(process.execPath, ['src/cli/main.ts', 'serve', service!.file, ...args], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await once(child.stdout!, 'data');
      return child;
    };
    let child = await start();
    try {
      opened = await open(browser, `http://127.0.0.1:${operator}/`);
      const { page } = opened;
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect.poll(() => live(page)).toContain('does not answer');
      service.write(DOCUMENT.replace('# Shelf', '# Shelf of tomorrow'));
      child = await start();
      await expect.poll(() => page.locator('h1').textContent(), { timeout: 20_000 }).toBe('Shelf of tomorrow');
      // Whoever is gone for a moment is no error of the page, and the browser says so all the same.
      opened.wrong.splice(0, opened.wrong.length, ...opened.wrong.filter((one) => !/net::ERR_[A-Z_]+/.test(one)));
    } finally {
      child.kill();
    }
  });
});

async function shell(line: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', line])).stdout;
}
