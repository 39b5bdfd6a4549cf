// The process that reads documents for `serve --watch`: even if a document crashes it, the service runs on. Input: texts, one
// message after the other. Output: the plan, the report and what is said of a save, the parts of the operator's page, or an
// export. The
// other side is document-reader.ts. The document that was read last is kept for its page (decision 0024).

import { enableCompileCache } from 'node:module';
import { styleText } from 'node:util';
import { Worker } from 'node:worker_threads';

import { check } from '../../check/check.ts';
import type { Report } from '../../check/check.ts';
import type { Model } from '../../model/model.ts';
import { plan } from '../../plan/compile.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Console } from '../console.ts';
import { exportedText } from '../exported-text.ts';
import { errorFrames, errorsInWords } from '../refusals.ts';
import { whyTooDeep } from '../too-deep.ts';
import { modelOf } from './texts.ts';
import type { FromReader, Texts, ToReader } from './reader-messages.ts';
import { toldChanges } from './changes.ts';
import { newWarnings, warningsOf } from './warned.ts';

enableCompileCache();

/** Errors that are shown; a document may have one for each of its words. */
const MOST_SHOWN = 50;

interface Read {
  readonly of: Texts;
  readonly model: Model;
  readonly report: Report;
  plan?: Plan;
}

let last: Read | undefined;

function understood({ of, isColoured, before }: Extract<ToReader, { kind: 'read' }>): FromReader {
  const read = readAnew(of);
  const paint: Console['paint'] = (style, text) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const { model, report } = read;
  const errors = errorsInWords(report);
  if (errors !== undefined) {
    const told = errorFrames(report, model, paint, MOST_SHOWN).map((text) => `${text}\n\n`);
    return { kind: 'faulty', errors, told, frames: errorFrames(report, model, (_, text) => text, MOST_SHOWN) };
  }
  const planned = plan(model);
  last = { ...read, plan: planned };
  const warnings = warningsOf(report);
  return {
    kind: 'understood',
    plan: JSON.stringify(planned),
    report: JSON.stringify(report),
    warnings,
    changes: before ? toldChanges(JSON.parse(before.plan) as Plan, planned, paint) : [],
    newWarnings: before ? newWarnings(before.warnings, { file: of.file, model, report }, paint) : [],
  };
}

function readAnew(of: Texts): Read {
  const model = modelOf(of.texts, of.file, of.assume);
  return { of, model, report: check(model) };
}

async function page({ of, address }: Extract<ToReader, { kind: 'page' }>): Promise<FromReader> {
  const { fixedParts } = await import('../../page/page.ts');
  const read = readOnce(of);
  read.plan ??= plan(read.model);
  return { kind: 'page', fixed: await fixedParts(address, noPause, read.plan, read.model, read.report) };
}

async function exported({ of, format, address }: Extract<ToReader, { kind: 'export' }>): Promise<FromReader> {
  return { kind: 'exported', text: await exportedText(readOnce(of).model, format, address) };
}

function readOnce(of: Texts): Read {
  return (last = last && isSame(last.of, of) ? last : readAnew(of));
}

/** No request waits for this process. */
const noPause = (): Promise<void> => Promise.resolve();

function isSame(one: Texts, other: Texts): boolean {
  return [...one.texts].every(([file, text]) => other.texts.get(file) === text);
}

async function answerTo(message: ToReader): Promise<FromReader> {
  try {
    switch (message.kind) {
      case 'read':
        return understood(message);
      case 'page':
        return await page(message);
      case 'export':
        return await exported(message);
    }
  } catch (error) {
    return { kind: 'failed', why: whyTooDeep(error) ?? (error instanceof Error ? error.message : String(error)) };
  }
}

process.on('message', async (message: ToReader) => {
  const answer = await answerTo(message);
  if (process.connected) process.send!(answer);
});
// Ctrl-C goes to both processes: this one ends when the other disconnects.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
// While a document keeps this thread busy, nothing above runs.
const parent = process.ppid;
const watchdog = `setInterval(() => process.ppid === ${parent} || process.kill(process.pid, 'SIGKILL'), 1000)`;
new Worker(watchdog, { eval: true, execArgv: [] }).unref();
