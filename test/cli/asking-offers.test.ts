// What a session of `ask` offers: what this runtime does not support is marked and comes last, forms are chosen by their number,
// and what cannot stand in the document is kept elsewhere. The document is one of its own, with a limit and states.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { STATE } from '../../src/notation/states.ts';
import { wholeLine } from '../../src/cli/asking/question.ts';
import { run } from '../../src/cli/program.ts';
import { captured } from './captured.ts';
import { talked } from './talking.ts';

const DESK = `# Desk

- Lists: complete unless marked

## 1. What the service does

Lends desks.

## 2. Resources and their fields

### Desk

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | uuid | yes | service: new id | any | none |
| \`taken\` | boolean | yes | not shown | any | none |
| \`name\` | string | yes | caller | not shown | none |

## 3. States and transitions

none

## 4. Endpoints

- Media type: \`application/json\`

### POST /desks

- Does: creates Desk
- Who: anyone
- Emits: none
- Repeat: again
- Body: Desk
- Unknown fields: refused
- Read-only fields: ignored

| Status | When | Body |
|---|---|---|
| 201 | created | Desk |

### GET /desks/{id}

- Does: reads Desk
- Who: anyone
- Emits: none
- Unknown fields: ignored
- Repeat: safe

| Path | Selects |
|---|---|
| \`id\` | Desk by \`id\` |

| Status | When | Body |
|---|---|---|
| 200 | found | Desk |

## 5. Authentication

none

## 6. Events

none

## 7. Errors

- Error body: \`{"error": <code>}\`
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`bad\` | 422 | any field missing, any field invalid |

## 8. Limits

| Limit | Value | Per | When exceeded |
|---|---|---|---|
| calls | not shown | caller | not shown |

## 9. Versioning

none
`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ninefold-offers-'));
  writeFileSync(join(directory, 'desk.md'), DESK);
});
afterEach(() => rmSync(directory, { recursive: true }));

const desk = (): string => readFileSync(join(directory, 'desk.md'), 'utf8');
const write = (text: string): void => writeFileSync(join(directory, 'desk.md'), text);
const talk = (...lines: string[]): ReturnType<typeof talked> => talked(directory, ['desk.md'], lines);
const journal = (): string => readFileSync(join(directory, 'desk.md.ask.log'), 'utf8');

/** What a reference shows has to be said: `Desk` alone is not supported as a type. */
const UNTYPED = DESK.replace('| boolean | yes | not shown |', '| not shown | yes | caller |');
const BOTH = 'POST /desks, GET /desks/{id}';

describe('what is offered and not supported by this runtime', () => {
  beforeEach(() => write(UNTYPED));

  it('comes last, and says what it would hold', async () => {
    const { stdout } = await talk();
    expect(stdout).toMatch(/ {4}:1 string\n {4}:2 integer\n/);
    expect(stdout).toContain(`Desk  not supported yet: would hold ${BOTH}\n`);
    expect(stdout.indexOf('boolean\n')).toBeLessThan(stdout.indexOf(' Desk  not'));
  });

  it('says when it is written what it holds, and how to take it back', async () => {
    const { stdout } = await talk('Desk', ':undo', ':quit');
    expect(stdout).toMatch(/unsupported .*does not support .* yet/);
    expect(stdout).toContain('`:undo` takes this answer out of the document again\n');
    expect(stdout).toContain('taken back: Desk');
    expect(desk()).toBe(UNTYPED);
  });

  it('is named where one operation is asked for, too', async () => {
    const { stdout } = await talked(directory, ['desk.md', '--for', 'GET /desks/{id}'], []);
    expect(stdout).toContain('not supported yet: would hold');
  });
});

describe('an answer for a whole column', () => {
  const COLUMN = DESK.replace('| not shown | any |', '| caller | any |')
    .replace('| Allowed values | Default |', '| Default |')
    .replace('|---|---|---|---|---|---|', '|---|---|---|---|---|')
    .replaceAll('| any | none |', '| none |')
    .replace('| not shown | none |', '| none |');

  it('that cannot be read is told once, with how often it would stand', async () => {
    write(COLUMN);
    const { stdout } = await talked(directory, ['desk.md'], [':go 3', 'all', '1', ':quit']);
    expect(stdout.match(/Unexpected "all" for Allowed values/g)).toHaveLength(1);
    expect(stdout).toMatch(/ {2}the same in \d more places?\n/);
    expect(stdout).toMatch(/`:1` takes the form .*; 1 itself is no answer here\n/);
    expect(stdout).not.toContain('again writes');
    expect(desk()).toBe(COLUMN);
  });
});

