// What is doubtful in part 4: an update that does not state what happens to omitted fields, rows of a Status table that no
// request meets. Input: a model. Output: warnings. Notation, section 4: `effect-incomplete`; part 4, table Status.

import { selectingRows } from '../analysis/document/query-parameters.ts';
import { isCreation, isMove } from '../analysis/document/effect-traits.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { deadStatusRow, effectIncomplete, neverKept, unusedStatement } from '../diagnostics/endpoints.ts';
import { operandsOfValue, type AssignedValue, type Effect } from '../notation/values/effects.ts';
import type { FieldPolicy } from '../notation/values/policies.ts';
import type { StatusRow, Facts } from '../notation/endpoints.ts';
import { isPolicyKey, OPERATION } from '../notation/operation.ts';
import { CAUSES } from '../notation/values/cause-kinds.ts';
import type { CauseOrigin } from '../notation/values/met-causes.ts';
import type { LinkedOperation, Model } from '../model/model.ts';
import { isOpen, valueOf, type Name } from '../notation/slot.ts';
import { FITS, isDoesKnown, isSaid, selectsListed, strangersOf } from '../analysis/values/effect-fits.ts';
import { answerOf, causesOf } from '../analysis/refusals/errors.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { deadSuccesses } from '../analysis/requests/outcomes.ts';
import { slotsOf } from '../analysis/gaps/slots.ts';
import { operationId } from '../analysis/document/slot-ids.ts';
import { effectsOf, headingOf, setTargets } from '../analysis/document/targets.ts';

export function endpointsFound(model: Model): readonly Diagnostic[] {
  // A row under All operations is about many: it is dead when it is so for each of them.
  const dead = new Map<StatusRow, Diagnostic>();
  const met = new Set<StatusRow>();
  for (const linked of model.operations.values()) {
    const found = new Map([...successes(model, linked), ...refusals(model, linked)]);
    for (const row of linked.facts.statuses.items) {
      const one = found.get(row);
      if (one) dead.set(row, dead.get(row) ?? one);
      else met.add(row);
    }
  }
  const openIds = leftOutIds(model);
  return [
    ...[...model.operations.values()].flatMap((linked) => [
      ...incomplete(linked, openIds),
      ...overridden(model, linked),
    ]),
    ...[...dead].flatMap(([row, one]) => (met.has(row) ? [] : [one])),
    ...unused(model),
  ];
}

/** What is under All operations, and fits none of them. */
function unused(model: Model): readonly Diagnostic[] {
  const { all } = model.document.endpoints;
  const linked = [...model.operations.values()];
  if (linked.length === 0 || !linked.every(isDoesKnown)) return [];
  const bullets = FITS.flatMap(({ key, fits, because }) => {
    const slot = all[key];
    const isUsed = !isSaid(slot) || linked.some((one) => one.facts[key] === slot && fits(model, one));
    return isUsed ? [] : [diagnose(unusedStatement, slot.at, { what: OPERATION[key].head, because })];
  });
  const because = 'nothing is listed from which it could select';
  const rows = selectingRows(all)
    .filter((row) => selectsListed(row) && !linked.some((one) => selectingRows(one.facts).includes(row)))
    .map((row) => diagnose(unusedStatement, row.at, { what: `${tableOf(all, row)} row ${row.name.text}`, because }));
  return [...bullets, ...rows, ...apart(model)];
}

function tableOf({ headerTable }: Facts, row: Facts['headerTable']['items'][number]): string {
  return headerTable.items.includes(row) ? 'Header' : 'Query';
}

/** Fields with a rule of their own under All operations that no body under the rule has. */
function apart(model: Model): readonly Diagnostic[] {
  const { all } = model.document.endpoints;
  const unknown = new Set(model.diagnostics.map(({ at }) => at.start));
  return FITS.flatMap(({ key, fits }) => {
    const own = isPolicyKey(key) ? valueOf<FieldPolicy<string>>(all[key])?.fields : undefined;
    if (!isPolicyKey(key) || !own || own.length === 0) return [];
    const heirs = [...model.operations.values()].filter((one) => one.facts[key] === all[key] && fits(model, one));
    const strangers = heirs.map((one) => new Set(strangersOf(model, one, key).map(({ field }) => field.text)));
    if (heirs.length === 0) return [];
    const because = 'no body to which it applies has such a field';
    return own
      .filter(({ field }) => !unknown.has(field.at.start) && strangers.every((one) => one.has(field.text)))
      .map(({ field }) =>
        diagnose(unusedStatement, field.at, { what: `${OPERATION[key].head} of ${field.text}`, because }),
      );
  });
}

/** Rules for omitted fields that are due and left out. */
function leftOutIds(model: Model): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { of, status, slot, id } of slotsOf(model).open.values())
    if (of === OPERATION.omittedFields && status === 'gap' && slot?.status === 'absent') ids.add(id);
  return ids;
}

function incomplete(linked: LinkedOperation, openIds: ReadonlySet<string>): readonly Diagnostic[] {
  const operation = headingOf(linked);
  const isLeftOut = openIds.size > 0 && openIds.has(operationId(operation, 'omitted-fields'));
  return isLeftOut ? [diagnose(effectIncomplete, linked.facts.does.at, { operation })] : [];
}

