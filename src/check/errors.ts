// What is doubtful in part 7: rows that can never be sent. Input: a model. Output: warnings. Notation, part 7 ("the first row that holds")
// and section 4: `dead-error-row`, `unused-error`, `unused-column`.

import { firstChanges } from '../analysis/machines/other-changes.ts';
import { partNumber } from '../base/parts.ts';
import { didYouMean } from '../base/did-you-mean.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { deadErrorRow, oneFailureBody, unusedColumn, unusedError } from '../diagnostics/errors.ts';
import { CAUSES, causeKey, withoutPlace } from '../notation/values/cause-kinds.ts';
import { headsOf } from '../notation/declaration.ts';
import { CODE, type ErrorCode } from '../notation/errors.ts';
import type { Cause } from '../notation/values/causes.ts';
import type { Model } from '../model/model.ts';
import { valueOf, type Scope, isOpen } from '../notation/slot.ts';
import type { Shape, Template } from '../notation/values/shapes.ts';
import { PER_FAILURE_WORDS } from '../notation/words.ts';
import { canTwoFail } from '../analysis/refusals/causes.ts';
import { callerCauses } from '../analysis/refusals/causes/request.ts';
import { unusedColumns } from '../analysis/document/unused-columns.ts';
import { leftRules } from './left-rules.ts';
import { elsewhere, type Answered } from './other-moves.ts';

export function errorsFound(model: Model): readonly Diagnostic[] {
  const named = namedElsewhere(model);
  const mayBeNamed = isNamingOpen(model);
  const above = new Map<string, ErrorCode>();
  const found: Diagnostic[] = [];
  for (const code of model.document.errors.codes.items) {
    const causes = valueOf(code.when) ?? [];
    if (!named.has(code.code.text)) {
      const never = causes.length > 0 ? neverMet(model, causes) : undefined;
      if (never !== undefined) found.push(unusedRow(code, never));
      else found.push(...judge(model, code, causes, above, mayBeNamed));
    } else found.push(...unansweredBy(model, code, elsewhere(model, code, causes)));
    for (const cause of causes) {
      const key = keyOf(cause);
      if (key !== undefined && !above.has(key)) above.set(key, code);
    }
  }
  // A near miss of a column that the notation names is an error, and linking's to find.
  const unused = unusedColumns(model).filter(({ text }) => didYouMean(text, headsOf(CODE.columns)) === undefined);
  const around = [...leftRules(model), ...oneFailure(model)];
  return [...found, ...around, ...unused.map(({ text, at }) => diagnose(unusedColumn, at, { head: text }))];
}

/** All failures are wanted, and a body that is about one has no place for the others. */
function oneFailure(model: Model): readonly Diagnostic[] {
  const { allFailedFields, errorBody, codes } = model.document.errors;
  if (valueOf(allFailedFields) !== true) return [];
  if (![...model.operations.values()].some((linked) => canTwoFail(model, linked))) return [];
  const ofFields = codes.items.filter((code) => (valueOf(code.when) ?? []).some(isOfField));
  const bodies = new Set(ofFields.map(({ body }) => (body.status === 'absent' ? errorBody : body)));
  for (const body of bodies) {
    const shape: Shape | undefined = valueOf(body);
    if (shape?.kind !== 'template') continue;
    const words = failureWords(shape.value);
    if (words.length === 0 || repeats(shape.value)) continue;
    const listed = [...new Set(words)].map((word) => `\`<${word}>\``).join(', ');
    return [
      diagnose(oneFailureBody, allFailedFields.at, { words: listed, ...INSTEAD }, [
        { at: body.at, message: 'the body is stated here' },
      ]),
    ];
  }
  return [];
}

/** Uniqueness is reported after all other failures, one at a time. */
function isOfField({ kind }: Cause): boolean {
  return kind !== 'condition' && CAUSES[kind].of === 'field';
}

const INSTEAD = {
  list: '`"errors": [{"field": <field>, "message": <message>}]`',
  map: '`"errors": {<field>: [<message>]}`',
};

/** The words in it that are of one failure. */
function failureWords(template: Template): readonly string[] {
  switch (template.kind) {
    case 'object':
      return template.pairs.flatMap(({ key, value }) => [
        ...(key.kind === 'word' ? own(key.word) : []),
        ...failureWords(value),
      ]);
    case 'list':
      return template.items.flatMap(failureWords);
    case 'word':
      return own(template.word);
    case 'text':
      return template.parts.flatMap((part) => (typeof part === 'string' ? [] : own(part.word)));
    default:
      return [];
  }
}

function own(word: string): readonly string[] {
  return PER_FAILURE_WORDS.includes(word) ? [word] : [];
}

/** A pair whose key is such a word, or an item that holds one. */
function repeats(template: Template): boolean {
  if (template.kind === 'list') return template.items.some((item) => failureWords(item).length > 0);
  if (template.kind !== 'object') return false;
  return template.pairs.some(
    ({ key, value }) => (key.kind === 'word' && PER_FAILURE_WORDS.includes(key.word)) || repeats(value),
  );
}

function unusedRow({ code }: ErrorCode, because: string): Diagnostic {
  return diagnose(unusedError, code.at, { code: code.text, because });
}

/** Each of its causes is of a part that is `none`, and there is no question about any. */
function neverMet(model: Model, causes: readonly Cause[]): string | undefined {
  const { document } = model;
  const parts = causes.map(({ kind }) => (kind === 'condition' ? undefined : CAUSES[kind].part));
  if (!parts.every((part) => part !== undefined && document[part].scope.mark.status === 'none')) return undefined;
  const asked = new Set([...model.operations.values()].flatMap((linked) => callerCauses(model, linked)).map(causeKey));
  if (causes.some((cause) => asked.has(keyOf(cause) ?? ''))) return undefined;
  const listed = [...new Set(parts)].map((part) => `part ${partNumber(part!)}`).join(' and ');
  return `no request meets its causes: ${listed} ${listed.includes(' and ') ? 'are' : 'is'} \`none\``;
}

