// What is due, once more and in plain words: rule 1.8 of the notation over the text of a complete document. Input: a statement that is
// taken away. Output: whether leaving it out is a gap, and for which operations.

import type { Bullet, Cell, Section, Table, TableRow } from './anatomy.ts';

/** A document's text, and where its operations and resources stand. */
export interface Whole {
  readonly source: string;
  readonly title: Section;
}

interface Operation {
  readonly heading: string;
  readonly section: Section;
}

const OPERATION = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|QUERY) \//;

export function partOf(whole: Whole, number: number): Section | undefined {
  return whole.title.sections.find((one) => one.title.startsWith(`${number}.`));
}

function operationsOf(whole: Whole): readonly Operation[] {
  const part = partOf(whole, 4);
  return (part?.sections ?? [])
    .filter(({ title }) => OPERATION.test(title))
    .map((section) => ({ heading: section.title, section }));
}

function valueOf(whole: Whole, section: Section | undefined, key: string): string | undefined {
  const bullet = section?.bullets.find((one) => one.key === key);
  return bullet && whole.source.slice(bullet.value.start, bullet.value.end);
}

function sharedBy(whole: Whole, operation: Operation, key: string): string | undefined {
  const all = partOf(whole, 4)?.sections.find(({ title }) => title === 'All operations');
  return valueOf(whole, operation.section, key) ?? valueOf(whole, all, key);
}

function tableOf(section: Section, head: string): Table | undefined {
  return section.tables.find((table) => table.heads[0]!.text === head);
}

function doesOf(whole: Whole, operation: Operation): string {
  return valueOf(whole, operation.section, 'Does') ?? '';
}

/** "With a body": one that is read. */
function hasBody(whole: Whole, operation: Operation): boolean {
  if (tableOf(operation.section, 'Body')) return true;
  const body = valueOf(whole, operation.section, 'Body');
  return body !== undefined && !/^(?:none|ignored)$/.test(body);
}

/** A Body table says of each field that it must be sent. */
function requiresAll({ section }: Operation): boolean {
  const cells = tableOf(section, 'Body')?.rows.map((row) => row.cells.find(({ head }) => head === 'Required')?.text);
  return cells !== undefined && cells.every((text) => text === 'yes');
}

function answersBody(whole: Whole, operation: Operation): boolean {
  const bodies = tableOf(operation.section, 'Status')?.rows.flatMap((row) => row.cells.filter(isBody)) ?? [];
  if (bodies.some((cell) => cell.text !== 'none')) return true;
  const errors = valueOf(whole, partOf(whole, 7), 'Error body');
  return errors !== undefined && errors !== 'none';
}

function isBody(cell: { readonly head: string }): boolean {
  return cell.head === 'Body';
}

/** A field that a caller may set to null: of the resource that is updated, or of the Body table. */
function takesNull(whole: Whole, operation: Operation): boolean {
  const target = /updates (?:every )?([A-Z]\w*)/.exec(doesOf(whole, operation))?.[1];
  const resource = partOf(whole, 2)?.sections.find(({ title }) => title === target);
  const rows = resource?.tables.flatMap((table) => table.rows) ?? [];
  return rows.some(({ cells }) => {
    const cell = (head: string): string => cells.find((one) => one.head === head)?.text ?? '';
    return cell('Type').endsWith('or null') && /^caller(?:,|$)/.test(cell('Set by'));
  });
}

/** An update of which a field may be left out: a Body table may require all, and a shape may have none that a caller changes. */
function mayLeaveOut(whole: Whole, operation: Operation): boolean {
  const updated = /\bupdates (?:every )?([A-Z]\w*)/.exec(doesOf(whole, operation))?.[1];
  if (updated === undefined || !hasBody(whole, operation) || requiresAll(operation)) return false;
  if (tableOf(operation.section, 'Body')) return true;
  const resource = partOf(whole, 2)?.sections.find(({ title }) => title === updated);
  const rows = resource?.tables.flatMap((table) => table.rows) ?? [];
  return rows.some(({ cells }) => /^caller(?:, hidden)?$/.test(textOf(cells, 'Set by')));
}

