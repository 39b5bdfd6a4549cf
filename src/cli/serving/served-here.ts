// A document that this process has read, as what is served. Input: a model and its report. Output: its plan, and the parts of its
// page; of a document with very many questions another process makes them, so that requests do not wait for its page.

import { setImmediate } from 'node:timers/promises';

import type { Report } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import type { FixedParts } from '../../page/page.ts';
import { plan } from '../../plan/compile.ts';
import type { Texts } from '../watching/reader-messages.ts';
import type { Served } from './shown.ts';

/** Questions and findings; a page with this many takes seconds to make. */
const MANY = 1000;

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
      if (isLarge) return (made ??= madeBeside({ file, texts: textsOf(model, file), assume }, address));
      const { fixedParts } = await import('../../page/page.ts');
      return fixedParts(address, () => setImmediate(), planned, model, report);
    },
  };
}

/** While this process keeps serving. */
async function madeBeside(of: Texts, address: string): Promise<FixedParts> {
  const { documentReader } = await import('../watching/document-reader.ts');
  const reader = documentReader();
  try {
    return await reader.page(of, address);
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
