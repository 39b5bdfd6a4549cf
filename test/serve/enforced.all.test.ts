// Part 3 is enforced on every path, over HTTP: states that PATCH, PUT and creates or replaces send into a gone state and out
// of it, rows that are set at once, several moves in one step of which one is refused. What is refused leaves no row
// changed and no event. Notation, part 3; part 4, "What a call does"; part 6, "What is sent".

import { afterEach, describe, expect, it } from 'vitest';

import { plan as compile } from '../../src/plan/compile.ts';
import { understand } from '../laws/service.ts';
import { documentOf } from '../plan/plan-of.ts';
import { send, start, type Running } from './running.ts';

let service: Running | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

interface Call {
  readonly does: string;
  readonly outcome: string;
  readonly body?: string;
  readonly shown?: string;
  readonly more?: string;
}

function operation(heading: string, { does, outcome, body = 'none', shown = 'none', more = '' }: Call): string {
  return `### ${heading}

- Does: ${does}
- Body: ${body}
${more}- Repeat: again
${heading.includes('/lamps/') ? '\n| Path | Selects |\n|---|---|\n| `code` | Order by `code` |\n| `id` | Lamp by `id` |\n' : ''}
| Status | When | Body |
|---|---|---|
| 200 | ${outcome} | ${shown} |`;
}

const SENT = '- Omitted fields: kept\n- Null fields: refused\n';
const PATCH = 'PATCH /orders/{code}';
const PUT = 'PUT /orders/{code}';
const PLACE = 'PUT /places/{code}';
const ALL = 'PATCH /orders';
const BOTH = 'POST /orders/{code}/both';
const SHIP = 'POST /orders/{code}/lamps/{id}/ship';

interface Written {
  /** Rows of the table of `stage`: From, To, By, Only if, Emits. */
  readonly stage: readonly string[];
  readonly pay?: readonly string[];
  readonly light?: readonly string[];
  readonly calls: Readonly<Record<string, Call>>;
  /** A further field of Lamp. */
  readonly lamp?: string;
}

const table = (rows: readonly string[]): string =>
  `| From | To | By | Only if | Emits |\n|---|---|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}`;

function source({ stage, pay = [], light = [], calls, lamp: field = '' }: Written): string {
  const made = operation('POST /orders', {
    does: 'creates Order',
    outcome: 'created',
    body: 'Order',
    more: '- Null fields: refused\n',
  });
  const lamp = operation('POST /lamps', {
    does: 'creates Lamp',
    outcome: 'created',
    body: 'Lamp',
    more: '- Null fields: refused\n',
  });
  const lists = ['Order', 'Lamp'].map((resource) =>
    operation(`GET /${resource.toLowerCase()}s`, {
      does: `lists ${resource}${resource === 'Order' ? ', also `shut`' : ''}`,
      outcome: 'found',
      shown: `array of ${resource}`,
      more: '- Order: oldest first\n- Pages: none\n',
    }),
  );
  return documentOf({
    events: ['packed', 'shut', 'back', 'paid', 'lit', 'asked']
      .map((kind) => `### ${kind}\n\n- When: not shown\n- Payload: ${kind === 'asked' ? 'Order' : '{"at": <now>}'}\n`)
      .join('\n'),
    errors: `- Error body: {"code": <code>}
- All failed fields at once: yes

| Code | Status | When |
|---|---|---|
| \`no_order\` | 404 | no such Order |
| \`no_lamp\` | 404 | no such Lamp |
| \`there\` | 409 | Order already there |
| \`pay\` | 402 | illegal move of Order.pay |
| \`light\` | 423 | illegal move of Lamp.light |
| \`stage\` | 409 | illegal move of Order.stage |
| \`invalid\` | 422 | any field missing, any field blank, any field invalid, unknown field, read-only field |
| \`taken\` | 409 | any field taken |
| \`query\` | 400 | invalid query |`,
    resources: `### Order

- Identified by: \`code\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`code\` | string | yes | caller at create | any | none |
| \`n\` | integer | no | caller | any | \`1\` |
| \`stage\` | state | yes | caller | any | \`open\` |
| \`pay\` | state | yes | service: state | any | none |

### Lamp

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
${field === '' ? '' : `${field}\n`}| \`light\` | state | yes | service: state | any | none |`,
    states: `### Order.stage

| State | Kind |
|---|---|
| \`open\` | initial |
| \`packed\` | any |
| \`shut\` | gone |

${table(stage)}

- Any other move: \`stage\`

### Order.pay

| State | Kind |
|---|---|
| \`due\` | initial |
| \`settled\` | any |

${table(pay)}

- Any other move: \`pay\`

### Lamp.light

| State | Kind |
|---|---|
| \`dark\` | initial |
| \`lit\` | any |

${table(light)}

- Any other move: \`light\``,
    operations: [
      made,
      // Where it has a further field, other calls make it.
      ...(field === '' ? [lamp] : []),
      ...lists,
      ...Object.entries(calls).map(([heading, call]) => operation(heading, call)),
    ].join('\n\n'),
  });
}

