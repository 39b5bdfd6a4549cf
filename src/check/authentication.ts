// What is doubtful about callers: a role that its bearer may set, tokens that never end, an operation that changes rows and is open to all
// beside others that are not. Input: a model. Output: warnings. What is not shown is no doubt, but a gap. Notation, parts 4 and 5.

import { addTo } from '../base/grouped.ts';
import { openBesideRestricted, roleSetByCaller, tokenWithoutEnd } from '../diagnostics/authentication.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Scheme } from '../notation/authentication.ts';
import { valueOf } from '../notation/slot.ts';
import type { Who } from '../notation/values/who.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isOptional, issuesToken, signsIn } from '../analysis/document/callers.ts';
import { unknownRoles } from './roles.ts';
import { schemesFound } from './schemes.ts';
import { walkCondition } from '../analysis/document/condition-walk.ts';
import { EFFECT_TRAITS, isCreation, WRITES } from '../analysis/document/effect-traits.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { elementOf, followPath } from '../analysis/document/paths.ts';
import { callerOf, schemesOf } from '../analysis/document/schemes.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';

export function authenticationFound(model: Model): readonly Diagnostic[] {
  return [
    ...schemesOf(model).flatMap((scheme) => [...ownRole(model, scheme), ...endless(scheme)]),
    ...open(model),
    ...unknownRoles(model),
    ...schemesFound(model),
  ];
}

/** An operation that is open to all who are signed in, to everybody, or to each for the own row takes a field that gives a role. */
function ownRole(model: Model, scheme: Scheme): readonly Diagnostic[] {
  const { roles } = scheme;
  const isOpenTo = (linked: LinkedOperation): boolean => {
    const who = valueOf(linked.facts.who);
    return isOptional(model, linked) || (who !== undefined && letsEach(model, scheme, who));
  };
  const all = [...model.operations.values()].filter(isOpenTo);
  const [found] = roleFields(model, scheme).flatMap((name) => {
    const taking = all.find((linked) => takes(model, linked, name));
    return taking ? [{ name, taking }] : [];
  });
  if (!found) return [];
  const { name, taking } = found;
  const values = { field: name, operation: headingOf(taking) };
  return [diagnose(roleSetByCaller, roles.at, values, [{ at: taking.facts.who.at, message: 'who may call it' }])];
}

/** What Roles looks at in the row of the caller: `User.role`, or what a rule asks of it. A path may begin with what is set. */
function roleFields(model: Model, scheme: Scheme): readonly string[] {
  const roles = valueOf(scheme.roles);
  if (roles?.kind === 'field') {
    const { owner, field } = roles.field;
    return [owner === undefined ? field.text : `${owner.text}.${field.text}`];
  }
  const caller = callerOf(model, scheme);
  if (roles?.kind !== 'when' || !caller) return [];
  const names: string[] = [];
  for (const { when } of roles.rules) {
    const ground = { row: caller, self: caller };
    walkCondition(model, when, ground, {
      operand(operand, base) {
        if (operand.kind !== 'field' || base !== caller) return;
        const { path } = operand;
        names.push(...path.map((_, end) => `${caller.name.text}.${path.slice(0, end + 1).join('.')}`));
      },
    });
  }
  return names;
}

/** All who are signed in, or each of the callers for the own row: `owner by User.id`. */
function letsEach(model: Model, scheme: Scheme, who: Who): boolean {
  switch (who.kind) {
    case 'signed-in':
      return true;
    case 'owner': {
      const [owner, ...path] = who.path;
      const caller = callerOf(model, scheme);
      const end = followPath(model, caller, path).fields.at(-1);
      const type = end && valueOf(end.field.type);
      return caller?.name.text === owner && type !== undefined && elementOf(type).type.kind !== 'resource';
    }
    case 'or':
      return who.items.some((one) => letsEach(model, scheme, one));
    default:
      return false;
  }
}

function takes(model: Model, linked: LinkedOperation, name: string): boolean {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields' || signsIn(linked)) return false;
  return body.fields.some(({ sets }) => sets !== undefined && `${sets.resource}.${sets.field.name.text}` === name);
}

/** Tokens of the service that neither time nor a call ends. */
function endless({ name, issuedBy, tokenLifetime, revokedWhen }: Scheme): readonly Diagnostic[] {
  if (valueOf(issuedBy)?.kind !== 'operations') return [];
  if (tokenLifetime.status !== 'none' || revokedWhen.status !== 'none') return [];
  return [diagnose(tokenWithoutEnd, tokenLifetime.at, { scheme: name.text })];
}

/** Rows that some may change only under a condition, and anybody by another operation. */
function open(model: Model): readonly Diagnostic[] {
  const changing = new Map<string, LinkedOperation[]>();
  for (const linked of model.operations.values()) {
    if (valueOf(linked.facts.who) === undefined || issuesToken(linked)) continue;
    for (const effect of effectsOf(linked)) {
      if (!('target' in effect) || !WRITES.has(EFFECT_TRAITS[effect.kind].touch) || isCreation(effect)) continue;
      addTo(changing, effect.target.text, linked);
    }
  }
  return [...changing].flatMap(([resource, all]) => {
    const restricted = all.find((linked) => !isOptional(model, linked));
    const unrestricted = all.filter((linked) => valueOf(linked.facts.who)?.kind === 'anyone');
    if (!restricted) return [];
    return unrestricted.map((linked) =>
      diagnose(openBesideRestricted, linked.facts.who.at, { operation: headingOf(linked), resource }, [
        { at: restricted.facts.who.at, message: `\`${headingOf(restricted)}\` asks who calls` },
      ]),
    );
  });
}