/**
 * A field of the row that the body could bring and that the caller may not set. Rows of a Body table that are called
 * otherwise than the fields they set leave no place where such a field would stand.
 */
function hasReadOnly(whole: Whole, operation: Operation): boolean {
  const table = tableOf(operation.section, 'Body');
  if (table?.rows.every(({ cells }) => textOf(cells, 'Sets') !== textOf(cells, 'Body'))) return false;
  const does = doesOf(whole, operation);
  const target = /(?:creates|updates|replaces|merges|moves)[a-z ]* ([A-Z]\w*)/.exec(does)?.[1];
  const resource = partOf(whole, 2)?.sections.find(({ title }) => title === target);
  const rows = resource?.tables.flatMap((one) => one.rows) ?? [];
  const settable = /^creates(?! or)/.test(does) ? /^caller\b/ : /^caller(?:, hidden)?$/;
  return rows.some(({ cells }) => !settable.test(textOf(cells, 'Set by')));
}

function textOf(cells: readonly Cell[], name: string): string {
  return cells.find(({ head }) => head === name)?.text ?? '';
}

const OF_OPERATIONS: Readonly<Record<string, (whole: Whole, operation: Operation) => boolean>> = {
  Does: () => true,
  Who: () => true,
  Emits: () => true,
  Repeat: () => true,
  Body: (whole, one) => hasBody(whole, one) && !tableOf(one.section, 'Body'),
  'Media type': (whole, one) => hasBody(whole, one) || answersBody(whole, one),
  'Unknown fields': () => true,
  'Read-only fields': (whole, one) => hasBody(whole, one) && hasReadOnly(whole, one),
  Order: (whole, one) => doesOf(whole, one).startsWith('lists'),
  Pages: (whole, one) => doesOf(whole, one).startsWith('lists'),
  'Omitted fields': mayLeaveOut,
  'Null fields': (whole, one) => /\bupdates\b/.test(doesOf(whole, one)) && hasBody(whole, one) && takesNull(whole, one),
};

/** The operations for which a bullet that is left out is due: its own, or all that have none of their own. */
export function dueFor(whole: Whole, owner: string, key: string): readonly Operation[] {
  const isDue = OF_OPERATIONS[key];
  if (!isDue) return [];
  const heirs = operationsOf(whole).filter((one) =>
    owner === 'All operations' ? valueOf(whole, one.section, key) === undefined : one.heading === owner,
  );
  // Without its own bullet an operation has the one under All operations.
  const left = owner === 'All operations' ? heirs : heirs.filter((one) => !isShared(whole, one, key));
  return left.filter((one) => isDue(whole, one));
}

function isShared(whole: Whole, operation: Operation, key: string): boolean {
  return sharedBy(whole, { ...operation, section: { ...operation.section, bullets: [] } }, key) !== undefined;
}

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Field: ['Type', 'Required', 'Set by', 'Allowed values', 'Default'],
  State: ['Kind'],
  From: ['To', 'By', 'Only if', 'Emits'],
  Query: ['Type', 'Required', 'Default', 'Selects'],
  Body: ['Type', 'Required', 'Sets'],
  Status: ['When', 'Body'],
  Code: ['Status', 'When'],
  Limit: ['Value', 'Per', 'When exceeded'],
};

export function isColumnDue(whole: Whole, part: number, section: Section, table: Table, head: string): boolean {
  const first = table.heads[0]!.text;
  if (part === 6) return false;
  if (first === 'Path' && head === 'Selects') {
    return table.rows.some((row) => !isIdentity(whole, section, row.cells[0]!.text.replaceAll('`', '')));
  }
  if (first === 'Repeat') return true;
  // `as R.f` takes over the rules of that field.
  if (first === 'Body' && head === 'Required' && table.rows.every(({ cells }) => cells[1]!.text.startsWith('as ')))
    return false;
  if (first === 'Status' && head === 'Body' && !table.rows.some((row) => mayHaveBody(row, head))) return false;
  return COLUMNS[first]?.includes(head) ?? false;
}

