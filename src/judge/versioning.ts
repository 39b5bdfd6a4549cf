// The versions of part 9. Input: a document. Output: a finding where the current version is none of the supported ones. Notation, part 9.

import { contradiction } from '../diagnostics/reading.ts';
import { valueOf } from '../notation/slot.ts';
import type { Findings } from './findings.ts';

export function judgeVersions(findings: Findings): void {
  const { currentVersion, supportedVersions } = findings.model.document.versioning.facts;
  const current = valueOf(currentVersion)?.version.text;
  const supported = valueOf(supportedVersions);
  if (current === undefined || !supported || supported.some(({ text }) => text === current)) return;
  const what = `the current version: \`${current}\` is not among the supported ones`;
  findings.report(contradiction, currentVersion.at, { what }, [
    { at: supportedVersions.at, message: 'the supported versions are named here' },
  ]);
}