async function serving(written: Written): Promise<void> {
  const { model, errors } = understand(source(written));
  expect(errors).toEqual([]);
  const plan = compile(model);
  expect(plan.operations.flatMap(({ id, heldBy }) => heldBy.map((one) => `${id}: ${one}`))).toEqual([]);
  service = await start(plan);
}

const ask = async (line: string, body?: object): Promise<number> => {
  const [method = '', path = ''] = line.split(' ');
  return (await send(service!, method, path, body)).status;
};

const place = (body: object): Promise<number> => ask('PUT /places/a', body);

/** What every order and lamp is, and how many events of each kind wait. */
async function kept(): Promise<Readonly<Record<string, string>>> {
  const rows = async (path: string): Promise<readonly Record<string, unknown>[]> =>
    (await send(service!, 'GET', path)).json as readonly Record<string, unknown>[];
  const outbox = (await (await fetch(`${service!.operatorUrl}/outbox`)).json()) as {
    readonly events: readonly { readonly event: string; readonly waiting: number }[];
  };
  const orders = (await rows('/orders')).map(({ code, stage, pay }) => [`order ${code}`, `${stage} ${pay}`]);
  const lamps = (await rows('/lamps')).map(({ id, light }) => [`lamp ${id}`, `${light}`]);
  const events = outbox.events.filter(({ waiting }) => waiting > 0).map(({ event, waiting }) => [event, `${waiting}`]);
  return Object.fromEntries([...orders, ...lamps, ...events]);
}

const updates: Call = { does: 'updates Order', outcome: 'updated', body: 'Order', more: SENT };

describe('a state that is sent', () => {
  it.each<[string, string, Call]>([
    ['PATCH', PATCH, updates],
    ['PATCH that merges', PATCH, { ...updates, does: 'merges into Order', more: '' }],
    ['PUT', PUT, { does: 'replaces Order', outcome: 'replaced', body: 'Order' }],
  ])(
    'by %s goes into a gone state and comes out of it as the table says, and not otherwise',
    async (_, heading, how) => {
      await serving({
        stage: [
          `\`open\` | \`packed\` | \`${heading}\` | \`n\` > 0 | \`packed\``,
          `\`packed\` | \`shut\` | \`${heading}\` | none | \`shut\``,
          `\`shut\` | \`open\` | \`${heading}\` | none | \`back\``,
        ],
        calls: { [heading]: how },
      });
      const to = (stage: string, n = 1): Promise<number> => ask(heading.replace('{code}', 'a'), { n, stage });
      expect(await ask('POST /orders', { code: 'a' })).toBe(200);
      expect(await to('shut')).toBe(409);
      expect(await kept()).toEqual({ 'order a': 'open due' });
      expect(await to('packed')).toBe(200);
      expect(await to('open')).toBe(409);
      expect(await to('shut')).toBe(200);
      expect(await kept()).toEqual({ 'order a': 'shut due', packed: '1', shut: '1' });
      expect(await to('packed')).toBe(409);
      expect(await to('shut')).toBe(200);
      expect(await to('open')).toBe(200);
      expect(await kept()).toEqual({ 'order a': 'open due', packed: '1', shut: '1', back: '1' });
    },
  );

  it('does not find a row that is gone where no row of the table starts there', async () => {
    await serving({ stage: [`any | \`shut\` | \`${PATCH}\` | none | \`shut\``], calls: { [PATCH]: updates } });
    await ask('POST /orders', { code: 'a' });
    expect(await ask('PATCH /orders/a', { stage: 'shut' })).toBe(200);
    expect(await ask('PATCH /orders/a', { stage: 'shut' })).toBe(404);
    expect(await ask('PATCH /orders/a', { n: 4 })).toBe(404);
    expect(await kept()).toEqual({ 'order a': 'shut due', shut: '1' });
  });

  it('as it is already makes no move, also where a row of any leads there', async () => {
    await serving({ stage: [`any | \`packed\` | \`${PATCH}\` | none | \`packed\``], calls: { [PATCH]: updates } });
    await ask('POST /orders', { code: 'a' });
    for (const _ of [1, 2]) expect(await ask('PATCH /orders/a', { stage: 'packed' })).toBe(200);
    expect(await kept()).toEqual({ 'order a': 'packed due', packed: '1' });
  });

  it('by creates or replaces is held to the table where there is a row, and to the beginnings where there is none', async () => {
    await serving({
      stage: [`\`open\` | \`packed\` | \`${PLACE}\` | \`n\` > 2 | \`packed\``],
      calls: {
        [PLACE]: {
          does: 'creates or replaces Order',
          outcome: 'created, replaced',
          body: 'Order',
        },
      },
    });
    expect(await place({ stage: 'packed' })).toBe(409);
    expect(await place({ stage: 'shut' })).toBe(409);
    expect(await kept()).toEqual({});
    expect(await place({ stage: 'open', n: 1 })).toBe(200);
    // Only if is judged of the row before the move.
    expect(await place({ stage: 'packed', n: 3 })).toBe(409);
    expect(await place({ n: 3 })).toBe(200);
    expect(await place({ stage: 'packed', n: 0 })).toBe(200);
    expect(await place({ stage: 'open' })).toBe(409);
    expect(await kept()).toEqual({ 'order a': 'packed due', packed: '1' });
  });
});

