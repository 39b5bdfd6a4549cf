// A pattern of JSON Schema, which finds a piece of a value, → one for the whole value, as the notation means them. Input: the pattern.
// Output: what is between its `^` and `$`; nothing where they do not enclose the whole. Notation, part 2 "Patterns".

/**
 *     ^[a-z]+$   ^(a|b)$     the whole value
 *     [a-z]+     ^a|b$       a piece of it: two readings
 */
export function wholePattern(pattern: string): string | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.length < 2) return undefined;
  const inner = pattern.slice(1, -1);
  let depth = 0;
  let inClass = false;
  for (let i = 0; i < inner.length; i++) {
    const sign = inner[i];
    if (sign === '\\') {
      if (i === inner.length - 1) return undefined;
      i++;
    } else if (inClass) inClass = sign !== ']';
    else if (sign === '[') inClass = true;
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) return undefined;
  }
  return inner;
}
