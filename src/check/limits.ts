// What is doubtful in part 8: limits that count nothing. Input: a model. Output: warnings, with what to write instead. What is not shown is
// no doubt, but a gap. Notation, part 8, head Per: `limit-of-nothing`.

import { limitOfNothing } from '../diagnostics/limits.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Limit } from '../notation/limits.ts';
import { valueOf } from '../notation/slot.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { readsCredentials } from '../analysis/document/callers.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { headingOf } from '../analysis/document/targets.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { mayApply } from '../analysis/document/repeats.ts';
import { isShown } from '../analysis/refusals/causes/restriction.ts';
import { endsOf, isLimitOf } from '../analysis/refusals/errors.ts';
import { countedBy } from '../analysis/refusals/rates.ts';
import { ownConstraints } from '../analysis/document/allowed.ts';
import { plainType } from '../analysis/document/value-kinds.ts';
import { LIMIT_APPLIES_TO } from '../notation/values/limited-calls.ts';
import { LIMIT_PER, type LimitPer, type LimitValue } from '../notation/values/limits.ts';

export function limitsFound(model: Model): readonly Diagnostic[] {
  return model.document.limits.limits.items.flatMap((limit) => [
    ...withoutCallers(model, limit),
    ...ofAnotherOperation(model, limit),
    ...ofNoCall(model, limit),
    ...ofItsType(model, limit),
  ]);
}

/** Of a caller, where no operation that it limits reads who calls. */
function withoutCallers(model: Model, limit: Limit): readonly Diagnostic[] {
  if (valueOf(limit.per)?.some(({ kind }) => kind === 'caller') !== true) return [];
  const limited = limitedBy(model, limit) ?? [];
  const isOpen = limited.some((linked) => valueOf(linked.facts.who) === undefined || readsCredentials(linked));
  if (limited.length === 0 || isOpen) return [];
  const because = 'anyone may make the calls that it limits, and their credentials are not read';
  const instead = 'Write `IP address`, or let Who of an operation that it limits ask who calls';
  return [found(limit, '`caller`', because, instead)];
}

/** Of calls that there are not, or by what none of them has, adds or sends, or of a cause that none of them ends with. */
function ofNoCall(model: Model, limit: Limit): readonly Diagnostic[] {
  const [value, per] = [valueOf(limit.value), valueOf(limit.per)];
  const isSaid =
    isShown(limit) && limit.whenExceeded.status !== 'none' && isComplete(model, model.document.endpoints.operations);
  if (!value || !per || !isSaid || isNameless(model, per)) return [];
  if (withoutCallers(model, limit).length > 0 || ofAnotherOperation(model, limit).length > 0) return [];
  const limited = [...model.operations.values()].filter((linked) => mayApply(linked, valueOf(limit.appliesTo)));
  if (limited.length === 0) return ofNoOperation(model, limit);
  const isOpen = limited.some((linked) => bodyOf(model, linked).kind === 'open');
  if (isOpen || limited.some((linked) => isLimitOf(model, linked, limit))) return [];
  const said = LIMIT_PER.print(per);
  const shown = said.includes('`') ? said : `\`${said}\``;
  const isOfCause = limited.some(
    (linked) => endsOf(model, linked, limit)?.length === 0 && countedBy(model, linked, limit),
  );
  const [because, instead] = isOfCause ? OF_NO_CAUSE : OF_NONE[value.kind];
  return [found(limit, shown, because, instead)];
}

type Why = readonly [because: string, instead: string];

const OF_NO_CAUSE: Why = [
  'no call that it limits ends with the cause behind `if`',
  'Write another cause, or remove it',
];
const OF_NO_COUNT: Why = ['no call that it limits has that', 'Write `IP address`, or what these calls send'];
const OF_NO_BODY: Why = [
  'no call that it limits sends that',
  'Name calls that send it under Applies to, or remove the limit',
];

const OF_NONE: Readonly<Record<LimitValue['kind'], Why>> = {
  rate: OF_NO_COUNT,
  'at once': OF_NO_COUNT,
  time: OF_NO_COUNT,
  size: OF_NO_BODY,
  characters: OF_NO_BODY,
  items: OF_NO_BODY,
  rows: ['no call that it limits adds to them', 'Name calls that make such rows under Applies to, or remove the limit'],
};

