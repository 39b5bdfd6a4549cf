// What races.md states, computed a second time: one request on one row, its only right answer, and the row afterwards. Input: the row as
// the service shows it (undefined: none) and an input. Output: the models that histories are judged by.

import type { Model } from './linearizable.ts';

export interface Parcel {
  readonly id: number;
  readonly token: string;
  readonly shelf: number;
  readonly label: string;
  readonly note?: string;
  readonly holder?: string;
  readonly mark: number;
  readonly stage: 'waiting' | 'claimed' | 'shipped';
  readonly payment: 'open' | 'paid';
}

export interface Slot {
  readonly name: string;
  readonly value: string;
  readonly lamp: 'off' | 'on';
}

export type ParcelInput =
  | { readonly do: 'create'; readonly token: string; readonly shelf: number; readonly label: string }
  /** `list`: as this row was seen in a list. */
  | { readonly do: 'read' | 'list' | 'delete' | 'ship' | 'bounce' | 'pay' | 'refund' }
  | { readonly do: 'claim' | 'release'; readonly by: string }
  | { readonly do: 'put'; readonly label: string; readonly note?: string }
  | { readonly do: 'patch'; readonly label?: string; readonly note?: string | null }
  | { readonly do: 'mark'; readonly mark: number };

export type SlotInput =
  | { readonly do: 'create' | 'put'; readonly value: string }
  | { readonly do: 'read' | 'delete' | 'light' | 'dim' };

/** What was answered: the status, a space, the body. */
export type Answer = string;

export interface Done<Row> {
  readonly answer: Answer;
  readonly row: Row | undefined;
}

/** As the service writes it: the fields in the order of the document, without those that have no value. */
export function parcelText(parcel: Parcel): string {
  const { id, token, shelf, label, note, holder, mark, stage, payment } = parcel;
  return JSON.stringify({ id, token, shelf, label, note, holder, mark, stage, payment });
}

export function slotText({ name, value, lamp }: Slot): string {
  return JSON.stringify({ name, value, lamp });
}

const refusal = (status: number, code: string, ...fields: string[]): Answer =>
  `${status} ${JSON.stringify({ error: code, fields })}`;
const NOT_NOW = refusal(409, 'not_now');

export function parcelStep(id: number, row: Parcel | undefined, input: ParcelInput): Done<Parcel> {
  const kept = (answer: Answer): Done<Parcel> => ({ answer, row });
  const changed = (next: Parcel): Done<Parcel> => ({ answer: `200 ${parcelText(next)}`, row: next });
  if (input.do === 'list') return kept(row ? `200 ${parcelText(row)}` : '404 ');
  if (input.do === 'mark') return { answer: '204 ', row: row && { ...row, mark: input.mark } };
  if (input.do === 'create') {
    const { token, shelf, label } = input;
    const next: Parcel = { id, token, shelf, label, mark: 0, stage: 'waiting', payment: 'open' };
    return { answer: `201 ${parcelText(next)}`, row: next };
  }
  if (!row) return kept(refusal(404, 'no_parcel'));
  const { note, holder, ...rest } = row;
  const noted = note === undefined ? {} : { note };
  const held = holder === undefined ? {} : { holder };
  switch (input.do) {
    case 'read':
      return kept(`200 ${parcelText(row)}`);
    case 'delete':
      return { answer: '204 ', row: undefined };
    case 'put':
      return changed({
        ...rest,
        ...held,
        label: input.label,
        ...(input.note === undefined ? {} : { note: input.note }),
      });
    case 'patch': {
      const label = input.label ?? row.label;
      const next = input.note === undefined ? noted : input.note === null ? {} : { note: input.note };
      return changed({ ...rest, ...held, label, ...next });
    }
    case 'claim':
      return row.stage === 'waiting' ? changed({ ...row, stage: 'claimed', holder: input.by }) : kept(NOT_NOW);
    case 'release':
      if (row.stage !== 'claimed') return kept(NOT_NOW);
      return holder === input.by ? changed({ ...rest, ...noted, stage: 'waiting' }) : kept(refusal(403, 'not_yours'));
    case 'ship':
      return row.stage === 'claimed' && row.payment === 'paid' ? changed({ ...row, stage: 'shipped' }) : kept(NOT_NOW);
    case 'bounce':
      return row.stage === 'shipped' ? changed({ ...rest, ...noted, stage: 'waiting' }) : kept(NOT_NOW);
    case 'pay':
      return row.payment === 'open' ? changed({ ...row, payment: 'paid' }) : kept(NOT_NOW);
    case 'refund':
      return row.payment === 'paid' && row.stage !== 'shipped' ? changed({ ...row, payment: 'open' }) : kept(NOT_NOW);
  }
}

