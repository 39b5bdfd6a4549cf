// A service that ends: one failure, which names the call before.

import { expect, it } from 'vitest';

import type { NoReply, Reply } from '../../src/verify/exchange.ts';
import { Found } from '../../src/verify/explore/found.ts';
import type { Step } from '../../src/verify/explore/step.ts';
import { NOTHING } from '../../src/verify/judge/findings.ts';

const CREATED: Reply = { status: 201, headers: [], body: '' };
const CLOSED: NoReply = { kind: 'closed', said: 'the connection was closed' };
const GONE: NoReply = { kind: 'unreachable', said: 'it cannot be reached: ECONNREFUSED' };

function found(...replies: readonly (Reply | NoReply)[]): readonly string[] {
  const all = new Found();
  const steps: Step[] = [];
  for (const [nth, reply] of replies.entries()) {
    const target = `/things/${nth}`;
    const finding = {
      class: 'no reply',
      operation: 'kind' in reply && reply.kind === 'unreachable' ? undefined : 'POST /things',
      statement: undefined,
      expected: 'a reply',
      got: 'said' in reply ? reply.said : '',
    } as const;
    steps.push({
      exchange: { call: { method: 'POST', target, headers: [], body: undefined }, reply, from: 0, to: 0 },
      judgement: 'said' in reply ? { ...NOTHING, findings: [finding] } : NOTHING,
      rows: [],
    } as unknown as Step);
    all.add(steps.at(-1)!, steps);
  }
  return [...all.findings.values()].map((one) => one.finding.got);
}

it('is one failure, with the call before it', () => {
  expect(found(CREATED, GONE, GONE)).toEqual([
    'it cannot be reached: ECONNREFUSED; the call before: POST /things/0, answered 201',
  ]);
  expect(found(CREATED, CLOSED, GONE)).toEqual([
    'the connection was closed; the call before: POST /things/0, answered 201',
  ]);
});
