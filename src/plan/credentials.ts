// Credentials, as data: where requests carry them, and which secrets are compared before the steps. Notation, part 5.

import type { CredentialPlace } from '../notation/values/schemes.ts';
import type { Step } from './steps.ts';

export interface SchemePlan {
  readonly name: string;
  /** Beside each of its tokens. */
  readonly keptAs: string;
  /** `template` holds `{token}` where the credential is; without one the value is the credential. */
  readonly place: CredentialPlace;
}

/**
 * `sent` is a binding that holds a secret. Where it is that of the row that `read` finds, what is kept there is bound under `name`,
 * else nothing. It takes as long where there is no row.
 */
export interface VerifyPlan {
  readonly name: string;
  readonly sent: string;
  /** Binds what is kept as `kept`. */
  readonly read: Step;
}

/** The token that is issued goes into a cookie, or the one that ends is taken out of it. */
export interface CookiePlan {
  readonly name: string;
  /** The binding of the token; left out: the cookie is cleared. */
  readonly token?: string;
  /** Milliseconds; left out: until the browser ends. */
  readonly lifetime?: number;
}
