// The tutorials and the guide, followed to the letter: what they show is what their commands print. UPDATE=1 writes that into the pages and the picture.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { firstRun } from '../../scripts/draw-first-run.ts';
import { root } from '../examples/running.ts';
import { follow } from './follow.ts';
import { changed } from '../behaviour/case.ts';
import { rewritten, stepsOf } from './page.ts';

const pages = ['tutorial.md', 'tutorial-sign-in.md', 'guide.md'];
const picture = join(root, 'docs', 'first-run.svg');
const isUpdate = process.env['UPDATE'] === '1';

describe.each(pages)('docs/%s', (name) => {
  const file = join(root, 'docs', name);

  it('shows what its commands print', { timeout: 240_000 }, async () => {
    const page = readFileSync(file, 'utf8');
    const told = await follow(page, isUpdate);
    expect(told.length).toBeGreaterThan(10);
    if (isUpdate) writeFileSync(file, rewritten(page, told));
    else expect(rewritten(page, told)).toBe(page);
    if (name !== pages[0]) return;
    // The picture of the README is its beginning.
    if (isUpdate) writeFileSync(picture, firstRun(told));
    else expect(firstRun(told)).toBe(readFileSync(picture, 'utf8'));
  });

  it('has whole fences', () => {
    const fences = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('```'));
    expect(fences.filter((line) => !line.startsWith('```'))).toEqual([]);
    expect(fences.length % 2).toBe(0);
    expect(fences.filter((line, place) => place % 2 === 1 && line !== '```')).toEqual([]);
  });
});

describe('a page that is followed', () => {
  it('takes a change only where one place fits', () => {
    const steps = stepsOf('```diff file=a.md\n a\n-b\n+c\n```\n');
    expect(steps).toEqual([{ kind: 'change', file: 'a.md', before: 'a\nb\n', after: 'a\nc\n' }]);
    expect(changed('x\na\nb\n', [{ before: 'a\nb\n', after: 'a\nc\n' }])).toBe('x\na\nc\n');
    expect(() => changed('a\na\n', [{ before: 'a\n', after: '' }])).toThrow('twice');
    expect(() => changed('a\n', [{ before: 'b\n', after: '' }])).toThrow('no such lines');
  });
});
