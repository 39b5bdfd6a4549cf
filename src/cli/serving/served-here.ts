// A document that this process has read, as what is served. Input: a model and its report. Output: its plan, the parts of
// its page, and its exports; of a large document another process makes them, so that requests do not wait for them.

import { setImmediate } from 'node:timers/promises';

import type { Report } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import type { FixedParts } from '../../page/page.ts';
import { plan } from '../../plan/compile.ts';
import type { DocumentReader } from '../watching/document-reader.ts';
import type { Served } from './shown.ts';

/** Questions and findings; a page with this many takes seconds to make. */
const MANY = 1000;
/** An export of this many takes some 50 ms. */
const MANY_OPERATIONS = 100;

/** `assume`: the files of --assume. */
export function servedHere(file: string, model: Model, report: Report, assume: readonly string[] = []): Served {
  const planned = plan(model);
  const isLarge = report.gaps.length + report.diagnostics.length > MANY;
  let made: Promise<FixedParts> | undefined;
  return {
    file,
    report,
    plan: planned,
    async fixed(address) {
      if (isLarge)
        return (made ??= beside((reader) => reader.page({ file, texts: textsOf(model, file), assume }, address)));
      const { fixedParts } = await import('../../page/page.ts');
      return fixedParts(address, () => setImmediate(), planned, model, report);
    },
    async exported(format, address) {
      if (isLarge || planned.operations.length > MANY_OPERATIONS)
        return beside((reader) => reader.exported({ file, texts: textsOf(model, file), assume }, format, address));
      const { exportedText } = await import('../exported-text.ts');
      return exportedText(model, format, address);
    },
  };
}

/** While this process keeps serving. */
async function beside<T>(make: (reader: DocumentReader) => Promise<T>): Promise<T> {
  const { documentReader } = await import('../watching/document-reader.ts');
  const reader = documentReader();
  try {
    return await make(reader);
  } finally {
    reader.end();
  }
}

function textsOf({ document }: Model, file: string): ReadonlyMap<string, string> {
  return new Map([
    [file, document.source],
    ...(document.assumptions ?? []).map((one) => [one.file, one.source] as const),
  ]);
}
