// Part 5 → Markdown: facts kept as written. In: AuthenticationPart. Out: lines. Notation, part 5.

import type { AuthenticationPart } from '../notation/authentication.ts';
import { escaped } from './markdown.ts';
import { block, printMarkOf, printScope, printTextFacts, rowTitle } from './slots.ts';

export function printAuthentication(part: AuthenticationPart): string[] {
  return [
    ...printScope(part.scope),
    ...block(printMarkOf(part.schemes, part.scope, 'schemes')),
    ...part.schemes.items.flatMap((scheme) => [
      `### ${escaped(rowTitle(scheme.name.text), false)}`,
      '',
      ...printScope(scheme.scope),
      ...block(printTextFacts(scheme.facts)),
    ]),
  ];
}
