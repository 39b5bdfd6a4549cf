// The plan of a resource with thousands of fields takes time in proportion to them, whatever sets the fields and whenever they
// must be sent. Time is that of the thread, the least of several runs.

import { expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';

const FEW = 1200;
const TIMES = 5;
/** A square would be 25 times as long. */
const MOST = 9;

const TABLE = '| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n';
const STATUS = (status: number, when: string, body: string): string =>
  `| Status | When | Body |\n|---|---|---|\n| ${status} | ${when} | ${body} |\n`;

function modelOf(fields: number, rest: (i: number) => string): Model {
  const rows = Array.from({ length: fields }, (_, i) => `| \`f${i}\` | ${rest(i)} | any | none |\n`).join('');
  const text = [
    '# T\n\n- Lists: complete unless marked\n\n## 2. Resources and their fields\n\n### R\n\n- Identified by: `id`\n',
    `${TABLE}| \`id\` | integer | yes | service: new id | any | none |\n${rows}`,
    '## 4. Endpoints\n\n- Media type: `application/json`\n\n### All operations\n\n- Who: anyone\n- Emits: none\n- Unknown fields: refused\n',
    `### POST /r\n\n- Does: creates R\n- Body: R\n- Repeat: again\n\n${STATUS(201, 'created', 'R')}`,
    `### PATCH /r/{id}\n\n- Does: updates R\n- Body: R\n- Omitted fields: kept\n- Repeat: same effect\n\n${STATUS(200, 'updated', 'R')}`,
    '## 7. Errors\n\n- Error body: `{"error": <code>}`\n- All failed fields at once: no\n',
    '| Code | Status | When |\n|---|---|---|\n| `gone` | 404 | no such R |\n| `bad` | 400 | any field invalid, any field missing |\n',
  ].join('\n');
  const { document, diagnostics } = read(text, 'x.md');
  return link(document, diagnostics);
}

/** Each time another model: what is computed once is kept with it. */
function least(fields: number, rest: (i: number) => string): number {
  let best = Infinity;
  for (let i = 0; i < 3; i += 1) {
    const model = modelOf(fields, rest);
    const before = process.threadCpuUsage();
    expect(plan(model).operations.map(({ runs }) => runs)).not.toContain('no');
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

it.each([
  ['that callers send', () => 'string | yes | caller'],
  ['that the service sets', () => 'date-time | yes | service: now at create'],
  ['that are required by another', (i: number) => `string | ${i === 0 ? 'no' : `if \`f${i - 1}\` is set`} | caller`],
] as const)('fields %s: five times as many, no more than nine times as long', (_, rest) => {
  least(FEW, rest);
  const [few, many] = [least(FEW, rest), least(TIMES * FEW, rest)];
  expect(many / few, `${FEW} fields: ${few} ms, ${TIMES * FEW}: ${many} ms`).toBeLessThan(MOST);
});
