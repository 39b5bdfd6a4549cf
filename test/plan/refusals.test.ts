// Which row of the document answers a cause: precedence, spellings, what is left out and marked, what is held.

import { causeKey } from '../../src/notation/values/cause-kinds.ts';
import { describe, expect, it } from 'vitest';
import { answerOf, causesOf, isMet, unansweredCauses } from '../../src/analysis/refusals/errors.ts';
import { plan } from '../../src/plan/compile.ts';
import type { RefusalPlan } from '../../src/plan/output.ts';
import { documentOf, modelOf, planOf, runOf } from './plan-of.ts';

const RESOURCES = `### Person

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |

### Thing

- Identified by: \`id\`
- Unique: \`title\`, \`owner\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`title\` | string | yes | caller | not blank | none |
| \`size\` | integer | no | caller | any | none |
| \`owner\` | Person by \`name\` | no | caller | any | none |`;

const POST = (more = '', rows = ''): string => `### POST /things

- Does: creates Thing
- Body: Thing
- Repeat: again
${more}

| Status | When | Body |
|---|---|---|
| 201 | created | Thing |
${rows}`;

const errors = (codes: string, head = '- Error body: {"code": <code>, "message": <message>}'): string => `${head}
- All failed fields at once: yes

| Code | Status | When | Message |
|---|---|---|---|
${codes}`;

const HEADING = 'POST /things';

/** The code that answers each cause of the operation, or `?`. */
function answers(codes: string, operation = POST()): Readonly<Record<string, string>> {
  const model = modelOf(documentOf({ resources: RESOURCES, operations: operation, errors: errors(codes) }));
  const linked = model.operations.get(HEADING)!;
  return Object.fromEntries(
    causesOf(model, linked).map((cause) => [causeKey(cause), answerOf(model, linked, cause)?.code.code.text ?? '?']),
  );
}

describe('the causes of an operation', () => {
  it('follow from its effect, its body and what is unique', () => {
    expect(Object.keys(answers('| `any` | 400 | malformed body | x |'))).toStrictEqual([
      'unknown field',
      'unsupported media type',
      'too large',
      'malformed body',
      'read-only field',
      'Thing.title missing',
      'Thing.title blank',
      'Thing.title invalid',
      'Thing.size invalid',
      'Thing.owner invalid',
      'no such Person in owner',
      'Thing.title taken',
      'not acceptable',
    ]);
  });
});

describe('an answer', () => {
  it('is that of the first row that names the cause, however widely', () => {
    expect(
      answers('| `wide` | 422 | any field invalid | x |\n| `narrow` | 422 | `Thing.size` invalid | x |')[
        'Thing.size invalid'
      ],
    ).toBe('wide');
    expect(
      answers('| `narrow` | 422 | `Thing.size` invalid | x |\n| `wide` | 422 | any field invalid | x |')[
        'Thing.size invalid'
      ],
    ).toBe('narrow');
  });

  it('takes what is absent for blank, and what is blank for invalid where nothing says blank', () => {
    expect(answers('| `blank` | 422 | any field blank | x |')['Thing.title missing']).toBe('blank');
    expect(
      answers('| `gone` | 422 | any field missing | x |\n| `blank` | 422 | any field blank | x |')[
        'Thing.title missing'
      ],
    ).toBe('gone');
    expect(answers('| `wrong` | 422 | any field invalid | x |')['Thing.title blank']).toBe('wrong');
    expect(
      answers('| `wrong` | 422 | any field invalid | x |\n| `blank` | 422 | any field blank | x |')[
        'Thing.title blank'
      ],
    ).toBe('blank');
  });

  it('of a unique group may name any of its fields', () => {
    expect(answers('| `twice` | 409 | `Thing.owner` taken | x |')['Thing.title taken']).toBe('twice');
  });

  it('of the operation beats its Errors, which beat part 7', () => {
    const codes =
      '| `a` | 422 | any field invalid | x |\n| `b` | 422 | any field invalid | x |\n| `c` | 422 | any field invalid | x |';
    expect(answers(codes)['Thing.size invalid']).toBe('a');
    expect(answers(codes, POST('- Errors: `b`'))['Thing.size invalid']).toBe('b');
    expect(answers(codes, POST('- Errors: `b`', '| 418 | `c` | none |'))['Thing.size invalid']).toBe('c');
  });

  it('is missing where nothing names the cause and HTTP has no floor for it', () => {
    const model = modelOf(
      documentOf({
        resources: RESOURCES,
        operations: POST(),
        errors: errors('| `wrong` | 422 | any field invalid | x |'),
      }),
    );
    expect(unansweredCauses(model, model.operations.get(HEADING)!).map(causeKey)).toStrictEqual([
      'unknown field',
      'read-only field',
      'Thing.title missing',
      'no such Person in owner',
      'Thing.title taken',
    ]);
    expect(plan(model).operations[0]!.run!.refusals['Thing.title missing']).toStrictEqual({
      kind: 'hold',
      held: { type: 'gap', by: ['7/cause/Thing.title missing'] },
    });
  });
});

