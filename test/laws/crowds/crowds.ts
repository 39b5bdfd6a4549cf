// Law of calls at once and of times, in documents by chance: calls are begun, ended and given up in an order by chance, and a plain list of
// those that run says which call finds no place. Input: a seed, a stage. Output: who was let through beyond a limit, or refused within it;
// what takes longer than it may. It shares nothing with the plan. Notation, part 8, "Calls at once" and "Sizes, lengths and times".

import { setTimeout as sleep } from 'node:timers/promises';
import { gapView } from '../../../src/analysis/gaps/gaps.ts';
import type { LinkedOperation, Model } from '../../../src/model/model.ts';
import type { Limit } from '../../../src/notation/limits.ts';
import { valueOf } from '../../../src/notation/slot.ts';
import { plan as compile } from '../../../src/plan/compile.ts';
import type { Answered } from '../answered.ts';
import { render } from '../draft.ts';
import { fitting, rowsOf } from '../flaws.ts';
import { MEMBER, MEMBERS, PIN } from '../generate-callers.ts';
import { roomy } from '../generate-limits.ts';
import { asked } from '../generate-versions.ts';
import { generate } from '../generate.ts';
import type { Sent } from '../judge-causes.ts';
import { codesOf } from '../judge-failures.ts';
import { limitsSaid, shownLimits } from '../judge-limits.ts';
import { route } from '../judge-route.ts';
import type { Change } from '../laws.ts';
import { asSent, play } from '../play.ts';
import { Random } from '../random.ts';
import type { Call } from '../requests.ts';
import { understand, type Stage } from '../service.ts';
import { heading, type OperationWorld, type World } from '../world.ts';
import { heldCall, isHeld, type HeldCall } from './held-calls.ts';

export interface Crowd {
  readonly wrong: readonly string[];
  /** Calls that found a place, that found none, and that took too long. */
  readonly admitted: number;
  readonly refused: number;
  readonly late: number;
}

const EVENTS = 24;
/** Milliseconds. */
const SHORT = 150;
/** More than any call takes that ends at all. */
const PATIENCE = 5000;

const NOTHING: Crowd = { wrong: [], admitted: 0, refused: 0, late: 0 };

interface Played {
  readonly stage: Stage;
  readonly model: Model;
  readonly world: World;
  readonly random: Random;
  readonly ids: Map<string, string[]>;
  readonly operations: readonly OperationWorld[];
  /** Those whose rows are there. */
  readonly members: readonly string[];
}

/** One limit of a document by chance, the others so wide that nobody meets them. */
export async function playCrowd(stage: Stage, seed: number, change: Change = (plan) => plan): Promise<Crowd> {
  const world = generate(seed, false, seed % 2 === 1);
  const random = new Random(seed * 61 + 17);
  const limit = world.limits.find(({ value }) => /at once$|^90 seconds$/.test(value));
  if (!limit) return NOTHING;
  const isTime = !limit.value.endsWith('at once');
  const text = render(roomy(world, [limit.name]), new Map());
  const source = isTime ? text.replace(`| ${limit.value} |`, `| ${SHORT} milliseconds |`) : text;
  const { model, errors } = understand(source);
  if (errors.length > 0) return NOTHING;
  await stage.play(change(compile(model)));
  const held = new Set(gapView(model).operations.flatMap(({ id, runs }) => (runs === 'no' ? [id] : [])));
  const ids = new Map<string, string[]>();
  const rows = rowsOf(random, world).map((call) => (world.versions ? asked(world.versions, call) : call));
  await play(
    stage,
    [...memberCalls(world), ...rows].map((call) => as(call, MEMBERS[0])),
    { ids },
  );
  const members = MEMBERS.filter((name) => ids.get(MEMBER)?.includes(JSON.stringify(name)));
  const operations = world.operations.filter((of) => !held.has(heading(of)) && !isOrdered(model, of));
  const played: Played = { stage, model, world, random, ids, operations, members };
  const own = model.document.limits.limits.items.find(({ name }) => name.text === limit.name)!;
  const found = isTime ? await late(played, own) : await crowd(played, own);
  return { ...found, wrong: found.wrong.map((one) => `seed ${seed}: ${one}`) };
}

/** Checks puts limits behind others, which are reported instead. */
function isOrdered({ operations }: Model, of: OperationWorld): boolean {
  return valueOf(operations.get(heading(of))!.facts.checks)?.includes('limits') === true;
}

/** So that there is somebody to call. */
function memberCalls({ operations, versions }: World): readonly Call[] {
  const of = operations.find(({ doing, resource }) => doing === 'create' && resource.name === MEMBER);
  if (!of) return [];
  return MEMBERS.map((code): Call => {
    const call: Call = {
      method: of.method,
      path: [of.path],
      headers: { 'content-type': of.mediaType },
      body: { json: { code, grade: 'high', pin: PIN } },
      resource: of.resource,
      of,
    };
    return versions ? asked(versions, call) : call;
  });
}

function as(call: Call, member: string | undefined): Call {
  if (member === undefined) return call;
  const authorization = `Basic ${Buffer.from(`${member}:${PIN}`).toString('base64')}`;
  return { ...call, headers: { ...call.headers, authorization } };
}

interface Chosen {
  readonly sent: Sent;
  readonly operation: LinkedOperation;
  readonly member: string | undefined;
}

