// The word <moves> over HTTP: the operations that are legal from where the refused row is. Notation, part 4 "Shapes and
// templates".

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { Stage, understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

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

async function played(written: Written): Promise<ReturnType<typeof understand>['model']> {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  await stage.play(compile(model));
  return model;
}

const send = async (
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown; gaps: string | undefined }> => {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await stage.send({ method: 'POST', path, ...json });
  const gaps = answer.headers.find(([name]) => name === 'ninefold-gap')?.[1];
  return { status: answer.status, json: answer.text === '' ? undefined : JSON.parse(answer.text), gaps };
};

const at = (...names: string[]): string[] => names.map((name) => `POST /things/{id}/${name}`);

const MOVES = [
  '| `new`, `sent` | `sent` | `POST /things/{id}/send` | `n` > 0 | none |',
  '| `sent` | `done` | `POST /things/{id}/shut`, `POST /sweep` | none | none |',
  '| any | `new` | `POST /things/{id}/back` | `n` > 2 | none |',
  '| `done` | refused `over` | `POST /things/{id}/back` | none | none |',
  '| `new` | `done` | `POST /things/{id}/code` | body `pin` = this `n` and not (`n` > 2) | none |',
];

describe('<moves>', () => {
  it('names what the state and the row let be called, as it is when the move is refused', async () => {
    await played({ moves: MOVES });
    for (const n of [0, 1, 3]) await send('/things', { n });
    const legal = async (id: number): Promise<unknown> => (await send(`/things/${id}/shut`)).json;
    expect(await legal(1)).toEqual({ code: 'stage', legal: [...at('code'), ...at('rage')] });
    expect(await legal(2)).toEqual({ code: 'stage', legal: [...at('send'), ...at('code'), ...at('rage')] });
    expect(await legal(3)).toEqual({ code: 'stage', legal: [...at('send', 'back'), ...at('rage')] });
    await send('/things/2/rage');
    expect(await legal(2)).toEqual({ code: 'stage', legal: at('send', 'code') });
    await send('/things/3/send');
    expect((await send('/things/3/code', { pin: 3 })).json).toEqual({
      code: 'stage',
      legal: [...at('send', 'shut'), 'POST /sweep', ...at('back', 'rage')],
    });
    await send('/things/3/shut');
    // A refusal by its own row shows them, too.
    expect(await send('/things/3/back')).toMatchObject({ status: 410, json: { code: 'over', legal: at('rage') } });
  });

  it('what a call would bring may let it or not: it is named, unless the row alone says no', async () => {
    await played({
      moves: [
        '| `new` | `sent` | `POST /things/{id}/code` | not (body `pin` = this `n`) and `n` > 1 | none |',
        '| `new` | refused `over` | `POST /things/{id}/code` | body `pin` = this `n` and `n` > 1 | none |',
        '| `new` | refused `over` | `POST /things/{id}/send` | `n` > 1 | none |',
        '| `new` | `sent` | `POST /things/{id}/send` | not (`n` > 1) | none |',
        '| `sent` | `done` | `POST /things/{id}/shut` | none | none |',
      ],
      moods: [],
    });
    for (const n of [1, 2]) await send('/things', { n });
    expect((await send('/things/1/shut')).json).toEqual({ code: 'stage', legal: at('send') });
    expect((await send('/things/2/shut')).json).toEqual({ code: 'stage', legal: at('code') });
  });

  it('does not name what a row refuses that may hold beside one that leads on', async () => {
    await played({
      moves: [
        '| `new` | `sent` | `POST /things/{id}/send` | there is Thing (`n` = 1) | none |',
        '| `new` | refused `over` | `POST /things/{id}/send` | there is Thing (`n` = 9) | none |',
        '| `sent` | `done` | `POST /things/{id}/shut` | none | none |',
      ],
      moods: [],
    });
    await send('/things', { n: 1 });
    expect((await send('/things/1/shut')).json).toEqual({ code: 'stage', legal: at('send') });
    await send('/things', { n: 9 });
    expect((await send('/things/1/shut')).json).toEqual({ code: 'stage', legal: [] });
    // Which of the two rows counts where both hold, nobody says.
    expect(await send('/things/1/send')).toMatchObject({ status: 501 });
  });

  it('an operation that two machines name is legal where both let it', async () => {
    const both = call('POST /things/{id}/both', 'moves Thing.status; moves Thing.mood');
    await played({
      moves: ['| `new` | `sent` | `POST /things/{id}/both` | none | none |', ...MOVES.slice(1, 2)],
      moods: [
        '| `wild` | `calm` | `POST /things/{id}/both` | none | none |',
        '| `calm` | `wild` | `POST /things/{id}/rage` | none | none |',
      ],
      more: both,
    });
    await send('/things', {});
    expect((await send('/things/1/shut')).json).toEqual({ code: 'stage', legal: at('rage') });
    await send('/things/1/rage');
    expect((await send('/things/1/shut')).json).toEqual({ code: 'stage', legal: at('both') });
  });

  it('a move that removes the row is refused with them, too', async () => {
    const end = call('POST /things/{id}/end', 'moves Thing.status');
    await played({
      moves: [...MOVES.slice(1), '| `sent` | (gone) | `POST /things/{id}/end` | none | none |'],
      more: end,
    });
    await send('/things', { n: 3 });
    expect((await send('/things/1/end')).json).toEqual({ code: 'stage', legal: at('back', 'rage') });
  });

  it('does not ask for the row of another resource that the path of the other call selects', async () => {
    const path =
      '- Body: none\n\n| Path | Selects |\n|---|---|\n| `name` | Dock by `name` |\n| `id` | Thing by `id` |\n\n';
    const enter = 'POST /docks/{name}/things/{id}/enter';
    await played({
      resources: `### Dock

- Identified by: \`name\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`name\` | string | yes | caller | any | none |
| \`wide\` | boolean | yes | caller | any | none |`,
      moves: [
        `| \`new\` | \`sent\` | \`${enter}\` | \`Dock.wide\` = true and \`Thing.n\` > 0 | none |`,
        ...MOVES.slice(1, 2),
      ],
      moods: [],
      more:
        call('POST /docks', 'creates Dock', 'created', '- Body: Dock\n') +
        call(enter, 'moves Thing.status', 'moved', path),
    });
    for (const n of [0, 1]) await send('/things', { n });
    await send('/docks', { name: 'slip', wide: false });
    expect((await send('/things/1/shut')).json).toEqual({ code: 'stage', legal: [] });
    expect((await send('/things/2/shut')).json).toEqual({ code: 'stage', legal: [enter] });
    expect((await send('/docks/slip/things/2/enter')).json).toEqual({ code: 'stage', legal: [enter] });
  });

  it('finds rows in a gone state wherever its sentence names that state', async () => {
    await played({
      states: '| `lost` | gone |\n',
      moves: [
        '| `new` | `lost` | `POST /things/{id}/shut` | none | none |',
        '| `new` | `sent` | `POST /things/{id}/send` | there is Thing (`status` = `lost`) and there is Thing (`n` = 7) | none |',
        '| `sent` | `new` | `POST /things/{id}/back` | none | none |',
      ],
      moods: [],
    });
    for (const n of [1, 7]) await send('/things', { n });
    expect((await send('/things/1/back')).json).toEqual({ code: 'stage', legal: at('shut') });
    expect((await send('/things/2/shut')).status).toBe(200);
    expect((await send('/things/1/back')).json).toEqual({ code: 'stage', legal: at('shut', 'send') });
    expect((await send('/things/1/send')).status).toBe(200);
  });

  it('is left out where no row was asked to move, or every row was', async () => {
    await played({ moves: MOVES });
    await send('/things', { n: 1 });
    expect((await send('/things/9/shut')).json).toEqual({ code: 'absent' });
    expect((await send('/things', { x: 1 })).json).toEqual({ code: 'invalid' });
    expect((await send('/things/1/code', { pin: 'x' })).json).toEqual({ code: 'invalid' });
    expect((await send('/sweep')).json).toEqual({ code: 'stage' });
  });

  it('is left out, and the answer marked, while part 3 leaves open what is legal', async () => {
    const open = '| `sent` | `new` | `POST /things/{id}/send` | not shown | none |';
    const model = await played({ moves: [...MOVES.slice(1), open] });
    await send('/things', { n: 1 });
    const refused = await send('/things/1/shut');
    expect(refused).toMatchObject({ status: 409, json: { code: 'stage' } });
    expect(refused.gaps).toContain('only-if');
    const { operations, gaps } = gapView(model);
    const id = gaps.find((gap) => gap.kind === 'only if')!.id;
    expect(operations.find((one) => one.id === 'POST /things/{id}/shut')).toMatchObject({ runs: 'yes', restsOn: [id] });
    expect(operations.find((one) => one.id === 'POST /things/{id}/send')).toMatchObject({ heldBy: [id] });
  });

  it('holds whom it would tell what this runtime cannot judge', async () => {
    const model = await played({
      authentication: 'not shown',
      moves: [...MOVES.slice(1), '| `sent` | `new` | `POST /things/{id}/send` | caller `n` = 1 | none |'],
    });
    const held = gapView(model).operations.filter(({ heldBy }) => heldBy.length > 0);
    expect(held.map(({ id }) => id)).toContain('POST /things/{id}/shut');
  });

  it('asks nothing where no error shows it', () => {
    const { model } = understand(source({ moves: MOVES, body: '{"code": <code>}' }));
    expect(JSON.stringify(compile(model))).not.toContain('"moves"');
  });
});