/** Fields that get a value from `with`, `sets` or `moves`, and from the body, too: the first one applies. */
function overridden(model: Model, linked: LinkedOperation): readonly Diagnostic[] {
  const body = bodyOf(model, linked);
  if (body.kind !== 'fields') return [];
  return effectsOf(linked).flatMap((effect) => {
    const given = givenBy(linked, effect);
    const [target] =
      effect.kind === 'sets' ? setTargets(model, linked, effect) : 'target' in effect ? [effect.target.text] : [];
    return given.flatMap(({ field, value }) => {
      const name = field.text.slice(field.text.startsWith(`${target}.`) ? target!.length + 1 : 0);
      const taken = body.fields.find(
        ({ sets, isRest }) => !isRest && sets?.resource === target && sets?.field.name.text === name,
      );
      if (!taken || (value && operandsOfValue(value).some((one) => one.kind === 'field' && one.owner === 'body')))
        return [];
      const instead = taken.row
        ? `Take \`${name}\` out of the Body table or out of Does`
        : `Write \`Body: ${target} without ${name}\`, or take \`${name}\` out of Does`;
      const at = taken.row ? taken.row.at : linked.facts.body.at;
      const values = { field: name, operation: headingOf(linked), instead };
      return [diagnose(neverKept, field.at, values, [{ at, message: 'the body takes it here' }])];
    });
  });
}

/** What an effect gives values to. The table states where a move leads; the body states how a new row begins. */
function givenBy(
  linked: LinkedOperation,
  effect: Effect,
): readonly { readonly field: Name; readonly value?: AssignedValue }[] {
  if ('with' in effect) return effect.with;
  if (effect.kind === 'sets') return effect.assignments;
  if (!isMove(effect)) return [];
  const isMade = effectsOf(linked).some(
    (one) => isCreation(one) && 'target' in one && one.target.text === effect.target.text,
  );
  return isMade ? [] : [{ field: effect.field }];
}

type Found = readonly (readonly [StatusRow, Diagnostic])[];

function successes(model: Model, linked: LinkedOperation): Found {
  const known = deadSuccesses(model, linked).filter(({ row }) => !mayRepeat(linked, row));
  return known.map(({ row, above }) => [
    row,
    above
      ? hidden(linked, row, above)
      : dead(linked, row, `its Does never has that result`, [
          { at: linked.facts.does.at, message: 'its Does is here' },
        ]),
  ]);
}

/** What is not shown under Repeat may have that result. */
function mayRepeat({ facts }: LinkedOperation, row: StatusRow): boolean {
  const when = valueOf(row.when);
  return isOpen(facts.repeat) && when?.kind === 'outcome' && when.outcomes.includes('repeated');
}

/** A row for errors that gets none: rows above take them, or this operation refuses nothing in this way. */
function refusals(model: Model, linked: LinkedOperation): Found {
  const rows = linked.facts.statuses.items.filter((row) => valueOf(row.when)?.kind === 'error');
  if (rows.length === 0) return [];
  const answering = new Set(causesOf(model, linked).map((cause) => answerOf(model, linked, cause)?.row));
  return rows.flatMap((row, index): Found => {
    if (answering.has(row)) return [];
    const names = errorsOf(row);
    const above = names.map((name) => rows.slice(0, index).find((one) => errorsOf(one).includes(name)));
    if (above[0] && above.every((one) => one !== undefined)) return [[row, hidden(linked, row, above[0])]];
    if (!isDecided(model, linked) || !names.every((name) => isOwn(model, name))) return [];
    return [[row, dead(linked, row, 'no request to it is refused so', [])]];
  });
}

function errorsOf(row: StatusRow): readonly string[] {
  const when = valueOf(row.when);
  return when?.kind === 'error' && !when.condition ? when.errors.map((name) => name.text) : [];
}

/** What it does and what it takes is known: then so is what can go wrong. */
function isDecided(model: Model, linked: LinkedOperation): boolean {
  return effectsOf(linked).length > 0 && bodyOf(model, linked).kind !== 'open';
}

/** Only what an operation does and takes can cause the error. */
function isOwn(model: Model, code: string): boolean {
  const causes = valueOf(model.codes.get(code)?.when ?? { status: 'absent', at: { start: 0, end: 0 } });
  return (
    causes !== undefined &&
    causes.length > 0 &&
    causes.every(({ kind }) => kind !== 'condition' && OWN.has(CAUSES[kind].of))
  );
}

const OWN: ReadonlySet<CauseOrigin> = new Set<CauseOrigin>(['field', 'reference', 'row', 'machine', 'query', 'path']);

function hidden(linked: LinkedOperation, row: StatusRow, above: StatusRow): Diagnostic {
  const reason = 'the rows above it answer everything that it could';
  return dead(linked, row, reason, [{ at: above.at, message: 'this row comes first' }]);
}

function dead(linked: LinkedOperation, row: StatusRow, reason: string, related: Diagnostic['related']): Diagnostic {
  const written = row.status.status === 'stated' ? row.status.text : 'without a status';
  const name = row.when.status === 'stated' ? `${written} ${row.when.text}` : written;
  return diagnose(
    deadStatusRow,
    row.at,
    { row: name.replaceAll('`', ''), operation: headingOf(linked), reason },
    related,
  );
}
