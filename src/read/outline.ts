// Blocks → the title, the nine parts, and the sections of each. Input: the flat list of blocks. Output: for each part its heading, what
// is directly under it and its `###` sections; what is under Notes or Example is left out. Notation, rule 1.

import { PARTS, PART_TITLES, partHeading } from '../base/parts.ts';
import type { PartName } from '../base/parts.ts';
import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { duplicatePart, partNumber, partTitle, unclosedFence, unknownHeading } from '../diagnostics/reading.ts';
import type { Block, BlockOf } from './blocks.ts';
import { meantAsPart, partNamed, type Meant } from './meant-parts.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted, rawText } from './reading.ts';
import { readInline } from './inline.ts';
import type { SourceText } from '../notation/grammar/source-text.ts';

/** A heading and the binding blocks under it, up to the next heading of its level. */
export interface Section {
  /** The heading's line or lines; for the title of a document without one, an empty span at its start. */
  readonly at: Span;
  readonly title: SourceText;
  readonly blocks: Exclude<Block, { kind: 'heading' }>[];
  /** Fences under a heading `Example` of its own. */
  readonly examples?: BlockOf<'fence'>[];
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

/** In part 2 a word may head a paragraph, too. */
const RESOURCE = /^\p{Lu}[\p{L}\p{M}\d_-]*$/u;

export function outline(reading: Reading, blocks: readonly Block[]): Outline {
  const builder = new Builder(reading);
  blocks.forEach((block, index) => builder.add(block, () => blocks[index + 1]));
  return builder.finish();
}

class Builder {
  readonly #reading: Reading;
  readonly #parts = new Map<PartName, PartOutline>();
  #title: Outline['title'];
  #part: PartOutline | undefined;
  /** What takes the next block; undefined where nothing binds. */
  #section: Section | undefined;
  /** The level of the Notes or Example heading that the current blocks are under. */
  #silentFrom = Infinity;
  /** Blocks that read as headings of parts, in places that bind. */
  readonly #meant: Meant[] = [];

  constructor(reading: Reading) {
    this.#reading = reading;
    const start = /^\ufeff?/.exec(reading.source)![0].length;
    this.#title = { at: { start, end: start }, title: readInline('', 0, 0, false), blocks: [], written: false };
    this.#section = this.#title;
  }

  add(block: Block, next: () => Block | undefined): void {
    if (block.kind === 'heading') return this.#heading(block, next);
    const meant = meantAsPart(this.#reading.source, block, next());
    if (meant && (meant.isUnderlined || this.#silentFrom === Infinity)) this.#meant.push(meant);
    if (block.kind === 'fence' && !block.closed) this.#reading.diagnostics.push(diagnose(unclosedFence, block.at, {}));
    if (this.#silentFrom === Infinity) this.#section?.blocks.push(block);
    else if (this.#silentFrom > 3 && block.kind === 'fence') this.#section?.examples?.push(block);
  }

  finish(): Outline {
    this.#endPart(this.#reading.source.length);
    // Where the part is there, a line with its name is prose; a title that is underlined never is.
    for (const { name, at, isUnderlined } of this.#meant)
      if (isUnderlined || !this.#parts.has(name)) this.#meantAs(name, at, this.#reading.source.slice(at.start, at.end));
    return { title: this.#title, parts: this.#parts };
  }

  #heading(block: BlockOf<'heading'>, next: () => Block | undefined): void {
    const text = readInline(this.#reading.source, block.text.start, block.text.end, false).trim();
    if (block.level <= 2) this.#endPart(block.at.start);
    if (block.level <= this.#silentFrom) this.#silentFrom = Infinity;
    if (this.#silentFrom !== Infinity) return;
    if (block.level === 1) this.#topHeading(block, text);
    else if (block.level === 2) this.#partHeading(block, text);
    else if (NOT_BINDING.test(text.text)) this.#silentFrom = block.level;
    else if (this.#part && (block.level === 3 || this.#isTooDeep(block, text, next()))) {
      this.#section = { at: block.at, title: text, blocks: [], examples: [] };
      this.#part.sections.push(this.#section);
    }
  }

  /** What is meant as a `###` heading is read as one, so that what is under it does not count for the section before. */
  #isTooDeep(block: BlockOf<'heading'>, text: SourceText, next: Block | undefined): boolean {
    const { name } = this.#part!;
    const words = withoutTicks(text.text);
    if (!OPENS[name]?.test(words) && !(name === 'resources' && RESOURCE.test(words) && this.#identifies(next)))
      return false;
    this.#misLevelled(block, text);
    return true;
  }

  /** `Identified by: …`: what a resource begins with. */
  #identifies(block: Block | undefined): boolean {
    const { source } = this.#reading;
    return block?.kind === 'bullet' && /^identified\s+by\s*:/i.test(source.slice(block.at.start, block.at.end));
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
    // A paragraph right above is part of an underlined title.
    const last = rawText(this.#reading, block.text).trimEnd().split('\n').at(-1)!;
    const name =
      PARTS.find((p) => isTitle(words.replace(/^[\d\s.):–—-]+/, ''), PART_TITLES[p].toLowerCase())) ??
      partNamed(last, true);
    const number = /^(?:part\s+)?(\d+)\b/.exec(words)?.[1];
    if (name || number !== undefined) this.#meantAs(name, block.at, text.text);
  }

  #meantAs(name: PartName | undefined, at: Span, title: string): void {
    const { diagnostics, form } = this.#reading;
    const expected = name ? partHeading(name) : `## N. Title`;
    diagnostics.push(diagnose(partNumber, at, { title: quoted(title), expected }));
    if (name) form.meant.push(name);
  }

  #endPart(end: number): void {
    if (this.#part) this.#part.body.end = end;
    this.#part = undefined;
  }
}

/** The whole title, or its first word where that alone is a title: `Resources` for `Resources and their fields`. */
function isTitle(words: string, title: string): boolean {
  return words === title || title.startsWith(`${words} and `);
}
