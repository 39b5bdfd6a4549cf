// A document from its file: read and linked, ready for every command. Input: a path. Output: the model, or a sentence that says
// why the file cannot be opened.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Sources } from '../base/sources.ts';
import { assume } from '../assume/assume.ts';
import { link } from '../link/link.ts';
import type { Document } from '../model/document.ts';
import type { Model } from '../model/model.ts';
import { readAssumptions } from '../read/assumptions.ts';
import { read } from '../read/read.ts';
import { Refusal } from './console.ts';
import type { Console } from './console.ts';

/**
 * `exit` is the status when a file cannot be opened: 2 where a wrong name is wrong usage, 1 where it stops a start.
 * `assumptions`: the files of --assume, laid over the document in their order.
 */
export function openDocument(
  file: string,
  console: Console,
  exit: 1 | 2,
  assumptions: readonly string[] = [],
  more?: More,
): Model {
  return understood({ file, source: openText(file, console, exit), assumptions, ...(more && { more }) }, console, exit);
}

/** What else a document is to have before its names are resolved; `start`: where the places of another text may begin. */
export type More = (document: Document, start: number) => Document;

/** The same of a text that is in no file yet. */
export function understood(
  { file, source, assumptions, more }: { file: string; source: string; assumptions: readonly string[]; more?: More },
  console: Console,
  exit: 1 | 2,
): Model {
  return linked(
    { file, source },
    assumptions.map((name) => ({ file: name, source: openText(name, console, exit) })),
    more,
  );
}

interface Text {
  readonly file: string;
  readonly source: string;
}

/** A document and what is assumed of it, as texts. */
export function linked(
  { file, source }: Text,
  assumptions: readonly Text[],
  more: More = (document) => document,
): Model {
  const own = read(source, file);
  if (assumptions.length === 0) return link(more(own.document, source.length + 1), own.diagnostics);
  const sources = [{ file, source, start: 0 }];
  const assumed = assumptions.map((text) => {
    const one = { ...text, start: Sources.next(sources) };
    sources.push(one);
    return readAssumptions(one.source, one.file, one.start);
  });
  const { document, diagnostics } = assume(own, assumed, today());
  return link(more(document, Sources.next(sources)), diagnostics);
}

/** The files that `--assume` named. */
export function assumedFiles(flags: Readonly<Record<string, unknown>>): readonly string[] {
  return Array.isArray(flags['assume']) ? flags['assume'].map(String) : [];
}

/** The day it is everywhere: UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** A text as it is, byte order mark and all. */
export function openText(file: string, console: Console, exit: 1 | 2): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(console.directory, file));
  } catch (error) {
    throw new Refusal(exit, `cannot open ${file}: ${whyNotOpened(error)}`);
  }
  try {
    // A byte order mark stays: places count from the first byte on.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal(exit, `cannot read ${file}: it is not UTF-8 text`);
  }
}

/** For a sentence. */
export function whyNotOpened(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a directory',
    EACCES: 'it may not be read',
  };
  return reasons[code ?? ''] ?? message;
}
