// Forms speak of the document at hand, and what is offered can be read where it is offered.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { asksOf, notDoneAt, type Ask } from '../../src/analysis/questions/questions.ts';
import { trial } from '../laws/laws.ts';
import { understand } from '../laws/service.ts';
import { filled, misjudgedForms, opened, unreadableForms, type WrittenForm } from './forms-written.ts';

const OTHER = 'a new code and its status: `…` 4…';
const ROOT = join(import.meta.dirname, '..', '..');
const SHOP = readFileSync(join(ROOT, 'examples', 'repair-shop.md'), 'utf8');

function formsAt(source: string, id: string): readonly string[] {
  return askAt(source, id).forms;
}

function askAt(source: string, id: string): Ask {
  const { model } = understand(source);
  const ask = asksOf(model)
    .flatMap(({ asks }) => asks)
    .find(({ gap }) => gap.id === id);
  expect(ask, id).toBeDefined();
  return ask!;
}

function idsOf(source: string): readonly string[] {
  return asksOf(understand(source).model).flatMap(({ asks }) => asks.map(({ gap }) => gap.id));
}

function open(source: string, from: string | RegExp, to: string): string {
  const text = source.replace(from, to);
  expect(text).not.toBe(source);
  return text;
}

/** Another document with one field to ask about. */
function withField(type: string, cells: string): string {
  return `# T\n\n- Lists: complete unless marked\n\n## 2. R\n\n### A\n- Identified by: \`id\`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| \`id\` | uuid | yes | service: new id | any | none |\n| \`f\` | ${type} | ${cells} |\n`;
}

function delivered(rest: string): string {
  return withEvents(`### Delivery\n- Tries: not shown\n\n${rest}`, 'Who');
}

function withEvents(part6: string, keys: string): string {
  return `${withField('string', 'yes | caller | any | none')}\n## 4. Endpoints\n\n### DELETE /as/{id}\n- Does: deletes A\n${bullets(keys)}\n\n| Status | When | Body |\n|---|---|---|\n| 204 | deleted | not shown |\n\n## 6. Events\n\n${part6}\n`;
}

const bullets = (keys: string): string =>
  keys
    .split(' · ')
    .map((key) => `- ${key}: not shown`)
    .join('\n');
const SCHEME = 'Scheme · Sent in · Caller · Credentials · Token lifetime · Refresh · Revoked when · Claims · Roles';
const DELIVERY =
  'Sent as · Accepted · Tries · Waits · Time-out · Order · Signature · Envelope · Duplicates · Kept for · Given up';
const VERSIONS =
  'Scheme · Current version · Supported versions · Deprecated · Sunset · Missing version · Unknown version';
/** All of parts 5, 6 and 9 is asked. */
const ASKED = `# T

- Lists: complete unless marked

## 2. Resources and their fields

### Hook
- Identified by: \`id\`

| Field | Type |
|---|---|
| \`id\` | uuid |
| \`name\` | string |
| \`url\` | url |
| \`password\` | secret or null |
| \`active\` | boolean |
| \`role\` | one of \`a\`, \`b\` |
| \`state\` | state |

## 3. States

### Hook.state

| State | Kind |
|---|---|
| \`on\` | initial |
| \`off\` | any |

## 4. Endpoints

### GET /hooks
- Does: lists Hook

### POST /hooks
- Does: creates Hook

## 5. Authentication

### Key
${bullets(`${SCHEME} · Issued by · Verified by`)}

## 6. Events

### hook.made
- When: not shown

| Field | Type | Required | Set by |
|---|---|---|---|
| \`id\` | not shown | not shown | not shown |

### hook.gone
- When: not shown
- Payload: not shown

### hook.seen
- When: Hook is updated
- Payload: Hook

### Delivery
${bullets(DELIVERY)}

## 7. Errors

| Code | Status | When |
|---|---|---|
| \`no_version\` | 400 | missing version |

## 9. Versioning
${bullets(VERSIONS)}

| Version | Date | Status |
|---|---|---|
| \`v1\` | not shown | not shown |
`;
const OPERATIONS = `\n## 4. E\n\n### GET /as\n\n- Does: lists A\n\n| Status | When | Body |\n|---|---|---|\n| 200 | found | array of A |\n\n### GET /\n\n- Does: none\n`;

