// What steps showed that is wrong, invented or open: each once. Input: steps. Output: findings with the steps before them, for shrinking.

import { isReply, type Exchange } from '../exchange.ts';
import type { Finding, FoundInReply, Inconclusive, Invented, Judgement } from '../verdict.ts';
import { neededFor } from './needed.ts';
import { briefly, type Step } from './step.ts';

export interface FoundFinding {
  readonly finding: FoundInReply;
  /** All calls before it, and the one that shows it. */
  readonly steps: readonly Step[];
}

export interface FoundInvention {
  readonly invented: Omit<Invented, 'exchanges'>;
  readonly exchanges: readonly Exchange[];
}

/** Findings of one key are one. That a refusal lies between is no other fault. */
export function keyOf({ class: found, operation, statement, cause }: FoundInReply): string {
  const kind = found === 'side effect' ? 'wrong body' : found;
  // What is stated once, of all operations, is one failure: a service sends such headers in one place.
  const isOfAll = kind === 'wrong header' && /^(?:4\/all|7)\//.test(statement?.id ?? '');
  return JSON.stringify([kind, isOfAll ? undefined : operation, statement?.id, statement?.line, cause]);
}

export class Found {
  readonly findings: Map<string, FoundFinding> = new Map();
  readonly invented: Map<string, FoundInvention> = new Map();
  readonly inconclusive: Map<string, Inconclusive> = new Map();

  add(step: Step, steps: readonly Step[]): void {
    const before = steps.at(-2);
    for (const finding of step.judgement.findings) {
      // A service that has ended is there for no call behind.
      if (isGone(step) && before && !isReply(before.exchange.reply)) continue;
      const key = keyOf(finding);
      if (!this.findings.has(key)) this.findings.set(key, { finding: behind(finding, before), steps: steps.slice() });
    }
    this.#addRest(step.judgement, () => neededFor(steps).map(({ exchange }) => briefly(exchange)));
  }

  /** Of traffic that cannot be made again. Answers whether something is new. */
  addSeen(judgement: Judgement, seen: Exchange, findings: Finding[]): boolean {
    const exchange = briefly(seen);
    const before = this.findings.size + this.invented.size;
    for (const finding of judgement.findings) {
      const key = keyOf(finding);
      if (this.findings.has(key)) continue;
      this.findings.set(key, { finding, steps: [] });
      findings.push({ ...finding, exchanges: [exchange] });
    }
    this.#addRest(judgement, () => [exchange]);
    return this.findings.size + this.invented.size > before;
  }

  #addRest(judgement: Judgement, exchanges: () => readonly Exchange[]): void {
    // Each once for the whole run, wherever it is seen.
    for (const invented of judgement.invented) {
      const key = JSON.stringify([invented.what, invented.name]);
      const known = this.invented.get(key);
      if (!known || (invented.isComplete && !known.invented.isComplete))
        this.invented.set(key, { invented, exchanges: exchanges() });
    }
    for (const one of judgement.inconclusive) {
      const key = JSON.stringify([one.gaps, one.operation, one.what]);
      if (!this.inconclusive.has(key)) this.inconclusive.set(key, one);
    }
  }
}

function isGone({ exchange: { reply } }: Step): boolean {
  return !isReply(reply) && reply.kind === 'unreachable';
}

/** Of a service that ended, the call before may be the one that ended it. */
function behind(finding: FoundInReply, before: Step | undefined): FoundInReply {
  if (finding.class !== 'no reply' || !before) return finding;
  const { call, reply } = before.exchange;
  const status = isReply(reply) ? `, answered ${reply.status}` : '';
  return { ...finding, got: `${finding.got}; the call before: ${call.method} ${call.target.slice(0, 200)}${status}` };
}
