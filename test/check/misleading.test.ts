// What a first reader takes for something else: each is said where it is written, with what to write instead. Input: small documents.
// Output: warnings and messages. Notation, rule 1.5, part 4 "What a call does", part 7.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { FLOOR_CAUSES } from '../../src/analysis/refusals/errors.ts';
import { plan } from '../../src/plan/compile.ts';
import { read } from '../../src/read/read.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { documentOf, type Parts } from '../plan/plan-of.ts';
import { send, start } from '../serve/running.ts';

const RESOURCES = `### Station

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |

### Box

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`station\` | Station by \`id\` | yes | caller at create | any | none |
| \`number\` | integer | yes | caller | any | none |`;

const POST = (does: string, body: string): string => `### POST /stations/{id}/boxes

- Does: ${does}
- Repeat: again
${body}

| Path | Type | Selects |
|---|---|---|
| \`id\` | integer | Station by \`id\` |

| Status | When | Body |
|---|---|---|
| 201 | created | Box |
`;

function found(parts: Parts): readonly string[] {
  const { document, diagnostics } = read(documentOf(parts), 'boxes.md');
  return check(link(document, diagnostics)).diagnostics.map(
    ({ code, message, fix }) => `${code}: ${message} ${fix ?? ''}`,
  );
}

const WITH = 'creates Box with `station` = {id}';

const posted = (does: string, body: string): readonly string[] =>
  found({ resources: RESOURCES, operations: POST(does, body) }).filter((one) => one.startsWith('never-kept'));
const table = (rows: string): string =>
  `\n| Body | Type | Required | Sets |\n|---|---|---|---|\n| \`n\` | integer | yes | \`number\` |\n${rows}`;

describe('a field that Does gives a value', () => {
  it('is none of a shape that is the body: Read-only fields speaks of it', () => {
    expect(posted(WITH, '- Body: Box')).toEqual([]);
    expect(posted(WITH, table(''))).toEqual([]);
  });

  it('is told where a Body row sets it, or the body takes what `sets` gives', () => {
    expect(posted(WITH, table('| `station` | integer | yes | `station` |'))).toEqual([
      expect.stringContaining('Take `station` out of the Body table or out of Does'),
    ]);
    expect(posted(`${WITH}; sets \`number\` = 3`, '- Body: Box')).toEqual([
      expect.stringContaining('Write `Body: Box without number`'),
    ]);
    expect(posted(`${WITH}; sets \`number\` = body \`n\``, table(''))).toEqual([]);
  });
});

const movedBeside = (does: string, body: string): readonly string[] =>
  found({
    resources: `${RESOURCES}
| \`state\` | state | yes | caller | any | \`shut\` |`,
    states: `### Box.state

| State | Kind |
|---|---|
| \`shut\` | initial |
| \`open\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`shut\` | \`open\` | \`POST /stations/{id}/boxes\` | none | none |`,
    operations: POST(does, body).replace('Station by', 'Box by'),
  }).filter((one) => one.startsWith('never-kept'));

describe('a state that a move gives', () => {
  it('is told where the body takes it, too', () => {
    const taken = [expect.stringContaining('Write `Body: Box without state`, or take `state` out of Does')];
    expect(movedBeside('updates Box; moves Box.state', '- Body: Box')).toEqual(taken);
    expect(movedBeside('moves Box.state to `open`; replaces Box', '- Body: Box')).toEqual(taken);
    expect(movedBeside('updates Box; moves Box.state', '- Body: Box without `state`')).toEqual([]);
    expect(movedBeside('updates Box', '- Body: Box')).toEqual([]);
    expect(movedBeside('moves Box.state', table('| `to` | state | yes | `state` |'))).toEqual([
      expect.stringContaining('Take `state` out of the Body table or out of Does'),
    ]);
  });

  it('says nothing of the row that is made', () => {
    expect(movedBeside('creates Box; moves Box.state', '- Body: Box')).toEqual([]);
  });
});

const NEXT = (path: string): string => `### GET /stations/{id}/box

- Does: reads Box where \`station\` = {id} and \`number\` = 1
- Repeat: safe
${path}
| Status | When | Body |
|---|---|---|
| 200 | found | Box |
`;

