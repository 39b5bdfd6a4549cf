// What a part describes under a heading each: resources, machines, schemes. Input: the part, how one section is read. Output: a list; `###
// …` leaves it open, and a second one of a name is a finding. Notation, rules 1.4 and 1.6.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { duplicateHeading } from '../diagnostics/reading.ts';
import type { List, Name } from '../notation/slot.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { endOf, isOpen, openedBy } from './scopes.ts';

/** `read` returns undefined where it has refused the section; `first` is the place that the finding about a second one names. */
export function readDescribed<T extends { readonly name: Name }>(
  reading: Reading,
  part: PartOutline,
  stated: List<T>['mark'],
  read: (section: Section) => T | undefined,
  first: (item: T) => Span,
): List<T> {
  const byName = new Map<string, T>();
  let mark = stated;
  for (const section of part.sections) {
    if (isOpen(section)) {
      mark = 'open';
      continue;
    }
    const item = read(section);
    if (!item) continue;
    const before = byName.get(item.name.text);
    if (before) {
      const related = [{ at: first(before), message: 'It is described here first.' }];
      reading.diagnostics.push(diagnose(duplicateHeading, section.at, { heading: item.name.text }, related));
    } else byName.set(item.name.text, item);
  }
  return { items: [...byName.values()], mark, ...openedBy(part), at: endOf(part.at), written: byName.size > 0 };
}
