// Conditions that are true unless Ninefold itself has a fault: earlier checks ensure them. Input: a value that must be there.
// Output: the value, or a Fault, so that nothing wrong is made of it.

export class Fault extends Error {
  override readonly name = 'Fault';
}

export function fault(what: string): never {
  throw new Fault(what);
}

/** The value; `what` describes the fault if there is none. */
export function known<T>(value: T | undefined, what: string): T {
  return value === undefined ? fault(what) : value;
}
