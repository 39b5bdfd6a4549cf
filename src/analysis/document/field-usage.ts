// The sets of names that requests/field-usage.ts gathers for one operation.

export interface Uses {
  /** In any way. */
  readonly resources: ReadonlySet<string>;
  /** `Order.total`, in any way: stored, sent, shown or looked at. */
  readonly fields: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
  readonly creates: ReadonlySet<string>;
  /** Created, or replaced as a whole: what Required and Default are about. */
  readonly wholes: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
  readonly deletes: ReadonlySet<string>;
  /** `User as Profile`. */
  readonly views: ReadonlySet<string>;
  /** Machines, `Order.status`, whose state it sets or changes. */
  readonly machines: ReadonlySet<string>;
}

/** The same, while it is gathered. */
export type Gathered = { readonly [K in keyof Uses]: Set<string> };
