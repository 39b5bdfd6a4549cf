// The question for a cause that nothing answers, in plain words: what a caller did, and to which operation. Comes in: the
// key of the cause and the operations that can meet it. Goes out: one sentence; check, ask and a 501 show the same.
// Notation, part 7, "Causes".

import { withArticle } from '../../../base/article.ts';
import { series } from '../../../base/few.ts';
import { oncePer } from '../../../base/once-per.ts';
import type { Effect } from '../../../notation/values/effects.ts';
import type { Model } from '../../model.ts';
import type { Resource } from '../../../notation/resources.ts';
import { uniqueGroups } from '../causes.ts';
import { effectsOf } from '../targets.ts';

const SHOWN = 2;

export function causeQuestion(model: Model, key: string, operations: readonly string[]): string {
  const shown = operations.length === SHOWN + 1 ? SHOWN + 1 : SHOWN;
  const more = operations.length - shown;
  const names = operations.slice(0, shown).map((operation) => `\`${operation}\``);
  const to = more > 0 ? `${names.join(', ')} or one of ${more} more` : series(names, 'or');
  const plain = PLAIN.get(key);
  if (plain !== undefined) return `What happens when ${plain.replace('…', to)}?`;
  for (const [pattern, told] of FORMS) {
    const found = pattern.exec(key);
    if (found) return `What happens when ${told(found.slice(1), to, model, operations)}?`;
  }
  return `What happens when a request to ${to} meets this: ${key}?`;
}

/** `…` is where the operations stand. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['no credentials', '… is called without credentials'],
  ['wrong token', '… is called with credentials that nobody has'],
  ['expired token', '… is called with credentials that are no longer valid'],
  ['wrong credentials', 'the credentials that … is to sign in with are wrong'],
  ['not permitted', '… is called by somebody who may not call it'],
  ['unknown field', 'a request to … sends a field or a query parameter that it does not know'],
  ['read-only field', 'a request to … sends a field that a caller may not set'],
  ['invalid query', 'a query parameter of … has a value that it cannot have'],
  ['invalid header', 'a header of a request to … has a value that it cannot have'],
  ['invalid path', 'the path of … holds a value that it cannot have'],
  ['other values', 'a request to … comes again with other values'],
  ['precondition failed', 'the precondition of a request to … does not hold'],
  ['precondition required', 'a request to … lacks the precondition that it must have'],
  ['same key, other body', 'the key of an earlier request to … comes again with another body'],
  ['still running', 'a request to … comes again while the first is still running'],
  ['too many requests', '… is called more often than a limit allows'],
  ['timed out', 'a request to … takes longer than a limit allows'],
  ['unknown version', '… is called in a version that does not exist'],
  ['missing version', '… is called without a version'],
  ['version withdrawn', '… is called in a version that is withdrawn'],
]);

type Told = (found: readonly string[], to: string, model: Model, operations: readonly string[]) => string;

const FORMS: readonly (readonly [RegExp, Told])[] = [
  [
    /^no such (\S+) in (.+)$/,
    ([name, field], to) => `\`${field}\` in a request to ${to} names ${withArticle(name!)} that does not exist`,
  ],
  [/^no such (\S+)$/, ([name], to, model, operations) => missing(name!, to, model, operations)],
  [/^was (\S+)$/, ([name], to) => `a request to ${to} is about ${withArticle(name!)} that is gone`],
  [/^(\S+) already there$/, ([name], to) => `${to} is to make ${withArticle(name!)} that is already there`],
  [/^not permitted on (\S+)$/, ([name], to) => `${to} is called by somebody who may not do that to the ${name}`],
  [
    /^illegal move of ((\S+?)\..+)$/,
    ([machine, name], to) => `${to} asks ${withArticle(name!)} for a move of \`${machine}\` that no row allows`,
  ],
  [/^header (.+) missing$/, ([header], to) => `a request to ${to} lacks the header \`${header}\``],
  [/^(?:body\.)?(.+) missing$/, ([field], to) => `a request to ${to} lacks \`${field}\``],
  [/^(?:body\.)?(.+) blank$/, ([field], to) => `\`${field}\` is blank in a request to ${to}`],
  [/^(?:body\.)?(.+) invalid$/, ([field], to) => `\`${field}\` in a request to ${to} has a value that it cannot have`],
  [/^(.+) taken$/, ([field], to, model) => taken(fieldsTaken(model, field!), to)],
  [/^(.+) reached$/, ([limit], to) => `a request to ${to} goes beyond the limit "${limit}"`],
  [/^refused while (\S+)$/, ([name], to) => `${to} is to delete what ${withArticle(name!)} still stands in the way of`],
];

/** `Lesson.pupil`, by which the cause is called, and what is unique together with it, as it is stated. */
export function fieldsTaken(model: Model, field: string): readonly string[] {
  const resource = model.resources.get(field.slice(0, field.indexOf('.')));
  const group = resource && groupsByCause(resource).get(`${field} taken`);
  return group?.fields.map((name) => `${resource!.name.text}.${name}`) ?? [field];
}

const groupsByCause = oncePer(
  (resource: Resource): ReadonlyMap<string, ReturnType<typeof uniqueGroups>[number]> =>
    new Map(
      uniqueGroups(resource)
        .toReversed()
        .map((group) => [group.cause, group]),
    ),
);

function taken(fields: readonly string[], to: string): string {
  const names = fields.map((field) => `\`${field}\``);
  return names.length > 1
    ? `${series(names, 'and')} in a request to ${to} together have values that another row has already`
    : `${names[0]} in a request to ${to} has a value that another row has already`;
}

const DONE: Partial<Record<Effect['kind'], string>> = {
  reads: 'read',
  updates: 'changed',
  'merges into': 'changed',
  replaces: 'replaced',
  deletes: 'deleted',
  moves: 'moved',
};

/** By what is done to it, where every operation does something to it; else by the operations. */
function missing(name: string, to: string, model: Model, operations: readonly string[]): string {
  const done = operations.map((operation) => {
    const linked = model.operations.get(operation);
    const effect = linked && effectsOf(linked).find((one) => 'target' in one && one.target.text === name);
    return effect && DONE[effect.kind];
  });
  const words = [...new Set(done)].filter((word) => word !== undefined);
  if (done.includes(undefined)) return `${to} is called for ${withArticle(name)} that does not exist`;
  return `${withArticle(name)} that does not exist is ${series(words, 'or')}`;
}
