// How clients call the operations. Input: a model. Output: an `operationId` for each, from what it does and its path: `createTodo`,
// `listOrders`, `payOrder`. Of two that want the same name, the first keeps it; the later one is called by its method and path.

import { effectsOf, headingOf, targetsOf } from '../analysis/document/targets.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import type { Effect } from '../notation/values/effects.ts';
import { camel, Names, pascal } from './names.ts';

export function operationIds(model: Model): ReadonlyMap<string, string> {
  const names = new Names();
  return new Map(
    [...model.operations].map(([heading, linked]) => {
      const wanted = wantedName(model, linked);
      return [heading, names.take(names.has(wanted) ? pathName(linked) : wanted)];
    }),
  );
}

/** `/orders/{number}/pay` → `['orders']`, `['pay']`: the words before and behind the last parameter. */
function wordsOf(path: string): { readonly before: readonly string[]; readonly behind: readonly string[] } {
  const segments = path.split('/').filter((segment) => segment !== '');
  const last = segments.findLastIndex((segment) => segment.includes('{'));
  if (last === -1) return { before: segments, behind: [] };
  return { before: segments.slice(0, last).filter(isFixed), behind: segments.slice(last + 1).filter(isFixed) };
}

function isFixed(segment: string): boolean {
  return !segment.includes('{');
}

/** `POST /orders/{number}/pay` → `postOrdersByNumberPay`. */
function pathName({ operation: { method, path } }: LinkedOperation): string {
  const segments = path.split('/').map((segment) => pascal(segment.replace(/\{([^{}]*)\}/, 'By $1')));
  return camel(method.toLowerCase()) + segments.join('');
}

const VERBS: Readonly<Partial<Record<Effect['kind'], string>>> = {
  reads: 'get',
  lists: 'list',
  'lists values': 'list',
  creates: 'create',
  'creates or keeps': 'keep',
  'creates or replaces': 'put',
  'creates every in body': 'create',
  updates: 'update',
  'updates every': 'update',
  'merges into': 'update',
  replaces: 'replace',
  deletes: 'delete',
  'deletes every': 'delete',
  moves: 'move',
  'moves every': 'move',
  sets: 'set',
};

function wantedName(model: Model, linked: LinkedOperation): string {
  const [first] = effectsOf(linked);
  if (!first) return pathName(linked);
  if (first.kind === 'signs in') return 'signIn';
  if (first.kind === 'ends token') return 'signOut';
  const verb = VERBS[first.kind];
  if (verb === undefined) return pathName(linked);
  const { before, behind } = wordsOf(linked.operation.path);
  const words = pascal([...before, ...behind].join(' '));
  if (MANY.has(first.kind) || ('ofCaller' in first && first.ofCaller))
    return words === '' ? pathName(linked) : verb + words;
  const target = pascal(targetsOf(model, linked)[0] ?? before.at(-1) ?? '');
  const tail = pascal(behind.join(' '));
  if (first.kind.startsWith('moves') && tail !== '') return camel(tail) + target;
  return target === '' ? pathName(linked) : verb + target + (verb === 'create' ? '' : tail);
}

const MANY: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'lists',
  'lists values',
  'creates every in body',
  'updates every',
  'deletes every',
]);

/** The tag of an operation: the resource that it works with first; without one the first word of its path. */
export function tagOf(linked: LinkedOperation): string {
  const effect = effectsOf(linked).find((one) => 'target' in one);
  if (effect && 'target' in effect) return effect.target.text;
  const [word = headingOf(linked)] = linked.operation.path
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
  return word;
}
