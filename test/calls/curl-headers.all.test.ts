// Lines for the shell have the headers that each call must have: pasted into a shell, with a real curl, they work. What the operator's
// page shows of the same operations has them, too.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

import { effortForAll } from '../../src/base/effort.ts';
import { curlLines } from '../../src/calls/lines.ts';
import { tryForm } from '../../src/page/try-form.ts';
import { plan } from '../../src/plan/compile.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { understand } from '../laws/service.ts';
import { start } from '../serve/running.ts';

const shell = promisify(execFile);

function planOf(name: string, change: (source: string) => string = (source) => source): Plan {
  const source = readFileSync(new URL(`../parts/endpoints/${name}.md`, import.meta.url), 'utf8');
  const { model, errors } = understand(change(source));
  expect(errors).toEqual([]);
  return plan(model);
}

async function linesOf(of: Plan, url: string): Promise<readonly string[]> {
  const search = curlLines(of, url, Date.now());
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

const asked = (source: string): string =>
  source
    .replaceAll('| Header | `Idempotency-Key` optional |', '| Header | `Idempotency-Key` required |')
    .replaceAll('| Scope | operation |', '| Scope | everyone |');

it.each<[string, Plan, readonly RegExp[]]>([
  [
    'headers of a list',
    planOf('headers-that-a-request-must-carry'),
    [/POST .*X-Client: .*X-Digest: .*X-Sure: /s, /\/things\/.*X-Client: /s],
  ],
  ['rows of a Header table', planOf('header-parameters'), [/X-Region: /]],
  ['preconditions', planOf('preconditions'), [/PATCH .*If-Match: \*/s]],
  ['keys, each its own', planOf('repeats-by-key', asked), [/POST .*Idempotency-Key: /s, /DELETE .*Idempotency-Key: /s]],
])('%s', async (_, of, expected) => {
  const service = await start(of);
  try {
    const lines = await linesOf(of, service.url);
    const wrapper = `curl() { command curl -w '%{stderr}[%{http_code}]' "$@"; }`;
    const { stderr } = await shell('sh', ['-c', [wrapper, ...lines].join('\n')]);
    const statuses = [...stderr.matchAll(/\[(\d+)\]/g)].map(([, status]) => Number(status));
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([]);
    expect(statuses).toHaveLength(lines.length);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const forms = of.operations.map((one) => tryForm(one, of, service.url, effortForAll()));
    for (const one of expected) {
      expect(
        lines.some((line) => one.test(line)),
        String(one),
      ).toBe(true);
      expect(
        forms.some((form) => one.test(form)),
        String(one),
      ).toBe(true);
    }
  } finally {
    await service.stop();
  }
});
