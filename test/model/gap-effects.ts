// What a gap of each kind of fact does: declared kinds and the others.

import { DECLARATIONS } from '../../src/notation/sections.ts';
import { kindOf, type GapEffect } from '../../src/notation/declaration.ts';
import { HOLDS } from '../../src/analysis/document/gap-effects.ts';

export const EFFECTS: Readonly<Record<string, GapEffect>> = {
  ...HOLDS,
  ...Object.fromEntries(DECLARATIONS.map((of) => [kindOf(of), of.gap])),
};
