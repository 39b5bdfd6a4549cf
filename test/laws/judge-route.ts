// Which operation a request is for, by the document's headings alone. Fixed segments win over parameters.

import type { LinkedOperation, Model } from '../../src/model/model.ts';
import { valueOf } from '../../src/notation/slot.ts';

export type Routed =
  | { readonly kind: 'no path' }
  | { readonly kind: 'other method'; readonly at: readonly LinkedOperation[] }
  | { readonly kind: 'operation'; readonly operation: LinkedOperation; readonly at: readonly LinkedOperation[] };

function base(operation: LinkedOperation): string {
  const stated = valueOf(operation.facts.base) ?? '';
  return stated.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/\/$/, '');
}

/** The number of fixed segments, from the left, that decide between two headings; -1 when it does not match. */
function match(operation: LinkedOperation, path: string): string | undefined {
  const wanted = (base(operation) + operation.operation.path).split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  let rank = '';
  for (const [i, segment] of wanted.entries()) {
    const open = segment.indexOf('{');
    if (open === -1) {
      if (segment !== decode(given[i]!)) return undefined;
      rank += '1';
      continue;
    }
    const tail = segment.slice(segment.indexOf('}') + 1);
    const value = given[i]!;
    if (!value.startsWith(segment.slice(0, open)) || !value.endsWith(tail) || value.length <= open + tail.length)
      return undefined;
    rank += '0';
  }
  return rank;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function route(model: Model, method: string, path: string): Routed {
  let best = '';
  let at: LinkedOperation[] = [];
  for (const operation of model.operations.values()) {
    const rank = match(operation, path);
    if (rank === undefined || (at.length > 0 && rank < best)) continue;
    if (rank !== best || at.length === 0) at = [];
    best = rank;
    at.push(operation);
  }
  if (at.length === 0) return { kind: 'no path' };
  const wanted =
    at.find((o) => o.operation.method === method) ??
    (method === 'HEAD' ? at.find((o) => o.operation.method === 'GET') : undefined);
  return wanted ? { kind: 'operation', operation: wanted, at } : { kind: 'other method', at };
}

/** Is what part 4 lists all there is? Notation, rules 3 and 4. */
export function isComplete(model: Model): boolean {
  const { title, endpoints } = model.document;
  if (endpoints.operations.mark === 'closed') return true;
  return endpoints.operations.mark === undefined && valueOf(title.lists) === 'complete unless marked';
}