/** The conditions that are offered for Selects of one parameter. */
const selects = (name: string, type: string): readonly string[] => {
  const source = `${withField('string', 'no | caller | any | none')}| \`count\` | integer | no | caller | any | none |
| \`part\` | B by \`no\` | no | caller | any | none |
| \`other\` | B by \`code\` or null | no | caller | any | none |

### B
- Identified by: \`no\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`no\` | integer | yes | service: new id | any | none |
| \`code\` | string | yes | caller | any | none |

## 4. Endpoints

### GET /as
- Does: lists A

| Query | Type | Required | Default | Selects |
|---|---|---|---|---|
| \`${name}\` | ${type} | no | none | not shown |
`;
  return formsAt(source, `4/GET /as/query.${name}/selects`).filter(
    (form) => form.endsWith('` = value') && form[0] === '`',
  );
};

describe('forms', () => {
  it('of parts 5, 6 and 9 are the notation’s, with the names of the document, and can be read with their holes filled', () => {
    const written: WrittenForm[] = [];
    expect(unreadableForms(ASKED, written, filled)).toEqual([]);
    const offered = new Map(Map.groupBy(written, ({ id }) => id).entries());
    const silent = asksOf(understand(ASKED).model)
      .flatMap(({ asks }) => asks)
      .filter(({ gap: { id } }) => /^[569]\//.test(id) && !offered.has(id))
      .map(({ gap: { id } }) => id);
    // A list of prose and days: what stands there only its author knows.
    expect(silent).toEqual(['9/compatibility', '9/version.v1/date'].filter((id) => silent.includes(id)));
    expect([...offered.keys()].filter((id) => /^[569]\//.test(id)).length).toBeGreaterThan(10);
    const at = (id: string): string[] => (offered.get(id) ?? []).map(({ form }) => form);
    expect(at('5/Key/credentials')).toContain('`name` and `password` of Hook');
    expect(at('5/Key/revoked-when')).toEqual(
      expect.arrayContaining(['`POST /hooks`', '`Hook.password` changes', 'Hook is deleted', 'by the operator']),
    );
    expect(at('5/Key/roles')).toContain('`Hook.role`');
    expect(at('6/delivery/sent-as')).toEqual(
      expect.arrayContaining(['`POST` to `Hook.url`', 'server-sent events on `GET /hooks`']),
    );
    expect(at('6/delivery/given-up')).toEqual(
      expect.arrayContaining(['sets `Hook.active` = `false`', 'moves `Hook.state` to `off`', 'deletes Hook']),
    );
    expect(at('6/hook.gone/when')).toEqual(
      expect.arrayContaining(['`POST /hooks`', 'Hook is deleted', '`Hook.state` becomes `off`']),
    );
    expect(at('6/hook.gone/payload')).toEqual(expect.arrayContaining(['Hook', 'same as `hook.seen`']));
    expect(at('9/missing-version')).toEqual(
      expect.arrayContaining(['the current version', 'version `v1`', 'refused `no_version`']),
    );
    expect(at('9/sunset')).toContain('`v1` on 2027-01-31');
  });

  it('can be read where they are offered', () => {
    const written: WrittenForm[] = [];
    for (let seed = 2; seed < 4; seed += 1)
      expect(unreadableForms(trial(seed).source, written), `seed ${seed}`).toEqual([]);
    expect(written.length).toBeGreaterThan(30);
    expect(new Set(written.map(({ kind }) => kind)).size).toBeGreaterThan(4);
  });

  it('say what this runtime does not support, and what it would hold', () => {
    const judged: WrittenForm[] = [];
    const source = readFileSync(join(ROOT, 'examples', 'price-list.md'), 'utf8');
    expect(misjudgedForms(opened(source, 3, 40), judged)).toEqual([]);
    expect(judged.length).toBeGreaterThan(5);
    const text = open(withField('not shown', 'yes | caller | any | none'), /$/, OPERATIONS);
    const { model } = understand(text);
    const ask = asksOf(model)
      .flatMap(({ asks }) => asks)
      .find(({ gap }) => gap.id === '2/A.f/type')!;
    const notDone = notDoneAt(model, ask);
    expect(notDone.map(({ form }) => form)).toEqual(['A']);
    expect(notDone[0]!.holds).toEqual(['GET /as']);
  });

  it('name the codes of part 7 for a move that no row allows', () => {
    const forms = formsAt(
      open(SHOP, /- Any other move: .*/, '- Any other move: not shown'),
      '3/Repair.status/any-other-move',
    );
    const codes = [...SHOP.matchAll(/^\| (`\w+`) \| [45]\d\d/gm)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(3);
    expect(forms).toEqual([...codes.slice(0, codes.length > 9 ? 8 : 9), OTHER, 'accepted']);
  });

  it('cut a long list short, with a count', () => {
    const rows = Array.from({ length: 30 }, (_, nth) => `| \`code_${nth}\` | 409 | internal |`).join('\n');
    const source = `# T\n\n- Lists: complete unless marked\n\n## 2. R\n\n### A\n- Identified by: \`id\`\n\n| Field | Type |\n|---|---|\n| \`id\` | uuid |\n| \`s\` | state |\n\n## 3. S\n\n### A.s\n- Any other move: not shown\n\n| State | Kind |\n|---|---|\n| \`x\` | initial |\n\n## 7. E\n\n| Code | Status | When |\n|---|---|---|\n${rows}\n`;
    const { forms, beside } = askAt(source, '3/A.s/any-other-move');
    expect(forms.slice(6)).toEqual(['`code_6`', '`code_7`', OTHER, 'accepted']);
    expect(beside).toEqual(['… (22 more codes of part 7)']);
  });

  it('are each an answer: how many names there are, and which ones, is said beside them', () => {
    const resources = Array.from({ length: 12 }, (_, nth) => `### R${nth}\n- Identified by: \`id\`\n`).join('\n');
    const fields =
      '\n| Field | Type | Set by |\n|---|---|---|\n| `id` | uuid | service: new id |\n| `n` | integer | not shown |\n';
    const source = `# T\n\n- Lists: complete unless marked\n\n## 2. R\n\n${resources}${fields}\n## 4. E\n\n### POST /rs\n- Does: not shown\n`;
    const does = askAt(source, '4/POST /rs/does');
    expect(does.forms.slice(0, 3)).toEqual(['reads … where …', 'lists …', 'creates …']);
    expect(does.beside).toEqual(['… is a resource: R0, R1, R2, R3, R4, R5, R6, R7, … (4 more resources)']);
    const setBy = askAt(source, '2/R11.n/set-by');
    expect(setBy.forms).toContain('service: count of R7 where …');
    expect(setBy.beside).toEqual(['… (4 more resources)']);
    for (const form of [...does.forms, ...setBy.forms]) expect(form).not.toContain('more resources');
  });

  it('are not there for what another statement settles', () => {
    expect(idsOf(withField('uuid', 'yes | service: new id | any | not shown'))).not.toContain('2/A.f/default');
    expect(idsOf(withField('uuid', 'yes | caller | any | not shown'))).toContain('2/A.f/default');
    expect(idsOf(withField('boolean', 'yes | caller | not shown | none'))).not.toContain('2/A.f/allowed-values');
    expect(idsOf(withField('string', 'yes | caller | not shown | none'))).toContain('2/A.f/allowed-values');
    expect(idsOf(withEvents('none', 'Emits · Who'))).not.toContain('4/DELETE /as/{id}/emits');
    expect(idsOf(withEvents('not shown', 'Emits · Who'))).toContain('4/DELETE /as/{id}/emits');
    expect(idsOf(withEvents('none', 'Who'))).not.toContain('4/DELETE /as/{id}/204/body');
    expect(idsOf(withEvents('none', 'Who').replace('| 204 |', '| 200 |'))).toContain('4/DELETE /as/{id}/200/body');
    expect(idsOf(delivered(''))).not.toContain('6/delivery/tries');
    expect(idsOf(delivered('### `a_gone`\n- Payload: none\n'))).toContain('6/delivery/tries');
  });

  it('of a query parameter begin with the field of its name, a reference by the field it is shown by', () => {
    expect(selects('part', 'integer')).toEqual(['`part` = value', '`count` = value']);
    expect(selects('part', 'B by `no`')).toEqual(['`part` = value', '`count` = value']);
    expect(selects('size', 'integer')).toEqual(['`count` = value', '`part` = value']);
    expect(selects('other', 'string')).toEqual(['`other` = value', '`id` = value', '`f` = value']);
    expect(selects('part', 'string')).toEqual(['`id` = value', '`f` = value', '`other` = value']);
  });

  it('are of the type of the field', () => {
    expect(formsAt(withField('boolean', 'no | caller | any | not shown'), '2/A.f/default')).toEqual([
      '`true`',
      '`false`',
      'none',
    ]);
    expect(formsAt(withField('one of `x`, `y`', 'no | caller | any | not shown'), '2/A.f/default')).toEqual([
      '`x`',
      '`y`',
      'none',
    ]);
    expect(formsAt(withField('date', 'yes | not shown | any | none'), '2/A.f/set-by')).toContain(
      'service: now at create',
    );
    expect(formsAt(withField('integer', 'yes | not shown | any | none'), '2/A.f/set-by')).not.toContain(
      'service: now at create',
    );
    expect(formsAt(withField('integer', 'yes | caller | not shown | none'), '2/A.f/allowed-values')).toContain('1..…');
    expect(formsAt(withField('string', 'yes | caller | not shown | none'), '2/A.f/allowed-values')).not.toContain(
      '1..…',
    );
  });
});
