// Each kind of fact as a gap, at least once: what the gap view says of it is what the plain computation says, and what
// gap-effects.ts says.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { emptyDocument } from '../../src/cli/new.ts';
import { link } from '../../src/link/link.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { EFFECTS } from './gap-effects.ts';
import { read } from '../../src/read/read.ts';
import { chunk, edited, HELD, MARKED, MET, RESTS, SEVERAL, under, WHOLE } from '../laws/gap-table/cases.ts';
import { OF_VERSIONS } from '../laws/gap-table/versions.ts';
import { OPEN, REPORTED } from '../laws/gap-table/lists.ts';
import { differences } from './differences.ts';
import { oneIn } from '../trials.ts';

const KEY = `### Key

- Scheme: bearer token
- Sent in: header \`Authorization: Bearer {token}\`
- Caller: Person
- Issued by: \`POST /people\`
`;

/** A column of its own behind each row of a table of shelves.md. */
function column(from: string, to: string, head: string, row: string): readonly [string, string] {
  const table = chunk(from, to);
  const lines = table.split('\n').map((line, place) => {
    if (place === 0) return `${line} ${head} |`;
    return place === 1 ? `${line}---|` : `${line} ${line.includes(row) ? 'not shown' : 'none'} |`;
  });
  return [table, lines.join('\n')];
}

const CODES = ['| Code |', '| Not now |'] as const;
const MOVES = ['| From | To |', '`size` < 9 | none |'] as const;
const READ = '### GET /shelves/{id}';
const PEOPLE = '### DELETE /people/{name}';
const STATUS = '| 200 | found | Shelf |';
const FORMS = `| Body | Type | Required | When | Sets |
|---|---|---|---|---|
| \`label\` | string | yes | | \`label\` |
| \`owner\` | string | yes | none | \`owner\` |
| \`mark\` | string | no | body \`label\` = \`a\` | \`mark\` |
| \`mark\` | string | not shown | body \`label\` = \`b\` | \`mark\` |
| \`size\` | integer | no | not shown | \`size\` |
`;

