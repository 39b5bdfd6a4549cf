// What is kept of a token: not the token. Input: a token. Output: its hash, by which the row of the plan's table is found. A token is 32
// random octets, so that one round of SHA-256 is enough: there is no list of them to try. Notation, part 5.

import { hash } from 'node:crypto';

export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
