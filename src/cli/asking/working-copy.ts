// The document that a session of `ask` works on. Input: its file. Output: the model of the file as it is now, and writes that
// replace the whole file while no other session writes, and only what is there at that moment.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Span } from '../../base/span.ts';
import type { Model } from '../../model/model.ts';
import { Refusal } from '../console.ts';
import type { Console } from '../console.ts';
import { openText, understood } from '../documents.ts';
import { replaceFile } from '../files.ts';
import { withLock } from './lock.ts';

/** From one text to the next: what changed, by places of both. */
interface Step {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

export class Desk {
  readonly file: string;
  readonly path: string;
  readonly #assumptions: readonly string[];
  readonly #console: Console;
  readonly #steps: Step[] = [];
  #model: Model;

  constructor(file: string, assumptions: readonly string[], console: Console) {
    this.file = file;
    this.#assumptions = assumptions;
    this.#console = console;
    this.#model = this.understand(openText(file, console, 2));
    this.path = realpathSync(resolve(console.directory, file));
  }

  get model(): Model {
    return this.#model;
  }

  get source(): string {
    return this.#model.document.source;
  }

  readonly understand = (source: string): Model =>
    understood({ file: this.file, source, assumptions: this.#assumptions }, this.#console, 2);

  /** true: another program has changed the file. */
  reread(): boolean {
    const source = openText(this.file, this.#console, 2);
    if (source === this.source) return false;
    this.#turnTo(this.understand(source));
    return true;
  }

  /** `make` gets the document as it is now; its result replaces it. false: it returned nothing. */
  replace(make: () => Model | undefined): boolean {
    return withLock(this.path, () => {
      this.reread();
      this.#refuseReadOnly();
      const model = make();
      if (model === undefined) return false;
      replaceFile(this.file, model.document.source, this.#console);
      this.#turnTo(model);
      return true;
    });
  }

  /** How many texts there have been. */
  get version(): number {
    return this.#steps.length;
  }

  /** Where a place of an earlier text is now; undefined: something else was written there. */
  placeNow(place: Span, version: number): Span | undefined {
    let now = place;
    for (const { start, oldEnd, newEnd } of this.#steps.slice(version)) {
      if (now.end <= start) continue;
      if (now.start < oldEnd) return undefined;
      now = { start: now.start + newEnd - oldEnd, end: now.end + newEnd - oldEnd };
    }
    return now;
  }

  #turnTo(model: Model): void {
    this.#steps.push(stepBetween(this.source, model.document.source));
    this.#model = model;
  }

  /** A rename would replace it anyway. */
  #refuseReadOnly(): void {
    const { mode } = statSync(this.path);
    const refusal = new Refusal(2, `cannot write ${this.file}: it is read-only`);
    if ((mode & 0o222) === 0) throw refusal;
    try {
      accessSync(this.path, constants.W_OK);
    } catch {
      throw refusal;
    }
  }
}

function stepBetween(before: string, after: string): Step {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < least - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { start, oldEnd: before.length - tail, newEnd: after.length - tail };
}
