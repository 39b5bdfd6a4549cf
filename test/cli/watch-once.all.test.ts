// `serve --watch` in short: a line is written, and what was held runs. More of it is in watch.all.test.ts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { call, root } from '../examples/running.ts';
import { watched } from './watched.ts';

const ORDERS = readFileSync(join(root, 'docs/orders.md'), 'utf8');

test('a save that fills a gap is served at once, and it is said what newly runs', async () => {
  const { url, saying, write, stop, discard } = await watched(ORDERS);
  try {
    expect((await call(`${url}/orders`, 'POST', {})).status).toBe(501);
    write(ORDERS.replace('| `total` | decimal(2) | not shown |', '| `total` | decimal(2) | yes |'));
    expect(await saying(/is served \(\d+ ms\)\n(?: .*\n)+/)).toMatch(
      / {2}~ POST \/orders runs, held for some requests by 7\n {6}7: How does the service say what went wrong.*\n/,
    );
    expect((await call(`${url}/orders`, 'POST', { total: 1 })).status).toBe(201);
    expect(await stop()).toBe(0);
  } finally {
    await stop('SIGKILL');
    discard();
  }
});
