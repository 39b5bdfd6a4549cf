// Assumptions documents: who assumes what stands where, what they fill, and what they never fill. Notation, section 1.9.

import { describe, expect, it } from 'vitest';

import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { assumedIn, foundIn, laid, WHO } from './laid.ts';

const NOTES = `# Notes

- Lists: complete unless marked

## 2. Resources and their fields

### Note

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | no | service: new id | any | none |
| \`text\` | string | not shown | caller | — | |
| \`at\` | date-time | yes | service: not shown | any | none |

## 4. Endpoints

- Who: signed-in

### GET /notes/{id}

- Does: not shown
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | not shown |
| not shown | \`gone\` | none |

## 8. Limits

not shown
`;

const FIELDS = '## 2. Resources and their fields\n\n### Note\n';
const table = (heads: string, ...rows: readonly string[]): string =>
  `\n| Field | ${heads} |\n|${'---|'.repeat(heads.split('|').length + 1)}\n${rows.map((row) => `| ${row} |\n`).join('')}`;

describe('who assumes what', () => {
  it('stands under the title, a part, a heading or in the row; nearer beats farther, each fact apart', () => {
    const text = `${WHO}
## 2. Resources and their fields

- Why: of part 2

### Note

- Until: 2026-12-31
${table('Required | Allowed values | Assumed by | Assumed on', '`text` | no | any | Bob | ', '`id` | not shown | not shown | Eve | ')}
## 4. Endpoints

### GET /notes/{id}

- Does: reads Note
`;
    const model = laid(NOTES, [text]);
    expect(foundIn(model).filter((one) => one.startsWith('a1'))).toEqual([]);
    const entries = gapView(model).assumed.map(({ id, assumption }) => ({ id, ...assumption }));
    const bob = { by: 'Bob', on: '2026-11-20', why: 'of part 2', until: '2026-12-31' };
    const ada = { by: 'Ada Smith', on: '2026-11-20', why: 'said so by telephone', until: '2027-01-31' };
    expect(entries).toEqual(
      [
        { id: '2/Note.text/required', ...bob },
        { id: '2/Note.text/allowed-values', ...bob },
        { id: '4/GET /notes/%7Bid%7D/does', ...ada },
      ].map((one) => ({ ...one, id: one.id.replace('%7B', '{').replace('%7D', '}') })),
    );
  });

  it('stands nearer under a heading than under its part', () => {
    const text = `${WHO}\n## 2. Resources and their fields\n\n- Why: of part 2\n\n### Note\n\n- Why: of notes\n${table('Required', '`text` | no')}`;
    expect(gapView(laid(NOTES, [text])).assumed.map(({ assumption }) => assumption.why)).toEqual(['of notes']);
  });

  it('must be said of a row `none`, too: without it that closes nothing', () => {
    const bare = `# Notes\n\n${FIELDS}\n- Identified by: \`id\`\n`;
    const fieldsOf = (until: string): unknown => {
      const rows = table('Type | Until', '`a` | string | 2027-01-31', `none | | ${until}`);
      const { fields } = laid(bare, [`${WHO.replace(/- Until.*\n/, '')}\n${FIELDS}${rows}`]).document.resources
        .resources.items[0]!;
      return [fields.items.map(({ name }) => name.text), fields.mark];
    };
    expect(fieldsOf('2027-01-31')).toEqual([['a'], 'closed']);
    expect(fieldsOf('')).toEqual([['a'], undefined]);
  });

  it('must be said of every statement; what lacks one of the four is left out', () => {
    const text = `# Assumed\n\n- Assumed by: Bob\n- Assumed on: 2026-11-20\n\n${FIELDS}${table('Required | Allowed values', '`text` | no | any')}`;
    const model = laid(NOTES, [text]);
    expect(foundIn(model)[0]).toBe(
      'd.md:14 blank-cell: Unexpected "—", expected a value, `none`, `any` or `not shown`.',
    );
    expect(foundIn(model).filter((one) => one.startsWith('a1'))).toEqual([
      'a1.md:12 assumption-incomplete: Unexpected assumption without `Why` and `Until`, and 1 more without the same.',
    ]);
    expect(assumedIn(model)).toEqual([]);
  });

  it('is a day where a day belongs, and a slip of a key is told', () => {
    const text = `${WHO.replace('2027-01-31', '2027-02-30').replace('Assumed on', 'Assume on')}\n${FIELDS}${table('Required', '`text` | no')}`;
    expect(foundIn(laid(NOTES, [text])).filter((one) => one.startsWith('a1'))).toEqual([
      'a1.md:4 unknown-key: Unexpected key "Assume on" among who assumes it, expected a key of the notation; did you mean `Assumed on`?',
      'a1.md:6 assumption-date: Unexpected "2027-02-30" as Until, expected a day: `2027-01-31`.',
      'a1.md:14 assumption-incomplete: Unexpected assumption without `Assumed on`.',
    ]);
  });

  it('counts on its last day, and fills nothing from the next one on', () => {
    const text = `${WHO}\n${FIELDS}${table('Required', '`text` | no')}`;
    expect(assumedIn(laid(NOTES, [text], '2027-01-31'))).toEqual(['2/Note.text/required: no, Ada Smith']);
    const over = laid(NOTES, [text], '2027-02-01');
    expect(assumedIn(over)).toEqual([]);
    expect(foundIn(over).at(-1)).toBe(
      'a1.md:14 assumption-expired: Unexpected assumption that ended on 2027-01-31 (assumed by Ada Smith: said so by telephone).',
    );
    expect(gapView(over).gaps.map(({ id }) => id)).toContain('2/Note.text/required');
  });

  it('is no part of an ordinary document', () => {
    expect(foundIn(laid(WHO, []))).toContain(
      'd.md:3 unknown-key: Unexpected key "Assumed by" under the title, expected a key of the notation.',
    );
  });
});

