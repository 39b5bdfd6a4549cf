// A verdict in each format. Input: a verdict, the document, the program's version. Output: text.

import { LineIndex } from '../../base/span.ts';
import type { Paint } from '../../diagnostics/render-pretty.ts';
import type { Model } from '../../model/model.ts';
import type { Exchange } from '../exchange.ts';
import { harOf } from '../http/har.ts';
import type { Verdict } from '../verdict.ts';
import type { VerifyFormat } from './formats.ts';
import { reportOf } from './json.ts';
import { junitVerdict } from './junit.ts';
import { markdownVerdict } from './markdown.ts';
import { prettyVerdict } from './pretty.ts';
import { sarifVerdict } from './sarif.ts';

export interface Rendering {
  readonly format: VerifyFormat;
  readonly model: Model;
  /** Where the service is. */
  readonly url: string;
  readonly version: string;
  readonly paint: Paint;
}

/** Of each kind, in the format for people. */
const MOST_SHOWN = 20;

export function renderVerdict(verdict: Verdict, { format, model, url, version, paint }: Rendering): string {
  const { file, source } = model.document;
  switch (format) {
    case 'pretty':
      return prettyVerdict(verdict, { file, url, lines: new LineIndex(source), paint, most: MOST_SHOWN });
    case 'json':
      return JSON.stringify(reportOf(verdict, file, url), undefined, 2);
    case 'junit':
      return junitVerdict(verdict, file, url);
    case 'sarif':
      return JSON.stringify(sarifVerdict(verdict, file, url, version), undefined, 2);
    case 'markdown':
      return markdownVerdict(verdict, { file, url, lines: new LineIndex(source) });
    case 'har': {
      const exchanges = inOrder([...verdict.findings, ...verdict.invented].flatMap((one) => one.exchanges));
      return JSON.stringify(harOf(exchanges, url, version), undefined, 2);
    }
  }
}

/** Each once, as they were made. */
function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...new Set(exchanges)].toSorted((one, other) => one.from - other.from);
}