function judge(
  model: Model,
  code: ErrorCode,
  causes: readonly Cause[],
  above: ReadonlyMap<string, ErrorCode>,
  mayBeNamed: boolean,
): readonly Diagnostic[] {
  const name = code.code.text;
  if (causes.length === 0) {
    const isUnused = code.when.status === 'none' || (code.when.status === 'stated' && causes.length === 0);
    return isUnused && !mayBeNamed ? [unusedRow(code, 'it has no cause and nothing names it')] : [];
  }
  const moved = elsewhere(model, code, causes);
  const answered = causes.flatMap((cause): readonly Answered[] => {
    const row = answering(cause, above);
    const move = moved.find((one) => one.cause === cause);
    if (move) return [move];
    return row
      ? [{ cause, other: `\`${row.code.text}\` above it`, at: row.code.at, message: 'this row comes first' }]
      : [];
  });
  const first = answered[0];
  if (first && answered.length === causes.length)
    return [dead(code.code.at, first, `row \`${name}\``, 'every cause that it names')];
  return unansweredBy(model, code, answered);
}

function unansweredBy(model: Model, code: ErrorCode, answered: readonly Answered[]): readonly Diagnostic[] {
  const { source } = model.document;
  return answered.map((one) => {
    const { at } = one.cause;
    return dead(at, one, `"${source.slice(at.start, at.end)}" under When of \`${code.code.text}\``, 'it');
  });
}

function dead(at: Diagnostic['at'], { other, at: place, message }: Answered, found: string, all: string): Diagnostic {
  return diagnose(deadErrorRow, at, { found, other, all }, [{ at: place, message }]);
}

/** The row above that answers the cause, under its own name or a wider one. */
function answering(cause: Cause, above: ReadonlyMap<string, ErrorCode>): ErrorCode | undefined {
  const key = keyOf(cause);
  if (key === undefined) return undefined;
  const own = above.get(key);
  if (own) return own;
  if (cause.kind === 'field') return above.get(causeKey({ kind: 'any field', failure: cause.failure }));
  if (cause.kind === 'illegal move' || cause.kind === 'not permitted')
    return above.get(causeKey({ kind: cause.kind, on: undefined }));
  return undefined;
}

/** A key alone does not distinguish two conditions. */
function keyOf(cause: Cause): string | undefined {
  return cause.kind === 'condition' ? undefined : causeKey(withoutPlace(cause));
}

/** Codes that an operation, a move or a limit names: those are sent whatever rows are above them. */
function namedElsewhere(model: Model): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { facts } of model.operations.values()) {
    for (const name of valueOf(facts.errors) ?? []) names.add(name.text);
    for (const row of facts.statuses.items) {
      const when = valueOf(row.when);
      if (when?.kind === 'error') for (const name of when.errors) names.add(name.text);
    }
    for (const row of facts.repeatTable.items) {
      const answer = row.key === 'otherBody' || row.key === 'stillRunning' ? valueOf(row.statement) : undefined;
      if (answer) names.add(answer.error.text);
    }
    const repeat = valueOf(facts.repeat);
    if (repeat?.kind === 'same values') names.add(repeat.error.text);
  }
  for (const machine of model.machines.values()) {
    for (const other of [valueOf(machine.anyOtherMove), valueOf(machine.anyOtherChange)])
      if (other?.kind === 'error') names.add(other.error.text);
    for (const move of machine.moves.items) {
      const to = valueOf(move.to);
      if (to?.kind === 'refused') names.add(to.error.text);
    }
  }
  for (const limit of model.document.limits.limits.items) {
    const exceeded = valueOf(limit.whenExceeded);
    if (exceeded) names.add(exceeded.error.text);
  }
  const { missingVersion, unknownVersion } = model.document.versioning.facts;
  for (const other of [valueOf(missingVersion), valueOf(unknownVersion)])
    if (other?.kind === 'refused') names.add(other.error.text);
  return names;
}

/** A place that may name a code is not shown: whether a code is unused is not known. */
function isNamingOpen(model: Model): boolean {
  const {
    operations,
    machines,
    document: { states, endpoints, limits },
  } = model;
  const changing = firstChanges(model);
  if (isMarked(states.scope) || isMarked(endpoints.scope) || isMarked(limits.scope)) return true;
  const isMoving =
    states.machines.items.some(({ scope }) => isMarked(scope)) ||
    [...machines].some(
      ([name, { anyOtherMove, anyOtherChange, moves }]) =>
        isOpen(anyOtherMove) ||
        (isOpen(anyOtherChange) && changing.has(name)) ||
        moves.items.some(({ to }) => isOpen(to)),
    );
  const isLeftOut = states.scope.mark.status === 'absent' && states.machines.items.length === 0;
  const isRefused = [...operations.values()].some(
    ({ operation, facts }) =>
      isMarked(operation.scope) ||
      facts.errors.status === 'gap' ||
      facts.statuses.items.some(({ when }) => isOpen(when)),
  );
  return (
    isMoving ||
    isLeftOut ||
    isRefused ||
    operations.size === 0 ||
    limits.limits.items.some(({ whenExceeded }) => isOpen(whenExceeded))
  );
}

function isMarked({ mark }: Scope): boolean {
  return mark.status === 'gap';
}
