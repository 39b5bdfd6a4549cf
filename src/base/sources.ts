// Places in several texts at once. Input: a document and the texts of the places after its end, each from its own start on.
// Output: the file, line and column of an offset, and the lines of each file.

import { LineIndex, type Position, type Span } from './span.ts';

/** A text whose places count from `start`. */
export interface Source {
  readonly file: string;
  readonly source: string;
  readonly start: number;
}

/** A place for people, with its file. */
export interface Place extends Position {
  readonly file: string;
}

/** The end is exclusive. */
export interface Range extends Place {
  readonly endLine: number;
  readonly endColumn: number;
}

interface Indexed extends Source {
  readonly lines: LineIndex;
}

export class Sources {
  readonly #sources: readonly [Indexed, ...Indexed[]];

  constructor(first: Omit<Source, 'start'>, others: readonly Source[] = []) {
    const indexed = (one: Source): Indexed => ({ ...one, lines: new LineIndex(one.source) });
    this.#sources = [indexed({ file: first.file, source: first.source, start: 0 }), ...others.map(indexed)];
  }

  place(offset: number): Place {
    const { file, start, lines } = this.#at(offset);
    return { file, ...lines.position(offset - start) };
  }

  /** A range is in one text. */
  range(at: Span): Range {
    const { start, lines } = this.#at(at.start);
    const end = lines.position(at.end - start);
    return { ...this.place(at.start), endLine: end.line, endColumn: end.column };
  }

  text(at: Span): string {
    const { start, source } = this.#at(at.start);
    return source.slice(at.start - start, at.end - start);
  }

  /** Of the first text where no other has the name. */
  lines(file: string): LineIndex {
    return (this.#sources.find((one) => one.file === file) ?? this.#sources[0]).lines;
  }

  /** Where the next text would start: one after the end, so that no place is in two. */
  static next(before: readonly Source[]): number {
    return Math.max(...before.map(({ source, start }) => start + source.length + 1));
  }

  #at(offset: number): Indexed {
    return this.#sources.findLast(({ start }) => start <= offset) ?? this.#sources[0];
  }
}

export function sourcesOf(document: {
  readonly file: string;
  readonly source: string;
  readonly assumptions?: readonly Source[];
}): Sources {
  return new Sources(document, document.assumptions);
}
