// Where credentials are looked for, and by what they are verified, as data. Input: part 5. Output: schemes of the plan, in the document's
// order. Notation, part 5.

import { unlessOpen } from './unless-wrong.ts';
import { valueOf } from '../notation/slot.ts';
import { passwordPlace } from '../analysis/document/passwords.ts';
import { isOfOperator, isOpaque, schemesOf, takesPasswords } from '../analysis/document/schemes.ts';
import { isSigned } from '../analysis/document/signed.ts';
import { requestSignature, signsRequests } from '../analysis/document/signed-requests.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import type { Context } from './context.ts';
import type { SchemePlan } from './credentials.ts';
import { keptStep, ofOperatorStep, passwordsOf } from './passwords.ts';
import { signedPlan } from './signed.ts';
import { keptFor } from './token-table.ts';

export function schemePlans(context: Context): readonly SchemePlan[] {
  const { model } = context;
  const { schemesBeside } = gapView(model);
  return schemesOf(model).map((scheme): SchemePlan => {
    const sentIn = valueOf(scheme.sentIn);
    const by = schemesBeside.get(scheme.name.text);
    const form: SchemePlan['form'] = isSigned(scheme) ? 'signed' : isOpaque(scheme) ? 'issued' : undefined;
    const shared = {
      name: scheme.name.text,
      keptAs: keptFor(scheme),
      // A signature is looked for in its header, whatever is there.
      ...(sentIn && { place: signsRequests(scheme) ? { in: sentIn.in, name: sentIn.name } : sentIn }),
      ...(form && { form }),
    };
    if (by) return { ...shared, held: context.held(by) };
    if (isSigned(scheme)) {
      const signed = unlessOpen(model, () => signedPlan(model, scheme));
      return { ...shared, ...(signed && { signed }) };
    }
    if (signsRequests(scheme)) {
      const signature = requestSignature(scheme);
      return { ...shared, ...(signature && { signature }) };
    }
    if (!takesPasswords(scheme)) return shared;
    // While it is not stated where they are, or with what they are compared, what reads them is held.
    const place = sentIn && passwordPlace(sentIn);
    const kept =
      place &&
      unlessOpen(model, () =>
        isOfOperator(scheme) ? ofOperatorStep(scheme) : keptStep(model, passwordsOf(model, scheme)),
      );
    return { ...shared, ...(place && kept && { place, kept }) };
  });
}
