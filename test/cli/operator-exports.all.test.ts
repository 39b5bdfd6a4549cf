// The exports on the operator's port: what `ninefold export` writes, of the document as it is served at that moment, for this port's own
// names and origin alone.

import { request } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';

import { check } from '../../src/check/check.ts';
import { exportedText } from '../../src/cli/exported-text.ts';
import { pagesOf } from '../../src/cli/serving/pages.ts';
import { servedHere } from '../../src/cli/serving/served-here.ts';
import { shownAtFirst, type Served, type Shown } from '../../src/cli/serving/shown.ts';
import { FORMATS } from '../../src/export/formats.ts';
import { plan } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { start, type Running } from '../serve/running.ts';

const BOXES = readFileSync(join(import.meta.dirname, '..', 'export', 'boxes.md'), 'utf8');

function servedOf(source: string): Served {
  const { model } = understand(source);
  return servedHere('boxes.md', model, check(model));
}

let service: Running | undefined;
let shown: Shown;
afterEach(() => service?.stop());

async function serves(source: string): Promise<void> {
  shown = shownAtFirst(servedOf(source));
  service = await start(plan(understand(source).model), pagesOf(shown));
}

interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const call = request(service!.operatorUrl + path, { method, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
    });
    call.on('error', reject);
    call.end();
  });
}

test('each format is what the command writes; OpenAPI names the address of the service', async () => {
  await serves(BOXES);
  const { model } = understand(BOXES);
  for (const format of FORMATS) {
    const { status, text } = await ask(`/export/${format}`);
    expect([format, status]).toEqual([format, 200]);
    expect(text).toBe(await exportedText(model, format, service!.url));
  }
  const api = JSON.parse((await ask('/export/openapi')).text) as { readonly servers: unknown };
  expect(api.servers).toEqual([{ url: service!.url }]);
  expect((await ask('/export/openapi', {}, 'HEAD')).text).toBe('');
  expect((await ask('/export/openapi', {}, 'POST')).status).toBe(405);
  expect((await ask('/export/raml')).text).toContain('/export/openapi');
});

test('of a document with a Base, its path on the address where the service listens', async () => {
  const based = BOXES.replace('### All operations\n', '### All operations\n\n- Base: https://boxes.example/v2\n');
  expect(based).not.toBe(BOXES);
  await serves(based);
  const { servers } = JSON.parse((await ask('/export/openapi')).text) as { readonly servers: unknown };
  expect(servers).toEqual([{ url: `${service!.url}/v2` }]);
  const alone = JSON.parse(await exportedText(understand(based).model, 'openapi')) as { readonly servers: unknown };
  expect(alone.servers).toEqual([{ url: 'https://boxes.example/v2' }]);
});

test('what is served later is what is shown then', async () => {
  await serves(BOXES);
  expect((await ask('/export/types')).text).not.toContain('weight');
  shown.replace(servedOf(BOXES.replaceAll('`label`', '`weight`')));
  expect((await ask('/export/types')).text).toContain('weight');
});

test('of a large document another process writes it', { timeout: 60_000 }, async () => {
  const many = Array.from(
    { length: 101 },
    (_, at) => `\n### GET /more${at}/{id}\n\n- Does: reads Box\n- Answers: 200 found, Box\n`,
  ).join('');
  const large = BOXES.replace(/(?=## 5\.)/, () => `${many.slice(1)}\n`);
  expect(large).not.toBe(BOXES);
  await serves(large);
  const { text } = await ask('/export/openapi');
  expect(text).toBe(await exportedText(understand(large).model, 'openapi', service!.url));
});

test('another name gets nothing, and no page of another origin can read it', async () => {
  await serves(BOXES);
  for (const format of FORMATS) {
    const path = `/export/${format}`;
    expect((await ask(path, { Host: 'attacker.example' })).status).toBe(421);
    const { headers } = await ask(path, { Origin: 'http://attacker.example' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await fetch(service!.url + path)).status).toBe(404);
  }
});
