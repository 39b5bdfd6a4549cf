// Who may call what: of the ticket shop, of a document with gaps, and of every document at hand as far as the schema goes. The text
// fits the terminal that it is for.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { callerText, cellText, permissionMatrix } from '../../src/analysis/permissions/matrix.ts';
import { check } from '../../src/check/check.ts';
import { showMatrix } from '../../src/cli/matrix.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from '../cli/captured.ts';
import { root } from '../examples/running.ts';
import { understand } from '../laws/service.ts';

const schema: object = JSON.parse(readFileSync(join(root, 'docs', 'matrix.schema.json'), 'utf8'));
const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);
const TICKETS = readFileSync(join(root, 'examples', 'ticket-shop.md'), 'utf8');

/** Cells as texts, by caller. */
function cells(source: string, operation: string, state?: string): Record<string, string> {
  const { callers, rows } = permissionMatrix(understand(source).model);
  const row = rows.find((one) => one.operation === operation && one.state === state);
  return Object.fromEntries(row!.cells.map((cell, index) => [callerText(callers[index]!), cellText(cell)]));
}

function edited(source: string, ...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, source);
}

const NOBODY = {
  'not signed in': 'may not',
  'signed in': 'may not',
  '`customer`': 'may not',
  '`staff`': 'may not',
  '`admin`': 'may not',
  owner: 'may not',
};

describe('the ticket shop', () => {
  it('says who may move a row, by its state', () => {
    const own = 'if `organiser` = caller `organiser`';
    expect(cells(TICKETS, 'POST /concerts/{id}/open', 'draft')).toEqual({ ...NOBODY, '`staff`': own });
    expect(cells(TICKETS, 'POST /concerts/{id}/open', 'open')['`staff`']).toBe('may not, in this state');
    expect(cells(TICKETS, 'POST /orders/{number}/pay', 'held')).toEqual({ ...NOBODY, owner: 'may' });
    expect(cells(TICKETS, 'POST /orders/{number}/pay', 'paid').owner).toBe('may not, in this state');
  });

  it('says who may make and list rows, and that Does leaves some out', () => {
    expect(cells(TICKETS, 'POST /concerts', '(new)')).toEqual({ ...NOBODY, '`staff`': 'may' });
    expect(cells(TICKETS, 'GET /concerts', 'open')['not signed in']).toBe('may');
    expect(cells(TICKETS, 'GET /concerts', 'draft')['`admin`']).toBe('may not, in this state');
    expect(cells(TICKETS, 'GET /users')).toEqual({ ...NOBODY, '`admin`': 'may' });
  });

  it('asks Visible to of rows that are there, and not of those that are made', () => {
    const visible = edited(TICKETS, [
      '### Concert\n\n- Identified by: `id`\n',
      '### Concert\n\n- Identified by: `id`\n- Visible to: `staff`\n',
    ]);
    expect(cells(visible, 'GET /concerts', 'open')).toEqual({ ...NOBODY, '`staff`': 'may' });
    expect(cells(visible, 'POST /concerts', '(new)')).toEqual({ ...NOBODY, '`staff`': 'may' });
  });

  it('asks no Visible to of who signs up, or in', () => {
    const visible = edited(TICKETS, [
      '- Unique: `email` ignoring case\n',
      '- Unique: `email` ignoring case\n- Visible to: `admin`\n',
    ]);
    const everybody = Object.fromEntries(Object.keys(NOBODY).map((caller) => [caller, 'may']));
    expect(cells(visible, 'POST /users')).toEqual(everybody);
    expect(cells(visible, 'POST /organisers')).toEqual(everybody);
    expect(cells(visible, 'POST /sessions')).toEqual(everybody);
    expect(cells(visible, 'PUT /users/{id}/role')).toEqual({ ...NOBODY, '`admin`': 'may' });
  });
});

