// What is in no report of traffic that others made.

import { describe, expect, it } from 'vitest';

import { isReply, type Header } from '../../src/verify/exchange.ts';
import { judge } from '../../src/verify/judge/judge.ts';
import { curlLines } from '../../src/verify/report/curl.ts';
import { VERIFY_FORMATS, type VerifyFormat } from '../../src/verify/report/formats.ts';
import { renderVerdict } from '../../src/verify/report/report.ts';
import { judged } from '../../src/verify/traffic.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { modelOf, reads } from './document.ts';
import { MEMBERS } from './members.ts';
import { exchangeOf, URL_OF_SERVICE } from './recorded.ts';
import { things } from './things.ts';

/** A call as a browser makes it, which fails. */
async function browsed(document: string, ...headers: readonly Header[]): Promise<Verdict> {
  const { call, ...rest } = exchangeOf({ target: '/things/1', status: 418 });
  const exchange = { ...rest, call: { ...call, headers } };
  return judged(modelOf(document), [exchange], { url: URL_OF_SERVICE }, { judge });
}

function linesOf({ findings }: Verdict): string {
  return findings.flatMap(({ exchanges }) => curlLines(exchanges, URL_OF_SERVICE)).join('\n');
}

const BROWSER: readonly Header[] = [
  [':authority', 'service.example'],
  ['User-Agent', 'Mozilla/5.0'],
  ['Accept', 'application/json, */*;q=0.8'],
  ['Accept-Language', 'de'],
  ['Sec-Fetch-Mode', 'cors'],
  ['Origin', 'https://example.com'],
  ['Cookie', 'theme=dark'],
];

describe('a line for a shell', () => {
  it('has none of what a browser sends with each call', async () => {
    const verdict = await browsed(MEMBERS, ...BROWSER, ['X-Own', 'a'], ['If-None-Match', '"1"']);
    const line = `curl -sSi "${URL_OF_SERVICE}/things/1" -H "X-Own: a" -H "If-None-Match: \\"1\\""`;
    expect(linesOf(verdict)).toBe(line);
  });

  it('has what the document speaks of, and what asks for something', async () => {
    const table = '| Header | Type | Required |\n|---|---|---|\n| `Accept-Language` | string | no |\n';
    const spoken = things({ all: { 'Cross-origin': 'any' }, read: reads('Thing', {}, table) });
    const lines = linesOf(await browsed(spoken, ...BROWSER, ['Accept', 'text/html']));
    const names = [...lines.matchAll(/-H "([\w-]+)/g)].map(([, name]) => name);
    expect(names).toEqual(['Accept-Language', 'Origin', 'Accept']);
  });
});

it('names no seed', async () => {
  const model = modelOf(MEMBERS);
  const verdict = await browsed(MEMBERS, ...BROWSER);
  const paint = { model, url: URL_OF_SERVICE, version: '1.2.3', paint: (_: unknown, text: string): string => text };
  const rendered = (format: VerifyFormat): string => renderVerdict(verdict, { ...paint, format });
  for (const format of VERIFY_FORMATS) expect(rendered(format)).not.toMatch(/--seed|"seed": \d/);
  expect(rendered('json')).toContain('"seed": null');
});

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
