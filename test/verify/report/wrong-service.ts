// The todo service with three faults, for reports: a wrong status, a field and a header that nobody states. Input: nothing. Output: its verdict.

import { verify } from '../../../src/verify/verify.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { modelOf } from '../document.ts';
import { exampleText, tampered, type Between, type Passed } from '../running.ts';

export const FILE = 'examples/todo-backend.md';
export const MODEL: ReturnType<typeof modelOf> = modelOf(exampleText('todo-backend'), FILE);

export function wrong(passed: Passed): void {
  if (passed.method === 'PATCH' && passed.status === 200) passed.status = 202;
  if (passed.method === 'POST' && passed.status === 201) passed.answer = passed.answer.replace('{', '{"secret":1,');
  if (passed.method === 'DELETE') passed.headers['x-extra'] = 'it\'s "$HOME" `id` ! \\';
}

export async function wrongService(): Promise<Between & { readonly verdict: Verdict }> {
  const between = await tampered(MODEL, wrong);
  const verdict = await verify(MODEL, { url: between.url, seed: 1, requests: 200, time: 20_000 });
  return { ...between, verdict };
}

/** Text that readers of a report may stumble over. */
export const HOSTILE =
  '<b a="1" b=\'2\'>&amp;]]></b>\n\r\t\u0000\u001b[31m\u202e\ud800 é {{x}} `id` $(id) ::error::100% | _a_ #1 @all \uffff';

/** The same verdict with such text wherever a service or a document could have put it. */
export function hostile(verdict: Verdict): Verdict {
  const [finding] = verdict.findings;
  const exchange = {
    call: {
      method: 'POST',
      target: `/todos/${encodeURIComponent("it's <b>")}?q=[1]{2}`,
      headers: [
        ['X-Odd', 'it\'s "$(id)" `id`'],
        ['X-Empty', ''],
        ['Content-Type', 'text/plain'],
      ] as const,
      body: HOSTILE,
    },
    reply: { status: 200, headers: [['x-odd', HOSTILE.replace(/[^\x20-\x7e]/g, '')]] as const, body: HOSTILE },
    from: 1,
    to: 2,
  };
  const statement = { ...finding!.statement!, text: HOSTILE };
  const all = { ...finding!, statement, expected: HOSTILE, got: HOSTILE, exchanges: [exchange] };
  return {
    ...verdict,
    findings: [...verdict.findings, all, { ...all, operation: undefined, statement: undefined, exchanges: [] }],
    invented: [
      ...verdict.invented,
      { what: 'field', name: HOSTILE, at: HOSTILE, isComplete: true, exchanges: [exchange] },
      { what: 'header', name: HOSTILE, at: HOSTILE, isComplete: false, exchanges: [] },
    ],
    inconclusive: [...verdict.inconclusive, { gaps: [HOSTILE, 'b'], operation: undefined, what: HOSTILE }],
    notExercised: verdict.notExercised.map((one) => ({ ...one, what: HOSTILE, why: HOSTILE })),
    left: [HOSTILE],
    under: [HOSTILE],
    known: [{ class: HOSTILE, operation: HOSTILE, statement: HOSTILE, why: HOSTILE, until: '2027-01-31' }],
    ended: [{ class: HOSTILE, operation: null, statement: HOSTILE, why: HOSTILE, until: '2027-01-31' }],
  };
}
