// Do two statements say the same? Input: two values as read, the document's first. Output: yes, no, or that the document's has a half that
// is not shown, which the other one fills. Notation, rules 1.3 and 1.9.

import { isRecord, isSpan } from '../model/walk.ts';

export type Likeness = 'same' | 'fills' | 'differs';

/**
 * Places do not count, nor white space and a final full stop of words that are kept as written. `isShape`: is it a nested
 * shape? Of these a bare name says how they are shown, of all others it leaves that open.
 */
export function likeness(stated: unknown, assumed: unknown, isShape: (resource: string) => boolean): Likeness {
  if (isHole(stated)) return isHole(assumed) ? 'same' : 'fills';
  if (typeof stated === 'string' && typeof assumed === 'string')
    return plain(stated) === plain(assumed) ? 'same' : 'differs';
  if (Array.isArray(stated) && Array.isArray(assumed)) {
    if (stated.length !== assumed.length) return 'differs';
    return worst(stated.map((one, index) => likeness(one, assumed[index], isShape)));
  }
  if (isRecord(stated) && isRecord(assumed)) {
    if (isForSome(stated) && assumed['kind'] !== 'which items')
      return settled(likeness(stated['who'], assumed, isShape));
    const keys = new Set([...Object.keys(stated), ...Object.keys(assumed)]);
    return worst(
      [...keys].map((key) => {
        if (isPlace(stated[key] ?? assumed[key])) return 'same';
        if (stated[key] === undefined && isOpen(stated, key, isShape)) return 'fills';
        return likeness(stated[key], assumed[key], isShape);
      }),
    );
  }
  return stated === assumed ? 'same' : 'differs';
}

function worst(all: readonly Likeness[]): Likeness {
  if (all.includes('differs')) return 'differs';
  return all.includes('fills') ? 'fills' : 'same';
}

/** A half that is not shown: `default: not shown`, `which items: not shown`. */
function isHole(value: unknown): boolean {
  return isRecord(value) && value['kind'] === 'gap' && isSpan(value['at']);
}

/** Who may is stated, for which items is not: without such a half it is said to be for all of them. */
function isForSome(stated: Readonly<Record<string, unknown>>): boolean {
  return stated['kind'] === 'which items' && isHole(stated['items']);
}

function settled(rest: Likeness): Likeness {
  return rest === 'differs' ? 'differs' : 'fills';
}

const SHOWN = ['view', 'by', 'without', 'only'];

/** What may be left out of a type, and is asked then: how a list is written in a query, how a reference is shown. */
function isOpen(type: Readonly<Record<string, unknown>>, key: string, isShape: (resource: string) => boolean): boolean {
  if (type['kind'] === 'array') return key === 'style';
  if (type['kind'] !== 'resource' || !SHOWN.includes(key)) return false;
  const { resource } = type;
  const name = isRecord(resource) ? resource['text'] : undefined;
  return typeof name === 'string' && !isShape(name) && SHOWN.every((one) => type[one] === undefined);
}

function isPlace(value: unknown): boolean {
  return isSpan(value) && Object.keys(value as object).length === 2;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
}
