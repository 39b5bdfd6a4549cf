// The verdict as JUnit XML, one test case for each obligation and each failure: what a build server shows. Input: a verdict, the
// document's file, an address. Output: text.

import type { Verdict } from '../verdict.ts';
import { curlLines } from './curl.ts';
import { faultsOf, othersOf, type Fault } from './faults.ts';

export function junitVerdict(verdict: Verdict, file: string, url: string): string {
  const { findings, invented, exercised, notExercised } = verdict;
  const faults = faultsOf(findings);
  const failed = new Set(findings.map(({ obligation }) => obligation));
  const met = exercised.filter(({ id }) => !failed.has(id));
  const skipped = [
    ...faults.flatMap(({ finding, also }) =>
      also.flatMap(({ obligation }) =>
        exercised
          .filter(({ id }) => id === obligation)
          .map((one) => ({ ...one, why: `it fails as ${finding.operation ?? 'the service'} does` })),
      ),
    ),
    ...notExercised,
  ];
  const failing = invented.filter(({ isComplete }) => isComplete);
  const failures = [
    ...faults.map((fault) => ({
      name: `${fault.finding.class}: ${fault.finding.expected}`,
      of: fault.finding.operation ?? 'the service',
      message: `expected ${fault.finding.expected}; got ${fault.finding.got}`,
      text: textOf(fault, file, url),
    })),
    ...failing.map(({ what, name, at, exchanges }) => ({
      name: `invented ${what} ${name}`,
      of: at,
      message: `${at} shows the ${what} ${name}, which the document does not state`,
      text: curlLines(exchanges, url),
    })),
  ];
  const cases = [
    ...failures.map(
      ({ name, of, message, text }) =>
        `${opened(name, of)}><failure message="${xml(message)}">${xml(text.join('\n'))}</failure></testcase>`,
    ),
    ...met.map(({ what, operation }) => `${opened(what, operation ?? 'the service')}/>`),
    ...skipped.map(
      ({ what, operation, why }) =>
        `${opened(what, operation ?? 'the service')}><skipped message="${xml(why)}"/></testcase>`,
    ),
  ];
  const counts = `tests="${cases.length}" failures="${failures.length}" skipped="${skipped.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ninefold verify" ${counts}>`,
    `  <testsuite name="${xml(file)}" ${counts}>`,
    ...cases.map((one) => `    ${one}`),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function textOf(fault: Fault, file: string, url: string): readonly string[] {
  const { statement, exchanges } = fault.finding;
  const others = othersOf(fault);
  return [
    ...(statement ? [`${file}:${statement.line}:${statement.column}`] : []),
    ...(others.length > 0 ? [`also at ${others.join(', ')}`] : []),
    ...curlLines(exchanges, url),
  ];
}

function opened(name: string, of: string): string {
  return `<testcase name="${xml(name)}" classname="${xml(of)}"`;
}

/** What XML cannot hold is shown as a sign for that: https://www.w3.org/TR/xml/#charsets */
function xml(text: string): string {
  return (
    text
      .toWellFormed()
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // A reader makes spaces of those that are written as they are: https://www.w3.org/TR/xml/#AVNormalize
      .replace(/[\t\n\r]/g, (sign) => `&#${sign.codePointAt(0)};`)
  );
}
