// The history of one row for the operator's page, where an audit is kept. Input: the row's values as texts. Output: its changes in the
// words of `ninefold audit`, the last one first.

import type { Change } from '../../page/row.ts';
import type { Asked } from '../../serve/operator.ts';
import { changes, DID } from '../audit-words.ts';

/** `values`: of the fields that are shown. Undefined: no audit is kept. */
export type RowHistory = (
  resource: string,
  key: string,
  values: ReadonlyMap<string, string>,
) => Promise<readonly Change[] | string | undefined>;

export function historyOf(history: Asked['history']): RowHistory {
  return async (resource, key, values) => {
    const identity = history.named(resource);
    if (!identity) return undefined;
    // As the audit names a row.
    const name = identity.length === 0 ? key : identity.map((field) => values.get(field) ?? key).join(',');
    const entries = await history.read(resource, name);
    if (entries === undefined) return undefined;
    if (entries === null) return 'The audit cannot be read now.';
    if (entries.length === 0) return 'None of the last changes of the service was of this row; ninefold audit has all.';
    return entries.map((entry) => ({
      at: entry.at,
      did: DID[entry.kind],
      by: [
        ...(entry.operation === null ? [] : [entry.operation]),
        ...(entry.who === null || entry.who === entry.operation ? [] : [`by ${entry.who}`]),
        ...(entry.request === null ? [] : [`request ${entry.request}`]),
      ],
      fields: changes(entry).map((line) => line.trim()),
    }));
  };
}