describe('a form', () => {
  it('of Repeat says what it means, in a session and in the list', async () => {
    write(DESK.replace('- Repeat: safe', '- Repeat: not shown'));
    const { stdout } = await talk(':go 5', ':quit');
    expect(stdout).toMatch(/:1 safe\n[^]* {4}safe: a call changes nothing that is kept\n {4}same effect: /);
    const console = captured({ directory });
    await run(['ask', 'desk.md'], console);
    expect(console.stdout()).toMatch(
      / again\n {7}safe: a call changes [^]*\n {7}again: a second equal call counts as a new/,
    );
  });

  it('is chosen by its number', async () => {
    const { stdout } = await talk(':1', ':quit');
    expect(stdout).toContain(':1 caller');
    expect(desk()).toBe(DESK.replace('yes | not shown', 'yes | caller'));
  });

  it('that waits for words, or that is not there, is not written', async () => {
    const { stdout } = await talk(':99', ':4', ':quit');
    expect(stdout).toContain('There is no form `:99`; there are 7.');
    expect(stdout).toContain(
      '`:4` waits for words of yours in place of `…`. Type the whole line; where your words are abc, it is: service: there is Desk (abc)',
    );
    expect(desk()).toBe(DESK);
  });

  it.each([
    ['text: …', ', without `text:`; where your words are abc, it is: abc'],
    ['service: …', '; where your words are abc, it is: service: abc'],
    ['outside: `…`', '; where your words are abc, it is: outside: `abc`'],
    ['a code: `…`', ', without `a code:`; where your words are abc, it is: `abc`'],
    [
      'a new code and its status: `…` 4…',
      ', without `a new code and its status:`; where your words are abc, it is: `abc` 4xx',
    ],
    ['a template: `{"…": …}`', ', without `a template:`; where your words are abc, it is: `{"abc": abc}`'],
    ['`…: …`', '; where your words are abc, it is: `abc: abc`'],
  ])('that waits for words is told as it is typed: %s', (form, told) => {
    expect(wholeLine(form)).toBe(`Type the whole line${told}`);
  });

  it('is an answer: how many more names there are has no number', async () => {
    const codes = Array.from({ length: 12 }, (_, nth) => `| \`code_${nth}\` | 409 | internal |`).join('\n');
    write(limit(DESK).replace('| `bad` |', `${codes}\n| \`bad\` |`));
    const { stdout } = await talk(':9', ':quit');
    expect(stdout).toMatch(/ {4}:9 a new code and its status: `…` 4…\n {4}… \(5 more codes of part 7\)\n/);
    expect(stdout).toContain('`:9` waits for words of yours');
    expect(stdout).not.toContain(':10');
  });

  it('is shown once more by :forms, and below a finding where there are few', async () => {
    const { stdout } = await talk('I do not know yet', ':forms', ':go 2', 'heavy', ':quit');
    const [, many = '', asked = '', , few = ''] = stdout.split('\n> ');
    expect(many).toMatch(
      /^I do not know yet\nnot written yet .*`:later` where nobody knows it yet.*\nwarning unreadable/,
    );
    expect(many).toMatch(/\n {2}`:forms` shows what may be written$/);
    expect(asked).toMatch(/^:forms\n {2}may be:\n {4}:1 caller\n/);
    expect(few).toMatch(/^heavy\nnot written {2}No row of the Code table is .*\n {2}may be: :1 /);
  });
});

describe('a condition that nobody can test', () => {
  it('is written only when it is kept, and is told how its names are written', async () => {
    const { stdout } = await talk('service: there is Desk (colour = this)', ':quit');
    expect(stdout).toContain('not written yet');
    expect(stdout).toContain('names are written in ticks: write ``service: there is Desk (`colour` = this)``');
    expect(desk()).toBe(DESK);
  });

  it('is written with ticks where its names are those of the document', async () => {
    const { stdout } = await talk('service: there is Desk (name = this)', ':quit');
    expect(stdout).toContain('with the ticks that names have: service: there is Desk (`name` = this)');
    expect(desk()).toContain('| service: there is Desk (`name` = this) |');
  });
});

