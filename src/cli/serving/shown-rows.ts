// The rows that the operator's page shows: the first of each resource, or those that the address of the page selects. Input: a
// query and the rows of what is served. Output: texts by resource; what is hidden or secret is in none of them.

import type { ShownRows } from '../../page/rows.ts';
import type { Read, Rows, RowsPage, ShownResource } from '../../serve/rows.ts';

const AT_ONCE = 20;

export async function shownRows(rows: Rows, query: string): Promise<readonly ShownRows[]> {
  const parameters = new URLSearchParams(query);
  const chosen = parameters.get('rows');
  const cursors = { after: parameters.get('after') ?? undefined, before: parameters.get('before') ?? undefined };
  const all: ShownRows[] = [];
  // One after the other: no request to the service waits for ten of them at once.
  for (const shown of rows.resources()) {
    const { resource } = shown;
    const page = await rows.page(resource, { limit: AT_ONCE, ...(resource === chosen ? cursors : {}) });
    const count = await rows.count(resource);
    const told = count.kind === 'read' && { count: { rows: count.value.count, isBound: count.value.isBound } };
    all.push({ ...tableOf(shown, page), ...told });
  }
  return all;
}

const WHY = {
  hidden: 'hidden',
  secret: 'a secret',
  open: 'what it is, or whether it is hidden, is not shown',
  'not kept': 'not kept by this version',
} as const;

function tableOf({ resource, fields, asKept }: ShownResource, page: Read<RowsPage>): ShownRows {
  const places = fields.flatMap(({ notShown }, place) => (notShown === undefined ? [place] : []));
  const without = fields.flatMap(({ name, notShown }) =>
    notShown === undefined ? [] : [{ name, why: WHY[notShown] }],
  );
  const head = {
    resource,
    columns: places.map((place) => fields[place]!.name),
    without,
    ...(asKept && { note: 'Moves that time makes are held here: rows are shown as they are kept.' }),
  };
  if (page.kind !== 'read') return { ...head, rows: [], ways: {}, trouble: 'The rows cannot be read now.' };
  const { next, previous } = page.value;
  return {
    ...head,
    rows: page.value.rows.map(({ gone, values }) => ({
      isGone: gone,
      cells: places.map((place) => {
        const value = values[place];
        if (value === undefined || value.kind !== 'value') return undefined;
        return { text: value.text, ...(value.octets !== undefined && { octets: value.octets }) };
      }),
    })),
    ways: { ...(next !== undefined && { next }), ...(previous !== undefined && { previous }) },
  };
}