/** Without a Body it would not be known what a row is made of. */
export function takesFields(whole: Whole, section: Section): boolean {
  return /\b(?:creates|updates|replaces|merges)\b/.test(valueOf(whole, section, 'Does') ?? '');
}

/** Rule "Path": without a row `{f}` selects the R of `Does` when `f` is its identity. */
function isIdentity(whole: Whole, section: Section, name: string): boolean {
  const target = /^\w+ (?:or \w+ )?(?:every )?([A-Z]\w*)/.exec(valueOf(whole, section, 'Does') ?? '')?.[1];
  if (/^(?:creates|lists)\b(?! or)/.test(valueOf(whole, section, 'Does') ?? '')) return false;
  const resource = partOf(whole, 2)?.sections.find(({ title }) => title === target);
  return valueOf(whole, resource, 'Identified by') === `\`${name}\``;
}

const IN_PLACE: Readonly<Record<number, readonly string[]>> = {
  2: ['Identified by'],
  9: ['Scheme', 'Current version', 'Compatibility'],
};
const DELIVERY = ['Sent as', 'Accepted', 'Tries', 'Waits', 'Time-out', 'Order', 'Signature', 'Kept for'];

/** A bullet of any part but 4. */
export function isBulletDue(whole: Whole, part: number, section: Section, { key }: Bullet): boolean {
  const has = (other: string): boolean => valueOf(whole, section, other) !== undefined;
  if (part === 0) return key === 'Lists';
  if (part === 2 && key === 'When deleted') return isDeleted(whole, section.title) && isReferred(whole, section.title);
  if (part === 5) {
    if (key === 'Issued by') return !has('Verified by');
    if (key === 'Verified by') return !has('Issued by');
    if (key === 'Token lifetime' || key === 'Revoked when') return has('Issued by');
    return ['Scheme', 'Sent in', 'Caller'].includes(key);
  }
  if (part === 6) {
    if (section.title === 'Delivery') return DELIVERY.includes(key) && isAskedOfDelivery(whole, section, key);
    if (key === 'When') return !isEmitted(whole, section.title);
    return key === 'Payload' && section.tables.length === 0;
  }
  if (part === 7) {
    if (key === 'All failed fields at once') return operationsOf(whole).some((one) => hasBody(whole, one));
    return key === 'Error body' && !section.tables.every((table) => table.heads.some(({ text }) => text === 'Body'));
  }
  if (part === 3 && key === 'Any other move') return !isIllegalMoveSaid(whole);
  if (isBulletSettled(whole, part, section, key)) return false;
  return IN_PLACE[part]?.includes(key) ?? false;
}

/** One code of part 7 that is for any illegal move answers it. */
function isIllegalMoveSaid(whole: Whole): boolean {
  const cells = partOf(whole, 7)?.tables.flatMap((table) => table.rows.flatMap((row) => row.cells)) ?? [];
  return cells.filter(({ head, text }) => head === 'When' && text.includes('illegal move')).length === 1;
}

/** Only who is called accepts, is waited for and is signed to; one try waits for none. Who reads a stream asks again. */
function isAskedOfDelivery(whole: Whole, section: Section, key: string): boolean {
  if (key === 'Sent as' || key === 'Order') return true;
  const sent = valueOf(whole, section, 'Sent as') ?? '';
  if (key === 'Kept for') return sent.startsWith('server-sent');
  const isCalled = !/^(?:server-sent|subject|topic|queue)/.test(sent);
  return isCalled && (key !== 'Waits' || valueOf(whole, section, 'Tries') !== '1');
}

/** HTTP itself says that these have none. */
export function mayHaveBody(row: TableRow, head: string): boolean {
  const first = row.cells[0]!;
  return !(first.head === 'Status' && head === 'Body' && ['204', '205', '304'].includes(first.text));
}

