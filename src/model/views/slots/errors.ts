// The slots of part 7. Comes in: the error body and the table of codes as read. Goes out: facts in the writer, with a
// gap for every cause that an operation can meet and no row answers. Notation, part 7 and rule 8: due are Error body, All
// failed fields at once where two fields can fail, and Status and When of each code.

import { addTo } from '../../../base/grouped.ts';
import type { Cause } from '../../../notation/values/causes.ts';
import type { ErrorCode } from '../../../notation/errors.ts';
import type { Model } from '../../model.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { wordsOf } from '../../../notation/words.ts';
import { causeQuestion } from '../asks/cause-questions.ts';
import { canTwoFail } from '../causes.ts';
import { causeGapId, unansweredCauses } from '../errors.ts';
import { takenUp, unableTo } from '../causes/taken-up.ts';
import { codeId, factName } from './ids.ts';
import { wholePart, type FactDraft, type SlotWriter, type Subject } from './writer.ts';
import { headersWords, shapeWords } from '../supported/endpoints.ts';
import { runs, type Words } from '../supported.ts';
import { UNJUDGED } from '../supported/instead.ts';
import { conditionWords } from '../supported/words.ts';
import { wordWords } from '../supported/angle-words.ts';
import { headingOf } from '../targets.ts';
import { columnWords } from '../column-words.ts';

export function errorSlots(writer: SlotWriter): void {
  const { model } = writer;
  const { scope, errorBody, allFailedFields, codes } = model.document.errors;
  const written =
    codes.items.length > 0 ||
    codes.mark !== undefined ||
    errorBody.status !== 'absent' ||
    allFailedFields.status !== 'absent';
  if (wholePart(writer, 'errors', scope, written)) {
    if (scope.mark.status === 'none') causeSlots(writer);
    return;
  }
  const base = { part: 'errors', subject: { on: 'errors' }, names: {} } as const;
  const columns = columnWords(model);
  writer.add({
    ...base,
    id: '7/error-body',
    kind: 'error body',
    slot: errorBody,
    due: codes.items.some((code) => code.body.status === 'absent'),
    words: (shape) => ['Error body: shape', ...shapeWords(model, [], shape, columns)],
    none: 'Error body: none',
    any: 'Error body: any',
  });
  writer.add({
    ...base,
    id: '7/all-failed-fields',
    kind: 'all failed fields',
    slot: allFailedFields,
    due: operationsWhereTwoCanFail(writer).length > 0,
    subject: { on: 'operations', operations: operationsWhereTwoCanFail(writer) },
  });
  writer.openness({ ...base, id: '7/codes', subject: { on: 'document' }, names: { fact: 'errors' } }, codes);
  codeRows(writer, codes.items, columns);
  causeSlots(writer);
}

function operationsWhereTwoCanFail({ model }: SlotWriter): readonly string[] {
  return [...model.operations.values()].filter((linked) => canTwoFail(model, linked)).map(headingOf);
}

/** Of a table without such a column, one gap for all its rows. */
function codeRows(writer: SlotWriter, codes: readonly ErrorCode[], columns: ReadonlySet<string>): void {
  const table = { part: 'errors', names: { name: 'each error' } } as const;
  const isStatusLeft = writer.leftOut(codes.map(statusDraft), {
    ...table,
    id: codeId('codes', 'status'),
    kind: 'code status',
    subject: { on: 'errors' },
  });
  const whens = codes.map((code) => whenDraft(writer, code));
  const whole = { ...table, id: codeId('codes', 'when'), kind: 'code when', subject: { on: 'document' } } as const;
  const isWhenLeft = writer.leftOut(whens, whole);
  for (const [index, code] of codes.entries()) {
    // A further cause that is assumed of a code stands in a row of its own, and says nothing else anew.
    const first = writer.model.codes.get(code.code.text);
    const isFurther = first !== code && first?.code === code.code;
    if (!isStatusLeft && !isFurther) writer.add(statusDraft(code));
    if (!isWhenLeft) writer.add(whens[index]!);
    if (!isFurther) oneCode(writer, code, columns);
  }
}

function statusDraft({ code: { text }, status }: ErrorCode): FactDraft<number> {
  return {
    id: codeId(text, 'status'),
    part: 'errors',
    kind: 'code status',
    slot: status,
    due: true,
    subject: { on: 'code', code: text },
    names: { name: `the error \`${text}\`` },
    none: 'Status: none',
    any: 'Status: any',
  };
}

function whenDraft(writer: SlotWriter, code: ErrorCode): FactDraft<readonly Cause[]> {
  return {
    id: codeId(code.code.text, 'when'),
    part: 'errors',
    kind: 'code when',
    slot: code.when,
    due: true,
    subject: whenSubject(writer, code),
    names: { name: `the error \`${code.code.text}\`` },
    words: () => whenWords(writer, code),
  };
}

