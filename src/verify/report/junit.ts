// The verdict as JUnit XML, one test case for each obligation and each failure: what a build server shows. Input: a verdict, the
// document's file, an address. Output: text.

import type { Verdict } from '../verdict.ts';
import { curlLines } from './curl.ts';

export function junitVerdict(verdict: Verdict, file: string, url: string): string {
  const { findings, invented, exercised, notExercised } = verdict;
  const failed = new Set(findings.map(({ obligation }) => obligation));
  const met = exercised.filter(({ id }) => !failed.has(id));
  const failing = invented.filter(({ isComplete }) => isComplete);
  const failures = [
    ...findings.map(({ class: kind, operation, statement, expected, got, exchanges }) => ({
      name: `${kind}: ${expected}`,
      of: operation ?? 'the service',
      message: `expected ${expected}; got ${got}`,
      text: [...(statement ? [`${file}:${statement.line}:${statement.column}`] : []), ...curlLines(exchanges, url)],
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
    ...notExercised.map(
      ({ what, operation, why }) =>
        `${opened(what, operation ?? 'the service')}><skipped message="${xml(why)}"/></testcase>`,
    ),
  ];
  const counts = `tests="${cases.length}" failures="${failures.length}" skipped="${notExercised.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ninefold verify" ${counts}>`,
    `  <testsuite name="${xml(file)}" ${counts}>`,
    ...cases.map((one) => `    ${one}`),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
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
