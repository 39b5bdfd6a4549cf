// Documents in which statements stand beside each other that nobody wrote together: of a document, some bullets and cells take what others
// say at the same place, with names that the document has. Input: documents, a source of chance. Output: Markdown.

import type { Random } from '../laws/random.ts';

interface Place {
  readonly line: number;
  /** Undefined: a bullet. */
  readonly cell: number | undefined;
  /** The part and the key, or the part, the table and the column. */
  readonly head: string;
  readonly text: string;
}

/** What documents say, by place. */
export type Said = ReadonlyMap<string, readonly string[]>;

export function saidIn(sources: Iterable<string>): Said {
  const found = new Map<string, Set<string>>();
  for (const source of sources)
    for (const { head, text } of placesIn(source.split('\n')))
      found.set(head, (found.get(head) ?? new Set()).add(text));
  return new Map([...found].map(([head, texts]) => [head, [...texts]]));
}

export function crossed(source: string, said: Said, random: Random, most: number): string {
  const lines = source.split('\n');
  const places = placesIn(lines);
  const names = namesIn(source);
  for (let left = random.whole(1, most); left > 0 && places.length > 0; left -= 1) {
    const place = random.pick(places);
    const own = places.flatMap(({ head, text }) => (head === place.head ? [text] : []));
    const text = random.pick(random.whole(0, 2) === 0 ? own : (said.get(place.head) ?? own));
    put(lines, place, STATES.test(place.head) ? text : renamed(text, names, random));
  }
  return lines.join('\n');
}

/** Names there are no fields. */
const STATES = /^[37]/;

function placesIn(lines: readonly string[]): readonly Place[] {
  const found: Place[] = [];
  let heads: readonly string[] | undefined;
  let part = '';
  for (const [line, written] of lines.entries()) {
    part = /^## (\d)/.exec(written)?.[1] ?? part;
    if (!written.startsWith('|')) {
      heads = undefined;
      const bullet = /^- ([^:]+): (.*)$/.exec(written);
      if (bullet) found.push({ line, cell: undefined, head: `${part} ${bullet[1]}`, text: bullet[2]! });
    } else if (heads === undefined) heads = cellsOf(written);
    else if (!/^[-| :]+$/.test(written)) {
      for (const [cell, text] of cellsOf(written).entries())
        found.push({ line, cell, head: `${part} ${heads[0]} ${heads[cell]}`, text });
    }
  }
  return found;
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function put(lines: string[], { line, cell }: Place, text: string): void {
  const before = lines[line]!;
  if (cell === undefined) lines[line] = `${before.slice(0, before.indexOf(': '))}: ${text}`;
  else lines[line] = `| ${cellsOf(before).with(cell, text).join(' | ')} |`;
}

interface Names {
  readonly resources: readonly string[];
  readonly fields: readonly string[];
}

function namesIn(source: string): Names {
  const part = source.slice(source.search(/^## 2/m), source.search(/^## 3/m));
  return {
    resources: [...part.matchAll(/^### (\S+)/gm)].map((match) => match[1]!),
    fields: [...part.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]!),
  };
}

/** Most names that the document does not have become some that it has, the same name always the same. */
function renamed(text: string, { resources, fields }: Names, random: Random): string {
  if (resources.length === 0 || fields.length === 0) return text;
  const chosen = new Map<string, string>();
  const choose = (name: string, among: readonly string[]): string => {
    if (among.includes(name) || random.whole(0, 9) === 0) return name;
    chosen.set(name, chosen.get(name) ?? random.pick(among));
    return chosen.get(name)!;
  };
  return text
    .replaceAll(/`([a-z_]+)`/g, (_, name: string) => `\`${choose(name, fields)}\``)
    .replaceAll(/(?<![\w"/`-])[A-Z]\w+(?=[ .,`)(]|$)/g, (name) => choose(name, resources));
}
