// Secrets are hashed with the work that they take outside of tests.

import { afterAll, beforeAll } from 'vitest';
import { cheap, real, use } from './cheap-scrypt.ts';

/** In the tests of the file, or of the `describe`, that calls it. */
export function realScrypt(): void {
  beforeAll(() => use(real));
  afterAll(() => use(cheap));
}