export function slotStep(name: string, row: Slot | undefined, input: SlotInput): Done<Slot> {
  const kept = (answer: Answer): Done<Slot> => ({ answer, row });
  const made = (status: number, next: Slot): Done<Slot> => ({ answer: `${status} ${slotText(next)}`, row: next });
  if (input.do === 'create' || input.do === 'put') {
    if (!row) return made(201, { name, value: input.value, lamp: 'off' });
    return input.do === 'put' ? made(200, { ...row, value: input.value }) : kept(refusal(409, 'name_taken', 'name'));
  }
  if (!row) return kept(refusal(404, 'no_slot'));
  switch (input.do) {
    case 'read':
      return kept(`200 ${slotText(row)}`);
    case 'delete':
      return { answer: '204 ', row: undefined };
    case 'light':
      return row.lamp === 'off' ? made(200, { ...row, lamp: 'on' }) : kept(NOT_NOW);
    case 'dim':
      return row.lamp === 'on' ? made(200, { ...row, lamp: 'off' }) : kept(NOT_NOW);
  }
}

/** A row and what it looks like: the text is made once. */
interface Kept<Row> {
  readonly row: Row | undefined;
  readonly text: string;
}

function modelOf<Row, Input extends { readonly do: string }>(
  step: (row: Row | undefined, input: Input) => Done<Row>,
  text: (row: Row) => string,
): Model<Kept<Row>, Input, Answer> {
  return {
    init: { row: undefined, text: '' },
    step(state, input, output) {
      const { answer, row } = step(state.row, input);
      if (output !== undefined && output !== answer) return [false, state];
      return [true, row === state.row ? state : { row, text: row ? text(row) : '' }];
    },
    hash: (state) => state.text,
    still: (input, output) => input.do === 'read' || input.do === 'list' || output.startsWith('4'),
    show: (input, output) => `${JSON.stringify(input)} -> ${output ?? 'no answer'}`,
  };
}

export function parcelModel(id: number): Model<Kept<Parcel>, ParcelInput, Answer> {
  return modelOf((row, input) => parcelStep(id, row, input), parcelText);
}

export function slotModel(name: string): Model<Kept<Slot>, SlotInput, Answer> {
  return modelOf((row, input) => slotStep(name, row, input), slotText);
}

/** The marks of a shelf: one write changes all of them, so that whoever lists them sees them all alike. */
export type ShelfInput = { readonly do: 'mark'; readonly mark: number } | { readonly do: 'list' };

export const shelfModel: Model<number, ShelfInput, Answer> = {
  init: 0,
  step(state, input, output) {
    if (input.do === 'mark') return [output === undefined || output === '204 ', input.mark];
    // The different marks that the list showed; none where no row was left.
    return [output === undefined || output === '' || output === String(state), state];
  },
  hash: String,
  still: (input) => input.do === 'list',
  show: (input, output) => `${JSON.stringify(input)} -> ${output ?? 'no answer'}`,
};

/** What must hold of every row that is ever shown, whatever else happens: races.md allows no other combination. */
export function illegal(row: Parcel): string | undefined {
  const { stage, payment, holder } = row;
  const stages = ['waiting', 'claimed', 'shipped'];
  if (!stages.includes(stage) || !['open', 'paid'].includes(payment)) return 'a state that is not declared';
  if ((stage === 'waiting') !== (holder === undefined)) return `${stage} and held by ${holder ?? 'nobody'}`;
  if (stage === 'shipped' && payment !== 'paid') return 'shipped and not paid';
  return undefined;
}