describe('a parameter of the path that no Path row speaks of', () => {
  it('says what it is taken for, and the row to write, which then runs', () => {
    const row = '| `id` | integer | Station by `id` |';
    const said = found({ resources: RESOURCES, operations: NEXT('') }).find((one) => one.startsWith('unlike-types'));
    expect(said).toContain('`integer`, as `{id}` is taken for `Box.id` where no Path row says otherwise');
    expect(said).toContain(`for the \`Station\` that the path names, write a Path table with the row \`\`${row}\`\``);
    const written = NEXT(`\n| Path | Type | Selects |\n|---|---|---|\n${row}\n`);
    expect(found({ resources: RESOURCES, operations: written }).join()).not.toContain('unlike-types');
  });

  it.each([
    ['', 'with a Path table with the row ``| `id` | integer | Station by `id` |``'],
    ['\n| Path | Type | Selects |\n|---|---|---|\n| `id` | integer | Station by `id` |\n', ', the row of `Station`'],
  ])('is named where `this` stands for the row that it selects, and then it runs: %j', (path, row) => {
    const list = NEXT(path).replace(/- Does: .*/, '- Does: lists Box where `station` = this');
    const said = found({ resources: RESOURCES, operations: list }).join('\n');
    expect(said).toContain(row);
    expect(said).toContain('Name another one: `{id}`');
    expect(said).toContain('`this` is the row of `Box` that is looked at');
    const written = NEXT('\n| Path | Type | Selects |\n|---|---|---|\n| `id` | integer | Station by `id` |\n');
    const right = written.replace(/- Does: .*/, '- Does: lists Box where `station` = {id}');
    expect(found({ resources: RESOURCES, operations: right }).join('\n')).not.toContain('Name another one');
  });

  it('selects none of what is listed or made: that is asked', () => {
    for (const does of ['lists Box where `station` = {id}', 'creates Box with `station` = {id}']) {
      const operations = NEXT('').replace(/- Does: .*/, `- Does: ${does}`);
      const { document, diagnostics } = read(documentOf({ resources: RESOURCES, operations }), 'a.md');
      const model = link(document, diagnostics);
      expect(model.diagnostics.filter(({ code }) => code === 'unlike-types')).toEqual([]);
      const gap = gapView(model).gaps.find(({ id }) => id.endsWith('/path.id/selects'));
      expect(gap?.blocks).toEqual(['GET /stations/{id}/box']);
    }
  });
});

it('a length that begins with two dots is told how it is written', () => {
  const resources = RESOURCES.replace('`number` | integer', '`number` | string(..140)');
  expect(found({ resources, operations: POST(WITH, '- Body: Box') }).join('\n')).toContain('at most 20 is `(20)`');
});

describe('what HTTP itself answers', () => {
  it('is no gap of part 7, as its page and the notation say', () => {
    const notation = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'notation.md'), 'utf8').replace(
      /\s+/g,
      ' ',
    );
    const [said] = /`malformed body`, [^.]* are no gaps/.exec(notation)!;
    for (const { cause } of FLOOR_CAUSES) expect(said).toContain(`\`${cause.kind}\``);
    expect([...said.matchAll(/`[a-z ]+`/g)]).toHaveLength(FLOOR_CAUSES.length);
  });
});

const answerTable = (name: string): string => `\n| Status | When | Body |\n|---|---|---|\n| ${name} | Thing |\n\n`;

describe('Any other move with a code', () => {
  it('is what a row answers whose Only if is false', async () => {
    const states = `### Thing.state

| State | Kind |
|---|---|
| \`shut\` | initial |
| \`open\` | final |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
| \`shut\` | \`open\` | \`POST /boxes/{id}/open\` | body \`pin\` = this \`pin\` | none |

- Any other move: \`stage\``;
    const resources = `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`pin\` | string(4) | yes | caller, hidden | matches \`[0-9]{4}\` | none |
| \`state\` | state | yes | service: state | any | none |`;
    const operations = `### POST /boxes\n\n- Does: creates Thing\n- Body: Thing\n- Repeat: again\n${answerTable('201 | created')}### POST /boxes/{id}/open

- Does: moves Thing.state to \`open\`
- Repeat: again

| Body | Type | Required | Sets |
|---|---|---|---|
| \`pin\` | string(4) | yes | none |
${answerTable('200 | moved')}`;
    const codes = '| `wrong` | 403 | body `pin` != this `pin` |';
    const answers = async (more: string): Promise<readonly number[]> => {
      const { document, diagnostics } = read(
        documentOf({ resources, states, operations, ...(more !== '' && { codes: more }) }),
        'boxes.md',
      );
      const service = await start(plan(link(document, diagnostics)));
      try {
        await send(service, 'POST', '/boxes', { pin: '1234' });
        const wrong = await send(service, 'POST', '/boxes/1/open', { pin: '4321' });
        return [wrong.status, (await send(service, 'POST', '/boxes/1/open', { pin: '1234' })).status];
      } finally {
        await service.stop();
      }
    };
    expect(await answers('')).toEqual([409, 200]);
    expect(await answers(codes)).toEqual([409, 200]);
  });
});
