// Holds a service to its document in a process of its own. Input: a document, an address, a number of calls. Output: a JSON line: calls, seconds
// from the first one to the last, seconds of the processor, peak memory. Of a service with a fault: when the first failure was found.

import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type * as Ninefold from '../src/index.ts';

const [file = '', url = '', requests = '2000', until = 'end'] = process.argv.slice(2);
const { read, link, verify } = (await import(new URL('../dist/index.js', import.meta.url).href)) as typeof Ninefold;
const { document, diagnostics } = read(readFileSync(file, 'utf8'), file);

class Enough extends Error {}

let [first, last, calls] = [0, 0, 0];
let found: number | undefined;
const begun = performance.now();
const before = process.cpuUsage();
try {
  await verify(link(document, diagnostics), {
    url: new URL(url),
    seed: 1,
    requests: Number(requests),
    onProgress: (progress) => {
      last = performance.now();
      if (first === 0) first = last;
      calls = progress.sent;
      const isWrong = [...progress.found.invented.values()].some(({ invented }) => invented.isComplete);
      if (found === undefined && (progress.found.findings.size > 0 || isWrong)) found = (last - begun) / 1000;
      if (until === 'found' && found !== undefined) throw new Enough();
    },
  });
} catch (error) {
  if (!(error instanceof Enough)) throw error;
}
const { user, system } = process.cpuUsage(before);
const seconds = (last - first) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ calls, seconds, cpu: (user + system) / 1e6, megabytes, found: found ?? null }));
process.exit(0);