/** A name under Per leads nowhere, which is said where it is. */
function isNameless(model: Model, per: LimitPer): boolean {
  return per.some(
    (each) => each.kind === 'field' && !model.fields.has(`${each.field.owner.text}.${each.field.field.text}`),
  );
}

/** HEAD is a part of GET, and OPTIONS of no operation. Where part 4 has none at all, that is what is missing. */
function ofNoOperation(model: Model, limit: Limit): readonly Diagnostic[] {
  if (model.operations.size === 0) return [];
  const applies = valueOf(limit.appliesTo);
  if (!applies || !applies.calls.every((call) => call.kind === 'method' || model.operations.has(call.operation.text)))
    return [];
  const because = 'no operation of part 4 has such a method';
  const instead = 'Write methods that operations have: what limits GET limits HEAD, too';
  const what = `\`${LIMIT_APPLIES_TO.print(applies).replaceAll('`', '')}\` under Applies to`;
  return [diagnose(limitOfNothing, limit.appliesTo.at, { what, limit: `"${limit.name.text}"`, because, instead })];
}

/** Of a field that takes no more in any case. */
function ofItsType(model: Model, limit: Limit): readonly Diagnostic[] {
  const [value, each] = [valueOf(limit.value), valueOf(limit.per)?.[0]];
  if ((value?.kind !== 'characters' && value?.kind !== 'items') || each?.kind !== 'field') return [];
  const field = model.fields.get(`${each.field.owner.text}.${each.field.field.text}`);
  const written = field && valueOf(field.type);
  const type = written && plainType(model, written)?.type;
  if (!type) return [];
  const most = [...ownConstraints(type), ...(valueOf(field.allowed) ?? [])].flatMap((one) =>
    one.kind === value.kind && one.max !== undefined ? [one.max] : [],
  );
  const least = Math.min(...most);
  if (least > value.count) return [];
  const because = `its Type and Allowed values take no more than ${least} ${value.kind} in any case`;
  return [found(limit, LIMIT_PER.print(valueOf(limit.per)!), because, 'Write a smaller number, or remove the limit')];
}

/** Of one operation, where it applies to others. */
function ofAnotherOperation(model: Model, limit: Limit): readonly Diagnostic[] {
  const per = valueOf(limit.per)?.find((each) => each.kind === 'one operation');
  const linked = per && model.operations.get(per.operation.text);
  if (!linked || valueOf(limit.appliesTo) === undefined) return [];
  const limited = limitedBy(model, limit);
  if (!limited || limited.includes(linked)) return [];
  const heading = `\`${headingOf(linked)}\``;
  return [
    found(limit, heading, 'Applies to names other calls', `Name ${heading} under Applies to, or remove one of the two`),
  ];
}

function found(limit: Limit, per: string, because: string, instead: string): Diagnostic {
  const related = valueOf(limit.appliesTo) && [{ at: limit.appliesTo.at, message: 'it applies to these' }];
  return diagnose(
    limitOfNothing,
    limit.per.at,
    { what: `${per} under Per`, limit: `"${limit.name.text}"`, because, instead },
    related,
  );
}

/** The operations that it limits; undefined: it may be others. */
function limitedBy(model: Model, { appliesTo }: Limit): readonly LinkedOperation[] | undefined {
  const linked = [...model.operations.values()];
  const areAll = isComplete(model, model.document.endpoints.operations);
  const applies = valueOf(appliesTo);
  if (applies === undefined)
    return areAll && (appliesTo.status === 'absent' || appliesTo.status === 'any') ? linked : undefined;
  const { calls, when } = applies;
  if (when !== undefined) return undefined;
  if (!areAll && calls.some(({ kind }) => kind === 'method')) return undefined;
  return linked.filter((one) =>
    calls.some((call) =>
      call.kind === 'method' ? call.method === one.operation.method : call.operation.text === headingOf(one),
    ),
  );
}
