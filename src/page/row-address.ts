// Addresses of the page with other rows. Input: a resource, and what is selected of it. Output: an address for an attribute, escaped.

import { anchor, escaped } from './html.ts';

export interface RowName {
  readonly resource: string;
  readonly key: string;
}

/** What the address of the page selects of a resource. */
export interface Selected {
  readonly after?: string;
  readonly before?: string;
  readonly sought?: Sought;
}

/** Rows that are sought by a field. */
export interface Sought {
  readonly field: string;
  readonly how: string;
  readonly text: string;
}

/** Of the page with these rows; escaped. */
export function address(resource: string, { after, before, sought }: Selected, place: string, row?: string): string {
  const parameters = [
    ['rows', resource],
    ['where', sought?.field],
    ['how', sought?.how],
    ['value', sought?.text],
    ['after', after],
    ['before', before],
    ['row', row],
  ] as const;
  const query = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return escaped(`/?${query.join('&')}#${place}`);
}

/** Of the page that shows one row whole. */
export function rowAddress({ resource, key }: RowName, selected: Selected = {}): string {
  return address(resource, selected, anchor('row', resource), key);
}

/** Of the rows that refer to a row. */
export function referringAddress(resource: string, field: string, key: string): string {
  return address(resource, { sought: { field, how: 'refers', text: key } }, anchor('rows', resource));
}