describe('every row at once', () => {
  it.each<[string, Call, object | undefined]>([
    [
      'updates every',
      { does: 'updates every Order where `n` > 1', outcome: 'updated', body: 'Order', more: SENT },
      { stage: 'packed' },
    ],
    ['moves every', { does: 'moves every Order.stage to `packed` where `n` > 1', outcome: 'moved' }, undefined],
  ])('%s: one row that the table refuses keeps all as they are, and sends nothing', async (_, how, body) => {
    await serving({ stage: [`\`open\` | \`packed\` | \`${ALL}\` | \`n\` < 4 | \`packed\``], calls: { [ALL]: how } });
    for (const n of [1, 2, 3]) await ask('POST /orders', { code: `a${n}`, n });
    await ask('POST /orders', { code: 'a4', n: 4 });
    expect(await ask(ALL, body)).toBe(409);
    const open = { 'order a1': 'open due', 'order a2': 'open due', 'order a3': 'open due', 'order a4': 'open due' };
    expect(await kept()).toEqual(open);
  });

  it.each<[string, Call, object | undefined]>([
    [
      'updates every',
      { does: 'updates every Order where `n` > 1', outcome: 'updated', body: 'Order', more: SENT },
      { stage: 'packed' },
    ],
    ['moves every', { does: 'moves every Order.stage to `packed` where `n` > 1', outcome: 'moved' }, undefined],
  ])('%s: all that it is asked of move, each with its event', async (_, how, body) => {
    await serving({ stage: [`\`open\` | \`packed\` | \`${ALL}\` | \`n\` < 4 | \`packed\``], calls: { [ALL]: how } });
    for (const n of [1, 2, 3]) await ask('POST /orders', { code: `a${n}`, n });
    expect(await ask(ALL, body)).toBe(200);
    expect(await kept()).toEqual({
      'order a1': 'open due',
      'order a2': 'packed due',
      'order a3': 'packed due',
      packed: '2',
    });
  });
});

it('a state that `sets` gives is held to the table', async () => {
  const heading = 'POST /orders/{code}/set';
  await serving({
    stage: [`\`open\` | \`packed\` | \`${heading}\` | \`n\` > 0 | \`packed\``],
    calls: {
      [heading]: {
        does: 'updates Order; sets `stage` = `packed`',
        outcome: 'updated',
        body: 'Order without stage',
        more: SENT,
      },
    },
  });
  await ask('POST /orders', { code: 'a', n: 0 });
  expect(await ask('POST /orders/a/set', { n: 7 })).toBe(409);
  expect(await kept()).toEqual({ 'order a': 'open due' });
  await ask('POST /orders', { code: 'b', n: 1 });
  expect(await ask('POST /orders/b/set', { n: 0 })).toBe(200);
  expect(await ask('POST /orders/b/set', { n: 5 })).toBe(200);
  expect(await kept()).toEqual({ 'order a': 'open due', 'order b': 'packed due', packed: '1' });
});

