// What this runtime does of callers: who they are, who may. Notation, part 4 "Who may", and part 5.

import { SCHEME } from '../../notation/authentication.ts';
import { headsOf } from '../../notation/declaration.ts';
import { words, type Place } from './supported-place.ts';

const { refresh, verifiedBy, claims } = SCHEME;

export const WHO: Place = {
  runs: words(
    `anyone · signed-in if sent · signed-in · role · owner by · condition · or · except · which items · of a move`,
  ),
  held: words(`
      scope · role that no scheme gives · owner by, through a list · owner by, of a row that is not at hand · of a move that asks for no credentials ·
      a caller without a row · a condition, where part 5 is none · somebody who is not signed in, where a row has its caller`),
};

export const AUTHENTICATION: Place = {
  runs: words(`
      bearer token · Sent in header · Sent in query · Sent in cookie · Caller · Credentials of a row ·
      Issued by operations · Token lifetime · Revoked when: operation · Revoked when: changes · Revoked when: deleted ·
      Revoked when: signed in again · Revoked when: operator · Roles: field · Roles: when`),
  held: [
    ...headsOf({ refresh, verifiedBy, claims }),
    ...words(`
      API key · HTTP Basic · JWT · OAuth 2 client credentials · token introspection · OpenID Connect · mutual TLS ·
      HMAC signature · Caller of several resources · Credentials kept by the operator · Issued by outside ·
      Issued by operator · Roles: listed`),
  ],
};
