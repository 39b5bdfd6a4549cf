// Failures that one fault makes in several operations, as one. Input: findings. Output: each fault with the first finding that shows it, and the
// others.

import type { Finding } from '../verdict.ts';

export interface Fault {
  readonly finding: Finding;
  readonly also: readonly Finding[];
}

export function faultsOf(findings: readonly Finding[]): readonly Fault[] {
  const byFault = Map.groupBy(findings, (one) => one.fault ?? one);
  return [...byFault.values()].map(([finding, ...also]) => ({ finding: finding!, also }));
}

/** `also at`: the other operations that show it, each once. */
export function othersOf({ finding, also }: Fault): readonly string[] {
  const names = new Set(also.map(({ operation }) => operation ?? 'the service'));
  names.delete(finding.operation ?? 'the service');
  return [...names];
}
