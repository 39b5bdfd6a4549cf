// Two rows of part 3 that hold at once and lead apart, by every form of From and of By: `nondeterministic-move`, or not.

import { describe, expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { link } from '../../src/link/link.ts';
import { read } from '../../src/read/read.ts';
import { documentOf } from '../plan/plan-of.ts';

const call = (name: string, does: string): string => `### POST /things/{id}/${name}

- Does: ${does}
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | moved | none |`;

function sourceOf(rows: readonly string[]): string {
  return documentOf({
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`paid\` | boolean | no | caller | any | none |
| \`given\` | integer | no | caller | any | none |
| \`due\` | date-time | no | caller | any | none |
| \`end\` | date-time | no | caller | any | none |
| \`status\` | state | yes | service: state | any | none |`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`back\` | any |
| \`done\` | final |
| \`lost\` | gone |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${rows.map((row) => `| ${row} | none |`).join('\n')}

- Any other move: \`stage\``,
    operations: `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | none |

${call('go', 'moves Thing.status')}

${call('end', 'moves Thing.status')}

${call('back', 'moves Thing.status to `back`')}`,
    codes: '| `over` | 410 | internal |',
  });
}

/** From where, and by what. */
function told(...rows: readonly string[]): readonly string[] {
  const { document, diagnostics } = read(sourceOf(rows), 'things.md');
  const codes = check(link(document, diagnostics)).diagnostics.filter(({ severity }) => severity === 'error');
  return codes.map(({ code, message }) =>
    code === 'nondeterministic-move' ? / from `(.*?)` by `(.*)`,/.exec(message)!.slice(1).join(' by ') : message,
  );
}

const GO = '`POST /things/{id}/go`';
const END = '`POST /things/{id}/end`';
const BACK = '`POST /things/{id}/back`';
const MADE = 'POST /things/{id}/go';

describe('rows of one operation that meet and lead apart are told:', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['one state', `\`new\` | \`sent\` | ${GO} | none`, `\`new\` | \`back\` | ${GO} | none`, [`new by ${MADE}`]],
    [
      'one of several',
      `\`new\`, \`sent\` | \`back\` | ${GO} | none`,
      `\`back\`, \`sent\` | \`done\` | ${GO} | none`,
      [`sent by ${MADE}`],
    ],
    ['any beside a state', `any | \`sent\` | ${GO} | none`, `\`back\` | \`done\` | ${GO} | none`, [`back by ${MADE}`]],
    [
      'any beside where it leads',
      `any | \`sent\` | ${GO} | none`,
      `\`sent\` | \`done\` | ${GO} | none`,
      [`sent by ${MADE}`],
    ],
    ['any beside any', `any | \`sent\` | ${GO} | none`, `any | \`back\` | ${GO} | none`, [`new by ${MADE}`]],
    [
      'any except beside what it does not except',
      `any except \`new\` | \`sent\` | ${GO} | none`,
      `\`back\` | \`done\` | ${GO} | none`,
      [`back by ${MADE}`],
    ],
    [
      'any except beside any except',
      `any except \`new\` | \`sent\` | ${GO} | none`,
      `any except \`sent\` | \`done\` | ${GO} | none`,
      [`back by ${MADE}`],
    ],
    [
      'a refusal from any',
      `any | refused \`over\` | ${GO} | none`,
      `\`new\` | \`sent\` | ${GO} | none`,
      [`new by ${MADE}`],
    ],
    [
      'a final state that is refused',
      `any | refused \`over\` | ${GO} | none`,
      `\`done\` | same | ${GO} | none`,
      [`done by ${MADE}`],
    ],
    [
      'two refusals',
      `any | refused \`over\` | ${GO} | none`,
      `\`new\` | refused \`stage\` | ${GO} | none`,
      [`new by ${MADE}`],
    ],
    ['what goes', `any | (gone) | ${GO} | none`, `\`new\` | \`sent\` | ${GO} | none`, [`new by ${MADE}`]],
    [
      'a gone state that both name',
      `\`lost\` | \`new\` | ${GO} | none`,
      `\`lost\` | \`sent\` | ${GO} | none`,
      [`lost by ${MADE}`],
    ],
    [
      'the second of several operations',
      `\`new\` | \`sent\` | ${END}, ${GO} | none`,
      `\`new\` | \`done\` | ${GO} | none`,
      [`new by ${MADE}`],
    ],
    [
      'conditions that one row meets',
      `any | \`sent\` | ${GO} | \`given\` > 3`,
      `any except \`sent\` | \`done\` | ${GO} | \`given\` < 5`,
      [`new by ${MADE}`],
    ],
    [
      'one constant, written in two ways',
      `any | \`sent\` | ${GO} | \`given\` = 1`,
      `\`back\` | \`done\` | ${GO} | \`Thing.given\` = \`1\` and \`paid\` = true`,
      [`back by ${MADE}`],
    ],
    [
      'constants of two fields',
      `any | \`sent\` | ${GO} | \`given\` = 1`,
      `\`back\` | \`done\` | ${GO} | \`paid\` = true`,
      [`back by ${MADE}`],
    ],
    [
      'one condition',
      `any | \`sent\` | ${GO} | none`,
      `\`back\` | \`done\` | ${GO} | \`paid\` = true`,
      [`back by ${MADE}`],
    ],
  ])('%s', (_, one, other, found) => {
    expect(told(one, other)).toStrictEqual(found);
    expect(told(other, one)).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    [
      'any except beside what it excepts',
      `any except \`back\` | \`sent\` | ${GO} | none`,
      `\`back\` | \`done\` | ${GO} | none`,
    ],
    ['any beside a final state', `any | \`sent\` | ${GO} | none`, `\`done\` | refused \`over\` | ${GO} | none`],
    ['any beside a gone state', `any | refused \`over\` | ${GO} | none`, `\`lost\` | \`new\` | ${GO} | none`],
    [
      'any except beside a gone state',
      `any except \`new\` | \`sent\` | ${GO} | none`,
      `\`lost\` | \`new\` | ${GO} | none`,
    ],
    ['other operations', `any | \`sent\` | ${GO} | none`, `any | \`done\` | ${END} | none`],
    ['one place', `any | \`sent\` | ${GO} | none`, `\`new\` | \`sent\` | ${GO} | none`],
    [
      'conditions that no row meets',
      `any | \`sent\` | ${GO} | \`given\` > 3`,
      `any | \`done\` | ${GO} | \`given\` < 3`,
    ],
    [
      'constants of one field',
      `any | \`sent\` | ${GO} | \`given\` = 1 and \`paid\` = true`,
      `any | \`done\` | ${GO} | \`given\` = 2`,
    ],
    ['an operation that says where it leads', `any | \`back\` | ${BACK} | none`, `any | \`sent\` | ${GO} | none`],
  ])('but not %s', (_, one, other) => {
    expect(told(one, other)).toStrictEqual([]);
    expect(told(other, one)).toStrictEqual([]);
  });
});

