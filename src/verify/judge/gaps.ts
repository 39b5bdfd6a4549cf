// What a call meets that the document does not show. Input: a call, a cause that holds. Output: ids of gaps, and where they are met. Notation,
// sections 1.3 and 1.8; docs/lifecycle.md.

import { causePath, codePath, machineId, statusId } from '../../analysis/document/slot-ids.ts';
import { gapEffects, gapView } from '../../analysis/gaps/gaps.ts';
import { slotsOf } from '../../analysis/gaps/slots.ts';
import type { Fact } from '../../analysis/gaps/slots/fact.ts';
import { machineOf, type CauseAnswer } from '../../analysis/refusals/errors.ts';
import { isSaidByPart7 } from '../../analysis/machines/illegal-moves.ts';
import { oncePer } from '../../base/once-per.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import type { AnyDeclaration } from '../../notation/declaration.ts';
import { CODE, ERRORS } from '../../notation/errors.ts';
import { OPERATION } from '../../notation/operation.ts';
import { FIELD } from '../../notation/resources.ts';
import { STATUS } from '../../notation/statuses.ts';
import { kindOfCause } from '../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../notation/values/met-causes.ts';
import type { Check } from '../../notation/values/policies.ts';
import { isOpen, valueOf } from '../../notation/slot.ts';
import { unknownElsewhere } from '../../notation/values/unknown-fields.ts';
import { gapsOf, sentAt } from '../values/body-fields.ts';
import type { Facts } from './causes/context.ts';
import { bodyFindings } from './causes/fields.ts';
import { isReadable } from './causes/media.ts';
import { namesFound, unknownQueries } from './causes/names.ts';
import type { Place } from './checks.ts';

interface AskedGap {
  readonly place: Place;
  readonly isSure: boolean;
  readonly gaps: readonly string[];
  readonly about?: 'refusal' | 'value';
}

/** Facts of the body and the query that this very call needs. */
export function gapsAsked(facts: Facts, order: readonly Check[]): readonly AskedGap[] {
  const { linked } = facts;
  const place: Place = [order.indexOf('body'), 1];
  const all = bodyFindings(facts).gaps;
  const [values, gaps] = [all.filter(isOfDefault), all.filter((id) => !isOfDefault(id))];
  const found: AskedGap[] = [
    { place, isSure: isReadable(facts) === true, gaps },
    { place, isSure: false, gaps: values, about: 'value' },
    { place, isSure: false, gaps: openConstraints(facts), about: 'refusal' },
  ];
  const names = isReadable(facts) === true ? namesFound(facts) : [];
  const unknown =
    names.some(({ what, truth }) => what === 'unknown' && truth === true) || unknownQueries(facts).length > 0;
  const openNames =
    unknownElsewhere(linked.facts.unknownFields) === undefined && linked.facts.unknownFields.status !== 'none';
  if (unknown && openNames) found.push({ place, isSure: true, gaps: ids(facts, 'unknown-fields') });
  const readOnly = names.some(({ what, truth }) => what === 'read-only' && truth === true);
  if (readOnly && valueOf(linked.facts.readOnlyFields) === undefined)
    found.push({ place, isSure: true, gaps: ids(facts, 'read-only-fields') });
  return found.filter((one) => one.gaps.length > 0);
}

/** What is left out has some value. */
function isOfDefault(id: string): boolean {
  return id.endsWith('/default');
}

/** Of fields that are sent it is not shown which values they may have. */
function openConstraints({ asked, body, model }: Facts): readonly string[] {
  if (body.kind !== 'fields') return [];
  const found = body.fields.flatMap(({ path, sets }) => {
    if (!sets || sentAt(asked, path) === undefined) return [];
    const { resource, field } = sets;
    return constraintGaps(model).get(`${resource}.${field.name.text}`) ?? constraintGaps(model).get(resource) ?? [];
  });
  return [...new Set(found)];
}

/** By fields; by resources, where the whole column is left out. */
const constraintGaps = oncePer((model: Model): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { id, of, status, subject } of slotsOf(model).open.values()) {
    if (of !== FIELD.columns.allowed || status !== 'gap' || subject.on !== 'field') continue;
    const { resource, field } = subject;
    found.set(field === undefined ? resource : `${resource}.${field}`, id);
  }
  return found;
});