/** What neither the cases of test/laws nor the documents of this project leave open. */
const MORE: Readonly<Record<string, string>> = {
  view: edited(['- Unique: `mark`', '- Unique: `mark`\n- View `Short`: not shown']).replace(
    '| 200 | found | Shelf |',
    '| 200 | found | Shelf as `Short` |',
  ),
  machine: edited([chunk('| State | Kind |', '- Any other move: `not_now`'), 'not shown']),
  'allowed values of a parameter': edited([
    '| none | any | `colour` = value |',
    '| none | not shown | `colour` = value |',
  ]),
  'when of a body field': edited(
    under('### POST /shelves', '- Body: Shelf\n- Repeat: again\n\n', `- Repeat: again\n\n${FORMS}\n`),
  ),
  'headers of every answer': edited(under(READ, '- Repeat', '- Headers: not shown\n- Repeat')),
  'success when': edited(under(READ, '| 200 | found |', '| 200 | not shown |')),
  'part 2': emptyDocument('things.md'),
  rows: edited(['- Unique: `mark`', '- Unique: `mark`\n- Rows: not shown']),
  'at least one of': edited(['- Unique: `mark`', '- Unique: `mark`\n- At least one of: not shown']),
  'exactly one of': edited(['- Unique: `mark`', '- Unique: `mark`\n- Exactly one of: not shown']),
  'at least one of a body': edited(under('### POST /shelves', '- Repeat', '- At least one of: not shown\n- Repeat')),
  'exactly one of a body': edited(under('### POST /shelves', '- Repeat', '- Exactly one of: not shown\n- Repeat')),
  'visible to': edited(['- Unique: `mark`', '- Unique: `mark`\n- Visible to: not shown']),
  'who of a move': edited(column(...MOVES, 'Who', '/shut')),
  'which move': edited([
    '`size` < 9 | none |',
    '`size` < 9 | none |\n| `shut` | `open` | `POST /shelves/{id}/lock` | there is Person (`name` = `ann`) | none |',
  ]),
  'refused when due': edited([
    '- Unique: `mark`',
    '- Unique: `mark`\n- When deleted: refused while Person (`name` = this `label`)',
  ]).replace('| `shut` | `locked` |', '| `shut` | (gone) | after 1 minute | none | none |\n| `shut` | `locked` |'),
  'move otherwise': edited(['- Any other move: `not_now`', '- Any other move: accepted']),
  'also at': edited(under(READ, '- Repeat', '- Also at: not shown\n- Repeat')),
  'nested names': edited(under('### POST /shelves', '- Repeat', '- Nested names: not shown\n- Repeat')),
  'errors of an operation': edited(under(READ, '- Repeat', '- Errors: not shown\n- Repeat')),
  'success without a row': edited(under(PEOPLE, 'deletes Person', 'deletes Person if there')).replace(
    '| 204 | deleted | none |',
    '| 200 | deleted | Person |\n| 200 | unchanged | Person |',
  ),
  'refusal status': edited(under(READ, STATUS, `${STATUS}\n| not shown | \`no_shelf\` | none |`)),
  'refusal when': edited(under(READ, STATUS, `${STATUS}\n| 404 | not shown | none |`)),
  'refusal body': edited(under(READ, STATUS, `${STATUS}\n| 404 | \`no_shelf\` | not shown |`)),
  'refusal headers': edited(
    under(
      READ,
      '| Status | When | Body |\n|---|---|---|\n| 200 | found | Shelf |',
      '| Status | When | Body | Headers |\n|---|---|---|---|\n| 200 | found | Shelf | none |\n| 404 | `no_shelf` | none | not shown |',
    ),
  ),
  'token of a scheme': edited([
    '## 5. Authentication\n\nnone',
    `## 5. Authentication\n\n${KEY}- Token lifetime: not shown`,
  ]).replace(`${READ}\n\n`, `${READ}\n\n- Who: signed-in\n`),
  'code body': edited(column(...CODES, 'Body', 'no_shelf')),
  'code word': edited(column(...CODES, 'Hint', 'no_shelf')).replace(
    '"message": <message>',
    '"message": <message>, "hint": <Hint>',
  ),
};

function modelOf(source: string): ReturnType<typeof link> {
  const { document, diagnostics } = read(source, 'document.md');
  return link(document, diagnostics);
}

const gapsIn = (source: string): readonly string[] =>
  gapView(modelOf(source)).gaps.flatMap(({ kind, status }) => (status === 'gap' ? [kind] : []));

describe('a gap of each kind', () => {
  it.each(Object.entries(MORE))('%s: both computations say the same', (kind, source) => {
    expect(source).not.toBe(WHOLE);
    const model = modelOf(source);
    expect(model.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
    expect(gapsIn(source)).toContain(kind);
    expect(differences(model)).toEqual([]);
  });

  it.each(oneIn(8, [HELD, MET, OF_VERSIONS, MARKED, SEVERAL, RESTS, OPEN, REPORTED].flat()))(
    '$fact: both computations say the same',
    ({ edit }) => {
      expect(differences(modelOf(edited(edit)))).toEqual([]);
    },
  );

  it('is met here or in the documents that computation.test.ts holds both to', () => {
    const root = join(import.meta.dirname, '..', '..');
    const files = ['examples', 'test/parts', 'test/catalogue', 'test/laws/gap-table'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => readFileSync(join(root, folder, file), 'utf8')),
    );
    const cases = [HELD, MET, OF_VERSIONS, MARKED, SEVERAL, RESTS, OPEN, REPORTED]
      .flat()
      .map(({ edit }) => edited(edit));
    const met = new Set([...files, ...cases, ...Object.values(MORE)].flatMap(gapsIn));
    expect(Object.keys(EFFECTS).filter((kind) => !met.has(kind))).toEqual([]);
  });
});
