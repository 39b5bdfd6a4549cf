// Findings and gaps of documents as SARIF 2.1.0 (OASIS), one run. A gap is a result of kind `open`: there is not enough said to judge
// (section 3.27.9); such a result has no level. Input: reports with places, and the catalogue. Output: plain data.

import type { Log, PhysicalLocation, ReportingDescriptor, Result } from 'sarif';

import type { Definition, Severity } from './define.ts';
import type { Place } from './frame.ts';
import type { Finding } from './render-line.ts';

export interface ReportedFindings {
  readonly findings: readonly Finding[];
  readonly gaps: readonly {
    readonly id: string;
    readonly question: string;
    readonly at: { readonly file: string; readonly line: number; readonly column: number };
  }[];
}

export interface Tool {
  readonly version: string;
  readonly catalogue: readonly Definition[];
}

export const SARIF_SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const LEVELS = { error: 'error', warning: 'warning', information: 'note' } as const satisfies Record<Severity, string>;

const GAP: ReportingDescriptor = {
  id: 'gap',
  shortDescription: { text: 'A fact that is due is not shown.' },
  fullDescription: {
    text: 'What a document does not state is not guessed: a request that meets the gap is refused until somebody who knows writes the answer.',
  },
  defaultConfiguration: { level: 'none' },
};

/** Lines and columns count from 1, columns in UTF-16 units. */
export function renderSarif(reports: readonly ReportedFindings[], { version, catalogue }: Tool): Log {
  const used = new Set(reports.flatMap(({ findings }) => findings.map(({ code }) => code)));
  const rules = [...catalogue.filter(({ code }) => used.has(code)).map(rule), GAP];
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'ninefold', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: reports.flatMap(({ findings, gaps }) => [
          ...findings.map((finding): Result => resultOf(finding, places.get(finding.code)!)),
          ...gaps.map(({ id, question, at }): Result => ({
            ruleId: GAP.id,
            ruleIndex: places.get(GAP.id)!,
            kind: 'open',
            level: 'none',
            message: { text: `${id}: ${question}` },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: uriOf(at.file) },
                  region: { startLine: at.line, startColumn: at.column },
                },
              },
            ],
            partialFingerprints: { 'gapId/v1': id },
          })),
        ]),
      },
    ],
  };
}

function rule({ code, severity, what, why, fix }: Definition): ReportingDescriptor {
  return {
    id: code,
    shortDescription: { text: what },
    fullDescription: { text: why },
    help: { text: fix },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf({ code, severity, message, at, related, fix }: Finding, ruleIndex: number): Result {
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    locations: [{ physicalLocation: location(at) }],
    ...(related.length > 0 && {
      relatedLocations: related.map((one, id) => ({
        id,
        physicalLocation: location(one.at),
        message: { text: one.message },
      })),
    }),
  };
}

function location(at: Place): PhysicalLocation {
  return {
    artifactLocation: { uri: uriOf(at.file) },
    region: { startLine: at.line, startColumn: at.column, endLine: at.endLine, endColumn: at.endColumn },
  };
}

/** A path as a URI reference: relative ones stay so (RFC 3986, 4.1); a name with a colon would be a scheme. */
export function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${path}` : path;
}
