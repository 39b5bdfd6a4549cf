// Prose of a document as a description. Input: Markdown as written. Output: CommonMark in which no HTML is read as such.

/** Outside of code, what would begin a tag is written as a character reference. */
export function prose(text: string): string {
  let out = '';
  let done = 0;
  for (const [from, to] of codeIn(text)) {
    out += escaped(text.slice(done, from)) + text.slice(from, to);
    done = to;
  }
  return out + escaped(text.slice(done));
}

function escaped(text: string): string {
  return text.replace(/<(?=[A-Za-z/!?])/g, '&lt;');
}

/** From a run of backticks to the next one of the same length. Each run is looked at once. */
function codeIn(text: string): readonly (readonly [from: number, to: number])[] {
  const runs = [...text.matchAll(/`+/g)];
  const next = new Map<number, number>();
  const closing = Array.from<number | undefined>({ length: runs.length });
  for (let place = runs.length - 1; place >= 0; place -= 1) {
    const { length } = runs[place]![0];
    closing[place] = next.get(length);
    next.set(length, place);
  }
  const spans: [number, number][] = [];
  for (let place = 0; place < runs.length; place += 1) {
    const end = closing[place];
    if (end === undefined) continue;
    spans.push([runs[place]!.index, runs[end]!.index + runs[end]![0].length]);
    place = end;
  }
  return spans;
}