it.each<[string, string, object]>([
  ['updates Order; moves Order.stage to `packed`', 'updated, moved', { more: SENT }],
  ['moves Order.stage to `packed`; updates Order', 'updated, moved', { more: SENT }],
  ['replaces Order; moves Order.stage', 'replaced, moved', {}],
])('what `%s` moves stands, whatever state the body says, and no other move is told', async (does, outcome, more) => {
  const heading = 'PATCH /orders/{code}';
  const rows = [`\`open\` | \`packed\` | \`${heading}\` | none | \`packed\``];
  // Where the call says where it leads, the table may lead elsewhere, too.
  if (does.includes(' to ')) rows.push(`\`open\` | \`shut\` | \`${heading}\` | none | \`shut\``);
  await serving({ stage: rows, calls: { [heading]: { does, outcome, body: 'Order', ...more } } });
  for (const [code, stage] of Object.entries({ a: 'shut', b: 'open', c: 'packed' })) {
    await ask('POST /orders', { code });
    expect(await ask(`PATCH /orders/${code}`, { n: 2, stage })).toBe(200);
  }
  expect(await ask('PATCH /orders/a', { n: 2, stage: 'packed' })).toBe(409);
  expect(await kept()).toEqual({
    'order a': 'packed due',
    'order b': 'packed due',
    'order c': 'packed due',
    packed: '3',
  });
});

describe('several moves in one step', () => {
  it.each(['moves Order.stage; moves Order.pay', 'moves Order.pay; moves Order.stage'])(
    'of one row, %s: one that is refused keeps the other from being made, and from being told',
    async (does) => {
      await serving({
        stage: [`\`open\` | \`packed\` | \`${BOTH}\` | \`n\` > 0 | \`packed\``],
        pay: [`\`due\` | \`settled\` | \`${BOTH}\` | \`n\` < 2 | \`paid\``],
        calls: { [BOTH]: { does, outcome: 'moved', more: '- Emits: `asked`\n' } },
      });
      for (const n of [0, 1, 2]) await ask('POST /orders', { code: `a${n}`, n });
      expect(await ask('POST /orders/a0/both')).toBe(409);
      expect(await ask('POST /orders/a2/both')).toBe(402);
      const still = { 'order a0': 'open due', 'order a2': 'open due' };
      expect(await kept()).toEqual({ ...still, 'order a1': 'open due' });
      expect(await ask('POST /orders/a1/both')).toBe(200);
      expect(await kept()).toEqual({ ...still, 'order a1': 'packed settled', packed: '1', paid: '1', asked: '1' });
    },
  );

  it.each(['moves Order.stage; moves Lamp.light', 'moves Lamp.light; moves Order.stage'])(
    'of two resources, %s: one that is refused keeps the other from being made, and from being told',
    async (does) => {
      await serving({
        stage: [`\`open\` | \`packed\` | \`${SHIP}\` | \`n\` > 0 | \`packed\``],
        light: [`\`dark\` | \`lit\` | \`${SHIP}\` | none | \`lit\``],
        calls: { [SHIP]: { does, outcome: 'moved', more: '- Emits: `asked`\n' } },
      });
      for (const n of [0, 1, 2]) await ask('POST /orders', { code: `a${n}`, n });
      for (const _ of [1, 2]) await ask('POST /lamps', {});
      expect(await ask('POST /orders/a0/lamps/1/ship')).toBe(409);
      const dark = {
        'order a0': 'open due',
        'order a1': 'open due',
        'order a2': 'open due',
        'lamp 1': 'dark',
        'lamp 2': 'dark',
      };
      expect(await kept()).toEqual(dark);
      expect(await ask('POST /orders/a1/lamps/3/ship')).toBe(404);
      expect(await kept()).toEqual(dark);
      expect(await ask('POST /orders/a1/lamps/1/ship')).toBe(200);
      const lit = { ...dark, 'order a1': 'packed due', 'lamp 1': 'lit', packed: '1', lit: '1', asked: '1' };
      expect(await kept()).toEqual(lit);
      expect(await ask('POST /orders/a2/lamps/1/ship')).toBe(423);
      expect(await kept()).toEqual(lit);
      expect(await ask('POST /orders/a1/lamps/2/ship')).toBe(409);
      expect(await kept()).toEqual(lit);
    },
  );

  it.each([
    ['moves Order.stage; moves Lamp.light', 423],
    ['moves Lamp.light; moves Order.stage', 200],
  ])('of two resources, %s: an Only if sees what the effects before it have changed', async (does, status) => {
    await serving({
      stage: [`\`open\` | \`packed\` | \`${SHIP}\` | none | \`packed\``],
      light: [`\`dark\` | \`lit\` | \`${SHIP}\` | there is no Order (\`stage\` = \`packed\`) | \`lit\``],
      calls: { [SHIP]: { does, outcome: 'moved' } },
    });
    await ask('POST /orders', { code: 'a' });
    await ask('POST /lamps', {});
    expect(await ask('POST /orders/a/lamps/1/ship')).toBe(status);
    expect(await kept()).toEqual(
      status === 200
        ? { 'order a': 'packed due', 'lamp 1': 'lit', packed: '1', lit: '1' }
        : { 'order a': 'open due', 'lamp 1': 'dark' },
    );
  });

  it.each(['moves Order.stage; moves Order.pay', 'moves Order.pay; moves Order.stage'])(
    'of one row, %s: each Only if sees the row as it was',
    async (does) => {
      await serving({
        stage: [`\`open\` | \`packed\` | \`${BOTH}\` | \`pay\` = \`due\` | \`packed\``],
        pay: [`\`due\` | \`settled\` | \`${BOTH}\` | \`stage\` = \`open\` | \`paid\``],
        calls: { [BOTH]: { does, outcome: 'moved' } },
      });
      await ask('POST /orders', { code: 'a' });
      expect(await ask('POST /orders/a/both')).toBe(200);
      expect(await kept()).toEqual({ 'order a': 'packed settled', packed: '1', paid: '1' });
    },
  );
});

