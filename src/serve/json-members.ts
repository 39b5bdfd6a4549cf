// The members of JSON objects as they are written. Input: JSON text, and what JSON.parse made of it. Output: how deep it nests,
// whether a name is twice in one object, and the order of names, of which JSON.parse moves `"2"` before `"b"`.

export interface Survey {
  /** The deepest nesting of objects and lists. */
  readonly depth: number;
  /** How many members all objects have together, as they are written. */
  readonly members: number;
}

/** Only said of well-formed JSON: each member has one colon outside of strings. */
export function survey(text: string): Survey {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 34:
        i = endOfString(text, i);
        break;
      case 58:
        members++;
        break;
      case 91:
      case 123:
        deepest = Math.max(deepest, ++depth);
        break;
      case 93:
      case 125:
        depth--;
    }
  }
  return { depth: deepest, members };
}

/** Where the string that opens at `start` closes. */
export function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) return i;
    if (code === 92) i++;
  }
  return text.length;
}

export interface Members {
  readonly count: number;
  /** Is there an object whose names JSON.parse may have moved? */
  readonly moved: boolean;
}

/** A name that an engine takes for the index of a list comes before all others: ECMA-262, 10.1.11. */
const INDEX = /^(?:0|[1-9]\d{0,9})$/;

export function membersOf(value: unknown): Members {
  let count = 0;
  let moved = false;
  const walk = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    if (Array.isArray(each)) return each.forEach(walk);
    const names = Object.keys(each);
    count += names.length;
    moved ||= names.length > 1 && INDEX.test(names[0]!);
    for (const name of names) walk((each as Json)[name]);
  };
  walk(value);
  return { count, moved };
}

type Json = Readonly<Record<string, unknown>>;

const written = new WeakMap<object, readonly string[]>();

/** The names of an object in the order in which they were sent. */
export function namesOf(value: object): readonly string[] {
  return written.get(value) ?? Object.keys(value);
}

/** An object of these members, whose names are in this order. */
export function objectOf(members: readonly (readonly [name: string, value: unknown])[]): object {
  const made = Object.fromEntries(members);
  written.set(
    made,
    members.map(([name]) => name),
  );
  return made;
}

/** Notes the order of names of all objects in `value`, which was parsed from `text`, where no name is there twice. */
export function noteOrder(text: string, value: unknown): void {
  let at = 0;
  const blank = (): void => {
    while (text.charCodeAt(at) <= 32) at++;
  };
  const string = (): string => {
    const start = at;
    at = endOfString(text, at) + 1;
    return text.slice(start, at);
  };
  /** `item` is called at the start of each, and leaves off behind it. */
  const items = (end: number, item: (place: number) => void): void => {
    at++;
    blank();
    for (let place = 0; text.charCodeAt(at) !== end; place++) {
      item(place);
      blank();
      if (text.charCodeAt(at) === 44) at++;
      blank();
    }
    at++;
  };
  const walk = (each: unknown): void => {
    blank();
    const code = text.charCodeAt(at);
    if (code === 34) return void string();
    if (code === 91) return items(93, (place) => walk((each as readonly unknown[])[place]));
    if (code !== 123) return scalar();
    const names: string[] = [];
    items(125, () => {
      const quoted = string();
      const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
      names.push(name);
      blank();
      at++;
      walk((each as Json)[name]);
    });
    written.set(each as object, names);
  };
  const scalar = (): void => {
    for (let code = text.charCodeAt(at); code > 32 && code !== 44 && code !== 93 && code !== 125;)
      code = text.charCodeAt(++at);
  };
  walk(value);
}
