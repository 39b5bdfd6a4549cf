// What is computed once for each object and kept as long as the object lives. Input: a function that always answers alike for its last
// argument; those before it are what that belongs to, as an operation belongs to a model. Output: the same function, which works once.

/** Kept where the function returns nothing, so that it is not called again. */
const NOTHING = Symbol('nothing');

export function oncePer<Whole extends readonly unknown[], Of extends object, Found>(
  compute: (...args: [...Whole, Of]) => Found,
): (...args: [...Whole, Of]) => Found {
  const known = new WeakMap<Of, Found | typeof NOTHING>();
  const keep = (of: Of, found: Found): Found => {
    known.set(of, found === undefined ? NOTHING : found);
    return found;
  };
  const kept = (found: Found | typeof NOTHING): Found => (found === NOTHING ? undefined : found) as Found;
  const call = compute as (...args: readonly unknown[]) => Found;
  // Called some million times for a large document: without lists of arguments where there are few.
  const one = (of: Of): Found => {
    const found = known.get(of);
    return found === undefined ? keep(of, call(of)) : kept(found);
  };
  const two = (whole: unknown, of: Of): Found => {
    const found = known.get(of);
    return found === undefined ? keep(of, call(whole, of)) : kept(found);
  };
  const three = (one: unknown, other: unknown, of: Of): Found => {
    const found = known.get(of);
    return found === undefined ? keep(of, call(one, other, of)) : kept(found);
  };
  const several = (...args: [...Whole, Of]): Found => {
    const of = args.at(-1) as Of;
    const found = known.get(of);
    return found === undefined ? keep(of, compute(...args)) : kept(found);
  };
  const chosen = compute.length === 1 ? one : compute.length === 2 ? two : compute.length === 3 ? three : several;
  return chosen as (...args: [...Whole, Of]) => Found;
}
