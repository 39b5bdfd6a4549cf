// The word <moves>: what it holds, and that a plan without it has none. Over HTTP: test/parts/errors/legal-moves-in-a-refusal.http.

import { describe, expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

const call = (heading: string, does: string, outcome = 'moved', more = '- Body: none\n'): string => `### ${heading}

- Does: ${does}
${more}- Repeat: again

| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | none |
`;

const NAMES = ['send', 'shut', 'back', 'code'];

interface Written {
  readonly moves: readonly string[];
  readonly moods?: readonly string[];
  readonly more?: string;
  readonly body?: string;
  readonly authentication?: string;
  readonly resources?: string;
  readonly states?: string;
}

function source({
  moves,
  moods,
  more = '',
  body = '{"code": <code>, "legal": <moves>}',
  authentication = 'none',
  resources = '',
  states = '',
}: Written): string {
  return documentOf({
    authentication,
    resources: `### Thing

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`n\` | integer | no | caller | any | none |
| \`mood\` | state | yes | service: state | any | none |
| \`status\` | state | yes | service: state | any | none |

${resources}`,
    states: `### Thing.status

| State | Kind |
|---|---|
| \`new\` | initial |
| \`sent\` | any |
| \`done\` | final |
${states}
| From | To | By | Only if | Emits |
|---|---|---|---|---|
${moves.join('\n')}

- Any other move: \`stage\`

### Thing.mood

| State | Kind |
|---|---|
| \`calm\` | initial |
| \`wild\` | any |

| From | To | By | Only if | Emits |
|---|---|---|---|---|
${(moods ?? ['| `calm` | `wild` | `POST /things/{id}/rage` | none | none |']).join('\n')}

- Any other move: \`stage\``,
    errors: `- Error body: ${body}
- All failed fields at once: no

| Code | Status | When |
|---|---|---|
| \`over\` | 410 | none |
| \`absent\` | 404 | no such Thing |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`query\` | 400 | invalid query |
| \`stage\` | 409 | illegal move |
`,
    operations: [
      call('POST /things', 'creates Thing', 'created', '- Body: Thing\n'),
      call('POST /things/{id}/rage', 'moves Thing.mood'),
      call('POST /sweep', 'moves every Thing.status'),
      ...NAMES.map((name) =>
        name === 'code'
          ? call(`POST /things/{id}/${name}`, 'moves Thing.status', 'moved', '').replace(
              '- Repeat: again\n',
              '- Repeat: again\n\n| Body | Type | Required | Default | Allowed values | Sets |\n|---|---|---|---|---|---|\n| `pin` | integer | no | none | any | none |\n',
            )
          : call(`POST /things/{id}/${name}`, 'moves Thing.status'),
      ),
      more,
    ].join('\n'),
  });
}

const MOVES = [
  '| `new`, `sent` | `sent` | `POST /things/{id}/send` | `n` > 0 | none |',
  '| `sent` | `done` | `POST /things/{id}/shut`, `POST /sweep` | none | none |',
  '| any | `new` | `POST /things/{id}/back` | `n` > 2 | none |',
  '| `done` | refused `over` | `POST /things/{id}/back` | none | none |',
  '| `new` | `done` | `POST /things/{id}/code` | body `pin` = this `n` and not (`n` > 2) | none |',
];

describe('<moves>', () => {
  it('holds an operation that shows them while it cannot judge a condition of theirs', () => {
    const { model } = understand(
      source({
        authentication: '### A\n\n- Caller: Thing\n\n### B\n\n- Caller: Other',
        moves: [...MOVES.slice(1), '| `sent` | `new` | `POST /things/{id}/send` | caller `n` = 1 | none |'],
      }),
    );
    const held = gapView(model).operations.filter(({ heldBy }) => heldBy.length > 0);
    expect(held.map(({ id }) => id)).toContain('POST /things/{id}/shut');
  });

  it('does not wait for what is not shown of the caller, on whom the list does not depend', () => {
    const { model } = understand(
      source({
        authentication: 'not shown',
        moves: [...MOVES.slice(1), '| `sent` | `new` | `POST /things/{id}/send` | caller `n` = 1 | none |'],
      }),
    );
    const shut = compile(model).operations.find(({ id }) => id === 'POST /things/{id}/shut');
    expect(shut?.run).toBeDefined();
  });

  it('asks nothing where no error shows it', () => {
    const { model } = understand(source({ moves: MOVES, body: '{"code": <code>}' }));
    expect(JSON.stringify(compile(model))).not.toContain('"moves"');
  });
});
