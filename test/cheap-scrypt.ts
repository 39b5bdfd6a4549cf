// Tests sign in thousands of times, and each hash of a secret takes 60 ms of a processor by design. In tests scrypt does a small part of
// that work: the same secret still has the same hash, and another one another. `realScrypt()` has it as it is, for tests of how long it
// takes. Vitest loads this before each file.

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

type Scrypt = typeof crypto.scrypt;

const MOST = 2 ** 4;
/** Kept for the process: this file is loaded more than once in it. */
const KEPT = Symbol.for('ninefold.scrypt');
const real: Scrypt = ((globalThis as { [KEPT]?: Scrypt })[KEPT] ??= crypto.scrypt);

const cheap = ((password, salt, length, options, done) =>
  real(password, salt, length, { ...options, N: Math.min(options.N ?? MOST, MOST) }, done)) as Scrypt;

function use(scrypt: Scrypt): void {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
}

use(cheap);

/** In the tests of the file, or of the `describe`, that calls it. */
export function realScrypt(): void {
  beforeAll(() => use(real));
  afterAll(() => use(cheap));
}