describe('rows that the path selects are looked for before anything is written', () => {
  it('also where another effect, of which the path selects none, stands before', async () => {
    const heading = 'POST /orders/{code}/lamp';
    await serving({
      stage: [
        `\`open\` | \`packed\` | \`${heading}\` | none | \`packed\``,
        `\`packed\` | \`shut\` | \`${PATCH}\` | none | none`,
      ],
      calls: {
        [heading]: { does: 'creates Lamp with `order` = {code}; moves Order.stage', outcome: 'created, moved' },
        [PATCH]: updates,
      },
      lamp: '| `order` | Order by `code` | yes | caller at create | any | none |',
    });
    expect(await ask('POST /orders/a/lamp')).toBe(404);
    await ask('POST /orders', { code: 'a' });
    expect(await ask('POST /orders/a/lamp')).toBe(200);
    expect(await ask('PATCH /orders/a', { stage: 'shut' })).toBe(200);
    expect(await ask('POST /orders/a/lamp')).toBe(404);
    expect(await kept()).toEqual({ 'order a': 'shut due', 'lamp 1': 'dark', packed: '1' });
  });

  it('so that a row that is missing is told before a move that is refused', async () => {
    await serving({
      stage: [`\`open\` | \`packed\` | \`${SHIP}\` | \`n\` > 0 | \`packed\``],
      light: [`\`dark\` | \`lit\` | \`${SHIP}\` | none | \`lit\``],
      calls: { [SHIP]: { does: 'moves Order.stage; moves Lamp.light', outcome: 'moved' } },
    });
    await ask('POST /orders', { code: 'a', n: 0 });
    expect(await ask('POST /orders/a/lamps/1/ship')).toBe(404);
    await ask('POST /lamps', {});
    expect(await ask('POST /orders/a/lamps/1/ship')).toBe(409);
  });
});

describe('Checks', () => {
  it.each<[string, string, number]>([
    ['the body first', '', 422],
    ['the state first', '- Checks: existence, state, body\n', 409],
  ])('%s: what is refused keeps nothing, and tells the first of them', async (_, checks, status) => {
    await serving({
      stage: [`\`open\` | \`packed\` | \`${PATCH}\` | \`n\` > 0 | \`packed\``],
      calls: {
        [PATCH]: {
          does: 'updates Order; moves Order.stage',
          outcome: 'updated, moved',
          body: 'Order without stage',
          more: `${SENT}${checks}`,
        },
      },
    });
    await ask('POST /orders', { code: 'a', n: 0 });
    expect(await ask('PATCH /orders/a', { n: 'x' })).toBe(status);
    expect(await ask('PATCH /orders/b', { n: 'x' })).toBe(404);
    expect(await ask('PATCH /orders/a', { n: 3 })).toBe(409);
    expect(await kept()).toEqual({ 'order a': 'open due' });
    await ask('POST /orders', { code: 'b', n: 1 });
    expect(await ask('PATCH /orders/b', { n: 'x' })).toBe(422);
    expect(await ask('PATCH /orders/b', { n: 0 })).toBe(200);
    expect(await ask('PATCH /orders/b', { n: 0 })).toBe(409);
    expect(await kept()).toEqual({ 'order a': 'open due', 'order b': 'packed due', packed: '1' });
  });
});
