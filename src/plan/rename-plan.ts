// A field that had other names, as data. Notation, part 9.

/** `field` of `resource` had the names `was`, the newest first. */
export interface RenamePlan {
  readonly resource: string;
  readonly field: string;
  readonly was: readonly string[];
}