function refusal(codes: string, cause: string, operation = POST(), head?: string): unknown {
  const made = planOf({ resources: RESOURCES, operations: operation, errors: errors(codes, head) });
  return runOf(made, HEADING).refusals[cause];
}

/** `wrong` says something in its own row of part 7 and in a row of the operation; where nothing is given, it says nothing. */
function ownAndShared(head: 'Body' | 'Headers', code: string, row: string): RefusalPlan {
  const operations = POST().replace('| Status | When | Body |\n|---|---|---|\n| 201 | created | Thing |', () => {
    const heads =
      head === 'Body'
        ? '| Status | When | Body |\n|---|---|---|'
        : '| Status | When | Body | Headers |\n|---|---|---|---|';
    const own =
      row === '' ? '' : head === 'Body' ? `\n| 418 | \`wrong\` | ${row} |` : `\n| 418 | \`wrong\` | none | ${row} |`;
    return `${heads}\n| 201 | created | Thing |${head === 'Body' ? '' : ' none |'}${own}`;
  });
  const column = code === '' ? ['', '', ''] : [` ${head} |`, '---|', ` ${code} |`];
  const made = planOf({
    resources: RESOURCES,
    operations,
    errors: `- Error body: {"shared": true}
- All failed fields at once: yes

| Code | Status | When |${column[0]}
|---|---|---|${column[1]}
| \`wrong\` | 422 | any field invalid |${column[2]}`,
  });
  const found = runOf(made, HEADING).refusals['Thing.size invalid'];
  if (found?.kind !== 'refuse') throw new Error('nothing refuses it');
  return found.refusal;
}

