// Findings and gaps as workflow commands of GitHub Actions, which shows them beside the lines of a change. Input: findings with places.
// Output: one line each.

import type { Severity } from './define.ts';
import { oneLine } from './render-line.ts';
import type { ReportedFindings } from './render-sarif.ts';

const COMMANDS = { error: 'error', warning: 'warning', information: 'notice' } as const satisfies Record<
  Severity,
  string
>;

export function renderGithub({ findings, gaps }: ReportedFindings): readonly string[] {
  return [
    ...findings.map(({ code, severity, message, at, fix }) =>
      command(
        COMMANDS[severity],
        { file: at.file, line: at.line, col: at.column, endLine: at.endLine, endColumn: at.endColumn, title: code },
        fix === undefined ? message : `${message} ${fix}`,
      ),
    ),
    ...gaps.map(({ id, question, at }) =>
      command('notice', { file: at.file, line: at.line, col: at.column, title: `gap ${id}` }, question),
    ),
  ];
}

function command(name: string, properties: Readonly<Record<string, string | number>>, text: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${property(oneLine(String(value)))}`);
  return `::${name} ${list.join(',')}::${escaped(oneLine(text))}`;
}

/** A percent sign would begin an escape; in a property the separators need escaping, too. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
