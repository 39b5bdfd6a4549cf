// Two computations of what gaps do agree on every document at hand: the gap view, and the plain one of this folder.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { read } from '../../src/read/read.ts';
import { differences } from './differences.ts';
import { compared } from './computed-by-chance.ts';
import { oneIn, trials } from '../trials.ts';

const root = join(import.meta.dirname, '..', '..');
const SHARED = join(root, '..', 'shared', 'documents');

function documents(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));
}

const FILES = ['examples', 'test/parts', 'test/catalogue', 'test/laws/gap-table'].flatMap((folder) =>
  documents(join(root, folder)),
);

function modelOf(source: string): Model {
  const { document, diagnostics } = read(source, 'document.md');
  return link(document, diagnostics);
}

describe('two computations of what gaps do', () => {
  it.each(oneIn(8, FILES).map((file) => [file.slice(root.length + 1), file] as const))('agree on %s', (_, file) => {
    expect(differences(modelOf(readFileSync(file, 'utf8')))).toEqual([]);
  });

  const shared = documents(SHARED);
  if (shared.length === 0) console.warn('SKIPPED: ../shared/documents is absent, its documents are not computed');
  it.skipIf(shared.length === 0).each(shared.map((file) => [file.slice(SHARED.length + 1), file] as const))(
    'agree on %s',
    (_, file) => {
      expect(differences(modelOf(readFileSync(file, 'utf8')))).toEqual([]);
    },
  );

  it('agree on documents by chance, with statements taken away by chance', { timeout: 90_000 }, () => {
    const [plain, timed] = [compared(300, trials(305, 325), false), compared(0, trials(3, 12), true)];
    expect([...plain.wrong, ...timed.wrong]).toEqual([]);
    for (const { runs } of [plain, timed]) expect([...runs].sort()).toEqual(['no', 'partly', 'yes']);
  });

  it('would be seen to differ', () => {
    const source = readFileSync(join(root, 'examples/todo-backend.md'), 'utf8');
    const model = modelOf(source.replace('- Omitted fields: kept\n', ''));
    expect(differences(model)).toEqual([]);
    const gap = gapView(model).operations.find(({ partlyHeldBy }) => partlyHeldBy.length > 0)!;
    (gap.partlyHeldBy as string[]).pop();
    expect(differences(model)).toEqual([
      'PATCH /todos/{id}: only the plain computation says partly 4/PATCH /todos/{id}/omitted-fields',
    ]);
  });
});
