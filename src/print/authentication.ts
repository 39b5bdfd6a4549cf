// Part 5 → Markdown. Input: AuthenticationPart. Output: lines. Notation, part 5.

import { SCHEME, type AuthenticationPart } from '../notation/authentication.ts';
import { escaped } from './markdown.ts';
import { block, printMarkOf, printScope, printSection, rowTitle } from './slots.ts';

export function printAuthentication(part: AuthenticationPart): string[] {
  return [
    ...printScope(part.scope),
    ...block(printMarkOf(part.schemes, part.scope, 'schemes')),
    ...part.schemes.items.flatMap((scheme) => [
      `### ${escaped(rowTitle(scheme.name.text), false)}`,
      '',
      ...printScope(scheme.scope),
      ...block(printSection(SCHEME, scheme)),
    ]),
  ];
}
