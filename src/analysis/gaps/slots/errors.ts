// The slots of part 7. Input: the error body and the table of codes as read. Output: facts in the writer, with a gap for every cause that
// an operation can meet and no row answers. Notation, part 7 and rule 8: due are Error body, All failed fields at once where two fields
// can fail, and Status and When of each code.

import { kindOf, statementsOf } from '../../../notation/declaration.ts';
import { CODE, ERRORS, type ErrorCode, type ErrorsTrait } from '../../../notation/errors.ts';
import type { Shape } from '../../../notation/values/shapes.ts';
import { rowSlots } from './rows.ts';
import { statementSlots } from './statements.ts';
import type { Cause } from '../../../notation/values/causes.ts';
import type { LinkedOperation, Model } from '../../../model/model.ts';
import { valueOf, type Slot } from '../../../notation/slot.ts';
import { wordsOf } from '../../../notation/words.ts';
import { CAUSES } from '../../../notation/values/cause-kinds.ts';
import type { MetCause } from '../../../notation/values/met-causes.ts';
import { causeQuestion } from '../questions/cause-questions.ts';
import { callsOf } from '../../machines/condition-calls.ts';
import { searchOf } from '../../machines/refusal-rules.ts';
import { canTwoFail } from '../../refusals/causes.ts';
import { newCausesOf, unansweredCauses } from '../../refusals/errors.ts';
import { computedBy } from '../../values/computed-fields.ts';
import { looksBeyond, ruledResource } from '../../values/row-rules.ts';
import { takenUp, unableTo } from '../../refusals/causes/taken-up.ts';
import { causeId, codeId, factName } from '../../document/slot-ids.ts';
import { wholePart, type SlotWriter } from './writer.ts';
import type { Subject } from './fact.ts';
import { rateHeaderOfCode } from '../../document/rate-headers.ts';
import { headersFeatures, ofNoRow, shapeFeatures } from '../supported/shapes.ts';
import { declaredFeature, type Features } from '../../document/features.ts';
import { UNJUDGED } from '../supported/instead.ts';
import { conditionFeatures } from '../supported/values.ts';
import { wordFeatures } from '../supported/angle-words.ts';
import { EFFECT_TRAITS } from '../../document/effect-traits.ts';
import { effectsOf, headingOf } from '../../document/targets.ts';
import { columnWords } from '../../document/column-words.ts';

export function errorSlots(writer: SlotWriter): void {
  const { model } = writer;
  const part = model.document.errors;
  const { scope, codes } = part;
  const isSaid = statementsOf(ERRORS, part).some(({ slot }) => slot.status !== 'absent');
  const written = codes.items.length > 0 || codes.mark !== undefined || isSaid;
  if (wholePart(writer, 'errors', scope, written)) {
    if (scope.mark.status === 'none') causeSlots(writer);
    return;
  }
  const base = { part: 'errors', subject: { on: 'errors' }, names: {} } as const;
  const columns = columnWords(model);
  const shape = (value: Shape): Features => shapeFeatures(model, [], value, columns);
  const operations = operationsWhereTwoCanFail(writer);
  const traits: Readonly<Record<ErrorsTrait, boolean>> = {
    'a code has no body of its own': codes.items.some((code) => code.body.status === 'absent'),
    'two fields can fail': operations.length > 0,
  };
  statementSlots(writer, ERRORS, part, (of) => ({
    ...base,
    id: () => `7/${factName(kindOf(of))}`,
    ...(of === ERRORS.allFailedFields
      ? { subject: { on: 'operations', operations } }
      : { words: (_, value) => ['Error body: shape', ...shape(value)] }),
    holds: (trait) => traits[trait],
  }));
  writer.openness({ ...base, id: '7/codes', subject: { on: 'document' }, names: { fact: 'errors' } }, codes);
  codeRows(writer, codes.items, columns, shape);
  causeSlots(writer);
}

function operationsWhereTwoCanFail({ model }: SlotWriter): readonly string[] {
  return [...model.operations.values()].filter((linked) => canTwoFail(model, linked)).map(headingOf);
}

/** Of a table without such a column, one gap for all its rows. */
function codeRows(
  writer: SlotWriter,
  codes: readonly ErrorCode[],
  columns: ReadonlySet<string>,
  shape: (value: Shape) => Features,
): void {
  const { model } = writer;
  const WHEN = CODE.columns.when.head;
  rowSlots<ErrorCode, never>(writer, {
    part: 'errors',
    columns: CODE.columns,
    rows: codes,
    byRow: true,
    cell: (code, head) => ({
      id: codeId(code.code.text, factName(head)),
      subject: head === WHEN ? whenSubject(writer, code) : { on: 'code', code: code.code.text },
      names: { name: `the error \`${code.code.text}\`` },
    }),
    column: (head) => ({
      id: codeId('codes', factName(head)),
      subject: { on: head === WHEN ? 'document' : 'errors' },
      names: { name: 'each error' },
    }),
    features: {
      when: (_, code) => whenFeatures(writer, code),
      body: shape,
      message: (text) => wordsOf(text).flatMap((word) => wordFeatures(word, columns)),
      headers: (value, code) =>
        headersFeatures(model, value, columns, undefined, false, (header) =>
          ofNoRow(model, header, rateHeaderOfCode(model, code, header)),
        ),
    },
    writes: (code, head) => head === WHEN || !isFurther(model, code),
    behind: (code) => {
      if (!isFurther(model, code)) furtherWords(writer, code);
    },
  });
}

