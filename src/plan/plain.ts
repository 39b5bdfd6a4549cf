// Plain data. Input: a value made of objects and lists. Output: the same without members that are undefined.

/** As it would be written and read again: members that are undefined are removed. A value without any stays as it is. */
export function plain<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(plain);
    return items.every((item, place) => item === value[place]) ? value : (items as T);
  }
  const kept: Record<string, unknown> = {};
  let isSame = true;
  for (const key of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[key];
    const after = plain(before);
    if (after !== before || after === undefined) isSame = false;
    if (after !== undefined) kept[key] = after;
  }
  return isSame ? value : (kept as T);
}
