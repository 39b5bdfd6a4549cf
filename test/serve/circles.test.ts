// Rules that rest on rules: on themselves, through other rows, and so often that they have no end. None of them stops the
// plan, and none is answered 500.

import { describe, expect, test } from 'vitest';
import { link } from '../../src/link/link.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start } from './running.ts';

type Row = readonly [name: string, type: string, rule: string];

const POST = `- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created |`;

function modelWith(rows: readonly Row[], required = 'no'): ReturnType<typeof link> {
  const cells = rows.map(([name, type, rule]) => `| \`${name}\` | ${type} | ${required} | ${rule} | any | none |\n`);
  const { document, diagnostics } = read(
    documentOf({
      resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`f\` | string | no | caller | any | none |
| \`i\` | integer | no | caller | any | none |
| \`above\` | Thing by \`id\` | no | caller | any | none |
${cells.join('')}

### Other

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | no | caller | any | none |
${rows.slice(0, 1).map(([name, type]) => `| \`of\` | ${type} | no | service: = ${type === 'string' ? `\`{thing.${name}}!\`` : `\`thing.${name}\` + 1`} | any | none |`)}
`,
      operations: `### POST /things

- Does: creates Thing
- Body: Thing
${POST} Thing |

### POST /others

- Does: creates Other
- Body: Other
${POST} Other |
`,
    }),
    'x',
  );
  return link(document, diagnostics);
}

const errors = (model: ReturnType<typeof link>): readonly string[] =>
  model.diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));

describe('what rests on itself in the same row is an error', () => {
  const CIRCLES: readonly (readonly Row[])[] = [
    [['a', 'string', 'service: = `{a}!`']],
    [['a', 'integer', 'service: = `a` + 1']],
    [
      ['a', 'string', 'service: = `{b}`'],
      ['b', 'string', 'service: = `{c}-{f}`'],
      ['c', 'string', 'service: = `{i}{a}`'],
    ],
    [
      ['a', 'integer', 'service: = `b` * `i`'],
      ['b', 'integer', 'service: = 2 - `a`'],
    ],
  ];
  test.each(CIRCLES)('%j', (...rows) => {
    for (const required of ['yes', 'no']) {
      const model = modelWith(rows as never, required);
      expect(errors(model)).toEqual(['contradiction']);
      const { operations } = plan(model);
      expect(operations.map(({ heldBy }) => heldBy.includes('error:contradiction'))).toEqual([true, true]);
    }
  });
});

const HELD: readonly (readonly [string, readonly Row[]])[] = [
  ['a path through its own rows', [['a', 'string', 'service: = `{above.a}/{f}`']]],
  [
    'two fields through rows',
    [
      ['a', 'integer', 'service: = `above.b` + 1'],
      ['b', 'integer', 'service: = `above.a` + 1'],
    ],
  ],
  [
    'forty times doubled',
    Array.from({ length: 40 }, (_, at): Row => {
      const before = at === 39 ? 'f' : `c${at + 1}`;
      return [`c${at}`, 'string', `service: = \`{${before}}{${before}}\``];
    }),
  ],
];

test.each(HELD)('%s: held, wherever it is asked for', (_, rows) => {
  for (const required of ['yes', 'no']) {
    const model = modelWith(rows, required);
    expect(errors(model)).toEqual([]);
    const { operations, gaps } = plan(model);
    for (const { heldBy } of operations) {
      expect(heldBy.length).toBeGreaterThan(0);
      for (const id of heldBy) expect(gaps[id]).toContain('This runtime does not support');
    }
  }
});

test.each(['integer', 'string'])('a long chain of type %s runs', async (type) => {
  const rows = Array.from({ length: 150 }, (_, at): Row => {
    const before = at === 149 ? (type === 'integer' ? 'i' : 'f') : `c${at + 1}`;
    return [`c${at}`, type, type === 'integer' ? `service: = \`${before}\` + 1` : `service: = \`{${before}}x\``];
  });
  for (const required of ['yes', 'no']) {
    const service = await start(plan(modelWith(rows, required)));
    const { status, json } = await send(service, 'POST', '/things', { f: '', i: 0 });
    expect(status).toBe(201);
    expect((json as { c0: unknown }).c0).toBe(type === 'integer' ? 150 : 'x'.repeat(150));
    expect((await send(service, 'POST', '/others', { thing: 1 })).status).toBe(201);
    expect(service.logged).toEqual([]);
    await service.stop();
  }
});
