// Roles that nobody can have. Input: a model. Output: a warning for each role under Who, of operations, moves and resources, that no scheme
// gives. What is not shown is no doubt, but a gap. Notation, part 4 "Who may", part 5, Roles.

import { suggestion } from '../base/did-you-mean.ts';
import { unknownRole } from '../diagnostics/authentication.ts';
import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import type { Model } from '../model/model.ts';
import { isComplete } from '../analysis/document/complete.ts';
import { givenRoles } from '../analysis/document/roles.ts';
import { whosOf } from '../analysis/document/whos.ts';

export function unknownRoles(model: Model): readonly Diagnostic[] {
  const { scope, schemes } = model.document.authentication;
  if (scope.mark.status !== 'absent' || schemes.items.length === 0 || !isComplete(model, schemes)) return [];
  const given = schemes.items.map((scheme) => givenRoles(model, scheme));
  if (given.some((roles) => roles === undefined)) return [];
  const known = new Set(given.flatMap((roles) => roles ?? []));
  return whosOf(model).flatMap((who) => {
    if (who.kind !== 'role' || known.has(who.role.text)) return [];
    const hint = suggestion(who.role.text, known);
    return [diagnose(unknownRole, who.role.at, { role: who.role.text, hint })];
  });
}
