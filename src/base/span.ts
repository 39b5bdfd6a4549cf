// Places in a source text. Input: offsets. Output: lines and columns for people. Every slot of a document carries a Span.

/** A half-open range of UTF-16 code-unit offsets into the document's text, as read (BOM included). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place for people. `line` and `column` count from 1; columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Answers offset → position in O(log lines), from one pass over the text. */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) this.#starts.push(i + 1);
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#starts[low]! + 1 };
  }

  /** The text of a line, counted from 1, without its line break; '' beyond the end. */
  line(number: number): string {
    const start = this.#starts[number - 1];
    if (start === undefined) return '';
    // Without a look at the whole line, which may be the whole document.
    let end = this.#starts[number] ?? this.text.length;
    if (end > start && this.text[end - 1] === '\n') end -= this.text[end - 2] === '\r' && end - 1 > start ? 2 : 1;
    return this.text.slice(start, end);
  }
}
