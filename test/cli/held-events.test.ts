// Events that are kept and not sent: what `check` says of their cause, and the line of `serve` and `events list`.

import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { heldEventsLine } from '../../src/cli/held-events.ts';
import { plan } from '../../src/plan/compile.ts';
import { untilAnswered } from '../../src/page/ask-words.ts';
import { asksOf } from '../../src/analysis/questions/questions.ts';
import { modelOf } from '../plan/plan-of.ts';
import { LISTENED } from '../serve/relay/listening.ts';

const lineOf = (source: string): string | undefined => heldEventsLine(plan(modelOf(source)), 'a.md');

/** A document of which one thing is written otherwise. */
function changed(before: string, after: string): string {
  expect(LISTENED.split(before)).toHaveLength(2);
  return LISTENED.replace(before, after);
}

describe('the line', () => {
  it('is none where all events are sent', () => {
    expect(lineOf(LISTENED)).toBeUndefined();
  });

  it('names what is not shown of Delivery', () => {
    const open = changed('- Accepted: any 2xx\n', '').replace('- Time-out: 2 seconds', '- Time-out: not shown');
    expect(lineOf(open)).toBe(
      'events are kept and not sent, because of 6/delivery/accepted, 6/delivery/time-out; ninefold check a.md says more',
    );
  });

  it('names the events that wait, where others are sent', () => {
    const one = changed('- When: none\n- Payload: Order\n', '- When: none\n- Payload: not shown\n');
    expect(lineOf(one)).toBe(
      'order_shipped is kept and not sent, because of 6/order_shipped/payload; ninefold check a.md says more',
    );
    const two = one.replace('"at": <now>', '"request": <request id>');
    expect(lineOf(two)).toMatch(/^order_\w+, order_\w+ are kept and not sent, because of 6\/order_/);
  });

  it('is none where no operation emits', () => {
    const silent = LISTENED.replace(/`order_(?:opened|paid|shipped)` \|$/gm, 'none |');
    const open = silent.replace('- Accepted: any 2xx\n', '');
    expect(plan(modelOf(open)).events ?? []).toEqual([]);
    expect(lineOf(open)).toBeUndefined();
  });
});

describe('check says that events wait', () => {
  it.each([
    ['"at": <now>', '"request": <request id>', '`<request id>` and `<header X>` in a payload', '6/order_paid/payload'],
    [
      '"at": <now>',
      '"at": [{"x": "by <request id>"}]',
      '`<request id>` and `<header X>` in a payload',
      '6/order_paid/payload',
    ],
    ['- Envelope: none', '- Envelope: `{"order": Order}`', 'an Envelope that shows a row', '6/delivery/envelope'],
  ])('%s as %s', (before, after, what, id) => {
    const said = check(modelOf(changed(before, after))).diagnostics.filter(({ code }) => code === 'unsupported');
    expect(said.map(({ message }) => message)).toEqual([
      `This runtime does not support ${what} yet: events that need it are kept back by \`${id}\`.`,
    ]);
    expect(said[0]!.fix).not.toContain('it holds nothing');
  });
});

it('ask says that they wait until it is answered', () => {
  const [group] = asksOf(modelOf(changed('- Time-out: 2 seconds', '- Time-out: not shown')));
  expect(group!.asks.map((ask) => [ask.gap.id, untilAnswered(ask)])).toEqual([
    ['6/delivery/time-out', 'operations run; events that need it wait until then'],
  ]);
});
