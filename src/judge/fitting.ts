// Statements without effect at their place, since the operation does nothing that they are about. Input: linked operations.
// Output: findings, with what to write instead. Notation, part 4; rule 1.6.

import { allKeys } from '../notation/values/ordering.ts';
import type { Span } from '../base/span.ts';
import { entriesOf, type SlotKey } from '../notation/declaration.ts';
import type { Parameter } from '../notation/endpoints.ts';
import { QUERY } from '../notation/parameters.ts';
import { statementNotHere } from '../diagnostics/endpoints.ts';
import type { LinkedOperation } from '../model/model.ts';
import { valueOf, isUnknown } from '../notation/slot.ts';
import { looksAtBody, takesInto } from '../analysis/requests/body-usage.ts';
import { selectingRows } from '../analysis/document/query-parameters.ts';
import { allOperands } from '../analysis/document/condition-walk.ts';
import { isPolicyKey, OPERATION } from '../notation/operation.ts';
import { FITS, isDoesKnown, isSaid, listsRows, selectsListed, strangersOf } from '../analysis/values/effect-fits.ts';
import { modeOf } from '../analysis/values/input-rules.ts';
import { bodyOf } from '../analysis/document/inputs.ts';
import { endsOf, resourcesIn } from '../analysis/document/shape-leaves.ts';
import { choicesOf, fieldsToName } from '../analysis/requests/query-choices.ts';
import { isHidden } from '../analysis/document/shape-fields.ts';
import { effectsOf, headingOf } from '../analysis/document/targets.ts';
import type { Findings } from './findings.ts';

export function judgeFitting(findings: Findings, linked: LinkedOperation): void {
  everyField(findings, linked);
  if (!isDoesKnown(linked)) return;
  bullets(findings, linked);
  valuesOrder(findings, linked);
  query(findings, linked);
  body(findings, linked);
  defaults(findings, linked);
}

function report(
  findings: Findings,
  linked: LinkedOperation,
  at: Span,
  values: { readonly what: string; readonly because: string; readonly instead: string },
): void {
  findings.report(statementNotHere, at, { ...values, operation: headingOf(linked) }, [
    { at: linked.facts.does.at, message: 'what it does is stated here' },
  ]);
}

function bullets(findings: Findings, linked: LinkedOperation): void {
  const own = linked.operation.facts;
  for (const { key, fits, because, instead } of FITS) {
    const { head: what } = OPERATION[key];
    const slot = own[key];
    if (!isSaid(slot)) continue;
    if (!fits(findings.model, linked)) report(findings, linked, slot.at, { what, because, instead });
    else if (isPolicyKey(key))
      for (const { field } of strangersOf(findings.model, linked, key))
        report(findings, linked, field.at, {
          what: `${what} of ${field.text}`,
          because: 'the body has no such field',
          instead: 'Leave it out, or name a field of the body',
        });
  }
}

/** `` any field of `R` `` is complete: each field has its own type and rules, and no parameter has to be sent. */
function everyField(findings: Findings, linked: LinkedOperation): void {
  for (const row of linked.facts.queryTable.items) {
    if (!row.anyFieldOf) continue;
    for (const [key, { head }] of entriesOf(QUERY.columns)) {
      const slot = row[key];
      const isFree = slot.status === 'absent' || slot.status === 'none' || slot.status === 'any';
      if (key === 'type' && valueOf(row.type)?.kind === 'any') continue;
      if (isFree || (key === 'required' && valueOf(row.required)?.kind === 'no')) continue;
      report(findings, linked, slot.at, {
        what: `${head} of ${row.name.text}`,
        because: 'each field filters by its own type and rules, and only where it is sent',
        instead: `Write \`${EVERY[key]}\`, or give the field a row of its own`,
      });
    }
  }
}

const EVERY: Readonly<Record<SlotKey<Parameter>, string>> = {
  type: 'any',
  required: 'no',
  default: 'none',
  allowed: 'any',
  selects: 'none',
};

/** A value that no condition looks at is accepted, and every value of it selects alike. */
function unread(findings: Findings, linked: LinkedOperation): void {
  for (const row of selectingRows(linked.facts)) {
    const selects = valueOf(row.selects);
    if (selects?.kind !== 'condition') continue;
    if (allOperands(findings.model, selects.condition).some((operand) => operand.kind === 'value')) continue;
    report(findings, linked, row.selects.at, {
      what: `Selects of ${row.name.text}`,
      because: 'it does not look at `value`, so that `true` and `false`, and all else that is sent, would select alike',
      instead: 'Write a condition on `value`, such as `f` = value',
    });
  }
}

/** Nothing is shown of which a caller could choose, or not what a default names. */
function chosen(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  // What an answer shows may be a gap.
  const { items } = linked.facts.statuses;
  const isKnown = items.length > 0 && !items.some((row) => isUnknown(row.when) || isUnknown(row.body));
  for (const row of linked.operation.facts.queryTable.items) {
    const selects = valueOf(row.selects);
    if (selects?.kind !== 'only the fields named' && selects?.kind !== 'whole') continue;
    const shown = fieldsToName(model, linked);
    const lost = selects.kind === 'whole' ? selects.fields.filter(({ text }) => !isShown(linked, shown, text)) : [];
    const isAll = selects.kind === 'whole' ? lost.length > 0 : shown.length === 0;
    if (isAll && isKnown)
      report(findings, linked, row.selects.at, {
        what: `Selects of ${row.name.text}`,
        because: lost[0]
          ? `no answer shows \`${lost[0].text}\``
          : 'no answer shows a resource, of which fields could be named',
        instead: 'Leave it out, or show the resource under Body of a success',
      });
    const fallback = valueOf(row.default);
    const names =
      fallback?.kind === 'json'
        ? (JSON.parse(fallback.value) as unknown)
        : fallback && 'value' in fallback
          ? [fallback.value]
          : [];
    const choices = choicesOf(model, linked, row);
    const wrong = Array.isArray(names) ? names.find((name) => !choices?.includes(String(name))) : undefined;
    if (choices && wrong !== undefined && !isAll)
      report(findings, linked, row.default.at, {
        what: `${String(wrong)} under Default of ${row.name.text}`,
        because: 'no answer shows a field of that name',
        instead: 'Name fields that an answer shows',
      });
  }
}

