// Whether what stands behind `matches` may stand there. Input: a pattern. Output: findings. Notation, part 2, head Allowed values.

import { objectionTo } from '../base/patterns/judge.ts';
import type { Span } from '../base/span.ts';
import { anchoredPattern, badPattern, patternTooLarge } from '../diagnostics/patterns.ts';
import type { References } from './references.ts';

export function judgePattern(refs: References, pattern: string, at: Span): void {
  const objection = objectionTo(pattern);
  switch (objection?.kind) {
    case 'no pattern': {
      const { found, instead } = objection;
      refs.report(badPattern, at, { pattern, found, instead });
      return;
    }
    case 'anchored':
      refs.report(anchoredPattern, at, { pattern, instead: objection.instead });
      return;
    case 'too large': {
      const { size, most } = objection;
      refs.report(patternTooLarge, at, { pattern, size, most });
      return;
    }
    case undefined:
  }
}
