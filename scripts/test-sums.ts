// What test runs came to. Input: vitest's JSON report of each tier and its exit status. Output: sums, and what is wrong.

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** `counts` is undefined when the run left no report: it broke before it could. */
export interface TierResult {
  readonly tier: string;
  readonly exit: number;
  readonly counts: Counts | undefined;
}

/** A file that could not be loaded holds no test, yet it failed: it counts as one. */
export function readReport(text: string | undefined): Counts | undefined {
  if (text === undefined) return undefined;
  const report: unknown = JSON.parse(text);
  const number = (key: string): number => {
    const value = (report as Record<string, unknown>)[key];
    if (typeof value !== 'number') throw new TypeError(`the test report has no number ${key}`);
    return value;
  };
  const files = (report as { testResults?: { status?: string; assertionResults?: unknown[] }[] }).testResults ?? [];
  const broken = files.filter((file) => file.status === 'failed' && (file.assertionResults ?? []).length === 0).length;
  return {
    passed: number('numPassedTests'),
    failed: number('numFailedTests') + broken,
    skipped: number('numPendingTests') + number('numTodoTests'),
  };
}

export function addUp(results: readonly TierResult[]): Counts {
  const sum = (key: keyof Counts): number => results.reduce((total, result) => total + (result.counts?.[key] ?? 0), 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** Why the whole is no success; empty when it is one. */
export function verdict(results: readonly TierResult[]): string[] {
  const problems: string[] = [];
  for (const { tier, exit, counts } of results) {
    if (counts === undefined) problems.push(`${tier} ended with status ${exit} and left no report`);
    else if (counts.failed > 0) problems.push(`${tier} has ${counts.failed} failed`);
    else if (exit !== 0) problems.push(`${tier} ended with status ${exit}`);
    else if (tier === 'fast' && counts.passed === 0) problems.push('fast ran no test');
  }
  return problems;
}

export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