/** Gaps of a bullet of the operation, under its own heading or All operations. */
function ids({ model, asked }: Facts, fact: string): readonly string[] {
  const operation = gapView(model).operations.find(({ id }) => id === asked.operation);
  return (operation?.partlyHeldBy ?? []).filter((id) => id.endsWith(`/${fact}`));
}

/** The error that answers is not shown, or its status is not. */
export function gapsOfAnswer(facts: Facts, cause: MetCause, answer: CauseAnswer | undefined): readonly string[] {
  const { model } = facts;
  if (answer) {
    const { row, code } = answer;
    if (row && isOpen(row.status)) return known(model, [statusId(facts.asked.operation, code.code.text, 'status')]);
    return !row && isOpen(code.status)
      ? gapsOf(model, [{ key: 'required', slot: code.status, path: codePath(code.code.text, 'status') }])
      : [];
  }
  if (kindOfCause(cause).floor !== undefined) return [];
  const machine = machineOf(model, cause);
  if (machine && valueOf(machine.anyOtherMove) === undefined && !isSaidByPart7(model, machine))
    return [machineId(machine.name.text, 'any-other-move')];
  return gapsOf(model, [
    { key: 'required', slot: { status: 'absent', at: { start: 0, end: 0 } }, path: causePath(cause) },
  ]);
}

function known(model: Model, candidates: readonly string[]): readonly string[] {
  const all = new Set(gapView(model).gaps.map(({ id }) => id));
  const found = candidates.filter((id) => all.has(id));
  return found.length > 0 ? found : candidates;
}

/** What holds the operation in a service of our own. What an answer leaves to each service, as `any`, can be judged. */
export function gapsHolding({ model, linked }: Facts): readonly string[] {
  return holding(model, linked);
}

const holding = oncePer((model: Model, linked: LinkedOperation): readonly string[] => {
  const held = heldBy(model, linked);
  const { open } = slotsOf(model);
  return held.filter((id) => {
    const fact = open.get(id);
    return !(fact?.slot?.status === 'any' && fact.of && OF_ANSWERS.has(fact.of)) && !isOfValue(fact);
  });
});

/** The service sets a field by a rule that is not shown: any value may be there, and everything else can be judged. */
export function gapsOfValues({ model, linked }: Facts): readonly string[] {
  return ofValues(model, linked);
}

const ofValues = oncePer((model: Model, linked: LinkedOperation): readonly string[] =>
  heldBy(model, linked).filter((id) => isOfValue(slotsOf(model).open.get(id))),
);

function heldBy(model: Model, { operation }: LinkedOperation): readonly string[] {
  return gapView(model).operations.find(({ id }) => id === operation.name.text)?.heldBy ?? [];
}

function isOfValue(fact: Fact | undefined): boolean {
  return fact?.of === FIELD.columns.setBy && fact.slot?.status === 'stated' && fact.status === 'gap';
}

/** What a service may choose, and everything else can be judged beside. */
const OF_ANSWERS: ReadonlySet<AnyDeclaration> = new Set<AnyDeclaration>([
  FIELD.columns.present,
  OPERATION.order,
  OPERATION.mediaType,
  STATUS.columns.body,
  CODE.columns.body,
  ERRORS.errorBody,
]);

/** Facts of which it is not told here whether this call needs them: it may. */
export function openGaps({ model, asked }: Facts): readonly (readonly string[])[] {
  return untold(model).get(asked.operation) ?? [];
}

const JUDGED =
  /\/(?:unknown-fields|read-only-fields|null-fields|omitted-fields|empty-text|any-other-move|required|default|status)$|^7\/cause\//;

const untold = oncePer((model: Model): ReadonlyMap<string, readonly (readonly string[])[]> => {
  const effects = gapEffects(model);
  return new Map(
    gapView(model).operations.map(({ id, partlyHeldBy }) => {
      const ids = partlyHeldBy.filter(
        (gap) => ['request', 'several'].includes(effects.get(gap) ?? '') && !JUDGED.test(gap),
      );
      return [id, ids.map((gap) => [gap])];
    }),
  );
});
