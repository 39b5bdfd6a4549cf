// The names in the schemes of part 5: resources, their fields, and operations. Input: a document's schemes. Output: findings, each at
// the name, in the order of the text. Notation, part 5.

import { entriesOf, type SlotKey, type ValueOf } from '../notation/declaration.ts';
import { SCHEME, type Scheme } from '../notation/authentication.ts';
import type { Resource } from '../notation/resources.ts';
import { valueOf, type Name } from '../notation/slot.ts';
import { linkOwned } from './owned-fields.ts';
import type { References } from './references.ts';

export function linkSchemes(refs: References): void {
  for (const scheme of refs.model.document.authentication.schemes.items) {
    const named = valueOf(scheme.caller)?.resource;
    const caller = named && refs.resource(named);
    const keys = entriesOf(SCHEME).map(([key]) => key);
    for (const key of keys.toSorted((a, b) => scheme[a].at.start - scheme[b].at.start)) {
      const value = valueOf<unknown>(scheme[key]);
      if (value !== undefined) LINK[key](refs, value as never, caller);
    }
  }
}

type Link = {
  readonly [K in SlotKey<Scheme>]: (refs: References, value: ValueOf<Scheme[K]>, caller: Resource | undefined) => void;
};

const LINK: Link = {
  scheme: namesNothing,
  sentIn: namesNothing,
  tokenLifetime: namesNothing,
  // Linked before all others.
  caller: namesNothing,
  credentials: (refs, value) => {
    if (value.kind !== 'fields') return;
    const resource = refs.resource(value.resource);
    for (const { text, at } of value.fields) refs.field(resource, text.split('.'), at);
  },
  issuedBy: (refs, issuer) => {
    if (issuer.kind === 'operations') linkOperations(refs, issuer.operations);
  },
  refresh: (refs, { operations }) => linkOperations(refs, operations),
  revokedWhen: (refs, all) => {
    for (const one of all) {
      if (one.kind === 'operation') refs.operation(one.operation);
      if (one.kind === 'changes') linkOwned(refs, one.field);
      if (one.kind === 'deleted') refs.resource(one.resource);
    }
  },
  verifiedBy: (refs, { secret }) => {
    if (secret?.kind === 'field') linkOwned(refs, secret.field);
  },
  claims: (refs, all, caller) => {
    for (const { says } of all) if (typeof says === 'object') refs.field(caller, says.path, says.at);
  },
  roles: (refs, roles, caller) => {
    if (roles.kind === 'field') linkOwned(refs, roles.field);
    if (roles.kind === 'when')
      for (const { when } of roles.rules) refs.condition(when, { row: caller, self: caller, request: undefined });
  },
};

function namesNothing(): void {}

function linkOperations(refs: References, operations: readonly Name[]): void {
  for (const operation of operations) refs.operation(operation);
}
