// Pieces of the documents of these tests, in few words: what a test does not speak of is as usual. A bullet that is stated takes the place of the
// usual one; a row of a table may end before its last columns.

export { documentOf, modelOf } from '../plan/plan-of.ts';

type Rows = readonly string[];

/** Bullets by their heads; `undefined`: it is left out. */
export type Bullets = Readonly<Record<string, string | undefined>>;

/** Of all operations, where a service takes what it does not know. */
export const TOLERANT: Bullets = {
  'Media type': 'application/json',
  Who: 'anyone',
  'Unknown fields': 'ignored',
  'Read-only fields': 'ignored',
  Emits: 'none',
  'Other operations': 'none',
  Preconditions: 'none',
};

export function bullets(stated: Bullets): string {
  return Object.entries(stated)
    .map(([head, value]) => (value === undefined ? '' : `- ${head}: ${value}\n`))
    .join('');
}

/** Cells by their columns, where a row ends before. */
const USUAL: Readonly<Record<string, string>> = {
  Required: 'yes',
  'Set by': 'caller',
  'Allowed values': 'any',
  Default: 'none',
  Present: 'always',
  Kind: 'any',
  'Only if': 'none',
  Emits: 'none',
  Headers: 'none',
};

export function table(heads: string, rows: Rows): string {
  const columns = heads.split(' | ');
  const lines = rows.map((row) => {
    const lacking = columns.slice(row.split(' | ').length).map((head) => USUAL[head] ?? '');
    return `| ${[row, ...lacking].join(' | ')} |\n`;
  });
  return `| ${heads} |\n|${'---|'.repeat(columns.length)}\n${lines.join('')}`;
}

/** A code for whatever is wrong with a body. */
export const REFUSED =
  '`invalid` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field';

/** An operation, an event, or what else is stated below a heading. */
export function section(heading: string, stated: Bullets, ...tables: Rows): string {
  return `### ${heading}\n\n${[bullets(stated), ...tables].join('\n')}\n`;
}

export const ID = '`id` | integer | yes | service: new id';

const FIELD = 'Field | Type | Required | Set by | Allowed values | Default';

/** Its key is the first field, unless that is stated. */
export function resource(name: string, fields: Rows, stated: Bullets = {}, heads: string = FIELD): string {
  const key = fields[0]!.split(' ', 1)[0]!;
  return section(name, { 'Identified by': key, ...stated }, table(heads, fields));
}

export function machine(field: string, states: Rows, moves: Rows, stated: Bullets): string {
  const tables = [table('State | Kind', states), table('From | To | By | Only if | Emits', moves)];
  return section(field, stated, ...tables);
}

const pathOf = (name: string): string => `/${name.toLowerCase()}${name.endsWith('x') ? 'es' : 's'}`;

export function creates(name: string, stated: Bullets = {}, ...more: Rows): string {
  const usual = { Does: `creates ${name}`, Body: name, Repeat: 'again', Answers: `201 created, ${name}` };
  return section(`POST ${pathOf(name)}`, { ...usual, ...stated }, ...more);
}

export function lists(name: string, stated: Bullets = {}, ...more: Rows): string {
  const usual = { Does: `lists ${name}`, Body: 'none', Order: 'oldest first', Pages: 'none', Repeat: 'safe' };
  return section(`GET ${pathOf(name)}`, { ...usual, Answers: `200 found, array of ${name}`, ...stated }, ...more);
}

export function reads(name: string, stated: Bullets = {}, ...more: Rows): string {
  const usual = { Does: `reads ${name}`, Body: 'none', Repeat: 'safe', Answers: `200 found, ${name}` };
  return section(`GET ${pathOf(name)}/{id}`, { ...usual, ...stated }, ...more);
}

export function updates(name: string, stated: Bullets = {}, ...more: Rows): string {
  const usual = { Does: `updates ${name}`, Body: name, 'Omitted fields': 'kept', Repeat: 'same effect' };
  return section(`PATCH ${pathOf(name)}/{id}`, { ...usual, Answers: `200 updated, ${name}`, ...stated }, ...more);
}

export function deletes(name: string, stated: Bullets = {}, ...more: Rows): string {
  const usual = { Does: `deletes ${name}`, Body: 'none', Repeat: 'same effect', Answers: '204 deleted' };
  return section(`DELETE ${pathOf(name)}/{id}`, { ...usual, ...stated }, ...more);
}

/** `move`: as in `Does`. */
export function moves(heading: string, move: string, stated: Bullets = {}): string {
  const usual = { Does: `moves ${move}`, Body: 'none', Repeat: 'again' };
  return section(heading, { ...usual, Answers: `200 moved, ${move.replace(/\..*/s, '')}`, ...stated });
}

/** A row that it creates calls with the token that its answer shows. */
export function signsUp(name: string, stated: Bullets = {}): string {
  const usual = { Does: `creates ${name}; issues token for ${name}`, Answers: '201 created, `{"token": <token>}`' };
  return creates(name, { ...usual, ...stated });
}

/** The table of `Repeat: key`: calls that come again with their key. */
export function keys(header: string, stated: Bullets = {}): string {
  const usual = {
    Header: `\`${header}\` required`,
    'Applies to': 'POST',
    Scope: 'caller',
    'Kept for': '1 hour',
    'Same body': 'the first answer',
    'Other body': '`other_body`',
    'Still running': '`busy`',
    'Kept answers': 'all but 5xx',
  };
  const rows = Object.entries({ ...usual, ...stated }).map(([what, is]) => `${what} | ${is}`);
  return table('Repeat | Statement', rows);
}

/** How callers sign in: with tokens that never end. */
export function scheme(name: string, stated: Bullets): string {
  return section(name, {
    Scheme: 'bearer token',
    'Sent in': 'header `Authorization: Bearer {token}`',
    'Token lifetime': 'none',
    'Revoked when': 'none',
    ...stated,
  });
}

export function errors(codes: Rows, stated: Bullets = {}, heads = 'Code | Status | When'): string {
  const usual = { 'Error body': '`{"code": <code>}`', 'All failed fields at once': 'no' };
  return `${bullets({ ...usual, ...stated })}\n${table(heads, codes)}`;
}
