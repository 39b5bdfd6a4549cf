// The features that Who needs to run. Input: a stated Who and its operation. Output: words of supported.ts. Notation, part 4 "Who may".

import type { Field } from '../../../notation/resources.ts';
import { valueOf } from '../../../notation/slot.ts';
import type { Check } from '../../../notation/values/policies.ts';
import type { Who } from '../../../notation/values/who.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { ruleOf } from '../../document/field-rules.ts';
import { elementOf, followPath } from '../../document/paths.ts';
import { schemesOf } from '../../document/schemes.ts';
import type { Words } from '../../document/supported.ts';
import { effectsOf, pathFacts, targetsOf } from '../../document/targets.ts';
import { isOptional, readsCredentials } from '../../document/callers.ts';
import { conditionWords } from './words.ts';

export function whoWords(model: Model, linked: LinkedOperation, who: Who): Words {
  const words = ofWho(model, linked, who);
  if (readsCredentials(linked) && model.document.authentication.scope.mark.status === 'none')
    return [...words, 'Who: a condition, where part 5 is none'];
  if (readsCredentials(linked) && schemesOf(model).some(({ caller }) => caller.status === 'none'))
    return [...words, 'Who: a caller without a row'];
  return readsCredentials(linked) && isOptional(model, linked) && setsCaller(model, linked)
    ? [...words, 'Who: somebody who is not signed in, where a row has its caller']
    : words;
}

/** Of a move of part 3: its calls need credentials before it is known which row they make. */
export function moveWhoWords(model: Model, who: Who, makers: readonly string[]): Words {
  if (who.kind === 'anyone' && !who.signedInIfSent) return ['Who: anyone'];
  const calls = makers.flatMap((heading) => model.operations.get(heading) ?? []);
  // Where it is not shown who may call, that is the gap.
  const ask = calls.every((linked) => !isOpenTo(model, linked));
  const isAsked = makers.length > 0 && ask;
  return [
    isAsked ? 'Who: of a move' : 'Who: of a move that asks for no credentials',
    ...calls.flatMap((linked) => ofWho(model, linked, who)),
  ];
}

function isOpenTo(model: Model, linked: LinkedOperation): boolean {
  return valueOf(linked.facts.who) !== undefined && (!readsCredentials(linked) || isOptional(model, linked));
}

function ofWho(model: Model, linked: LinkedOperation, who: Who): Words {
  switch (who.kind) {
    case 'anyone':
      return [who.signedInIfSent ? 'Who: signed-in if sent' : 'Who: anyone'];
    case 'signed-in':
    case 'scope':
      return [`Who: ${who.kind}`];
    case 'role':
      return [isGiven(model, who.role.text) ? 'Who: role' : 'Who: role that no scheme gives'];
    case 'owner':
      return ['Who: owner by', ...ownerWords(model, linked, who.path)];
    case 'condition':
      return ['Who: condition', ...conditionWords(model, who.condition, placeOf(model, linked))];
    case 'or':
      return ['Who: or', ...who.items.flatMap((one) => ofWho(model, linked, one))];
    case 'except':
      return ['Who: except', ...ofWho(model, linked, who.who), ...ofWho(model, linked, who.except)];
    case 'which items': {
      const items = who.items.kind === 'gap' ? [] : conditionWords(model, who.items, placeOf(model, linked));
      return ['Who: which items', ...ofWho(model, linked, who.who), ...items];
    }
  }
}

/** Credentials are looked at first, and who may is asked of a row that was found. */
export function callerChecks(linked: LinkedOperation, checks: readonly Check[]): Words {
  if (!readsCredentials(linked)) return [];
  const isBefore = (first: Check, second: Check): boolean =>
    checks.includes(first) && checks.includes(second) && checks.indexOf(first) < checks.indexOf(second);
  const isElsewhere =
    isBefore('permission', 'existence') || BEHIND_CREDENTIALS.some((check) => isBefore(check, 'authentication'));
  return isElsewhere ? ['Checks: another place of authentication or permission'] : [];
}

const BEHIND_CREDENTIALS: readonly Check[] = ['existence', 'permission', 'body', 'state', 'uniqueness'];

function placeOf(model: Model, linked: LinkedOperation): Parameters<typeof conditionWords>[2] {
  const row = targetsOf(model, linked).flatMap((name) => model.resources.get(name) ?? [])[0];
  return { row, self: row };
}

/** Does a scheme state who has it? */
function isGiven(model: Model, role: string): boolean {
  return schemesOf(model).some(({ roles }) => {
    const given = valueOf(roles);
    return given?.kind === 'field' || (given?.kind === 'when' && given.rules.some((rule) => rule.role.text === role));
  });
}

/** The row is one that Does touches, or that the path selects. */
function ownerWords(model: Model, linked: LinkedOperation, [owner, ...path]: readonly string[]): Words {
  const row = model.resources.get(owner!);
  const followed = followPath(model, row, path);
  const last = followed.fields.at(-1);
  const type = last && valueOf(last.field.type);
  const isList = type !== undefined && elementOf(type).list;
  const isAtHand =
    targetsOf(model, linked).includes(owner!) ||
    pathFacts(model, linked).selections.some(({ resource }) => resource === owner);
  return [
    ...(isAtHand ? [] : ['Who: owner by, of a row that is not at hand']),
    ...(followed.throughList || isList ? ['Who: owner by, through a list'] : []),
  ];
}

/** Does it make or change a row that has a field of its caller? */
function setsCaller(model: Model, linked: LinkedOperation): boolean {
  return effectsOf(linked).some((effect) => {
    const resource = 'target' in effect ? model.resources.get(effect.target.text) : undefined;
    return resource?.fields.items.some(isAlwaysItsCaller) === true && !READS.has(effect.kind);
  });
}

function isAlwaysItsCaller(field: Field): boolean {
  return ruleOf(field)?.kind === 'caller' && valueOf(field.required)?.kind === 'yes';
}

const READS: ReadonlySet<string> = new Set(['reads', 'lists', 'lists values', 'deletes', 'deletes every']);