function isDeleted(whole: Whole, resource: string): boolean {
  return operationsOf(whole).some((one) => new RegExp(`deletes (?:every )?${resource}\\b`).test(doesOf(whole, one)));
}

function isReferred(whole: Whole, resource: string): boolean {
  const others = partOf(whole, 2)?.sections.filter(({ title }) => title !== resource) ?? [];
  const types = others.flatMap((one) => one.tables.flatMap((table) => table.rows.flatMap((row) => row.cells)));
  return types.some(({ head, text }) => head === 'Type' && new RegExp(`\\b${resource}\\b`).test(text));
}

function isEmitted(whole: Whole, kind: string): boolean {
  const said = [3, 4]
    .map((number) => partOf(whole, number))
    .map((part) => part && whole.source.slice(part.start, part.end));
  return said.some((text) => text?.includes(`\`${kind}\``));
}

/** Rule 1.8, what is settled: left open, too, these are no gaps, for one answer is left. */
export function isSettled(whole: Whole, table: Table, cells: readonly Cell[], head: string): boolean {
  const at = (name: string): string => cells.find((one) => one.head === name)?.text ?? '';
  switch (`${table.heads[0]!.text}: ${head}`) {
    case 'Field: Required':
      return /^service: (?:new id|now|state)\b/.test(at('Set by'));
    case 'Field: Allowed values':
      return /^(?:boolean|state|object|[A-Z][\w-]*(?: by `[^`]+`)?)(?: or null)?$/.test(at('Type'));
    case 'Query: Allowed values':
    case 'Body: Allowed values':
      return at('Type') === 'boolean';
    case 'Field: Default':
      return /^service: (?!not shown)/.test(at('Set by')) && !at('Type').startsWith('state');
    case 'From: Emits':
      return hasNoEvents(whole);
    case 'State: Kind':
      return isBegunByRow(whole, table, at('State'));
    default:
      return false;
  }
}

const ends = (cells: readonly Cell[]): boolean => !/^(?:refused|same)/.test(textOf(cells, 'To'));

/** A `(new)` row leads there, each call that makes rows has such a row, and no `any` may or may not mean it. */
function isBegunByRow(whole: Whole, table: Table, state: string): boolean {
  const section = partOf(whole, 3)?.sections.find(({ tables }) => tables.includes(table));
  const resource = section?.title.split('.')[0];
  const rows = (section ? tableOf(section, 'From') : undefined)?.rows.map(({ cells }) => cells) ?? [];
  const births = rows.filter((cells) => textOf(cells, 'From') === '(new)');
  if (!births.some((cells) => textOf(cells, 'To') === state)) return false;
  const creators = operationsOf(whole).filter((one) =>
    new RegExp(`creates [a-z ]*${resource}\\b`).test(doesOf(whole, one)),
  );
  const hasRow = ({ heading }: Operation): boolean =>
    births.some((cells) => textOf(cells, 'By').includes(`\`${heading}\``));
  if (!creators.every(hasRow)) return false;
  const isLeft = rows.some((cells) => {
    const from = textOf(cells, 'From');
    const leads = ![state, '(gone)'].includes(textOf(cells, 'To')) && ends(cells);
    return from.includes(state) && !from.startsWith('any') && leads;
  });
  const isMeant = rows.some((cells) => {
    const from = textOf(cells, 'From');
    return from.startsWith('any') && !from.includes(state) && ends(cells);
  });
  return isLeft || !isMeant;
}

/** Left open, too. */
export function isBulletSettled(whole: Whole, part: number, section: Section, key: string): boolean {
  if (part === 9) return key !== 'Scheme' && valueOf(whole, section, 'Scheme') === 'none';
  return part === 4 && key === 'Emits' && hasNoEvents(whole);
}

function hasNoEvents(whole: Whole): boolean {
  const part = partOf(whole, 6);
  return part !== undefined && whole.source.slice(part.body, part.end).trim() === 'none';
}
