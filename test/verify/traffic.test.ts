// What is in no report of traffic that others made.

import { expect, it } from 'vitest';

import { isReply } from '../../src/verify/exchange.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { curlLines } from '../../src/verify/report/curl.ts';
import { judged } from '../../src/verify/traffic.ts';
import { MEMBERS } from './members.ts';
import { exchangeOf, modelOf, URL_OF_SERVICE } from './recorded.ts';

it('is a password, and what a browser sends to be known again', async () => {
  const sent = { name: 'ada', password: 'hunter2hunter' };
  const { call, ...rest } = exchangeOf({ method: 'POST', target: '/members', sent, status: 200, shown: sent });
  const headers = [...call.headers, ['Cookie', 'sid=c00kie'] as const, ['Authorization', 'Basic YWRh'] as const];
  const exchange = { ...rest, call: { ...call, headers } };
  const verdict = await judged(modelOf(MEMBERS), [exchange], { url: URL_OF_SERVICE }, { judge });
  const [finding] = verdict.findings;
  const said = JSON.stringify([verdict.findings, verdict.invented, curlLines(finding!.exchanges, URL_OF_SERVICE)]);
  expect(said).toContain('"ada');
  expect(said).not.toMatch(/hunter2hunter|c00kie|YWRh/);
  expect(finding!.exchanges.every(({ reply }) => isReply(reply))).toBe(true);
});
