// Values that the service makes for a request, as data; serve makes them before the steps.

/** Bound under `name` before the steps run. */
export type MadeValue =
  | { readonly name: string; readonly kind: 'now' }
  /** The date of `now`, UTC. */
  | { readonly name: string; readonly kind: 'today' }
  /** `now` without its part of a second. */
  | { readonly name: string; readonly kind: 'second' }
  | { readonly name: string; readonly kind: 'uuid' }
  /** The name that the service gives the request; null where none is served. */
  | { readonly name: string; readonly kind: 'request id' }
  /** The `traceparent` of the request; null where it has none. */
  | { readonly name: string; readonly kind: 'trace' }
  /** A fresh credential; its hash is bound under `<name>.hash`. */
  | { readonly name: string; readonly kind: 'token' }
  /** A fresh credential that a row keeps: as a secret that is sent, its hash is bound under `hash.<name>`. */
  | { readonly name: string; readonly kind: 'secret' }
  | { readonly name: string; readonly kind: 'opaque id'; readonly prefix: string }
  /** The slug of a bound text; the store makes it unique in the step that uses it. */
  | { readonly name: string; readonly kind: 'slug'; readonly of: string }
  /** 1 when the bound text `of` matches the pattern as a whole (as in a JSON Schema, `u` flag), else 0. */
  | { readonly name: string; readonly kind: 'matches'; readonly of: string; readonly pattern: string };
