// How what runs differs from what ran before. Input: an operation, or the whole, as it was planned before and is now. Output: a
// few words of what it takes, what it answers and what it does; none where the plans are the same.

import type { BodyFieldPlan } from '../../plan/body-plan.ts';
import type { ParameterPlan } from '../../plan/input.ts';
import type { Output } from '../../plan/output.ts';
import type { OperationPlan, Plan, RunPlan } from '../../plan/plan.ts';

/** The most names that are listed; of more only their number. */
const MOST = 4;

export function operationDiffers(was: OperationPlan, is: OperationPlan): string | undefined {
  if (isSame(was, is)) return undefined;
  const said = was.run && is.run ? runDiffers(was.run, is.run) : [];
  if (!isSame(was.restsOn, is.restsOn)) said.push('rests on other gaps');
  return said.length === 0 ? 'runs differently' : said.join('; ');
}

function runDiffers(was: RunPlan, is: RunPlan): string[] {
  const taken = namesDiffer(takenBy(was), takenBy(is));
  const shown = namesDiffer(shownBy(was), shownBy(is));
  const statuses = namesDiffer(statusesOf(was), statusesOf(is));
  const answers = phrases('answers', { ...statuses, otherwise: [] });
  const takes = phrases('takes', taken);
  const shows = phrases('shows', shown);
  const errors = errorsDiffering(was, is);
  return [
    ...takes,
    ...answers,
    ...shows,
    ...(answers.length + shows.length === 0 && !isSame(was.answers, is.answers) ? ['answers differently'] : []),
    // A cause of a field comes and goes with it.
    ...(errors.length === 0 ? [] : [`answers ${listed(errors)} differently`]),
    ...(takes.length === 0 && shows.length === 0 && !isSame(was.steps, is.steps) ? ['does it differently'] : []),
  ];
}

type Named = ReadonlyMap<string, unknown>;

/** By name, how it is taken. */
function takenBy({ query, path, body }: RunPlan): Named {
  const fields = body.kind === 'fields' ? body.fields.filter(({ sent }) => sent.do === 'accept') : [];
  const inRows = body.kind === 'fields' ? (body.rows?.fields ?? []).filter(({ sent }) => sent.do === 'accept') : [];
  return new Map<string, ParameterPlan | BodyFieldPlan>([
    ...path.map((one) => [`{${one.name}}`, one] as const),
    ...query.map((one) => [`?${one.name}`, one] as const),
    ...fields.map((one) => [one.path.join('.'), one] as const),
    ...inRows.map((one) => [['each', ...one.path].join('.'), one] as const),
  ]);
}

function statusesOf({ answers }: RunPlan): Named {
  return new Map(answers.map(({ status }) => [String(status), undefined]));
}

function shownBy({ answers }: RunPlan): Named {
  return new Map(answers.flatMap(({ body }) => (body === undefined ? [] : shownIn(body, []))));
}

function shownIn(output: Output, path: readonly string[]): readonly (readonly [string, unknown])[] {
  switch (output.kind) {
    case 'object':
      return output.pairs.flatMap(({ key, value, present }) => {
        const own = [...path, typeof key === 'string' ? key : `<${key.word}>`];
        return [...(isLeaf(value) ? [[own.join('.'), [value, present]] as const] : []), ...shownIn(value, own)];
      });
    case 'list':
      return output.items.flatMap((item) => shownIn(item, path));
    case 'rows':
    case 'chosen':
      return shownIn(output.of, path);
    default:
      return [];
  }
}

function isLeaf({ kind }: Output): boolean {
  return kind !== 'object' && kind !== 'list' && kind !== 'rows' && kind !== 'chosen';
}

interface NamesDiffer {
  readonly more: readonly string[];
  readonly fewer: readonly string[];
  readonly otherwise: readonly string[];
}

function namesDiffer(was: Named, is: Named): NamesDiffer {
  return {
    more: [...is.keys()].filter((name) => !was.has(name)),
    fewer: [...was.keys()].filter((name) => !is.has(name)),
    otherwise: [...is.keys()].filter((name) => was.has(name) && !isSame(was.get(name), is.get(name))),
  };
}

function phrases(does: string, { more, fewer, otherwise }: NamesDiffer): readonly string[] {
  return [
    ...(more.length > 0 ? [`${does} ${listed(more)}`] : []),
    ...(fewer.length > 0 ? [`${does} ${listed(fewer)} no more`] : []),
    ...(otherwise.length > 0 ? [`${does} ${listed(otherwise)} differently`] : []),
  ];
}

function listed(names: readonly string[]): string {
  if (names.length > MOST) return `${names.length} names`;
  return names.join(', ');
}

/** Codes, or statuses without one, of refusals that it had and has, or of new ones. */
function errorsDiffering(was: RunPlan, is: RunPlan): readonly string[] {
  const before = refusalsIn(was);
  const after = refusalsIn(is);
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => !isSame(before.get(name), after.get(name)));
}

function refusalsIn({ refusals }: RunPlan): Named {
  const out = new Map<string, unknown>();
  for (const outcome of Object.values(refusals)) {
    if (outcome.kind !== 'refuse') continue;
    // No caller sees its place among the others.
    const { rank: _, ...refusal } = outcome.refusal;
    out.set(refusal.code ?? String(refusal.status), refusal);
  }
  return out;
}

const WHOLE: readonly (readonly [string, readonly (keyof Plan)[]])[] = [
  ['moves by time differ', ['timed']],
  ['moves from outside differ', ['outside']],
  ['answers that belong to no operation differ', ['refusals', 'floorRestsOn', 'floorAssumed', 'assumed', 'base']],
];

/** What no operation alone has. `others`: something else is said already. */
export function wholeDiffers(was: Plan, is: Plan, others: boolean): readonly string[] {
  const said = WHOLE.flatMap(([words, names]) => (names.every((name) => isSame(was[name], is[name])) ? [] : [words]));
  if (!isSame(payloadsIn(was), payloadsIn(is))) said.push('what events carry differs');
  if (others || said.length > 0) return said;
  const keeps = (['storage', 'rows', 'shapes', 'events'] as const).some((name) => !isSame(was[name], is[name]));
  return keeps ? ['rows are kept differently'] : [];
}

function payloadsIn({ storage }: Plan): unknown {
  return storage.map(({ payloads }) => payloads ?? []).filter((payloads) => payloads.length > 0);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