/** A further cause that is assumed for a code has a row of its own, and states nothing else anew. */
function isFurther(model: Model, code: ErrorCode): boolean {
  const first = model.codes.get(code.code.text);
  return first !== code && first?.code === code.code;
}

/** The columns that the notation does not name: each a word of the error body. */
function furtherWords(writer: SlotWriter, code: ErrorCode): void {
  const name = code.code.text;
  for (const [head, slot] of code.words as ReadonlyMap<string, Slot<string>>) {
    writer.add({
      part: 'errors',
      subject: { on: 'code', code: name },
      id: codeId(name, factName(head)),
      kind: 'code word',
      slot,
      due: false,
      names: { name, fact: head },
    });
  }
}

/** A condition that no operation takes up would never refuse anything: it is held, not ignored. */
function whenFeatures({ model }: SlotWriter, code: ErrorCode): Features {
  return (valueOf(code.when) ?? []).flatMap((cause): Features => {
    if (cause.kind !== 'condition') return wordsOfCause(cause.kind);
    if (cause.after) return rowRuleFeatures(model, cause);
    const { how, resource } = takenUp(model, code, cause.condition);
    if (how === 'open') return ['Cause: condition'];
    if (how === 'unjudged') return [UNJUDGED];
    const row = resource === undefined ? undefined : model.resources.get(resource);
    const calls = callsOf(model, cause.condition);
    return ['Cause: condition', ...conditionFeatures(model, cause.condition, { row, self: row, calls })];
  });
}

/** `after:`: of each row that an operation makes or changes. */
function rowRuleFeatures(model: Model, rule: StatedRule): Features {
  const row = ruledResource(model, rule);
  const judges = judgesOfRow(model, rule);
  if (!row || judges.length === 0) return [UNJUDGED];
  const features = conditionFeatures(model, rule.condition, { row, self: row });
  return [
    unableLast(model, rule).length > 0 ? 'Cause: after, over other rows, of every row' : 'Cause: after',
    ...features,
  ];
}

type StatedRule = Extract<Cause, { readonly kind: 'condition' }>;

/** The operations that make such a row, or change what the rule looks at. */
function judgesOfRow(model: Model, rule: StatedRule): readonly LinkedOperation[] {
  const row = ruledResource(model, rule);
  if (!row) return [];
  return [...model.operations.values()].filter((linked) =>
    computedBy(model, linked, row).some(({ holds }) => holds.kind === 'not' && holds.item === rule.condition),
  );
}

/** Those that change every row: which they are is not known when all effects are done. */
function unableLast(model: Model, rule: StatedRule): readonly LinkedOperation[] {
  const row = ruledResource(model, rule);
  if (!row || !looksBeyond(model, row, rule.condition)) return [];
  return judgesOfRow(model, rule).filter((linked) =>
    effectsOf(linked).some(
      (effect) =>
        (EFFECT_TRAITS[effect.kind].touch === 'every' || effect.kind === 'creates every in body') &&
        'target' in effect &&
        effect.target.text === row.name.text,
    ),
  );
}

/** What only a statement that does not run yet can cause needs no answer, and has no word. */
function wordsOfCause(kind: MetCause['kind']): Features {
  const { feature } = CAUSES[kind];
  return feature === undefined ? [] : [declaredFeature('Cause', feature)];
}

/** A condition that no operation can judge is of those that name its code, or send what it looks at. */
function whenSubject({ model }: SlotWriter, code: ErrorCode): Subject {
  const unjudged = (valueOf(code.when) ?? []).flatMap((cause) =>
    cause.kind === 'condition' && !cause.after && takenUp(model, code, cause.condition).how === 'unjudged'
      ? [cause.condition]
      : [],
  );
  const last = (valueOf(code.when) ?? []).flatMap((cause) =>
    cause.kind === 'condition' && cause.after ? unableLast(model, cause) : [],
  );
  const unable = [...unjudged.map((condition) => unableTo(model, code, condition)), ...(last.length > 0 ? [last] : [])];
  // A condition that belongs to no operation in particular concerns all.
  if (unable.length === 0 || unable.some((operations) => operations.length === 0)) return { on: 'document' };
  return { on: 'operations', operations: [...new Set(unable.flat().map(headingOf))] };
}

/** `7/cause/no such Todo`: one gap for each cause, with every operation that can meet it. */
function causeSlots(writer: SlotWriter): void {
  const { model } = writer;
  const operations = new Map<string, { readonly cause: MetCause; readonly met: string[] }>();
  for (const linked of model.operations.values()) {
    for (const cause of unansweredCauses(model, linked, newCausesOf(model, linked))) {
      const id = causeId(cause);
      const known = operations.get(id);
      if (known) known.met.push(headingOf(linked));
      else operations.set(id, { cause, met: [headingOf(linked)] });
    }
  }
  const at = model.document.errors.scope.heading ?? model.document.errors.codes.at;
  for (const [id, { cause, met }] of operations) {
    writer.gap(
      {
        id,
        part: 'errors',
        kind: 'cause',
        cause,
        subject: { on: 'operations', operations: met },
        names: { name: causeText(model, cause, met) },
      },
      at,
    );
  }
}

/** The question; of `refused while R` with how When of a Code row writes it: the same search. */
function causeText(model: Model, cause: MetCause, operations: readonly string[]): string {
  const question = causeQuestion(model, cause, operations);
  const search = searchOf(model, cause);
  return search === undefined ? question : `${question} A Code row says it whose When is: ${search}`;
}
