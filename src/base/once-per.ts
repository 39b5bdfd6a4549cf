// What is computed once for each object and kept as long as the object lives. Input: a function that always answers alike for its last
// argument; those before it are what that belongs to, as an operation belongs to a model. Output: the same function, which works once.

export function oncePer<Whole extends readonly unknown[], Of extends object, Found>(
  compute: (...args: [...Whole, Of]) => Found,
): (...args: [...Whole, Of]) => Found {
  const known = new WeakMap<Of, { readonly found: Found }>();
  return (...args) => {
    const of = args.at(-1) as Of;
    let kept = known.get(of);
    if (kept === undefined) {
      kept = { found: compute(...args) };
      known.set(of, kept);
    }
    return kept.found;
  };
}
