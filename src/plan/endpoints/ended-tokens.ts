// Steps that end tokens: those of a condition, or the one that was sent. Input: a condition on the table of tokens, an operation. Output:
// deletions. Notation, part 4, Does (`ends token`); part 5, Refresh.

import { valueOf } from '../../notation/slot.ts';
import { refreshedBy } from '../../analysis/document/callers.ts';
import type { Scheme } from '../../notation/authentication.ts';
import type { Expr } from '../../sql/expression.ts';
import type { Model } from '../../model/model.ts';
import { type Ends, endingOf, ofScheme, sameAs, SENT_TOKEN } from '../token-table.ts';
import { schemeKey } from '../request-parameters.ts';
import { inFamily } from '../families.ts';
import { all, some } from '../operands.ts';
import type { Step } from '../steps.ts';
import type { Build } from './assigned.ts';

/** A token that is issued at the same moment, for what is revoked, ends too. */
export function endWhere(where: Expr): Ends {
  return { ...forget(where), complete: true };
}

/** Those that match now; nothing depends on whether there are any. */
export function forget(where: Expr): Ends {
  return { ...endingOf(where), quiet: true };
}

/** The one that was sent, where it is of one of these schemes; where its tokens refresh, with all that its sign-in led to. */
function endSent(model: Model, schemes: readonly Scheme[], tells: boolean): Step {
  const ofEach = schemes.map((scheme) =>
    all([ofScheme(scheme), valueOf(scheme.refresh) === undefined ? hasHash() : inFamily(schemeKey(model, scheme))]),
  );
  const { quiet: _, ...step } = endWhere(some(ofEach));
  return tells ? step : { ...step, quiet: true };
}

/** Beside a token that it is refreshed to, only the one that was sent: kept where it refreshes once (refresh.ts). */
export function endSteps({ context }: Build, schemes: readonly Scheme[], tells: boolean): readonly Step[] {
  const scheme = refreshedBy(context.model, context.linked);
  if (!scheme) return [endSent(context.model, schemes, tells)];
  return valueOf(scheme.refresh)?.eachOnce === true ? [] : [endWhere(hasHash())];
}

function hasHash(): Expr {
  return sameAs('hash', SENT_TOKEN);
}
