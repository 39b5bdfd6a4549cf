// Whether a pattern may follow `matches`. Input: the pattern. Output: findings. Notation, part 2, head Allowed values.

import { objectionTo } from '../base/patterns/judge.ts';
import type { Span } from '../base/span.ts';
import { anchoredPattern, badPattern, patternTooLarge } from '../diagnostics/patterns.ts';
import type { Findings } from './findings.ts';

export function judgePattern(findings: Findings, pattern: string, at: Span): void {
  const objection = objectionTo(pattern);
  switch (objection?.kind) {
    case 'no pattern': {
      const { found, instead } = objection;
      findings.report(badPattern, at, { pattern, found, instead });
      return;
    }
    case 'anchored':
      findings.report(anchoredPattern, at, { pattern, instead: objection.instead });
      return;
    case 'too large': {
      const { size, most } = objection;
      findings.report(patternTooLarge, at, { pattern, size, most });
      return;
    }
    case undefined:
  }
}
