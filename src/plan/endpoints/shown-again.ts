// The rows of an answer as they are after the whole effect. Input: the steps of an effect, and which of them answers. Output: the same
// steps with those that read the rows again. Notation, part 4, Does and Status.

import { known } from '../../base/fault.ts';
import { WRITES } from '../../analysis/document/effect-traits.ts';
import { selectionOf } from '../../analysis/document/targets.ts';
import type { RowAccess } from '../../analysis/requests/row-accesses.ts';
import { causeKey } from '../../notation/values/cause-kinds.ts';
import { selectionWhere } from '../request-parameters.ts';
import { keyOf } from '../rows.ts';
import type { Answered, Step } from '../steps.ts';
import type { Build } from './assigned.ts';
import type { Group } from './rows-found.ts';

type Columns = Exclude<Answered, undefined>;

/** An answer shows its rows after the whole effect: before one that deletes, and at the end, they are read once more. */
export function readAgain(
  groups: readonly Group[],
  steps: readonly Step[],
  answering: number,
  asked: Columns,
  /** What is done then: rules that are judged last, and what time moves. */
  last: readonly Step[],
): readonly Step[] {
  const own = groups[answering]!;
  const behind = groups.slice(answering + 1);
  const isChanged = last.some(({ kind }) => kind !== 'bind') || behind.some(({ kind }) => WRITES.has(kind));
  if (own.kind === 'delete' || !isChanged) return [...steps, ...last];
  const table = own.resource.name.text;
  const key = { name: AGAIN, expr: keyOf({ kind: 'table', resource: own.resource }) };
  const again: Step = { kind: 'again', table, key: AGAIN, answer: [...asked, key] };
  return [
    ...steps.slice(0, answering),
    answeringToo(steps[answering]!, key),
    ...behind.flatMap(({ kind }, place) => {
      const step = steps[answering + 1 + place]!;
      return kind === 'delete' && place > 0 ? [again, step] : [step];
    }),
    ...last.flatMap((step): Step[] => (step.kind === 'delete' ? [again, step] : [step])),
    again,
  ];
}

/** The row that the path selects and no effect touches: as it is after the effect, or as it was where it has gone with it. */
export function pathRow(
  { context }: Build,
  { resource: name }: RowAccess,
  asked: Columns,
): { readonly before: Step; readonly after: Step } {
  const { model, linked } = context;
  const resource = known(model.resources.get(name), `there is no resource ${name}`);
  const selection = known(selectionOf(model, linked, name), `the path selects no ${name}`);
  const where = selectionWhere(context, linked, selection, resource);
  const answer = [...asked, { name: AGAIN, expr: keyOf({ kind: 'table', resource }) }];
  return {
    before: {
      kind: 'find',
      select: { table: name, columns: answer, where, order: [] },
      absent: causeKey({ kind: 'no such', resource: name }),
    },
    after: { kind: 'again', table: name, key: AGAIN, answer },
  };
}

/** Under which a step answers the key of its row beside what is shown. */
const AGAIN = '#key';

function answeringToo(step: Step, key: Columns[number]): Step {
  switch (step.kind) {
    case 'find':
    case 'list':
      return { ...step, select: { ...step.select, columns: [...step.select.columns, key] } };
    case 'insert':
    case 'update':
    case 'delete':
      return { ...step, answer: [...(step.answer ?? []), key] };
    case 'put':
      return {
        ...step,
        update: { ...step.update, answer: [...(step.update.answer ?? []), key] },
        insert: { ...step.insert, answer: [...(step.insert.answer ?? []), key] },
      };
    case 'bind':
    case 'free':
    case 'again':
    case 'limit':
      return step;
  }
}
