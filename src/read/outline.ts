// Blocks → the title, the nine parts, and the sections of each. In: the flat list of blocks. Out: for each part its
// heading, what stands directly under it and its `###` sections; what stands under Notes or Example is left out.
// Notation, rule 1.

import { PARTS, PART_TITLES, partHeading } from '../base/parts.ts';
import type { PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { duplicatePart, partNumber, partTitle, unclosedFence, unknownHeading } from '../diagnostics/reading.ts';
import type { Block, BlockOf } from './blocks.ts';
import type { Reading } from './reading.ts';
import { quoted, withoutTicks } from './reading.ts';
import { readInline } from './inline.ts';
import type { SourceText } from './source-text.ts';

/** A heading and the binding blocks under it, up to the next heading of its level. */
export interface Section {
  /** The heading's line or lines; for the title of a document without one, an empty span at its start. */
  readonly at: Span;
  readonly title: SourceText;
  readonly blocks: Exclude<Block, { kind: 'heading' }>[];
}

export interface PartOutline extends Section {
  readonly name: PartName;
  readonly number: number;
  readonly sections: Section[];
  /** From the end of the heading to the next part, all prose included. */
  readonly body: { readonly start: number; end: number };
}

export interface Outline {
  readonly title: Section & { readonly written: boolean };
  readonly parts: ReadonlyMap<PartName, PartOutline>;
}

const NOT_BINDING = /^(?:notes|examples?)(?![\p{L}\p{N}_.])/iu;
const PART_HEADING = /^(?:part\s+)?([1-9])(?:\s*[.):–—-]+)?(?:\s+(.*))?$/i;

/** What no sentence looks like: a machine, an operation. */
const OPENS: Readonly<Partial<Record<PartName, RegExp>>> = {
  states: /^\p{Lu}[\p{L}\p{M}\d_-]*\.[^\s.]+$/u,
  endpoints: /^(?:[A-Z]+ \/\S*|All operations)$/,
};

export function outline(reading: Reading, blocks: readonly Block[]): Outline {
  const builder = new Builder(reading);
  for (const block of blocks) builder.add(block);
  return builder.finish();
}

class Builder {
  readonly #reading: Reading;
  readonly #parts = new Map<PartName, PartOutline>();
  #title: Outline['title'];
  #part: PartOutline | undefined;
  /** What takes the next block; undefined where nothing binds. */
  #section: Section | undefined;
  /** The level of the Notes or Example heading that blocks stand under. */
  #silentFrom = Infinity;

  constructor(reading: Reading) {
    this.#reading = reading;
    const start = /^\ufeff?/.exec(reading.source)![0].length;
    this.#title = { at: { start, end: start }, title: readInline('', 0, 0, false), blocks: [], written: false };
    this.#section = this.#title;
  }

  add(block: Block): void {
    if (block.kind === 'heading') return this.#heading(block);
    if (block.kind === 'fence' && !block.closed) this.#reading.diagnostics.push(diagnose(unclosedFence, block.at, {}));
    if (this.#silentFrom === Infinity) this.#section?.blocks.push(block);
  }

  finish(): Outline {
    this.#endPart(this.#reading.source.length);
    return { title: this.#title, parts: this.#parts };
  }

  #heading(block: BlockOf<'heading'>): void {
    const text = readInline(this.#reading.source, block.text.start, block.text.end, false).trim();
    if (block.level <= 2) this.#endPart(block.at.start);
    if (block.level <= this.#silentFrom) this.#silentFrom = Infinity;
    if (this.#silentFrom !== Infinity) return;
    if (block.level === 1) this.#topHeading(block, text);
    else if (block.level === 2) this.#partHeading(block, text);
    else if (NOT_BINDING.test(text.text)) this.#silentFrom = block.level;
    else if (this.#part && (block.level === 3 || this.#isTooDeep(block, text))) {
      this.#section = { at: block.at, title: text, blocks: [] };
      this.#part.sections.push(this.#section);
    }
  }

  /** What is meant as a `###` heading is read as one, so that what stands under it is not taken for the one before. */
  #isTooDeep(block: BlockOf<'heading'>, text: SourceText): boolean {
    const form = OPENS[this.#part!.name];
    if (!form?.test(withoutTicks(text.text))) return false;
    this.#misLevelled(block, text);
    return true;
  }

  #misLevelled(block: BlockOf<'heading'>, text: SourceText): void {
    const heading = `${'#'.repeat(block.level)} ${text.text}`;
    const expected = `three \`#\`: \`### ${withoutTicks(text.text)}\``;
    this.#reading.diagnostics.push(diagnose(unknownHeading, block.at, { heading: quoted(heading), expected }));
  }

  #topHeading(block: BlockOf<'heading'>, text: SourceText): void {
    if (!this.#title.written && this.#parts.size === 0) {
      this.#title = { at: block.at, title: text, blocks: this.#title.blocks, written: true };
      this.#section = this.#title;
      return;
    }
    this.#section = undefined;
    this.#suspect(block, text);
  }

  #partHeading(block: BlockOf<'heading'>, text: SourceText): void {
    const { diagnostics } = this.#reading;
    const found = PART_HEADING.exec(text.text);
    if (!found) {
      this.#section = undefined;
      this.#suspect(block, text);
      return;
    }
    const number = Number(found[1]);
    const name = PARTS[number - 1]!;
    const title = (found[2] ?? '').replace(/[.:]$/, '').trim();
    const expected = PART_TITLES[name];
    if (title.toLowerCase() !== expected.toLowerCase()) {
      diagnostics.push(diagnose(partTitle, block.at, { title: quoted(title), number: String(number), expected }));
    }
    const before = this.#parts.get(name);
    if (before) {
      const related = [{ at: before.at, message: `Part ${number} begins here.` }];
      diagnostics.push(diagnose(duplicatePart, block.at, { number: String(number) }, related));
    }
    this.#part = {
      name,
      number,
      at: block.at,
      title: text,
      blocks: before?.blocks ?? [],
      sections: before?.sections ?? [],
      body: { start: block.at.end, end: block.at.end },
    };
    if (!before) this.#parts.set(name, this.#part);
    this.#section = this.#part;
  }

  /** A heading that is no part, but reads as if it were meant as one. */
  #suspect(block: BlockOf<'heading'>, text: SourceText): void {
    if (block.level === 2 && Object.values(OPENS).some((form) => form.test(withoutTicks(text.text))))
      return this.#misLevelled(block, text);
    const words = text.text.toLowerCase();
    const name = PARTS.find((p) => words.replace(/^[\d\s.):–—-]+/, '') === PART_TITLES[p].toLowerCase());
    const number = /^(?:part\s+)?(\d+)\b/.exec(words)?.[1];
    if (!name && number === undefined) return;
    const expected = name ? partHeading(name) : `## N. Title`;
    this.#reading.diagnostics.push(diagnose(partNumber, block.at, { title: quoted(text.text), expected }));
  }

  #endPart(end: number): void {
    if (this.#part) this.#part.body.end = end;
    this.#part = undefined;
  }
}
