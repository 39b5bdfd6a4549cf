// Schemes that do not run, beside one that does: only their own credentials are held. Input: the open facts of a document. Output: by scheme,
// what holds it; and what a fact of it does to an operation. Notation, part 5, "Several schemes".

import { addTo } from '../../base/grouped.ts';
import { SCHEME } from '../../notation/authentication.ts';
import type { LinkedOperation, Model } from '../../model/model.ts';
import { valueOf } from '../../notation/slot.ts';
import { issuesFor, issuesToken, readsCredentials } from '../document/callers.ts';
import { issuersOf, schemesOf } from '../document/schemes.ts';
import { headingOf } from '../document/targets.ts';
import type { Fact } from './slots/fact.ts';

/** The names of schemes that are set aside, each with the ids of what holds it. */
export type SchemesBeside = ReadonlyMap<string, readonly string[]>;

/** `holds`: a gap there holds. */
export function schemesBeside(model: Model, open: Iterable<Fact>, holds: (fact: Fact) => boolean): SchemesBeside {
  const held = new Map<string, string[]>();
  const needed = new Set<string>();
  for (const fact of open) {
    const name = schemeOf(fact);
    if (name === undefined || !holds(fact)) continue;
    addTo(held, name, fact.id);
    if (!isKnown(fact)) needed.add(name);
  }
  // Where it is not known what a request would bring, or where, or whose it is, nothing else can be told from it.
  const isAnyRunning = schemesOf(model).some(({ name }) => !held.has(name.text));
  return isAnyRunning && needed.size === 0 ? held : new Map();
}

/** Is it a fact of one of them? */
export function isBeside(beside: SchemesBeside, fact: Fact): boolean {
  return beside.has(schemeOf(fact) ?? '');
}

/** The scheme that a fact is of. */
function schemeOf({ subject }: Fact): string | undefined {
  return subject.on === 'authentication' ? subject.scheme : undefined;
}

/** A kind that does not run is known all the same. */
function isKnown({ of, status }: Fact): boolean {
  if (of === SCHEME.scheme) return status === 'unsupported';
  return of !== undefined && of !== SCHEME.sentIn && of !== SCHEME.caller;
}

/** The operations that a fact of such a scheme concerns: a request may bring its credentials, or it issues them. */
export function concernedBeside(model: Model, fact: Fact): readonly string[] {
  return [...model.operations.values()]
    .filter((linked) => {
      const isOpen = valueOf(linked.facts.who) === undefined;
      return isOpen || readsCredentials(linked) || issuesItsTokens(model, linked, fact);
    })
    .map(headingOf);
}

/** An operation that issues its tokens waits for it; what another scheme lets in does not. */
export function issuesItsTokens(model: Model, linked: LinkedOperation, fact: Fact): boolean {
  const scheme = schemesOf(model).find(({ name }) => name.text === schemeOf(fact));
  if (scheme === undefined || !issuesToken(linked)) return false;
  const heading = headingOf(linked);
  if (issuersOf(scheme).some(({ text }) => text === heading)) return true;
  // Who issues its tokens is what is open: an operation whose token is of no other scheme may.
  return fact.of === SCHEME.issuedBy && issuesFor(model, linked).length === 0;
}