function oneCode(writer: SlotWriter, code: ErrorCode, columns: ReadonlySet<string>): void {
  const { model } = writer;
  const name = code.code.text;
  const base = { part: 'errors', subject: { on: 'code', code: name }, names: { name } } as const;
  const shape = (value: Parameters<typeof shapeWords>[2]): Words => shapeWords(model, [], value, columns);
  writer.add({
    ...base,
    id: codeId(name, 'body'),
    kind: 'code body',
    slot: code.body,
    due: false,
    words: shape,
    none: 'Body: none',
    any: 'Body: any',
  });
  writer.add({
    ...base,
    id: codeId(name, 'headers'),
    kind: 'code headers',
    slot: code.headers,
    due: false,
    words: (value) => headersWords(model, value, columns),
    none: 'Headers: none',
    any: 'Headers: any',
  });
  codeTexts(writer, code, columns);
}

/** What is sent as it is, but for the words in a message. */
function codeTexts(writer: SlotWriter, code: ErrorCode, columns: ReadonlySet<string>): void {
  const name = code.code.text;
  const base = { part: 'errors', subject: { on: 'code', code: name }, names: { name } } as const;
  writer.add({
    ...base,
    id: codeId(name, 'message'),
    kind: 'code message',
    slot: code.message,
    due: false,
    words: (text) => wordsOf(text).flatMap((word) => wordWords(word, columns)),
  });
  writer.add({ ...base, id: codeId(name, 'retry'), kind: 'code retry', slot: code.retry, due: false });
  for (const [head, slot] of code.words as ReadonlyMap<string, Slot<string>>) {
    writer.add({
      ...base,
      id: codeId(name, factName(head)),
      kind: 'code word',
      slot,
      due: false,
      names: { name, fact: head },
    });
  }
}

/** A condition that no operation takes up would never refuse anything: it is held, not ignored. */
function whenWords({ model }: SlotWriter, code: ErrorCode): Words {
  return (valueOf(code.when) ?? []).flatMap((cause): Words => {
    if (cause.kind !== 'condition') return [CAUSES.get(cause.kind) ?? `Cause: ${cause.kind}`].filter(runs);
    const { how, resource } = takenUp(model, code, cause.condition);
    if (how === 'open') return ['Cause: condition'];
    if (how === 'unjudged') return [UNJUDGED];
    const row = resource === undefined ? undefined : model.resources.get(resource);
    return ['Cause: condition', ...conditionWords(model, cause.condition, { row, self: row })];
  });
}

/** A condition that nobody can judge is of the operations that name its code, or send what it looks at. */
function whenSubject({ model }: SlotWriter, code: ErrorCode): Subject {
  const unjudged = (valueOf(code.when) ?? []).flatMap((cause) =>
    cause.kind === 'condition' && takenUp(model, code, cause.condition).how === 'unjudged' ? [cause.condition] : [],
  );
  const unable = unjudged.map((condition) => unableTo(model, code, condition));
  // One that is of none in particular is of all.
  if (unable.length === 0 || unable.some((operations) => operations.length === 0)) return { on: 'document' };
  return { on: 'operations', operations: [...new Set(unable.flat().map(headingOf))] };
}

/** What a held word alone can bring about needs no answer yet; the rest is spelled as in supported.ts. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  ['no such', 'Cause: no such R'],
  ['no such in', 'Cause: no such R in f'],
  ['was', 'Cause: was R'],
  ['already there', 'Cause: R already there'],
]);

/** `7/cause/no such Todo`: one gap for each cause, with every operation that can meet it. */
function causeSlots(writer: SlotWriter): void {
  const { model } = writer;
  const operations = new Map<string, string[]>();
  for (const linked of model.operations.values()) {
    for (const key of unansweredCauses(model, linked)) {
      addTo(operations, key, headingOf(linked));
    }
  }
  const at = model.document.errors.scope.heading ?? model.document.errors.codes.at;
  for (const [key, met] of operations) {
    writer.gap(
      {
        id: causeGapId(key),
        part: 'errors',
        kind: 'cause',
        subject: { on: 'operations', operations: met },
        names: { name: causeText(model, key, met) },
      },
      at,
    );
  }
}

/** The question; of `refused while R` with how When of a Code row writes it: the same search. */
function causeText(model: Model, key: string, operations: readonly string[]): string {
  const question = causeQuestion(model, key, operations);
  if (!key.startsWith('refused while ')) return question;
  for (const { whenDeleted } of model.resources.values()) {
    const text = whenDeleted.status === 'stated' ? whenDeleted.text : '';
    const at = text.indexOf(key);
    if (at === -1) continue;
    const resource = key.slice('refused while '.length);
    return `${question} A Code row says it whose When is: there is ${resource}${bracketed(text.slice(at + key.length))}`;
  }
  return question;
}

/** ` (…)` at the beginning of a text, to the bracket that closes it. */
function bracketed(text: string): string {
  if (!text.trimStart().startsWith('(')) return '';
  let depth = 0;
  for (const [place, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')' && (depth -= 1) === 0) return [...text].slice(0, place + 1).join('');
  }
  return '';
}
