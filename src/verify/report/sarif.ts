// The verdict as SARIF 2.1.0 at the lines of the document: a failure is an error, what met a gap is `open` (section 3.27.9). Input: a verdict,
// the document's file, the program's version. Output: plain data.

import type { Location, Log, Result } from 'sarif';

import { SARIF_SCHEMA, uriOf } from '../../diagnostics/render-sarif.ts';
import { FINDING_CLASSES, type Finding, type Invented, type Statement, type Verdict } from '../verdict.ts';
import { curlLines } from './curl.ts';
import { faultsOf, othersOf, type Fault } from './faults.ts';

export function sarifVerdict(verdict: Verdict, file: string, url: string, version: string): Log {
  const ids = [...FINDING_CLASSES, 'invented', 'gap'];
  const rules = ids.map((id) => ({ id: idOf(id), shortDescription: { text: `${sentence(id)}.` } }));
  const result = (id: string, level: Result['level'], text: string, statement: Statement | undefined): Result => ({
    ruleId: idOf(id),
    ruleIndex: ids.indexOf(id),
    ...(level && { level }),
    message: { text },
    locations: [locationOf(file, statement)],
  });
  return {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'ninefold verify', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: [
          ...faultsOf(verdict.findings).map((fault) => ({
            ...result(fault.finding.class, 'error', failureText(fault, url), fault.finding.statement),
            partialFingerprints: { 'finding/v1': fingerprintOf(fault.finding) },
          })),
          ...verdict.invented.map((one) =>
            result(
              'invented',
              one.isComplete ? 'error' : 'note',
              `${one.at} shows the ${one.what} ${one.name}, which the document does not state\n${lines(one, url)}`,
              undefined,
            ),
          ),
          ...verdict.inconclusive.map(({ gaps, what, operation }) => ({
            ...result(
              'gap',
              'none',
              `${operation ?? 'The service'}: ${what} (not shown: ${gaps.join(', ')})`,
              undefined,
            ),
            kind: 'open' as const,
          })),
        ],
      },
    ],
  };
}

function lines({ exchanges }: Pick<Finding | Invented, 'exchanges'>, url: string): string {
  return curlLines(exchanges, url).join('\n');
}

function failureText(fault: Fault, url: string): string {
  const { operation, expected, got } = fault.finding;
  const others = othersOf(fault);
  const also = others.length === 0 ? '' : `\nAlso at ${others.join(', ')}`;
  return `${operation ?? 'The service'}: expected ${expected}; got ${got}${also}\n${lines(fault.finding, url)}`;
}

function fingerprintOf({ class: kind, operation, statement }: Finding): string {
  return `${kind} ${operation ?? ''} ${statement?.id ?? ''}`;
}

function locationOf(file: string, statement: Statement | undefined): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      region: { startLine: statement?.line ?? 1, startColumn: statement?.column ?? 1 },
    },
  };
}

function idOf(name: string): string {
  return name.replaceAll(' ', '-');
}

function sentence(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}