/** A call with which nothing is wrong but who makes it, maybe. */
function chosen({ model, world, random, ids, members }: Played, among: readonly OperationWorld[]): Chosen | undefined {
  const call = random.pick(fitting(random, random.pick(among)));
  const member = members.length > 0 && random.chance(0.8) ? random.pick(members) : undefined;
  const sent = asSent(as(world.versions ? asked(world.versions, call) : call, member), ids);
  const routed = route(model, sent);
  return routed.kind === 'operation' ? { sent, operation: routed.operation, member } : undefined;
}

/** By what the limit counts the call; undefined: it does not. */
function keyOf(model: Model, limit: Limit, { operation, member }: Chosen): string | undefined {
  const applied = shownLimits(model, operation).find((one) => one.limit === limit);
  const [each] = applied?.per ?? [];
  switch (each?.kind) {
    case 'service':
    case 'IP address':
      return '';
    case 'operation':
      return operation.operation.name.text;
    case 'caller': {
      const who = valueOf(operation.facts.who);
      const isRead = who !== undefined && (who.kind !== 'anyone' || who.signedInIfSent);
      return isRead ? member : undefined;
    }
    default:
      return undefined;
  }
}

interface Running {
  readonly call: HeldCall;
  readonly key: string | undefined;
}

async function crowd(played: Played, limit: Limit): Promise<Crowd> {
  const { stage, model, random, operations } = played;
  const value = valueOf(limit.value);
  const bodied = operations.filter(({ body }) => body);
  if (bodied.length === 0 || value?.kind !== 'at once') return NOTHING;
  const running: Running[] = [];
  const wrong: string[] = [];
  let [admitted, refused] = [0, 0];
  /** A client that has gone is missed a moment later. */
  let isLeft = false;
  for (let event = 0; event < EVENTS; event += 1) {
    if (running.length > 0 && random.chance(0.3)) {
      const [one] = running.splice(random.whole(0, running.length - 1), 1);
      if (random.chance(0.5)) {
        one!.call.drop();
        isLeft = true;
      } else {
        const answer = await one!.call.end();
        if (isSaid(model, limit, answer)) wrong.push(`a call that runs is refused as "${limit.name.text}"`);
      }
      continue;
    }
    const isHolding = random.chance(0.7);
    const one = chosen(played, isHolding ? bodied : operations);
    if (!one) continue;
    const key = keyOf(model, limit, one);
    const isFull = key !== undefined && running.filter((other) => other.key === key).length >= value.count;
    const until = performance.now() + (isLeft && !isFull ? PATIENCE : 0);
    let begun = await begin(stage, one.sent, isHolding);
    while (begun.refused && isSaid(model, limit, begun.refused) && performance.now() < until) {
      await sleep(5);
      begun = await begin(stage, one.sent, isHolding);
    }
    if (begun.refused && isHeld(begun.refused)) continue;
    const isRefused = begun.refused !== undefined && isSaid(model, limit, begun.refused);
    const where = `${one.sent.method} ${one.sent.path}, while ${running.map((other) => `"${other.key}"`).join(', ')} run of ${value.count}`;
    if (isRefused !== isFull) wrong.push(`${where}: it is ${isRefused ? 'refused' : 'let through'}, as "${key}"`);
    if (isFull) refused += 1;
    else if (key !== undefined) admitted += 1;
    if (!begun.refused) running.push({ call: begun, key });
  }
  for (const { call } of running) call.drop();
  return { wrong, admitted, refused, late: 0 };
}

/** Whole, or without its body. */
async function begin(stage: Stage, sent: Sent, isHolding: boolean): Promise<HeldCall> {
  const call = await heldCall(stage.url, sent);
  if (isHolding || call.refused) return call;
  return { ...call, refused: await call.end() };
}

function isSaid(model: Model, limit: Limit, answer: Answered): boolean {
  return codesOf(model, answer).some(({ code, when }) =>
    limitsSaid(model, code.text, valueOf(when) ?? []).includes(limit),
  );
}

/** Rows of the document and what is known of them: that a rate has counted the call is no effect. */
function rowsKept({ stage, world }: Played): string {
  const names = ['_outbox', ...world.resources.map(({ name }) => name)];
  const tables = JSON.parse(stage.kept()) as readonly (readonly [string, unknown])[];
  return JSON.stringify(tables.filter(([name]) => names.includes(name)));
}

/** A body that does not come is waited for as long as the time says, and nothing of the call is kept. */
async function late(played: Played, limit: Limit): Promise<Crowd> {
  const { stage, model, operations } = played;
  const wrong: string[] = [];
  let count = 0;
  for (const of of operations.filter(({ body }) => body)) {
    const one = chosen(played, [of]);
    if (!one || !shownLimits(model, one.operation).some((each) => each.limit === limit)) continue;
    const before = rowsKept(played);
    const begun = performance.now();
    const call = await heldCall(stage.url, one.sent);
    if (call.refused) continue;
    const answer = await Promise.race([call.answer, sleep(PATIENCE)]);
    call.drop();
    const where = `${one.sent.method} ${one.sent.path}`;
    if (!answer) wrong.push(`${where}: nothing ends it`);
    else if (!isSaid(model, limit, answer)) wrong.push(`${where}: it ends with ${answer.status} ${answer.text}`);
    else if (performance.now() - begun < SHORT) wrong.push(`${where}: it ends before its time is over`);
    if (rowsKept(played) !== before) wrong.push(`${where}: something of it is kept`);
    count += 1;
  }
  return { wrong, admitted: 0, refused: 0, late: count };
}
