// Whether an operation may succeed and meet no row of its Status table that can answer: all have conditions, or show a row
// that is not there. For the computation, by its own reading of part 4, table Status.

import type { Pages } from '../../src/notation/values/lists.ts';
import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';
import { someRow } from './truth.ts';

/** What each effect comes to when all goes well. */
const COMES_TO: Readonly<Record<string, readonly string[]>> = {
  reads: ['found'],
  lists: ['found'],
  updates: ['updated'],
  'updates every': ['updated'],
  'merges into': ['updated'],
  sets: ['updated'],
  moves: ['moved'],
  'moves every': ['moved'],
  deletes: ['deleted'],
  'deletes every': ['deleted'],
  creates: ['created'],
  replaces: ['replaced'],
  'creates or replaces': ['created', 'replaced'],
};

/** Some outcome has rows with conditions only, and there is a row of which none is true. */
export function mayMeetNoCondition(model: Model, op: LinkedOperation): boolean {
  const { words, resource, speaking } = read(op);
  return [...words].some((word) => {
    const rows = speaking(word);
    if (rows.length === 0 || rows.some(({ condition }) => !condition)) return false;
    return someRow(model, resource, (holds) => !rows.some(({ condition }) => holds(condition!)));
  });
}

/** `deletes R if there`: a row of the table that shows an R answers also when there was none. */
export function mayShowNothing(op: LinkedOperation): boolean {
  const { effects, resource, speaking, whens } = read(op);
  const own = effects.filter((effect) => 'target' in effect && effect.target.text === resource);
  const loose = own.find((effect) => 'ifThere' in effect && effect.ifThere);
  if (!loose) return false;
  if (effects.length === 1) return speaking('unchanged').some(shows);
  const others = own.filter((one) => one !== loose).flatMap((one) => COMES_TO[one.kind] ?? []);
  const shown = whens.filter(shows).flatMap(({ outcomes }) => outcomes);
  return others.length === 0 ? whens.some(shows) : shown.includes('deleted') && !shown.some((w) => others.includes(w));
}

interface When {
  readonly outcomes: readonly string[];
  readonly condition: unknown;
  readonly body: string;
  readonly headers: string;
}

function shows({ body, headers, condition }: When): boolean {
  const asks = JSON.stringify(condition ?? null);
  return (
    /"kind":"(?:resource|array of|field)"/.test(body) ||
    /\{[^{}]+\}/.test(headers) ||
    /"kind":"(?:this|value|exists|count)"|"kind":"field",(?!"owner":"(?:body|query)")/.test(asks)
  );
}

function read(op: LinkedOperation) {
  const effects = valueOf(op.facts.does) ?? [];
  const puts = effects.filter(({ kind }) => kind === 'creates or replaces');
  const words = new Set((puts.length > 0 ? puts : effects).flatMap((effect) => COMES_TO[effect.kind] ?? []));
  const isLoose = effects.some((effect) => 'ifThere' in effect && effect.ifThere);
  if (isLoose && puts.length === 0) words.add('unchanged');
  if (op.facts.does.status === 'none') words.add('found');
  const isOne = effects.length > 1 && puts.length === 0;
  const whens = op.facts.statuses.items.flatMap((row) => {
    const when = valueOf(row.when);
    const headers = (valueOf(row.headers) ?? []).map(({ value }) => value ?? '').join('\n');
    if (when?.kind !== 'outcome') return [];
    // Whatever the call has changed.
    const outcomes: readonly string[] = when.outcomes.flatMap((one) =>
      one === 'accepted' ? [...words].filter((word) => changes(word) || effects.length === 0) : [one],
    );
    if (outcomes.length < when.outcomes.length) return [];
    return [{ ...when, outcomes, body: JSON.stringify(valueOf(row.body) ?? null), headers }];
  });
  const shown = whens.flatMap(({ body }) => /"resource":\{"text":"([^"]+)"/.exec(body)?.[1] ?? []);
  const named = effects.flatMap((effect) => ('target' in effect ? [effect.target.text] : []));
  const saysUnchanged = whens.some(({ outcomes }) => outcomes.includes('unchanged'));
  const speaking = (word: string): typeof whens =>
    whens.filter(
      ({ outcomes }) =>
        outcomes.length === 0 ||
        outcomes.includes(word) ||
        (isOne && outcomes.some((other) => words.has(other))) ||
        (effects.length === 1 && word === 'unchanged' && !saysUnchanged && outcomes.includes('deleted')),
    );
  return { effects, words, whens, speaking, resource: shown[0] ?? named[0] ?? '' };
}

/** A half of Pages is not shown, or one that is due beside the others is left out. */
export function ofOpenPages(pages: Pages | undefined): 'partly' | undefined {
  if (!pages) return undefined;
  const { kind, default: usual, atMost, more, size, cursor } = pages;
  const isUnsized = (kind === 'cursor' || kind === 'link') && size === undefined;
  const isBounded = kind === 'page and size' || isUnsized || atMost !== undefined || typeof more === 'number';
  const isHalved = usual === undefined || (atMost !== undefined && more === undefined && size !== undefined);
  const isUnsaid = kind === 'cursor' && cursor === undefined;
  const isMarked = [usual, atMost, more].some((half) => typeof half === 'object');
  return (isBounded && isHalved) || isUnsaid || isMarked ? 'partly' : undefined;
}

function changes(outcome: string): boolean {
  return !['found', 'unchanged', 'signed in'].includes(outcome);
}
