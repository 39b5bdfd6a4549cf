// What linking finds about secrets and callers. Notation, section 4 and part 5.

import { defineDiagnostic, type Definition } from './define.ts';

export const secretCompared: Definition<'field'> = defineDiagnostic({
  code: 'secret-compared',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected secret `{field}` in a condition.',
  why: 'A secret is kept only as a salted hash. What a body sends can be verified against it, and nothing else can be compared with it; a condition would leak it.',
  fix: 'Compare it with what a body sends (``body `old` = this `password` ``), use `signs in`, or name another field.',
});

export const tokenLeak: Definition<'field' | 'where'> = defineDiagnostic({
  code: 'token-leak',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected token `{field}` in {where}, which does not issue it.',
  why: 'Anyone who reads a token can call as its owner. Only the operation that issues it for that row may show it; a secret that the service makes, only the one that makes its row.',
  fix: 'Leave the field out of the answer: `R without f`, or a view.',
});

export const callerWithoutCredentials: Definition<'resource' | 'scheme'> = defineDiagnostic({
  code: 'caller-without-credentials',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected caller `{resource}` of the scheme `{scheme}`: nothing leads from its credential to a row of `{resource}`.',
  why: 'The service can verify the credential, but cannot tell whose it is.',
  fix: 'Write Credentials with fields of `{resource}`, a claim that names one (``Claims: `sub` to caller.…``), or `none` under Caller.',
});

export const credentialsNotUnique: Definition<'fields' | 'resource'> = defineDiagnostic({
  code: 'credentials-not-unique',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected credentials {fields}: two rows of `{resource}` may have the same ones.',
  why: 'A caller is found by the part of the credentials that is not secret. If two rows have the same, one of them would be picked by chance.',
  fix: 'Write `Unique` with these fields under `{resource}`, or credentials with a field that is unique.',
});

export const plainCredential: Definition<'field' | 'resource'> = defineDiagnostic({
  code: 'plain-credential',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected credential `{field}` of `{resource}`, expected a field of type `secret`: no field of these credentials is one.',
  why: 'Kept as plain text, a password can be read in every answer, filter and backup that has it.',
  fix: 'Write the type `secret` for the field that only the caller knows, and `caller, hidden` under Set by.',
});

export const ownerNotCaller: Definition<'field' | 'callers'> = defineDiagnostic({
  code: 'owner-not-caller',
  part: 'authentication',
  severity: 'error',
  what: 'Unexpected owner by `{field}`, expected a reference to a caller: {callers}.',
  why: 'The owner is the caller whose row the field refers to. A field that refers to no such row never names a caller, so nobody could call.',
  fix: 'Name a field whose type is the resource under Caller of a scheme, or write who else may call.',
});

export const roleSetByCaller: Definition<'field' | 'operation'> = defineDiagnostic({
  code: 'role-set-by-caller',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected role in `{field}`: `{operation}` takes it from callers, and any of them may call it.',
  why: 'Callers could give the role to themselves, and do what only others may do.',
  fix: 'Write `by operation` under Set by of the field and let an operation with a Who set it; or name the fields that the body takes.',
});

export const unknownRole: Definition<'role' | 'hint'> = defineDiagnostic({
  code: 'unknown-role',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected role `{role}`: no scheme gives it{hint}.',
  why: 'Nobody has it, so it lets nobody in.',
  fix: 'Write under the scheme where roles come from, such as ``- Roles: `User.role` ``; or name a role that Roles gives: a value of that field, or the role of a rule.',
});

export const tokenWithoutEnd: Definition<'scheme'> = defineDiagnostic({
  code: 'token-without-end',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected tokens of `{scheme}` that never end: Token lifetime and Revoked when are both `none`.',
  why: 'A token that was stolen could be used for ever: neither time nor its owner can end it.',
  fix: 'Write a length of time under Token lifetime, or under Revoked when what ends a token.',
});

export const openBesideRestricted: Definition<'operation' | 'resource'> = defineDiagnostic({
  code: 'open-beside-restricted',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected `anyone` of `{operation}`, which changes rows of `{resource}`: other operations that change them ask who calls.',
  why: 'What one operation refuses, another may do for anybody. If that is not meant, it is a way around the restriction.',
  fix: 'Write who may call, or keep it if anybody may change these rows in this way.',
});

export const credentialShown: Definition<'field' | 'operation'> = defineDiagnostic({
  code: 'credential-shown',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected credential `{field}` in the answer of `{operation}`.',
  why: 'A credential is for its owner alone, and a secret is kept only as a salted hash: no answer has it, though the document says so.',
  fix: 'Write `never` under Present of the field, or `caller, hidden` under Set by; or leave it out of the answer: `R without f`, or a view.',
});

export const schemeWithoutCallers: Definition<'scheme' | 'why'> = defineDiagnostic({
  code: 'scheme-without-callers',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected scheme `{scheme}`, which nobody can pass: {why}.',
  why: 'Nobody can have credentials of the scheme, so what only its callers may do, nobody may.',
  fix: 'List under Issued by an operation that anybody may call, such as a sign-up or a sign-in; or write `the operator`.',
});

export const ownerInList: Definition<'field'> = defineDiagnostic({
  code: 'owner-in-list',
  part: 'authentication',
  severity: 'warning',
  what: 'Unexpected owner by `{field}`, which leads through a list.',
  why: 'It may be one caller of the list who is the owner, or each of them. This runtime does not guess which, so it holds the operation.',
  fix: 'Name a field that refers to one caller, or let a resource of its own hold one row for each caller.',
});
