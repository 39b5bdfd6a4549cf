// Random machines, random requests, random advances of the clock: each answer of a service is held to timed-model.ts. Input: a seed.
// Output: what differed, as text; nothing when all agrees.

import { plan as compile } from '../../src/plan/compile.ts';
import { manualClock } from '../../src/serve/clock.ts';
import { modelOf } from '../plan/plan-of.ts';
import { timedSource } from './timed-source.ts';
import { send, start } from './running.ts';
import { World, type Machine, type OnlyIf, type Rule, type Thing } from './timed-model.ts';

const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

type Random = (below: number) => number;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, the upper bits. */
export function randomOf(seed: number): Random {
  let state = BigInt(seed) * 2_654_435_761n + 12_345n;
  return (below) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

const STATES = ['s0', 's1', 's2', 's3'];

export function machineOf(random: Random): Machine {
  const timed: Rule[] = [];
  for (let count = 1 + random(4); count > 0; count--) {
    const by = random(2) === 0 ? 'after' : 'at';
    const delay = [0, 1, 2, 5][random(4)]! * MINUTE;
    // No time need pass: such moves only lead onwards, or they would go round.
    const isOnward = by === 'at' || delay === 0;
    const isEnd = random(4) === 0;
    const to = isEnd ? STATES.length : isOnward ? 1 + random(3) : random(4);
    const from = STATES.filter((_, state) => state !== to && (isOnward ? state < to : true) && random(2) === 0);
    // Two that are always due together and lead apart are an error of the document.
    const isTold = timed.some(
      (one) => one.by.kind === by && one.by.delay === delay && one.from.some((state) => from.includes(state)),
    );
    if (from.length > 0 && !isTold)
      timed.push({ from, to: STATES[to], by: { kind: by, delay }, onlyIf: conditionOf(random) });
  }
  const called = STATES.flatMap((from): [string, string][] => {
    const to = STATES[random(4)]!;
    return from === to || random(3) === 0 ? [] : [[from, to]];
  });
  return { states: STATES, timed, called };
}

function conditionOf(random: Random): OnlyIf {
  switch (random(7)) {
    case 0:
      return { kind: 'more', than: random(3) };
    case 1:
      return { kind: 'later' };
    case 2:
      return { kind: 'nobody in', state: STATES[random(4)]! };
    case 3:
      return { kind: 'no part' };
    default:
      return { kind: 'none' };
  }
}

const CONDITIONS = {
  none: () => 'none',
  more: (one: Extract<OnlyIf, { kind: 'more' }>) => `\`n\` > ${one.than}`,
  later: () => '`due` > now',
  'nobody in': (one: Extract<OnlyIf, { kind: 'nobody in' }>) => `there is no Thing (\`status\` = \`${one.state}\`)`,
  'no part': () => 'there is no Part (`thing` = this)',
} as const;

function byText({ by: { kind, delay } }: Rule): string {
  const minutes = `${delay / MINUTE} minutes`;
  if (kind === 'after') return `after ${minutes}`;
  return delay === 0 ? 'at `due`' : `${minutes} after \`due\``;
}

/** Whole rows are written, one and many; and other rows are looked at from a second resource. */
const MORE = `### PUT /things/{id}

- Does: replaces Thing
- Body: Thing
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 200 | replaced | Thing |

### POST /things/even

- Does: updates every Thing where \`n\` = 2
- Repeat: again

| Body | Type | Required | Default | Sets |
|---|---|---|---|---|
| \`n\` | integer | yes | none | \`n\` |

| Status | When | Body |
|---|---|---|
| 204 | updated | none |

### POST /parts

- Does: creates Part
- Body: Part
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Part |

### DELETE /parts/{id}

- Does: deletes Part
- Body: none
- Repeat: same effect

| Status | When | Body |
|---|---|---|
| 204 | deleted | none |

### GET /parts

- Does: lists Part
- Order: oldest first
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | {"total": <total>, "parts": array of Part} |

### POST /boxes

- Does: creates Box
- Body: none
- Repeat: again

| Status | When | Body |
|---|---|---|
| 201 | created | Box |

${STATES.map(
  (state) => `### GET /boxes/${state}

- Does: lists Box where there is Thing (\`status\` = \`${state}\`)
- Order: oldest first
- Pages: none
- Repeat: safe

| Status | When | Body |
|---|---|---|
| 200 | found | array of Box |
`,
).join('\n')}`;

const BOX = `### Box

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |

### Part

- Identified by: \`id\`

| Field | Type | Required | Set by | Allowed values | Default |
|---|---|---|---|---|---|
| \`id\` | integer | yes | service: new id | any | none |
| \`thing\` | Thing by \`id\` | yes | caller | any | none |`;

export function sourceOf({ states, timed, called }: Machine): string {
  const rows = timed.map((rule) => {
    const condition = (CONDITIONS[rule.onlyIf.kind] as (one: OnlyIf) => string)(rule.onlyIf);
    return `| ${rule.from.map((state) => `\`${state}\``).join(', ')} | ${rule.to === undefined ? '(gone)' : `\`${rule.to}\``} | ${byText(rule)} | ${condition}`;
  });
  const moves = called.map(([from, to]) => `| \`${from}\` | \`${to}\` | \`POST /things/{id}/go\` | none`);
  const none = called.length === 0 ? ['| any | refused `stage` | `POST /things/{id}/go` | none'] : [];
  const deleted = 'deletes every Part where `thing` = this';
  return timedSource({
    states,
    deleted,
    moves: [...rows, ...moves, ...none],
    more: BOX,
    operations: MORE,
    codes: '| `no_part` | 404 | no such Part |',
  });
}

/** Undefined: the service and the model agree at every instant. */
export async function runOf(seed: number): Promise<string | undefined> {
  const random = randomOf(seed);
  const machine = machineOf(random);
  const plan = compile(modelOf(sourceOf(machine)));
  let now = START;
  const clock = manualClock(now, { keep: () => Promise.resolve(true) });
  const service = await start(plan, { clock });
  const world = new World(machine);
  const told: string[] = [];
  const call = async (method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> => {
    const { status, json } = await send(service, method, path, body);
    told.push(`${new Date(now).toISOString()} ${method} ${path} ${JSON.stringify(body) ?? ''} → ${status}`);
    return { status, json };
  };
  const fault = (what: string, got: unknown, expected: unknown): string =>
    `seed ${seed}: ${what} is ${JSON.stringify(got)}, expected ${JSON.stringify(expected)}\n${sourceOf(machine)
      .split('\n')
      .filter((line) => /^\| .*(after|at `|go`)/.test(line))
      .join('\n')}\n${told.join('\n')}`;
  try {
    await call('POST', '/boxes');
    for (let step = 0; step < 14; step++) {
      const thing = world.things[random(Math.max(1, world.things.length))];
      const due = random(4) === 0 ? undefined : now + (random(14) - 4) * MINUTE;
      const dueText = due === undefined ? null : new Date(due).toISOString();
      const n = random(4);
      switch (thing === undefined ? 0 : random(12)) {
        case 0: {
          const made = world.create(n, due, now);
          const { status, json } = await call('POST', '/things', { n, due: dueText });
          const got = json as { id: number; status: string };
          if (status !== 201 || got.status !== made.status) return fault('the new row', json, made);
          break;
        }
        case 1:
        case 2: {
          const isDue = random(2) === 0;
          world.patch(thing!, isDue ? { due } : { n }, now);
          const { json } = await call('PATCH', `/things/${thing!.id}`, isDue ? { due: dueText } : { n });
          if ((json as { status: string }).status !== thing!.status) return fault('the changed row', json, thing);
          break;
        }
        case 3:
        case 4: {
          const isMade = world.go(thing!, now);
          const { status, json } = await call('POST', `/things/${thing!.id}/go`);
          if ((status === 200) !== isMade) return fault('the guard', status, isMade);
          if (isMade && (json as { status: string }).status !== thing!.status) return fault('the move', json, thing);
          break;
        }
        case 6: {
          world.patch(thing!, { n, due }, now);
          const { json } = await call('PUT', `/things/${thing!.id}`, { n, due: dueText });
          if ((json as { status: string }).status !== thing!.status) return fault('the replaced row', json, thing);
          break;
        }
        case 7: {
          world.every((one) => one.n === 2, n, now);
          const { status } = await call('POST', '/things/even', { n });
          if (status !== 204) return fault('the change of many', status, 204);
          break;
        }
        case 8: {
          const part = world.part(thing!.id, now);
          const { status } = await call('POST', '/parts', { thing: thing!.id });
          if ((status === 201) !== (part !== undefined)) return fault('the new part', status, part);
          break;
        }
        case 9: {
          const part = world.parts[random(Math.max(1, world.parts.length))];
          if (!part) break;
          now += random(3) * MINUTE;
          await clock.set!(now);
          const expected = world.takePart(part, now) ? 204 : 404;
          const { status } = await call('DELETE', `/parts/${part.id}`);
          if (status !== expected) return fault('the removed part', status, expected);
          break;
        }
        case 5: {
          if (random(3) > 0) break;
          world.remove(thing!, now);
          await call('DELETE', `/things/${thing!.id}`);
          break;
        }
        default: {
          // Seldom so long that whole rounds go by.
          now += random(3) === 0 ? random(20_000) : random(random(8) === 0 ? 300 : 12) * MINUTE;
          await clock.set!(now);
        }
      }
      world.settle(now);
      const seen = await compare(call, world, random(STATES.length));
      if (seen) return fault(seen.what, seen.got, seen.expected);
    }
    const logged = service.logged.filter((line) => !line.endsWith(BUSY));
    return logged.length > 0 ? fault('the log', logged, []) : undefined;
  } catch (error) {
    return fault('an answer', String(error), 200);
  } finally {
    await service.stop();
  }
}

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;

interface Seen {
  readonly what: string;
  readonly got: unknown;
  readonly expected: unknown;
}

/** What a request is refused for on a machine that is busy with other things; then it is asked again. */
const BUSY = 'what was due is still being written';

async function answered(call: Call, path: string): Promise<unknown> {
  for (let again = 0; ; again++) {
    const { status, json } = await call('GET', path);
    if (status === 200) return json;
    if (status !== 503 || again === 10) throw new Error(`GET ${path} was answered ${status} ${JSON.stringify(json)}`);
  }
}

async function compare(call: Call, world: World, place: number): Promise<Seen | undefined> {
  const status = STATES[place]!;
  const some = world.things.filter((one) => one.status === status);
  const ids = some.map(({ id }) => id);
  const parts = world.parts.map(({ id, thing }) => ({ id, thing }));
  const read = (path: string): Promise<unknown> => answered(call, path);
  const isOfParts = async (): Promise<Seen | undefined> => {
    const got = await read('/parts');
    const isSame = JSON.stringify(got) === JSON.stringify({ total: parts.length, parts });
    return isSame ? undefined : { what: 'the list of parts', got, expected: parts };
  };
  // First: nothing else has asked yet. What goes with a row that time removes; a search in the condition of another resource.
  const apart = place % 2 === 0 ? await isOfParts() : undefined;
  if (apart) return apart;
  const boxes = await read(`/boxes/${status}`);
  if ((boxes as readonly unknown[]).length !== Math.min(1, ids.length))
    return { what: `who looks for ${status}`, got: boxes, expected: ids };
  const seen = await isOfParts();
  if (seen) return seen;
  const counted = await read(`/things?status=${status}`);
  const { total, things } = counted as { total: number; things: { id: number }[] };
  if (total !== ids.length || things.map(({ id }) => id).join() !== ids.join())
    return { what: `the list of ${status}`, got: counted, expected: ids };
  const json = await read('/things');
  const shown = (json as { things: { id: number; status: string; changed: string }[] }).things.map(
    (one) => `${one.id} ${one.status} ${one.changed}`,
  );
  const expected = world.things.map((one: Thing) => `${one.id} ${one.status} ${new Date(one.changed).toISOString()}`);
  return shown.join() === expected.join() ? undefined : { what: 'the list', got: shown, expected };
}
