// The process that reads documents, seen from the one that serves. Input: texts. Output: what is in them as data, or why reading
// them was ended: it may take so long and so much memory. Then the process is killed, and another takes its place (decision
// 0024).

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Report } from '../../check/check.ts';
import type { Format } from '../../export/formats.ts';
import type { FixedParts } from '../../page/page.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Served } from '../serving/shown.ts';
import type { Faulty, FromReader, Texts, ToReader, Understood } from './reader-messages.ts';

/** A document that the other process has read. */
export interface Read extends Served {
  readonly kind: 'read';
  readonly warnings: readonly string[];
  readonly planJson: string;
  readonly changes: readonly string[];
  readonly newWarnings: readonly string[];
}

/** Nothing in it is known. */
export interface Ended {
  readonly kind: 'ended';
  readonly why: string;
}

export interface DocumentReader {
  read(of: Texts, isColoured: boolean, before: Read | undefined): Promise<Read | Faulty | Ended>;
  /** What of the operator's page only another document changes. */
  page(of: Texts, address: string): Promise<FixedParts>;
  exported(of: Texts, format: Format, address: string): Promise<string>;
  /** There is something newer to read: what is read now is given a second more. */
  hurry(): void;
  end(): void;
}

export interface Limits {
  readonly milliseconds: number;
  readonly hurried: number;
  readonly megabytes: number;
  /** Characters of a plan and of a report: no request is answered while they are parsed. */
  readonly characters: number;
}

const LIMITS: Limits = { milliseconds: 20_000, hurried: 1000, megabytes: 384, characters: 2 ** 24 };

export function documentReader(limits: Limits = LIMITS, file: URL = processFile()): DocumentReader {
  const one = oneProcess(limits, file);
  let turn: Promise<unknown> = Promise.resolve();
  const ask = (message: ToReader): Promise<FromReader | Ended> => {
    const answer = turn.then(() => one.ask(message));
    turn = answer;
    return answer;
  };
  const pageOf = async (of: Texts, address: string): Promise<FixedParts> => {
    const answer = await ask({ kind: 'page', of, address });
    if (answer.kind === 'page') return answer.fixed;
    const { partsWithout } = await import('../../page/page.ts');
    return partsWithout('why' in answer ? answer.why : '');
  };
  const exportOf = async (of: Texts, format: Format, address: string): Promise<string> => {
    const answer = await ask({ kind: 'export', of, format, address });
    if (answer.kind === 'exported') return answer.text;
    throw new Error('why' in answer ? `${of.file} ${answer.why}` : answer.kind);
  };
  return {
    async read(of, isColoured, before) {
      const given = before && { plan: before.planJson, warnings: before.warnings };
      const answer = await ask({ kind: 'read', of, isColoured, before: given });
      switch (answer.kind) {
        case 'understood':
          return tooLarge(answer, limits) ?? readOf(of, answer, { page: pageOf, exported: exportOf });
        case 'failed':
          return { kind: 'ended', why: `cannot be read: ${answer.why}` };
        case 'page':
        case 'exported':
          throw new Error(`what was asked for is not: ${answer.kind}`);
        default:
          return answer;
      }
    },
    page: pageOf,
    exported: exportOf,
    hurry: one.hurry,
    end: one.end,
  };
}

interface OneProcess extends Pick<DocumentReader, 'hurry' | 'end'> {
  /** Once at a time. */
  ask(message: ToReader): Promise<FromReader | Ended>;
}

function oneProcess(limits: Limits, file: URL): OneProcess {
  let isOver = false;
  let asked: { readonly settle: (answer: FromReader | Ended) => void; timer: NodeJS.Timeout } | undefined;
  const settle = (answer: FromReader | Ended): void => {
    const before = asked;
    asked = undefined;
    clearTimeout(before?.timer);
    before?.settle(answer);
  };
  const start = (): ChildProcess => {
    const own = started(limits, file);
    const lost = (why: string): void => {
      if (current === own) renew(why);
    };
    own.on('message', (answer: FromReader) => current === own && settle(answer));
    own.on('error', (error) => lost(`cannot be read: ${error.message}`));
    own.on('exit', (code, signal) => lost(whyLost(signal ?? code, limits)));
    return own;
  };
  const renew = (why: string): void => {
    current?.kill('SIGKILL');
    // The next save finds a warm process. One that ends by itself is started anew at the next use.
    current = isOver || !asked ? undefined : start();
    settle({ kind: 'ended', why });
  };
  let current: ChildProcess | undefined = start();
  return {
    ask(message) {
      if (isOver) return Promise.resolve(OVER);
      const own = (current ??= start());
      return new Promise((resolve) => {
        const late = (): void => renew(`took longer than ${limits.milliseconds / 1000} s to read`);
        asked = { settle: resolve, timer: setTimeout(late, limits.milliseconds) };
        own.send(message, (error) => error && current === own && renew(`cannot be read: ${error.message}`));
      });
    },
    hurry() {
      if (!asked) return;
      clearTimeout(asked.timer);
      asked.timer = setTimeout(() => renew('was not read to its end when it was saved again'), limits.hurried);
    },
    end() {
      isOver = true;
      renew(OVER.why);
    },
  };
}

/** It does not keep this process from ending. */
function started({ megabytes }: Limits, file: URL): ChildProcess {
  const own = fork(fileURLToPath(file), {
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    // Of one that runs out of memory V8 writes pages.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  own.unref();
  own.channel?.unref();
  return own;
}

const OVER: Ended = { kind: 'ended', why: 'is not read any more' };

function processFile(): URL {
  const file = new URL('./document-process.ts', import.meta.url);
  // Sources run as they are in development, and as .js when built.
  if (import.meta.url.endsWith('.js')) file.pathname = file.pathname.replace(/\.ts$/, '.js');
  return file;
}

/** V8 aborts where the memory does not suffice. */
function whyLost(how: string | number | null, { megabytes }: Limits): string {
  if (ABORTED.has(how)) return `took more than ${megabytes} MB of memory to read`;
  return `ended the process that reads it (${how})`;
}

const ABORTED: ReadonlySet<string | number | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 133, 134]);

function tooLarge({ plan, report }: Understood, { characters }: Limits): Ended | undefined {
  const [what, size] = plan.length > characters ? ['plan', plan.length] : ['report', report.length];
  if (size <= characters) return undefined;
  return {
    kind: 'ended',
    why: `has a ${what} of ${Math.round(size / 2 ** 20)} MB, more than can be taken in while served`,
  };
}

function readOf(of: Texts, answer: Understood, reader: Pick<DocumentReader, 'page' | 'exported'>): Read {
  const pages = new Map<string, Promise<FixedParts>>();
  return {
    kind: 'read',
    file: of.file,
    plan: JSON.parse(answer.plan) as Plan,
    report: JSON.parse(answer.report) as Report,
    planJson: answer.plan,
    warnings: answer.warnings,
    changes: answer.changes,
    newWarnings: answer.newWarnings,
    fixed(address) {
      let page = pages.get(address);
      if (!page) pages.set(address, (page = reader.page(of, address)));
      return page;
    },
    exported: (format, address) => reader.exported(of, format, address),
  };
}
