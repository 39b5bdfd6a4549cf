// The rows that the operator's page shows: the first of each resource, or those that the address of the page selects. Input: a
// query and the rows of what is served. Output: texts by resource; what is hidden or secret is in none of them.

import type { Cell } from '../../page/cells.ts';
import type { ChosenRow } from '../../page/row.ts';
import type { ShownRows } from '../../page/rows.ts';
import { filterIn } from '../../serve/row-filters.ts';
import type { RowHistory } from './history.ts';
import type { Read, Rows, RowsPage, ShownResource, ShownRow } from '../../serve/rows.ts';

const AT_ONCE = 20;

/** Of a document with more resources than these, only the rows of the one that is chosen are read. */
const MOST = 8;

export async function shownRows(
  rows: Rows,
  query: string,
  history: RowHistory = async () => undefined,
): Promise<readonly ShownRows[]> {
  const parameters = new URLSearchParams(query);
  const chosen = parameters.get('rows');
  const resources = rows.resources();
  const all: ShownRows[] = [];
  // One after the other: no request to the service waits for ten of them at once.
  for (const shown of resources) {
    const { resource } = shown;
    const isChosen = resource === chosen;
    const count = await rows.count(resource);
    const told = count.kind === 'read' && { count: { rows: count.value.count, isBound: count.value.isBound } };
    if (!isChosen && resources.length > MOST) {
      all.push({ resource, columns: [], without: [], ways: {}, ...told });
      continue;
    }
    const selected = isChosen ? selectedBy(parameters) : {};
    const { sought, ...cursors } = selected;
    const page = await rows.page(resource, { limit: AT_ONCE, ...cursors, ...(sought && { filter: sought }) });
    const hows = rows.found(resource);
    const finds = shown.fields.map(({ name }, place) => ({ field: name, hows: hows[place] ?? [] }));
    const key = isChosen ? parameters.get('row') : null;
    all.push({
      ...tableOf(shown, page),
      ...(sought === undefined && told),
      finds: finds.filter((one) => one.hows.length > 0),
      selected,
      ...(key !== null && { chosen: await chosenOf(rows, shown, key, history) }),
    });
  }
  return all;
}

function selectedBy(parameters: URLSearchParams): NonNullable<ShownRows['selected']> {
  const [after, before, sought] = [parameters.get('after'), parameters.get('before'), filterIn(parameters)];
  return { ...(after !== null && { after }), ...(before !== null && { before }), ...(sought && { sought }) };
}

const WHY = {
  hidden: 'hidden',
  secret: 'a secret',
  open: 'what it is, or whether it is hidden, is not shown',
  'not kept': 'not kept by this version',
} as const;

/** Places of the fields that are shown. */
function placesOf({ fields }: ShownResource): readonly number[] {
  return fields.flatMap(({ notShown }, place) => (notShown === undefined ? [place] : []));
}

function tableOf(shown: ShownResource, page: Read<RowsPage>): ShownRows {
  const { resource, fields, asKept } = shown;
  const places = placesOf(shown);
  const without = fields.flatMap(({ name, notShown }) =>
    notShown === undefined ? [] : [{ name, why: WHY[notShown] }],
  );
  const head = {
    resource,
    columns: places.map((place) => fields[place]!.name),
    without,
    ...(asKept && { note: 'Moves that time makes are held here: rows are shown as they are kept.' }),
  };
  if (page.kind === 'unfit') return { ...head, rows: [], ways: {}, trouble: page.why };
  if (page.kind !== 'read') return { ...head, rows: [], ways: {}, trouble: UNREADABLE };
  const { next, previous } = page.value;
  return {
    ...head,
    rows: page.value.rows.map((row) => ({
      key: row.key,
      isGone: row.gone,
      cells: places.map((place) => cellOf(shown, row, place)),
    })),
    ways: { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) },
  };
}

const UNREADABLE = 'The rows cannot be read now.';

/** Of a reference that leads to a row that shows nothing of itself, its key. */
function cellOf({ fields }: ShownResource, { values }: ShownRow, place: number): Cell | undefined {
  const value = values[place];
  const refers = fields[place]!.refers;
  if (value === undefined || value.kind !== 'value') return undefined;
  return {
    text: value.text,
    ...(value.octets !== undefined && { octets: value.octets }),
    ...(refers && value.row !== undefined && { to: { resource: refers.resource, key: value.row } }),
  };
}

async function chosenOf(rows: Rows, shown: ShownResource, key: string, history: RowHistory): Promise<ChosenRow> {
  const { resource, fields } = shown;
  const found = await rows.row(resource, key);
  const row = found.kind === 'read' ? found.value : undefined;
  if (!row) return { resource, key, row: undefined };
  const cells = placesOf(shown).map((place) => ({ name: fields[place]!.name, cell: cellOf(shown, row, place) }));
  const from = rows
    .resources()
    .flatMap((other) =>
      other.fields.flatMap(({ name, refers, notShown }) =>
        refers?.resource === resource && notShown === undefined ? [{ resource: other.resource, field: name }] : [],
      ),
    );
  const title = cells.find(({ cell }) => cell !== undefined && cell.to === undefined)?.cell?.text ?? key;
  const values = new Map(cells.flatMap(({ name, cell }) => (cell ? [[name, cell.text] as const] : [])));
  const changes = await history(resource, key, values);
  const told = changes !== undefined && { history: changes };
  return {
    resource,
    key,
    row: { title: title.slice(0, TITLE).toWellFormed(), isGone: row.gone, fields: cells, from, ...told },
  };
}

/** Characters of it. */
const TITLE = 80;