/** By a shape, or by its bare name. */
function isShown(linked: LinkedOperation, shown: readonly string[], name: string): boolean {
  return (
    shown.includes(name) ||
    linked.facts.statuses.items.some(({ body: written }) => {
      const shape = valueOf(written);
      return shape !== undefined && endsOf(shape).some((end) => end.kind === 'field' && end.path.join('.') === name);
    })
  );
}

function query(findings: Findings, linked: LinkedOperation): void {
  unread(findings, linked);
  chosen(findings, linked);
  if (listsRows(linked)) return;
  const { facts } = linked.operation;
  for (const row of selectingRows(facts))
    if (selectsListed(row))
      report(findings, linked, row.at, {
        what: `${facts.headerTable.items.includes(row) ? 'Header' : 'Query'} row ${row.name.text}`,
        because: 'nothing is listed among which it could select',
        instead: 'Leave it out, or write `lists` under Does',
      });
}

/** Each value is listed once, for all rows that have it: none of their other fields can order it. */
function valuesOrder(findings: Findings, linked: LinkedOperation): void {
  const effect = effectsOf(linked).find((one) => one.kind === 'lists values');
  const isOfRows = effectsOf(linked).some((one) => one.kind === 'lists');
  if (effect?.kind !== 'lists values' || isOfRows) return;
  const listed = `it lists the values of \`${effect.target.text}.${effect.field.text}\`, each once for all rows that have it`;
  const order = valueOf(linked.facts.order);
  for (const key of order ? allKeys(order) : [])
    if (key.kind !== 'field' || key.path.join('.') !== effect.field.text)
      report(findings, linked, key.at, {
        what: `Order by ${key.kind === 'field' ? key.path.join('.') : 'creation'}`,
        because: listed,
        instead: `Write the field whose values are listed: \`${effect.field.text}\``,
      });
  for (const { when, body: shown } of linked.facts.statuses.items) {
    const shape = valueOf(when)?.kind === 'outcome' ? valueOf(shown) : undefined;
    if (shape && resourcesIn(shape).length > 0)
      report(findings, linked, shown.at, {
        what: `Body with a shape of ${resourcesIn(shape)[0]}`,
        because: listed,
        instead: 'Write `<values>` where they belong: `{"values": <values>}`',
      });
  }
  const field = findings.model.fields.get(`${effect.target.text}.${effect.field.text}`);
  if (field && isHidden(field))
    report(findings, linked, effect.at, {
      what: `lists values of ${effect.target.text}.${effect.field.text}`,
      because: 'the field is never shown',
      instead: 'Write a field that may be shown, or take `hidden` away',
    });
}

/** Fields that are taken from a body, and go nowhere. */
function body(findings: Findings, linked: LinkedOperation): void {
  const { model } = findings;
  const own = linked.operation.facts;
  const sent = bodyOf(model, linked);
  if (sent.kind !== 'fields' || !(own.bodyTable.written || isSaid(own.body))) return;
  const into = takesInto(model, linked);
  const lost = sent.fields.filter(({ sets }) => sets && !into.has(sets.resource));
  const [first] = lost;
  if (!first) return;
  const because = `nothing that it does takes fields of \`${first.sets!.resource}\` from a body`;
  for (const { row, path } of lost)
    if (row)
      report(findings, linked, row.sets.at, {
        what: `Sets of the body field ${path.join('.')}`,
        because,
        instead: 'Write `none` under Sets where the field only acts, or an effect that takes it under Does',
      });
  if (first.row || looksAtBody(model, linked)) return;
  report(findings, linked, own.body.at, {
    what: 'Body',
    because,
    instead: 'Write `- Body: none`, or an effect that takes it under Does',
  });
}

/** A default counts where a row is made, and where a rule clears to it. */
function defaults(findings: Findings, linked: LinkedOperation): void {
  const sent = bodyOf(findings.model, linked);
  if (sent.kind !== 'fields') return;
  const policies = [linked.facts.omittedFields, linked.facts.nullFields];
  if (policies.some(isUnknown)) return;
  for (const field of sent.fields) {
    const mode = modeOf(linked, field);
    if (!field.row || !field.sets || (mode !== 'update' && mode !== 'merge') || !valueOf(field.row.default)) continue;
    const names = [field.path.join('.'), field.sets.field.name.text];
    const isCleared = policies.some((slot) => {
      const policy = valueOf<{ general: string; fields: readonly { field: { text: string }; policy: string }[] }>(slot);
      return (policy?.fields.find((one) => names.includes(one.field.text))?.policy ?? policy?.general) === 'cleared';
    });
    if (mode === 'update' && isCleared) continue;
    report(findings, linked, field.row.default.at, {
      what: `Default of the body field ${names[0]}`,
      because: 'a default counts where a row is made, and where Omitted fields or Null fields clear to it',
      instead: 'Write `none` under Default',
    });
  }
}
