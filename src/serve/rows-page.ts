// `/rows` and `/rows/<Resource>` on the operator's port, for programs. Input: a path, a query, the rows of the document that is served at
// that moment. Output: a status and JSON; numbers with all their digits.

import { filterIn } from './row-filters.ts';
import type { Asked, Read, Rows, RowsPage, ShownResource, ShownRow } from './rows.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Undefined: it is another path. */
export function rowsAt(path: string): { readonly resource: string | undefined } | undefined {
  if (path === '/rows' || path === '/rows/') return { resource: undefined };
  if (!path.startsWith('/rows/')) return undefined;
  try {
    return { resource: decodeURIComponent(path.slice('/rows/'.length)) };
  } catch {
    return { resource: path };
  }
}

export async function answerRows(rows: Rows, resource: string | undefined, query: string): Promise<Answer> {
  if (resource === undefined) return { status: 200, body: await every(rows) };
  const shown = rows.resources().find((one) => one.resource === resource);
  const [page, count] = await Promise.all([rows.page(resource, askedBy(query)), rows.count(resource)]);
  if (page.kind === 'unavailable') return UNAVAILABLE;
  if (page.kind === 'unfit') return { status: 400, body: JSON.stringify({ error: page.why }) };
  if (!shown || page.kind === 'unknown') {
    const known = rows.resources().map((one) => one.resource);
    return { status: 404, body: JSON.stringify({ error: 'The document has no such resource.', resources: known }) };
  }
  return { status: 200, body: pageOf(shown, page.value, JSON.stringify(numbersOf(count))) };
}

const UNAVAILABLE: Answer = { status: 503, body: JSON.stringify({ error: 'The rows cannot be read now.' }) };

export function askedBy(query: string): Asked {
  const parameters = new URLSearchParams(query);
  const limit = parameters.get('limit');
  return {
    after: parameters.get('after') ?? undefined,
    before: parameters.get('before') ?? undefined,
    limit: limit !== null && /^\d{1,9}$/.test(limit) ? Number(limit) : undefined,
    filter: filterIn(parameters),
  };
}

/** Null: the store cannot be asked now. */
function numbersOf(count: Read<{ readonly count: number; readonly isBound: boolean }>): unknown {
  return count.kind === 'read' ? { count: count.value.count, more: count.value.isBound } : { count: null, more: false };
}

async function every(rows: Rows): Promise<string> {
  const resources: unknown[] = [];
  for (const shown of rows.resources()) {
    const count = await rows.count(shown.resource);
    resources.push({ ...shown, ...(numbersOf(count) as object) });
  }
  return JSON.stringify({ resources }, undefined, 2);
}

function pageOf(shown: ShownResource, { rows, next, previous }: RowsPage, numbers: string): string {
  const { resource, fields, asKept } = shown;
  const head = JSON.stringify({ resource, fields, asKept });
  const cursors = JSON.stringify({ next: next ?? null, previous: previous ?? null });
  const names = fields.map(({ name }) => JSON.stringify(name));
  const lines = rows.map((row) => rowOf(row, names)).join(',\n    ');
  return `${head.slice(0, -1)},${numbers.slice(1, -1)},${cursors.slice(1, -1)},\n  "rows": [${lines === '' ? '' : `\n    ${lines}\n  `}]}`;
}

/** `values` leaves out what is absent and what is not shown; `cut`: all octets of what is shown by its start. */
function rowOf({ key, gone, values }: ShownRow, names: readonly string[]): string {
  const members = (of: (place: number) => string | undefined): string => {
    const texts = names.flatMap((name, place) => {
      const text = of(place);
      return text === undefined ? [] : [`${name}:${text}`];
    });
    return `{${texts.join(',')}}`;
  };
  const shown = members((place) => (values[place]?.kind === 'absent' ? undefined : values[place]?.json));
  const refers = members((place) => values[place]?.row && JSON.stringify(values[place].row));
  const cut = members((place) => values[place]?.octets?.toString());
  const more = `${refers === '{}' ? '' : `,"refers":${refers}`}${cut === '{}' ? '' : `,"cut":${cut}`}`;
  return `{"key":${JSON.stringify(key)},"gone":${gone},"values":${shown}${more}}`;
}
