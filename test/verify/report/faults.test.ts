// A fault that several operations show is said once, with all of them, in each format; a baseline knows it in each of them, also one that was written
// when it was said of each alone.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { expect, it } from 'vitest';

import { baselineOf, readBaseline, withBaseline } from '../../../src/verify/report/baseline.ts';
import type { VerifyFormat } from '../../../src/verify/report/formats.ts';
import type { VerifyReport } from '../../../src/verify/report/json.ts';
import { renderVerdict } from '../../../src/verify/report/report.ts';
import { obligationsOf } from '../../../src/verify/obligations.ts';
import type { Finding, FindingClass, Known, Verdict } from '../../../src/verify/verdict.ts';
import { deletes, modelOf, updates } from '../document.ts';
import { exchangeOf, Played, URL_OF_SERVICE, type Recorded } from '../recorded.ts';
import { things } from '../things.ts';

const MODEL = modelOf(things({ operations: deletes('Thing') + updates('Thing') }));

const MADE: Recorded = {
  method: 'POST',
  target: '/things',
  sent: { title: 'a' },
  status: 201,
  shown: { id: 7, title: 'a' },
};

/** In the operations that come last, each with a world of its own. */
function findingsOf(...wrong: readonly Recorded[]): readonly Finding[] {
  return wrong.flatMap((one) => {
    const played = new Played(MODEL);
    played.judge(MADE);
    played.world.setWhole('Thing', true);
    return played.judge(one).findings.map((finding) => ({ ...finding, exchanges: [exchangeOf(one)] }));
  });
}

const GONE: readonly Recorded[] = ['GET', 'DELETE', 'PATCH'].map((method) => ({
  method,
  target: '/things/9',
  ...(method === 'PATCH' && { sent: { title: 'b' } }),
  status: 500,
}));

function verdictOf(findings: readonly Finding[]): Verdict {
  const obligations = obligationsOf(MODEL);
  const rest = { seed: 1, requests: 3, unjudged: 0, invented: [], inconclusive: [], under: [], left: [] };
  return { ...rest, verdict: 'fail', findings, exercised: obligations, notExercised: [] };
}

function rendered(verdict: Verdict, format: VerifyFormat): string {
  return renderVerdict(verdict, {
    format,
    model: MODEL,
    url: URL_OF_SERVICE,
    version: '1.2.3',
    paint: (_, text) => text,
  });
}

const OTHERS = ['DELETE /things/{id}', 'PATCH /things/{id}'];

it('is one failure with the other operations, in each format', () => {
  const verdict = verdictOf(findingsOf(...GONE));
  expect(verdict.findings).toHaveLength(3);
  const { failures } = JSON.parse(rendered(verdict, 'json')) as VerifyReport;
  expect(failures.map(({ operation, also }) => [operation, also.map((one) => one.operation)])).toEqual([
    ['GET /things/{id}', OTHERS],
  ]);
  expect(failures[0]!.also[0]).toMatchObject({ got: '500', expected: expect.stringContaining('DELETE /things/9') });
  const schema = join(import.meta.dirname, '..', '..', '..', 'docs', 'verify.schema.json');
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { date: true } });
  expect(ajv.validate(JSON.parse(readFileSync(schema, 'utf8')), JSON.parse(rendered(verdict, 'json')))).toBe(true);

  const pretty = rendered(verdict, 'pretty');
  expect(pretty).toContain(`\n  also at   ${OTHERS.join(', ')}\n`);
  expect(pretty).toContain('fail: 1 failure, ');
  const markdown = rendered(verdict, 'markdown');
  expect(markdown).toContain(`\n  also at ${OTHERS.map((one) => `\`${one}\``).join(', ')}\n`);
  expect(markdown).toContain('1 broken, ');
  const { runs } = JSON.parse(rendered(verdict, 'sarif')) as Log;
  expect(runs[0]!.results!.map(({ message }) => message.text)).toEqual([
    expect.stringContaining(`\nAlso at ${OTHERS.join(', ')}\n`),
  ]);
});

it('is one failure for a build server, and no test case of it passes', () => {
  const xml = rendered(verdictOf(findingsOf(...GONE)), 'junit');
  expect(xml).toMatch(/failures="1" skipped="2"/);
  expect(xml).toContain(`also at ${OTHERS.join(', ')}`);
  const cases = xml.split('\n').filter((line) => line.includes('it is refused: no such Thing'));
  expect(cases.map((line) => /classname="([^"]*)"><skipped/.exec(line)?.[1])).toEqual(OTHERS);
});

it('of a field is one, wherever it is shown', () => {
  const shown = { id: 7, title: 'b' };
  const findings = findingsOf(
    { target: '/things/7', status: 200, shown },
    { target: '/things', status: 200, shown: [shown] },
  );
  expect(findings.map((one) => one.operation)).toEqual(['GET /things/{id}', 'GET /things']);
  const { failures } = JSON.parse(rendered(verdictOf(findings), 'json')) as VerifyReport;
  expect(failures.map(({ also }) => also.map((one) => one.operation))).toEqual([['GET /things']]);
});

it('is another one where something else came, or another cause was met', () => {
  const [first, ...others] = GONE;
  const findings = findingsOf(first!, ...others.map((one) => ({ ...one, status: 418 })), {
    ...MADE,
    sent: { title: '' },
    status: 500,
  });
  const { failures } = JSON.parse(rendered(verdictOf(findings), 'json')) as VerifyReport;
  expect(failures.map(({ also }) => also.length)).toEqual([0, 1, 0]);
});

const verdict = verdictOf(findingsOf(...GONE));

const known = (text: string): readonly Known[] => {
  const read = readBaseline(text.replaceAll('"why": ""', '"why": "later"'));
  if ('expected' in read) throw new Error(read.expected);
  return read;
};
const after = (baseline: readonly Known[], all = verdict): readonly (number | undefined)[] => {
  const left = withBaseline(all, baseline, '2026-01-01');
  return [left.findings.length, left.known?.length, left.ended?.length];
};

it('has one entry in a baseline, which knows it in each operation', () => {
  const written = known(baselineOf(verdict, '2027-01-31'));
  expect(written.map(({ operation, also }) => [operation, also?.map((one) => one.operation)])).toEqual([
    ['GET /things/{id}', OTHERS],
  ]);
  expect(after(written)).toEqual([0, 1, 0]);
  expect(after(written, verdictOf(verdict.findings.slice(2)))).toEqual([0, 1, 0]);
  expect(after(written, verdictOf([]))).toEqual([0, 0, 1]);
});

it('is known to a baseline that was written when it was said of each operation, and by another class', () => {
  const each = (kind: FindingClass): readonly Known[] =>
    verdict.findings.map(({ operation = null, statement, cause }) => ({
      class: kind,
      operation,
      statement: statement!.id,
      cause,
      why: 'later',
      until: '2027-01-31',
    }));
  expect(after(each('wrong status'))).toEqual([0, 3, 0]);
  expect(after(each('wrong status').slice(1))).toEqual([1, 2, 0]);
  const sharper = verdictOf(verdict.findings.map((one) => ({ ...one, class: 'open door' as const })));
  expect(after(each('wrong status'), sharper)).toEqual([0, 3, 0]);
  expect(after(each('limit missed'), sharper)).toEqual([3, 0, 3]);
});