describe('words about a question that has no place in the document', () => {
  it('are kept in the journal, counted, and said so', async () => {
    write(
      DESK.replace('not shown | any | none', 'caller | any | none').replace(
        'caller | not shown | none',
        'caller | any | none',
      ),
    );
    const before = desk();
    const { stdout } = await talk(':challenge nobody sends that', ':list', ':quit');
    expect(stdout).toContain('What happens when a request to `POST /desks` sends a field');
    expect(stdout).toContain('the words are kept in desk.md.ask.log');
    expect(stdout).toMatch(/\(challenged\)/);
    expect(stdout).toContain('0 put off, 1 challenged');
    expect(journal()).toContain('"outcome":"challenged","words":"nobody sends that"');
    expect(desk()).toBe(before);
    const later = await talk(':later Ann knows', ':quit');
    expect(later.stdout).toContain('1 put off, 0 challenged');
    expect(journal()).toContain('"outcome":"put off","words":"Ann knows"');
    expect(desk()).toBe(before);
  });
});

const limit = (text: string): string =>
  text
    .replace('yes | not shown', 'yes | caller')
    .replace('caller | not shown | none', 'caller | any | none')
    .replace(
      '| any field missing, any field invalid |',
      '| any field missing, any field invalid, unknown field, no such Desk |',
    )
    .replace('calls | not shown', 'calls | 5 per hour');

describe('a code of part 7', () => {
  it('that is new gets its row with the answer that names it', async () => {
    write(limit(DESK));
    const { stdout } = await talk('`too_many` 429', ':back', ':undo', 'too_many 429', ':quit');
    expect(stdout).toContain('a new code and its status: `…` 4…');
    expect(stdout).toContain('taken back: `too_many` 429;');
    expect(desk()).toBe(
      limit(DESK)
        .replace('caller | not shown |', 'caller | `too_many` |')
        .replace('no such Desk |\n', 'no such Desk |\n| `too_many` | 429 | not shown |\n'),
    );
  });

  it('that is there needs no ticks where only a code can stand, and takes no second status', async () => {
    write(limit(DESK));
    const { stdout } = await talk('bad 429', 'worse', 'bad', ':quit');
    expect(stdout).toContain('`bad` has a row already; name it without a status.');
    expect(stdout).toContain('unknown-error');
    expect(desk()).toBe(limit(DESK).replace('caller | not shown |', 'caller | `bad` |'));
  });

  it('is found in other words, too', async () => {
    write(
      `${limit(DESK).replace('caller | not shown |', 'caller | `bad` |')}`.replace(
        '## 9. Versioning\n\nnone',
        '## 9. Versioning\n\n- Scheme: path prefix\n- Current version: 2\n- Supported versions: 1, 2\n- Compatibility: none\n- Unknown version: not shown',
      ),
    );
    await talk('refused `no_version` 404', ':quit');
    expect(desk()).toContain('- Unknown version: refused `no_version`\n');
    expect(desk()).toContain('| `no_version` | 404 | not shown |\n');
  });

  it('of a cause needs no ticks', async () => {
    write(DESK.replace('yes | not shown', 'yes | caller').replace('caller | not shown | none', 'caller | any | none'));
    await talk('bad', 'lost 404', ':quit');
    expect(desk()).toContain('any field invalid, unknown field |\n| `lost` | 404 | no such Desk |\n');
  });
});

describe('how a row is shown', () => {
  const room = DESK.replace(
    '## 3. States',
    `### Room\n\n- Identified by: \`id\`\n\n| Field | Type | Required | Set by | Allowed values | Default |\n|---|---|---|---|---|---|\n| \`id\` | uuid | yes | service: new id | any | none |\n| \`desk\` | Desk or null | no | by operation | any | none |\n\n## 3. States`,
  )
    .replace('| `taken` | boolean | yes | not shown | any | none |\n', '')
    .replace('caller | not shown | none', 'caller | any | none')
    .replace('reads Desk', 'reads Room')
    .replace('Desk by `id` |', 'Room by `id` |')
    .replace('200 | found | Desk', '200 | found | Room');

  it('is said by the words behind the name; another type is no answer', async () => {
    write(room);
    const { stdout } = await talk('string(1..140) or null', 'by id', ':quit');
    expect(stdout).toContain('How is the row that `Room.desk` refers to shown');
    expect(stdout).toContain('This asks how a row of Desk is shown: `by …`');
    expect(desk()).toBe(room.replace('Desk or null', 'Desk by id or null'));
  });
});

describe('a limit', () => {
  it('that cannot be read is answered with the forms of limits', async () => {
    write(
      DESK.replace('yes | not shown', 'yes | caller')
        .replace('caller | not shown | none', 'caller | any | none')
        .replace(
          '| any field missing, any field invalid |',
          '| any field missing, any field invalid, unknown field, no such Desk |',
        ),
    );
    const { stdout } = await talk('5 wrong PINs per hour', ':quit');
    expect(stdout).toContain('… per hour');
    expect(stdout).toContain('expected `100 per minute`');
  });
});

