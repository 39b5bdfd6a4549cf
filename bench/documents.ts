// `check` of documents of 200 lines and of 10 MB as whole processes, and reading the latter alone. Not pinned:
// nothing runs beside them.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { documentOfBytes, documentOfLines } from './large-document.ts';
import { costIn, environment, median, output, root } from './processes.ts';

const RUNS = 7;

interface Large {
  readonly bytes: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly resources: number;
  readonly operations: number;
  readonly errors: number;
}

export async function documents(options: { directory: string; cache: string }): Promise<void> {
  const file = join(options.directory, 'two-hundred-lines.md');
  writeFileSync(file, documentOfLines(200));
  const times: number[] = [];
  for (let run = -2; run < RUNS; run += 1) {
    const began = performance.now();
    const text = await output(
      'any',
      ['dist/cli/main.js', 'check', '--format', 'json', file],
      environment(options.cache),
    );
    if (run >= 0) times.push(performance.now() - began);
    const report = JSON.parse(text) as { gaps: unknown[]; diagnostics: { severity: string }[] };
    if (report.gaps.length > 0 || report.diagnostics.some((d) => d.severity === 'error'))
      throw new Error(`the measured document is not whole: ${text.slice(0, 600)}`);
  }
  const checked = median(times);
  console.log(
    `\ncheck of 200 lines, whole process: ${Math.round(checked)} ms  (goal 250${checked < 250 ? '' : ', MISSED'})`,
  );

  const large: Large[] = [];
  for (let run = 0; run < 3; run += 1)
    large.push(JSON.parse(await output('any', ['bench/read-large.ts', '10000000'])) as Large);
  const seconds = median(large.map((l) => l.seconds));
  const megabytes = median(large.map((l) => l.megabytes));
  const { bytes, resources, operations, errors } = large[0]!;
  console.log(
    `reading ${(bytes / 1e6).toFixed(1)} MB (${resources} resources, ${operations} operations, ${errors} errors): ` +
      `${seconds.toFixed(2)} s, peak ${Math.round(megabytes)} MB  (goals 3 s, 500 MB${seconds < 3 && megabytes < 500 ? '' : ', MISSED'})`,
  );
  checkLarge(options);
}

/** The whole process, with what it took of the processors: on a busy machine the clock tells of the others, too. */
function checkLarge(options: { directory: string; cache: string }): void {
  const file = join(options.directory, 'large.md');
  writeFileSync(file, documentOfBytes(10_000_000));
  const runs = Array.from({ length: 3 }, () => {
    const began = performance.now();
    const args = ['bench/cost-of.ts', 'dist/cli/main.js', 'check', '--format', 'json', file];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env: environment(options.cache),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`check of 10 MB ended with ${status}: ${stderr}`);
    const { cpu, megabytes } = costIn(stderr);
    return { seconds: (performance.now() - began) / 1000, cpu, megabytes };
  });
  const [seconds, cpu, megabytes] = (['seconds', 'cpu', 'megabytes'] as const).map((key) =>
    median(runs.map((run) => run[key])),
  );
  console.log(
    `check of 10 MB, whole process: ${seconds!.toFixed(1)} s, ${cpu!.toFixed(1)} s of the processors, peak ` +
      `${Math.round(megabytes!)} MB  (goals 3 s, 500 MB${seconds! < 3 && megabytes! < 500 ? '' : ', MISSED'})`,
  );
}
