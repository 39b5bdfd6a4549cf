// Runs a command of Node in this process, and says what it took. Input: its file and arguments. Output: what it prints, and on stderr
// behind that a JSON line with seconds of the processors and the peak memory.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = resolve(process.argv[2]!);
process.argv = [process.argv[0]!, file, ...process.argv.slice(3)];
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.stderr.write(`${JSON.stringify({ cpu: (user + system) / 1e6, megabytes })}\n`);
});
await import(pathToFileURL(file).href);