describe('the kind of a state', () => {
  it('is asked for with what may be written and what it means', () => {
    const { question, syntax } = STATE.columns.kind;
    for (const form of syntax.offers) expect(question).toContain(`(\`${form}\`)`);
  });
});

describe('a whole delivery', () => {
  it('takes bullets, and no prose that states nothing', async () => {
    write(
      DESK.replace('yes | not shown', 'yes | caller')
        .replace('caller | not shown | none', 'caller | any | none')
        .replace('calls | not shown | caller | not shown', 'calls | 5 per hour | caller | `bad`')
        .replace(
          '| any field missing, any field invalid |',
          '| any field missing, any field invalid, unknown field, no such Desk |',
        )
        .replace('## 6. Events\n\nnone', '## 6. Events\n\n### desk.made\n\n- When: Desk is created\n- Payload: Desk'),
    );
    const before = desk();
    const { stdout } = await talk('An e-mail, tried for a day.', '.', '- Sent as: subject `a`', '.', ':quit');
    expect(stdout).toContain('Prose states nothing here. Write lines like these: `- Sent as: …`, `- Accepted: …`');
    expect(desk()).toBe(before.replace('## 7.', '### Delivery\n\n- Sent as: subject `a`\n\n## 7.'));
  });
});

describe('numbers', () => {
  it('of :list are those of the questions', async () => {
    const { stdout } = await talk(':later', ':list', ':go 3', ':quit');
    const list = stdout.slice(stdout.indexOf('> :list'), stdout.indexOf('> :go 3'));
    const third = /^ +3\. (.*)$/m.exec(list)![1]!;
    expect(stdout.slice(stdout.indexOf('> :go 3'))).toMatch(/^> :go 3\n\n3 of /);
    expect(stdout.slice(stdout.indexOf('> :go 3'))).toContain(`\n${third}\n`);
    expect([...list.matchAll(/^ +(\d+)\. /gm)].map((one) => Number(one[1])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: (list.match(/^ +\d+\. /gm) ?? []).length }, (_, index) => index + 1),
    );
  });
});

const causes = (text: string): number => (text.match(/^ +\d+\. What happens when .*`POST \/desks`/gm) ?? []).length;

describe('errors', () => {
  const wrong = DESK.replace('- Body: Desk\n', '- Body: Dask\n');

  it('are named first, and again at the end', async () => {
    write(wrong);
    const { stdout } = await talk(':quit');
    expect(stdout).toMatch(/\n1 error first: .*ninefold check desk\.md\n {2}\S+ at desk\.md:\d+ {2}.*Dask/);
    expect(stdout).toMatch(/\n {2}1 error \(\S+\): serve does not start before it is gone\n/);
    expect(stdout).toContain('next: ninefold check desk.md names the error\n');
  });

  it('stop what nothing else holds: it would run, once they are gone', async () => {
    const none = limit(DESK).replace(/\| Limit[^]*?\n\n/, 'none\n\n');
    write(none.replace('## 3. States', '### Room\n\n- Unique by: `nobody`\n\n## 3. States'));
    const { stdout } = await talk(':quit');
    expect(stdout).toContain(': serve does not start before it is gone\n  2 of 2 would run then: POST /desks, GET ');
    write(none);
    const { stdout: right } = await talk(':quit');
    expect(right).toContain('2 of 2 run: POST /desks');
  });

  it('are counted by the list, too', async () => {
    write(wrong);
    const console = captured({ directory });
    expect(await run(['ask', 'desk.md'], console)).toBe(0);
    expect(console.stdout()).toMatch(
      /^1 error first: serve does not start .*ninefold check desk\.md\n {2}\S+ at desk\.md:\d+ {2}/,
    );
    const programs = captured({ directory });
    await run(['ask', 'desk.md', '--format', 'json'], programs);
    expect(JSON.parse(programs.stdout())).toMatchObject({ errors: 1 });
  });

  it('keep back the causes that may follow from them', async () => {
    const { stdout: right } = await talk(':list', ':quit');
    write(wrong);
    const { stdout } = await talk(':list', ':quit');
    expect(causes(right)).toBeGreaterThan(causes(stdout));
  });

  it('and other reasons are told apart at the end', async () => {
    write(UNTYPED);
    const { stdout } = await talk('Desk', ':quit');
    expect(stdout).toContain('2 held: POST /desks, GET /desks/{id}\n');
    expect(stdout).toContain('2 of them by 1 statement that this runtime does not support yet: 2/Desk.taken/type\n');
  });
});
