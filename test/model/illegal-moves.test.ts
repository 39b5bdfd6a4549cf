// What part 7 says of a move that no row allows is not asked again in part 3: `Any other move` may be left out where exactly one
// code's When is `illegal move`. The judge is the same document with the bullet: it plans the same.

import { expect, it } from 'vitest';

import { gapView } from '../../src/model/views/gaps.ts';
import { plan } from '../../src/plan/compile.ts';
import { WHOLE } from '../catalogue/edits.ts';
import { understand } from '../laws/service.ts';

const BULLET = /^- Any other move: .*\n/gm;

function ids(source: string): readonly string[] {
  return gapView(understand(source).model)
    .gaps.map(({ id }) => id)
    .filter((id) => id.includes('any-other-move') || id.includes('illegal'));
}

function operations(source: string): string {
  return JSON.stringify(plan(understand(source).model).operations);
}

it('a code whose When is illegal move answers what no row allows', () => {
  const [bullet] = WHOLE.match(BULLET)!;
  const code = /`([^`]+)`/.exec(bullet)![1]!;
  const row = new RegExp(`^(\\| \`${code}\` \\| \\d+ \\| )([^|]*?)( \\|)`, 'm');
  const said = (when: string): string => WHOLE.replace(row, `$1${when}$3`);
  const withCause = said('illegal move');
  expect(withCause).not.toBe(WHOLE);
  const without = withCause.replace(BULLET, '');
  expect(ids(without)).toEqual([]);
  expect(operations(without)).toBe(operations(withCause));
  expect(ids(said('internal').replace(BULLET, '')).length).toBeGreaterThan(0);
  expect(ids(withCause.replace(bullet, '- Any other move: not shown\n')).length).toBeGreaterThan(0);
});