describe('what is assumed', () => {
  it('fills cells, bullets, halves, lists and parts that are not shown', () => {
    const text = `${WHO}
${FIELDS}${table('Required | Set by | Default', '`text` | no | not shown | none', '`at` | not shown | service: now at create | not shown')}
## 4. Endpoints

### GET /notes/{id}

- Does: reads Note

| Status | When | Body |
|---|---|---|
| 200 | not shown | Note |
| 410 | \`gone\` | not shown |

## 8. Limits

| Limit | Value | Per | When exceeded |
|---|---|---|---|
| reads | 5 per minute | caller | \`slow\` |
`;
    expect(assumedIn(laid(NOTES, [text])).map((one) => one.replace(', Ada Smith', ''))).toEqual([
      '2/Note.text/required: no',
      '2/Note.at/set-by: service: now at create',
      '2/Note.text/default: none',
      '4/GET /notes/{id}/does: reads Note',
      '4/GET /notes/{id}/410/status: 410',
      '4/GET /notes/{id}/200/body: Note',
      '8/reads/value: 5 per minute',
      '8/reads/per: caller',
      '8/reads/when-exceeded: `slow`',
    ]);
  });

  it('never overrides what the document states, says in no binding form, or says for all operations', () => {
    const text = `${WHO}
${FIELDS}${table('Type', '`text` | integer')}
## 4. Endpoints

### GET /notes/{id}

- Who: anyone
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | found | not shown |
`;
    const model = laid(NOTES, [text]);
    expect(foundIn(model).filter((one) => one.startsWith('a1'))).toEqual([
      'a1.md:14 assumption-overrides: Unexpected assumption about Type of `text` of `Note` of part 2, about which the document already says something else.',
      'a1.md:20 assumption-overrides: Unexpected assumption about Who of `GET /notes/{id}` of part 4, about which the document already says something else.',
      'a1.md:21 assumption-overrides: Unexpected assumption about Repeat of `GET /notes/{id}` of part 4, about which the document already says something else.',
      'a1.md:25 assumption-overrides: Unexpected assumption about Status of `GET /notes/{id}` of part 4, about which the document already says something else.',
    ]);
    expect(assumedIn(model)).toEqual([]);
    expect(gapView(model).operations[0]!.heldBy.filter((id) => id.startsWith('error:'))).toEqual([]);
  });

  it('adds rows to lists that are open, and to no other', () => {
    const text = `${WHO}\n${FIELDS}${table('Type', '`texts` | string')}\n### Other\n\n- Identified by: none\n`;
    expect(foundIn(laid(NOTES, [text])).filter((one) => one.startsWith('a1'))).toEqual([
      'a1.md:14 assumption-closed-list: Unexpected `texts`: there is nothing to assume, the list of fields of `Note` of part 2 is stated to be complete without it; did you mean `text`?',
      'a1.md:16 assumption-closed-list: Unexpected `Other`: there is nothing to assume, the list of resources of part 2 is stated to be complete without it.',
    ]);
    const open = laid(NOTES.replace('unless', 'only where'), [text]);
    expect(foundIn(open).filter((one) => one.startsWith('a1'))).toEqual([]);
    expect(assumedIn(open).map((one) => one.split(':')[0])).toEqual(['2/Note.texts/type', '2/Other/identified-by']);
  });

  it('says that a list is complete where that is open', () => {
    const text = `${WHO}\n- Lists: complete unless marked\n`;
    const model = laid(NOTES.replace('- Lists: complete unless marked\n', ''), [text]);
    expect(assumedIn(model)).toEqual(['lists: complete unless marked, Ada Smith']);
    const open = NOTES.replace('| `at` |', '| … | | | | | |\n| `at` |');
    expect(assumedIn(laid(open, [`${WHO}\n${FIELDS}\n- Other fields: none\n`]))).toEqual([
      '2/Note/fields: none, Ada Smith',
    ]);
  });

  it('takes rows of a second file in a list that is complete by assumption alone', () => {
    const open = NOTES.replace('- Lists: complete unless marked\n', '');
    const lists = `${WHO}\n- Lists: complete unless marked\n`;
    const row = `${WHO}\n${FIELDS}${table('Type', '`more` | string')}`;
    const model = laid(open, [lists, row]);
    expect(foundIn(model).filter((one) => one.startsWith('a'))).toEqual([]);
    expect(assumedIn(model)).toContain('2/Note.more/type: string, Ada Smith');
  });

  it('fills a bullet that is not shown, key by key', () => {
    const versions = '## 9. Versioning\n\n- Scheme: not shown\n- Current version: `1`\n';
    const text = `${WHO}\n${versions.replace('not shown', 'path prefix').replace('`1`', '`2`')}`;
    const model = laid(`${NOTES}\n${versions}`, [text]);
    expect(foundIn(model).filter((one) => one.startsWith('a1'))).toEqual([
      'a1.md:11 assumption-overrides: Unexpected assumption about Current version of part 9, about which the document already says something else.',
    ]);
    const { facts } = model.document.versioning;
    expect(facts).toMatchObject({ scheme: { text: 'path prefix' }, currentVersion: { text: '`1`' } });
  });

  it('takes the place of a bullet that may stand several times and is not shown', () => {
    const open = NOTES.replace('- Identified by: `id`\n', '- Identified by: `id`\n- Unique: not shown\n');
    const model = laid(open, [`${WHO}\n${FIELDS}\n- Unique: \`text\`\n`]);
    expect(model.document.resources.resources.items[0]!.unique.map(({ status }) => status)).toEqual(['stated']);
    expect(gapView(model).gaps.filter(({ id }) => id.includes('unique'))).toEqual([]);
  });

  it('finds an operation whose path parameter has another name', () => {
    const text = `${WHO}\n## 4. Endpoints\n\n### GET /notes/{nr}\n\n- Does: reads Note\n`;
    const model = laid(NOTES, [text]);
    expect(foundIn(model).filter((one) => one.startsWith('a1'))).toEqual([]);
    expect(assumedIn(model)).toEqual(['4/GET /notes/{id}/does: reads Note, Ada Smith']);
  });

  it.each([
    ['anyone', ['4/GET /notes/{id}/who: anyone, Ada Smith'], []],
    ['signed-in', [], ['assumption-overrides:']],
  ])('%s fills the half of Who that says which items, where it says the same who', (who, assumed, refused) => {
    const stated = NOTES.replace('- Repeat: safe', '- Who: anyone; which items: not shown\n- Repeat: safe');
    const model = laid(stated, [`${WHO}\n## 4. Endpoints\n\n### GET /notes/{id}\n\n- Who: ${who}\n`]);
    expect(assumedIn(model)).toEqual(assumed);
    const found = foundIn(model).filter((one) => one.startsWith('a1'));
    expect(found.map((one) => one.split(' ')[1])).toEqual(refused);
  });

  it('says the same with a full stop as without', () => {
    const purpose = '## 1. What the service does\n\nIt keeps notes';
    const model = laid(NOTES.replace('## 2.', `${purpose}.\n\n## 2.`), [`${WHO}\n${purpose}\n`]);
    expect(
      foundIn(model)
        .filter((one) => one.startsWith('a1'))
        .map((one) => one.split(' ')[1]),
    ).toEqual(['assumption-stated:']);
  });

  it('is rested on by who shows the address of an operation', () => {
    const row = '| `link` | url | no | service: address of `GET /notes/{id}/page` | any | none |';
    const page = '### GET /notes/{id}/page\n\n- Does: not shown\n- Repeat: safe\n';
    const source = NOTES.replace('## 4.', () => `${row}\n\n## 4.`)
      .replace('any | none |\n\n|', 'any | none |\n|')
      .replace('- Does: not shown', '- Does: reads Note')
      .replace('| 200 | found | not shown |', '| 200 | found | Note |')
      .replace('## 8.', `${page}\n## 8.`);
    const text = `${WHO}\n## 4. Endpoints\n\n### GET /notes/{id}/page\n\n- Does: reads Note\n`;
    const [does] = gapView(laid(source, [text])).assumed;
    expect(does?.id).toBe('4/GET /notes/{id}/page/does');
    expect(does?.operations).toContain('GET /notes/{id}');
  });

  it('is rested on by who would show a field that it says is hidden', () => {
    const source = NOTES.replace('- Does: not shown', '- Does: reads Note')
      .replace('| 200 | found | not shown |', '| 200 | found | Note |')
      .replace('| string | not shown | caller |', '| string | not shown | not shown |');
    const text = `${WHO}\n${FIELDS}${table('Set by', '`text` | caller, hidden')}`;
    const [by] = gapView(laid(source, [text])).assumed;
    expect([by?.id, by?.operations]).toEqual(['2/Note.text/set-by', ['GET /notes/{id}']]);
  });

  it('is rested on by a call that meets it only because of another assumption', () => {
    const patch =
      '### PATCH /notes/{id}\n\n- Does: not shown\n- Body: Note\n- Null fields: not shown\n- Omitted fields: kept\n- Repeat: same effect\n- Answers: 200 updated, Note\n';
    const source = NOTES.replace('| string | not shown | caller | — | |', '| string | no | caller | any | not shown |')
      .replace('service: not shown', 'service: now at create')
      .replace('## 8.', `${patch}\n## 8.`);
    const text = `${WHO}\n${FIELDS}${table('Default', '`text` | none')}\n## 4. Endpoints\n\n### PATCH /notes/{id}\n\n- Does: updates Note\n- Null fields: cleared\n`;
    const found = gapView(laid(source, [text])).assumed;
    expect(found.find(({ id }) => id === '2/Note.text/default')?.operations).toContain('PATCH /notes/{id}');
  });

  it('is told where the document says the same by now, and may be said by two files alike', () => {
    const text = `${WHO}\n${FIELDS}${table('Type | Required', '`text` | string | no')}`;
    const model = laid(NOTES, [text, text]);
    expect(foundIn(model).filter((one) => one.startsWith('a'))).toEqual([
      'a1.md:14 assumption-stated: Unexpected assumption about Type of `text` of `Note` of part 2: the document states it itself, and says the same.',
      'a2.md:14 assumption-stated: Unexpected assumption about Type of `text` of `Note` of part 2: the document states it itself, and says the same.',
    ]);
    expect(assumedIn(model)).toEqual(['2/Note.text/required: no, Ada Smith']);
    const other = laid(NOTES, [text, text.replace('| no |', '| yes |')]);
    expect(foundIn(other)).toContain(
      'a2.md:14 assumption-overrides: Unexpected assumption about Required of `text` of `Note` of part 2, about which another assumption already says something else.',
    );
  });
});
