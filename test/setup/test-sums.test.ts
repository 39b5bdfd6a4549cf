// The sums at the end of a test run: `npm test` and `.ci/run` are believed because of this line.
import { describe, expect, it } from 'vitest';

import { addUp, readReport, summary, verdict } from '../../scripts/test-sums.ts';

const report = (passed: number, failed: number, skipped = 0, files: unknown[] = []): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults: files,
  });

describe('the sums of a test run', () => {
  it('adds up the tiers', () => {
    const results = [
      { tier: 'fast', exit: 0, counts: readReport(report(3, 0, 1)) },
      { tier: 'all', exit: 0, counts: readReport(report(2, 0)) },
    ];
    expect(verdict(results)).toEqual([]);
    expect(summary(addUp(results))).toBe('5 passed, 0 failed, 1 skipped');
  });

  it('fails when one test failed', () => {
    const results = [{ tier: 'fast', exit: 1, counts: readReport(report(3, 1)) }];
    expect(verdict(results)).toEqual(['fast has 1 failed']);
    expect(summary(addUp(results))).toBe('3 passed, 1 failed');
  });

  it('counts a file that could not be loaded as a failure', () => {
    const counts = readReport(report(3, 0, 0, [{ status: 'failed', assertionResults: [] }]));
    expect(verdict([{ tier: 'fast', exit: 1, counts }])).toEqual(['fast has 1 failed']);
  });

  it('fails when the run broke off without a report', () => {
    expect(verdict([{ tier: 'all', exit: 139, counts: readReport(undefined) }])).toEqual([
      'all ended with status 139 and left no report',
    ]);
  });

  it('fails when all tests passed but the run did not end well', () => {
    expect(verdict([{ tier: 'all', exit: 1, counts: readReport(report(3, 0)) }])).toEqual(['all ended with status 1']);
  });

  it('fails when the fast tier ran nothing, and lets an empty tier pass elsewhere', () => {
    const empty = readReport(report(0, 0));
    expect(verdict([{ tier: 'fast', exit: 0, counts: empty }])).toEqual(['fast ran no test']);
    expect(verdict([{ tier: 'all', exit: 0, counts: empty }])).toEqual([]);
  });

  it('refuses a report that it does not understand', () => {
    expect(() => readReport('{}')).toThrow('numPassedTests');
  });
});
