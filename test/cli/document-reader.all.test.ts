// Whatever the process does that reads a document: it is said in one sentence, in a bounded time, and the next document is read.

import { afterEach, expect, test } from 'vitest';

import { documentReader, type DocumentReader, type Limits } from '../../src/cli/watching/document-reader.ts';

const LIMITS: Limits = { milliseconds: 4000, hurried: 100, megabytes: 40, characters: 1000 };
const HOSTILE = new URL('./hostile-process.ts', import.meta.url);

let reader: DocumentReader;
afterEach(() => reader.end());

function read(text: string): ReturnType<DocumentReader['read']> {
  return reader.read({ file: 'a.md', texts: new Map([['a.md', text]]), assume: [] }, false, undefined);
}

const ENDS: readonly (readonly [string, string | RegExp])[] = [
  ['loop', 'took longer than 4 s to read'],
  ['is silent', 'took longer than 4 s to read'],
  ['memory', 'took more than 40 MB of memory to read'],
  ['ends', 'ended the process that reads it (7)'],
  ['is killed', 'ended the process that reads it (SIGKILL)'],
  ['fails', 'cannot be read: it failed'],
  ['is large', /^has a plan of \d+ MB, more than can be taken in while served$/],
];

test.each(ENDS)('%s: %s', { timeout: 20_000 }, async (text, why) => {
  reader = documentReader(LIMITS, HOSTILE);
  expect(await read('is fine')).toMatchObject({ kind: 'read' });
  expect(await read(text)).toEqual({ kind: 'ended', why: typeof why === 'string' ? why : expect.stringMatching(why) });
  expect(await read('is fine')).toMatchObject({ kind: 'read' });
});

test('what is read while something newer waits is given up soon', { timeout: 20_000 }, async () => {
  reader = documentReader({ ...LIMITS, milliseconds: 60_000 }, HOSTILE);
  const first = read('loop');
  const second = read('is fine');
  await new Promise((resolve) => setTimeout(resolve, 50));
  reader.hurry();
  expect(await first).toEqual({ kind: 'ended', why: 'was not read to its end when it was saved again' });
  expect(await second).toMatchObject({ kind: 'read' });
});

test('a page that cannot be made says why, and what waits when all ends is let go', { timeout: 20_000 }, async () => {
  reader = documentReader(LIMITS, HOSTILE);
  const document = await read('is fine');
  if (document.kind !== 'read') throw new Error(document.kind);
  // The answer is one to another question.
  expect((await document.fixed('http://127.0.0.1:1')).sections.join()).toContain('cannot be made');
  const left = read('loop');
  reader.end();
  expect(await left).toMatchObject({ kind: 'ended' });
  expect(await read('is fine')).toMatchObject({ kind: 'ended' });
});
