// What is in a parsed JSON value. Input: a value and names. Output: a member, or undefined.

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own members only: `constructor` and `__proto__` are names like others. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The object that holds a dotted field. A null above counts as null for each field below. */
export function inner(value: unknown, above: readonly string[]): unknown {
  let at: unknown = value;
  for (const name of above) {
    if (at === null) return null;
    at = member(at, name);
  }
  return at;
}

/** A null above counts as null for each field below. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  const holder = inner(value, path.slice(0, -1));
  return holder === null ? null : member(holder, path.at(-1)!);
}
