// A day that the calendar does not have is none, wherever part 9 reads one.

import { expect, test } from 'vitest';

import { read } from '../../src/read/read.ts';

function codes(lines: string): readonly string[] {
  return read(`# T\n\n## 9. Versioning\n\n${lines}\n`, 'x.md').diagnostics.map(({ code }) => code);
}

const table = (day: string): string => `| Version | Date |\n|---|---|\n| \`v1\` | ${day} |`;

const PLACES: Readonly<Record<string, (day: string) => string>> = {
  'a bare version': (day) => `- Current version: ${day}`,
  'one of several versions': (day) => `- Supported versions: \`v1\`, ${day}`,
  'the day of all': (day) => `- Sunset: ${day}`,
  'the day of a version': (day) => `- Deprecated: \`v1\` on ${day}`,
  'the version that a day ends': (day) => `- Deprecated: ${day} on 2027-01-31`,
  'a ticked day': (day) => `- Sunset: \`${day}\``,
  'a cell': table,
  'a ticked cell': (day) => table(`\`${day}\``),
};

test.each(Object.keys(PLACES))('%s is a day of the calendar', (place) => {
  for (const day of ['2026-02-28', '2028-02-29', '2026-04-30', '2000-02-29'])
    expect(codes(PLACES[place]!(day)), day).toEqual([]);
  for (const day of ['2026-02-29', '2026-02-30', '2026-04-31', '1900-02-29', '2026-11-31'])
    expect(codes(PLACES[place]!(day)), day).toEqual(['unreadable']);
});