describe('a document with gaps', () => {
  it('has a gap where Who is not shown, for everybody', () => {
    const source = edited(TICKETS, ['- Does: lists User\n- Who: `admin`', '- Does: lists User\n- Who: not shown']);
    expect(new Set(Object.values(cells(source, 'GET /users')))).toEqual(new Set(['gap 4/GET /users/who']));
  });

  it('has a gap for roles that are not shown, and for all who sign in where part 5 is not', () => {
    const roles = edited(TICKETS, ['- Roles: `User.role`', '- Roles: not shown']);
    const [caller, text] = Object.entries(cells(roles, 'GET /users')).find(([name]) => name === '`admin`')!;
    expect([caller, text]).toEqual(['`admin`', 'gap 5/Session/roles']);
    const none = TICKETS.replace(/## 5\. Authentication[^]*?(?=## 6\.)/, '## 5. Authentication\n\nnot shown\n\n');
    expect(cells(none, 'GET /users')).toEqual({
      'not signed in': 'may not',
      'signed in': 'may not',
      '`staff`': 'may not',
      '`admin`': 'gap 5',
      owner: 'may not',
    });
    expect(cells(none, 'GET /concerts', 'open')['not signed in']).toBe('may');
  });

  it('has a gap where a move may start, and is held by gaps elsewhere', () => {
    const from = edited(TICKETS, [
      '| `held` | `paid` | `POST /orders/{number}/pay`',
      '| not shown | `paid` | `POST /orders/{number}/pay`',
    ]);
    expect(cells(from, 'POST /orders/{number}/pay', 'cancelled').owner).toMatch(/^gap 3\/Order\.stage\//);
    expect(cells(from, 'POST /orders/{number}/pay', 'cancelled')['`staff`']).toBe('may not');
    const body = edited(TICKETS, ['- Who: `staff`\n- Body: Concert\n', '- Who: `staff`\n- Body: not shown\n']);
    expect(cells(body, 'POST /concerts', '(new)')).toEqual({
      ...NOBODY,
      '`staff`': 'held (may) by 4/POST /concerts/body',
    });
  });

  it('has the half gap of which items', () => {
    const source = edited(TICKETS, ['which items: `organiser` = caller `organiser`', 'which items: not shown']);
    expect(cells(source, 'GET /concerts/own', 'open')).toMatchObject({
      '`staff`': 'gap 4/GET /concerts/own/who',
      '`admin`': 'may not',
    });
  });
});

async function command(...args: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const console = captured({ directory: root });
  const status = await run(['check', join(root, 'examples', 'ticket-shop.md'), '--matrix', ...args], console);
  return { status, out: console.stdout(), err: console.stderr() };
}

describe('the command', () => {
  it('prints JSON of its schema, and the same as text', async () => {
    const { status, out } = await command('--format', 'json');
    const printed: unknown = JSON.parse(out);
    expect([status, validate(printed), validate.errors]).toEqual([0, true, null]);
    expect(printed).toMatchObject(permissionMatrix(understand(TICKETS).model));
    expect((await command()).out).toContain(`
POST /concerts/{id}/open
  Concert.stage: draft
    not signed in, signed in, \`customer\`, \`admin\`, owner: may not
    \`staff\`: if \`organiser\` = caller \`organiser\`
  Concert.stage: open, closed
    not signed in: may not
    signed in, \`customer\`, \`staff\`, \`admin\`, owner: may not, in this state
`);
  });

  it('is refused in formats that have no place for it', async () => {
    expect(await command('--format', 'sarif')).toMatchObject({ status: 2, out: '' });
  });

  it.each([24, 40, 80, 200])('fits a terminal of %i characters', (columns) => {
    const console = { ...captured({ directory: root }), columns };
    showMatrix('a.md', permissionMatrix(understand(TICKETS).model), console);
    const long = console
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith(' ') && line.length > columns && line.trim().includes(' '));
    expect(long).toEqual([]);
  });
});

const FILES = ['examples', 'test/parts', 'test/catalogue'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);

it.each(FILES)('of %s fits the schema, and a gap of Who is in it', (file) => {
  const { model } = understand(readFileSync(join(root, file), 'utf8'));
  const matrix = permissionMatrix(model);
  expect([validate({ document: file, ...matrix }), validate.errors]).toEqual([true, null]);
  const open = check(model).gaps.flatMap(({ id, blocks }) => (/^4\/.*\/who$/.test(id) ? blocks : []));
  for (const operation of open)
    expect(
      matrix.rows
        .filter((row) => row.operation === operation)
        .some(({ cells: own }) => own.some(({ kind }) => kind === 'gap')),
      operation,
    ).toBe(true);
});
