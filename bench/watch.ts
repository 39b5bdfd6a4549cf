// From save to live: from writing a document until the service's port answers by it. A document of 500 lines is served with
// --watch; each save gives its error another code, and the port is asked until it says that code. Once with the tables as
// they are, once with a field more each time.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentOfLines } from './large-document.ts';
import { environment, freePort, median, serveAnywhere, stop } from './processes.ts';

const RUNS = 20;
/** These are not counted: the program is not warm yet. */
const BEFORE = 3;
const LINES = 500;
const GOAL = 300;
/** Milliseconds between an answer and the next save. */
const PAUSE = 150;
/** Milliseconds between two questions. */
const LOOK = 2;

export async function watch(options: { directory: string; cache: string }): Promise<void> {
  const document = documentOfLines(LINES);
  console.log(`\nfrom save to live, ${document.split('\n').length} lines, ${RUNS} saves (goal ${GOAL} ms):`);
  for (const kind of ['the same tables', 'a field more'] as const) {
    const took = await saves(options, document, kind);
    const middle = Math.round(median(took));
    console.log(
      `  ${kind}: median ${middle} ms, worst ${Math.round(Math.max(...took))} ms${middle < GOAL ? '' : ', MISSED'}`,
    );
  }
}

async function saves(
  { directory, cache }: { readonly directory: string; readonly cache: string },
  document: string,
  kind: 'the same tables' | 'a field more',
): Promise<readonly number[]> {
  const place = mkdtempSync(join(directory, 'watch-'));
  const file = join(place, 'large.md');
  const path = /^### POST (\S+)/m.exec(document)![1]!;
  const took: number[] = [];
  let text = document;
  writeFileSync(file, text);
  const port = await freePort();
  const args = ['dist/cli/main.js', 'serve', file, '--watch', '--port', String(port), '--operator-port', '0'];
  const server = await serveAnywhere('ninefold', port, [...args, '--log', 'failures'], environment(cache));
  try {
    for (let run = -BEFORE; run < RUNS; run++) {
      const code = `bad_${run + BEFORE}`;
      await sleep(PAUSE);
      if (kind === 'a field more')
        text = text.replace(
          '| `kind` |',
          `| \`more_${run + BEFORE}\` | string | no | caller | any | none | |\n| \`kind\` |`,
        );
      const began = performance.now();
      writeFileSync(file, text.replace('| `bad` |', `| \`${code}\` |`));
      while (!(await refusal(port, path)).includes(`"${code}"`)) await sleep(LOOK);
      if (run >= 0) took.push(performance.now() - began);
    }
    return took;
  } finally {
    await stop(server);
  }
}

async function refusal(port: number, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  return answer.text();
}
