// Tests sign in thousands of times, and each hash of a secret takes 60 ms of a processor by design. In tests scrypt does a small part of
// that work: the same secret still has the same hash, and another one another. Vitest loads this before each
// file; real-scrypt.ts has it as it is.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = typeof crypto.scrypt;

const MOST = 2 ** 4;
/** Kept for the process: this file is loaded more than once in it. */
const KEPT = Symbol.for('ninefold.scrypt');
export const real: Scrypt = ((globalThis as { [KEPT]?: Scrypt })[KEPT] ??= crypto.scrypt);

export const cheap = ((password, salt, length, options, done) =>
  real(password, salt, length, { ...options, N: Math.min(options.N ?? MOST, MOST) }, done)) as Scrypt;

export function use(scrypt: Scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}

use(cheap);
