// What is reckoned once for each object and kept as long as the object lives. In: a function of one object that always
// answers alike. Out: the same function, which works once.

export function oncePer<Of extends object, Found>(reckon: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, { readonly found: Found }>();
  return (of) => {
    let kept = known.get(of);
    if (kept === undefined) {
      kept = { found: reckon(of) };
      known.set(of, kept);
    }
    return kept.found;
  };
}