describe('a refusal', () => {
  it('carries all that the document states', () => {
    expect(refusal('| `wrong` | 422 | any field invalid | `<field>` is wrong |', 'Thing.size invalid')).toStrictEqual({
      kind: 'refuse',
      refusal: {
        rank: 2,
        code: 'wrong',
        status: 422,
        message: '`<field>` is wrong',
        body: {
          kind: 'object',
          pairs: [
            { key: 'code', value: { kind: 'word', word: 'code' }, present: 'always' },
            { key: 'message', value: { kind: 'word', word: 'message' }, present: 'always' },
          ],
        },
        mediaType: 'application/json',
        headers: [],
        marks: [],
        words: {},
      },
    });
  });

  it('takes status and body of the operation’s own row', () => {
    const found = refusal(
      '| `wrong` | 422 | any field invalid | x |',
      'Thing.size invalid',
      POST('', '| 418 | `wrong` | {"own": true} |'),
    );
    expect(found).toMatchObject({
      refusal: {
        status: 418,
        rank: 1,
        body: { kind: 'object', pairs: [{ key: 'own', value: { kind: 'literal', value: true } }] },
      },
    });
  });

  it('is sent without what is not shown, and marked', () => {
    expect(
      refusal(
        '| `wrong` | 422 | any field invalid | not shown |',
        'Thing.size invalid',
        POST(),
        '- Error body: not shown',
      ),
    ).toMatchObject({
      refusal: { status: 422, marks: ['7/error-body', '7/wrong/message'] },
    });
  });

  it('is held while its status is not shown', () => {
    expect(refusal('| `wrong` | not shown | any field invalid | x |', 'Thing.size invalid')).toStrictEqual({
      kind: 'hold',
      held: { type: 'gap', by: ['7/wrong/status'] },
    });
  });

  it('does not send a code that is not one', () => {
    expect(refusal('| `wrong` (no code) | 422 | any field invalid | x |', 'Thing.size invalid')).not.toHaveProperty(
      'refusal.code',
    );
  });

  it('takes its media type from a stated header', () => {
    const codes = `- Error body: {"title": <code>}
- All failed fields at once: no

| Code | Status | When | Headers | Kind |
|---|---|---|---|---|
| \`wrong\` | 422 | any field invalid | \`Content-Type: application/problem+json\`, \`X-Why: <Kind>\` | soft |`;
    const made = planOf({ resources: RESOURCES, operations: POST(), errors: codes });
    expect(runOf(made, HEADING).refusals['Thing.size invalid']).toMatchObject({
      refusal: {
        mediaType: 'application/problem+json',
        headers: [{ name: 'X-Why', value: { kind: 'text', parts: [{ word: 'Kind' }] } }],
        words: { Kind: 'soft' },
      },
    });
  });

  it.each([
    ['the shared body where neither the row nor the code has one', '', '', ['shared']],
    ['the body of its code before the shared one', '`{"code": true}`', '', ['code']],
    ['the body of its row before that of its code', '`{"code": true}`', '`{"row": true}`', ['row']],
    ['no body where its code has none', 'none', '', undefined],
    ['no body where its row has none', '`{"code": true}`', 'none', undefined],
  ])('has %s', (_what, code, row, keys) => {
    const refused = ownAndShared('Body', code, row);
    const { body, marks } = refused;
    expect(marks).toStrictEqual([]);
    expect(body?.kind === 'object' ? body.pairs.map((pair) => pair.key) : body).toStrictEqual(keys);
  });

  it.each([
    ['the headers of its code', '`X-A: code`', '', ['X-A: code']],
    ['the headers of its row before those of its code', '`X-A: code`', '`X-B: row`', ['X-B: row']],
    ['no headers where its row has none', '`X-A: code`', 'none', []],
  ])('has %s', (_what, code, row, headers) => {
    const refused = ownAndShared('Headers', code, row);
    expect(refused.headers.map(({ name, value }) => `${name}: ${value.parts.join('')}`)).toStrictEqual(headers);
  });

  it('of requests that reach no operation stands in the plan', () => {
    const made = planOf({
      resources: RESOURCES,
      operations: POST(),
      errors: errors('| `lost` | 404 | no such path | x |'),
    });
    expect(Object.keys(made.refusals)).toStrictEqual(['no such path']);
  });
});

const BOTH = `${POST()}
### PATCH /things/{id}

- Does: updates Thing
- Body: Thing only size
- Omitted fields: kept
- Null fields: refused
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | updated | Thing |

### GET /things/{id}

- Does: reads Thing
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | Thing |
`;
const conditionRows = (when: string): string => `| \`smaller\` | 409 | ${when} | No |
| \`bad\` | 422 | no such Thing, no such Person, any field missing, any field blank, any field invalid, unknown field | No |`;
const documentWith = (when: string): string =>
  documentOf({ resources: RESOURCES, operations: BOTH, errors: errors(conditionRows(when)) });

describe('a condition of part 7 on what is sent and on the row that is found', () => {
  it('is judged by the operations that have both', () => {
    const model = modelOf(documentWith('body `size` < this `size`'));
    const judging = [...model.operations].filter(([, one]) => isMet(model, one, { kind: 'refused', code: 'smaller' }));
    expect(judging.map(([name]) => name)).toEqual(['PATCH /things/{id}']);
    expect(plan(model).operations.filter(({ runs }) => runs === 'no')).toEqual([]);
  });

  it('holds the operations that send the field, where none has the row', () => {
    const { operations: all } = plan(modelOf(documentWith('body `size` < this `weight`')));
    expect(all.filter(({ runs }) => runs === 'no').map(({ id }) => id)).toEqual(['POST /things', 'PATCH /things/{id}']);
  });
});
