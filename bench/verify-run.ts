// Holds a service to its document in a process of its own. Input: a document, an address, a number of calls. Output: a JSON line: calls, seconds
// from the first one to the last of that number, calls/s in each quarter of those that were made, all calls and seconds of the processor with
// those for events, times and cleaning up behind them, seconds of these, peak memory. Of a service with a fault: when the first failure was found.

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type * as Ninefold from '../src/index.ts';

const [file = '', url = '', requests = '2000', until = 'end'] = process.argv.slice(2);
const { read, link, verify } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof Ninefold;
const { document, diagnostics } = read(readFileSync(file, 'utf8'), file);

class Enough extends Error {}

let [first, last, calls, all] = [0, 0, 0, 0];
/** When each call was over. */
const ends: number[] = [];
let found: number | undefined;
const begun = performance.now();
const before = process.cpuUsage();
try {
  await verify(link(document, diagnostics), {
    url: new URL(url),
    seed: 1,
    requests: Number(requests),
    onProgress: (progress) => {
      const now = performance.now();
      if (first === 0) first = now;
      all = progress.sent;
      if (all <= Number(requests)) {
        [calls, last] = [all, now];
        ends.push(now);
      }
      const isWrong = [...progress.found.invented.values()].some(({ invented }) => invented.isComplete);
      if (found === undefined && (progress.found.findings.size > 0 || isWrong)) found = (now - begun) / 1000;
      if (until === 'found' && found !== undefined) throw new Enough();
    },
  });
} catch (error) {
  if (!(error instanceof Enough)) throw error;
}
const { user, system } = process.cpuUsage(before);
const seconds = (last - first) / 1000;
const rest = (performance.now() - last) / 1000;
const rates = [0, 1, 2, 3].map((nth) => {
  const [from, to] = [nth, nth + 1].map((part) => Math.round((ends.length * part) / 4));
  return (to! - from!) / ((ends[to! - 1]! - (ends[from! - 1] ?? first)) / 1000);
});
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(
  JSON.stringify({ calls, seconds, rates, all, rest, cpu: (user + system) / 1e6, megabytes, found: found ?? null }),
);
process.exit(0);
