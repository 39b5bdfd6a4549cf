// What part 7 says of a move that no row allows is not asked again in part 3: `Any other move` may be left out where exactly one
// code's When is `illegal move`. The judge is the same document with the bullet: it plans the same.

import { expect, it } from 'vitest';

import { check } from '../../src/check/check.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
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

const NOT_NOW = '| `not_now` | 409 | illegal move of Order.stage |';
const LATE = '| `too_late` | 409 | illegal move |';
const BY_ANOTHER = '- Any other move: `too_late`';
const GUEST_MOOD = `### Guest.mood

| State | Kind |
|---|---|
| \`glad\` | initial |

- Any other move: not shown

### Order.stage`;

function saidTwice(...edits: readonly (readonly [from: string, to: string])[]): readonly string[] {
  const source = edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  }, WHOLE);
  return check(understand(source).model)
    .diagnostics.filter(({ code }) => ['dead-error-row', 'contradiction'].includes(code))
    .map(({ code, message }) => `${code}: ${message}`);
}

it('a code for illegal moves of any machine, where each machine names another, never answers', () => {
  const beside = NOT_NOW.replace('illegal move of Order.stage', 'none');
  const found = (row: string): readonly string[] => saidTwice([NOT_NOW, `${row} Late |\n${beside}`]);
  expect(found(LATE)).toEqual([
    'dead-error-row: Unexpected row `too_late`: Any other move of `Order.stage` answers every cause that it names.',
  ]);
  expect(found(LATE.replace('illegal move', 'illegal move, malformed body'))).toEqual([
    'dead-error-row: Unexpected "illegal move" under When of `too_late`: Any other move of `Order.stage` answers it.',
  ]);
  expect(found('| `not_now` | 409 | illegal move |')).toEqual([]);
});

it('so does one that is named elsewhere, and one where every other move is accepted', () => {
  const [, , ...cells] = NOT_NOW.split('|');
  expect(
    saidTwice(
      [NOT_NOW, `${LATE} Late |\n| \`not_now\` |${cells.join('|')}`],
      ['- Repeat: again', '- Errors: `too_late`\n- Repeat: again'],
    ),
  ).toEqual([
    'dead-error-row: Unexpected "illegal move" under When of `too_late`: Any other move of `Order.stage` answers it.',
  ]);
  expect(saidTwice(['- Any other move: `not_now`', '- Any other move: accepted'])).toEqual([
    'dead-error-row: Unexpected row `not_now`: Any other move of `Order.stage` answers every cause that it names.',
  ]);
});

it('a machine that says nothing of its own may be answered by it', () => {
  const field = '| `name` | ';
  const mood = '| `mood` | state | yes | service: state | any | none |\n';
  const late: [string, string] = [NOT_NOW, `${LATE} Late |\n| \`not_now\` | 409 | none |`];
  const row = WHOLE.split('\n').find((line) => line.startsWith(field))!;
  expect(saidTwice(late, [row, `${mood}${row}`])).toEqual([]);
  expect(saidTwice(late, [row, `${mood}${row}`], ['### Order.stage', GUEST_MOOD])).toEqual([]);
  expect(saidTwice(late, ['### Order.stage', '- Other machines: not shown\n\n### Order.stage'])).toEqual([]);
  const glad = GUEST_MOOD.replace('not shown', '`not_now`');
  expect(saidTwice(late, [row, `${mood}${row}`], ['### Order.stage', glad])).toEqual([
    'dead-error-row: Unexpected row `too_late`: Any other move of `Guest.mood`, `Order.stage` answers every cause that it names.',
  ]);
});

it('two codes for the illegal moves of one machine contradict each other', () => {
  const both: [string, string] = [
    NOT_NOW,
    `${LATE.replace('illegal move', 'illegal move of Order.stage')} Late |\n| \`not_now\` | 409 | none |`,
  ];
  expect(saidTwice(both)).toEqual([
    'contradiction: Unexpected contradiction about what answers an illegal move of `Order.stage`: `too_late` here, `not_now` under Any other move.',
  ]);
  expect(saidTwice(both, ['- Any other move: `not_now`', BY_ANOTHER])).toEqual([]);
});
