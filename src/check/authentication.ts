// What is doubtful about callers: a role that its bearer may set, tokens that never end, an operation that changes rows and is open to all
// beside others that are not. Input: a model. Output: warnings. What is not shown is no doubt, but a gap. Notation, parts 4 and 5.

import { addTo } from '../base/grouped.ts';
import { openBesideRestricted, roleSetByCaller, tokenWithoutEnd } from '../diagnostics/authentication.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Scheme } from '../notation/authentication.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isOptional, issuesToken, signsIn } from '../analysis/document/callers.ts';
import { unknownRoles } from './roles.ts';
import { schemesFound } from './schemes.ts';
import { EFFECT_TRAITS, isCreation, WRITES } from '../analysis/document/effect-traits.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { schemesOf } from '../analysis/document/schemes.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';

export function authenticationFound(model: Model): readonly Diagnostic[] {
  return [
    ...schemesOf(model).flatMap((scheme) => [...ownRole(model, scheme), ...endless(scheme)]),
    ...open(model),
    ...unknownRoles(model),
    ...schemesFound(model),
  ];
}

/** An operation that is open to all who are signed in, or to everybody, takes the field that gives the role. */
function ownRole(model: Model, { roles }: Scheme): readonly Diagnostic[] {
  const given = valueOf(roles);
  if (given?.kind !== 'field') return [];
  const { owner, field } = given.field;
  const name = owner === undefined ? field.text : `${owner.text}.${field.text}`;
  const taking = [...model.operations.values()].find((linked) => isForAll(model, linked) && takes(model, linked, name));
  if (!taking) return [];
  const values = { field: name, operation: headingOf(taking) };
  return [diagnose(roleSetByCaller, roles.at, values, [{ at: taking.facts.who.at, message: 'who may call it' }])];
}

function isForAll(model: Model, linked: LinkedOperation): boolean {
  return valueOf(linked.facts.who)?.kind === 'signed-in' || isOptional(model, linked);
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