describe('rows that time makes', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'after one length',
      '`new` | `sent` | after 15 minutes | none',
      '`new` | `back` | after 900 seconds | none',
      ['new by after 900 seconds'],
    ],
    ['at one field', 'any | `sent` | at `due` | none', '`back` | `new` | at `due` | none', ['back by at `due`']],
    [
      'after one field',
      'any except `back` | `sent` | 7 days after `due` | none',
      '`new` | `done` | 7 days after `due` | none',
      ['new by 7 days after `due`'],
    ],
    [
      'a field and no time after it',
      '`new` | `sent` | at `due` | none',
      '`new` | `done` | 0 days after `due` | none',
      ['new by 0 days after `due`'],
    ],
    [
      'what goes',
      '`new` | `sent` | after 1 minute | none',
      '`new` | (gone) | after 1 minute | none',
      ['new by after 1 minute'],
    ],
    [
      'conditions that one row meets',
      '`new` | `sent` | after 1 minute | `given` > 3',
      '`new` | `back` | after 1 minute | `given` < 5',
      ['new by after 1 minute'],
    ],
    [
      'one condition',
      '`new` | `sent` | after 1 minute | none',
      '`new` | `back` | after 1 minute | `paid` = true',
      ['new by after 1 minute'],
    ],
  ])('are told where both are due: %s', (_, one, other, found) => {
    expect(told(one, other)).toStrictEqual(found);
    expect(told(other, one)).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ['one of them earlier', '`new` | `sent` | after 1 minute | none', '`new` | `back` | after 2 minutes | none'],
    ['other fields', '`new` | `sent` | at `due` | none', '`new` | `back` | at `end` | none'],
    [
      'the place where the other leads',
      'any | `sent` | after 1 minute | none',
      '`sent` | `back` | after 1 minute | none',
    ],
    ['one place', 'any | `sent` | after 1 minute | none', '`new` | `sent` | after 1 minute | none'],
    [
      'conditions that no row meets',
      '`new` | `sent` | after 1 minute | `given` > 3',
      '`new` | `back` | after 1 minute | `given` < 3',
    ],
    ['a call beside time', '`new` | `sent` | after 1 minute | none', `\`new\` | \`back\` | ${GO} | none`],
    ['someone outside beside time', '`new` | `sent` | after 1 minute | none', '`new` | `back` | outside: `us` | none'],
  ])('are not told: %s', (_, one, other) => {
    expect(told(one, other)).toStrictEqual([]);
    expect(told(other, one)).toStrictEqual([]);
  });
});

describe('rows from outside are told apart by the place that is asked for:', () => {
  it.each<[string, string, string]>([
    ['two places', '`new` | `sent` | outside: `us` | none', '`new` | `back` | outside: `us` | none'],
    ['one place', 'any | `sent` | outside: `us` | none', '`new` | `sent` | outside: `them` | none'],
    ['a choice', '`new` | one of `sent`, `back` | outside: `us` | none', '`new` | `back` | outside: `us` | none'],
    ['what goes', '`new` | (gone) | outside: `us` | none', '`new` | `back` | outside: `us` | none'],
  ])('%s', (_, one, other) => {
    expect(told(one, other)).toStrictEqual([]);
  });
});
