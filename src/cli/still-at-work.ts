// Says why a command that works on one document takes long. Input: the file, its size, and what is being done. Output: one
// sentence on stderr once it has taken ten seconds, from a separate thread: the one that works has no time to look at a clock.

import { Worker } from 'node:worker_threads';

const SECONDS = 10;
/** What is smaller is done before that. */
const SMALL = 32_768;

export interface Work {
  /** `checking it`: for the sentence. */
  doing(what: string): void;
  end(): void;
}

const NO_WORK: Work = { doing: () => {}, end: () => {} };

/** Runs as this text; it gets messages even while the main thread is busy. */
const CLOCK = `
const { parentPort, workerData } = require('node:worker_threads');
let what = 'reading it';
parentPort.on('message', (doing) => { what = doing; });
setTimeout(() => require('node:fs').writeSync(2, workerData.before + what + workerData.behind), workerData.milliseconds);
`;

export function stillAtWork(file: string, size: number, seconds: number = SECONDS): Work {
  if (size < SMALL) return NO_WORK;
  const megabytes = `${(size / 1e6).toFixed(size < 1e5 ? 2 : 1)} MB`;
  const worker = new Worker(CLOCK, {
    eval: true,
    execArgv: [],
    workerData: {
      milliseconds: seconds * 1000,
      before: `ninefold: ${file}, ${megabytes}, has taken ${seconds} seconds so far and is not done: `,
      behind:
        '. Rows that are compared in pairs take longest: moves of one operation from one state, answers of one operation with conditions. Ctrl+C ends it.\n',
    },
  });
  worker.unref();
  // Where no thread can be started, nothing is said.
  worker.on('error', () => {});
  return {
    doing: (what) => worker.postMessage(what, []),
    end: () => void worker.terminate(),
  };
}
