// Names in the interface's descriptions: of components, operations, tags. Input: names as the document writes them. Output: names that
// other languages take. Where two would be the same, the one that is written first keeps it, and the later ones get `_2`, `_3`.

/** `no_such-thing` → `NoSuchThing`. Letters of other scripts are spelled by their numbers. */
export function pascal(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .map((word) => word[0]!.toUpperCase() + ascii(word.slice(1)))
    .map(ascii)
    .join('');
}

export function camel(text: string): string {
  const name = pascal(text);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function ascii(text: string): string {
  return text.replace(/[^A-Za-z0-9]/gu, (sign) => `U${sign.codePointAt(0)!.toString(16)}`);
}

export class Names {
  /** In lower case: some generators write a file for each. */
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    const first = /^[A-Za-z]/.test(wanted) ? wanted : `N${wanted}`;
    let name = first;
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++) name = `${first}_${n}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }
}
