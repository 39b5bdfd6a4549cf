// The service at the top of docs/notation.md: complete, and it runs as its text says. Input: the page. Output: answers. Notation, "A first
// service".

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { send, start } from './running.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'notation.md'), 'utf8');
const [, source] = /^## 0\. A first service[\s\S]*?^````markdown\n([\s\S]*?)^````$/m.exec(page)!;

it('the first service of the notation has no gap, and refuses a wrong PIN and a second opening', async () => {
  const { document, diagnostics } = read(source!, 'boxes.md');
  const model = link(document, diagnostics);
  const report = check(model);
  expect([report.diagnostics, report.gaps]).toEqual([[], []]);
  expect(report.operations.map(({ runs }) => runs)).toEqual(['yes', 'yes', 'yes']);
  const service = await start(plan(model));
  try {
    const made = await send(service, 'POST', '/boxes', { label: 'left', pin: '1234' });
    expect([made.status, made.json]).toEqual([201, { id: 1, label: 'left', status: 'locked' }]);
    const opened = async (pin: string): Promise<readonly unknown[]> => {
      const { status, json } = await send(service, 'POST', '/boxes/1/open', { pin });
      return [status, json];
    };
    expect(await opened('4321')).toEqual([403, { error: 'wrong_pin', fields: [] }]);
    expect(await opened('1234')).toEqual([200, { id: 1, label: 'left', status: 'open' }]);
    expect(await opened('1234')).toEqual([409, { error: 'not_now', fields: [] }]);
    expect((await send(service, 'GET', '/boxes/2')).status).toBe(404);
  } finally {
    await service.stop();
  }
});
