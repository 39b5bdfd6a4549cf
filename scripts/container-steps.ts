// Runs the steps of the container file in an empty folder and judges the result, where no container engine is at hand. Input: nothing, or
// the path of another container file. Output: a line for each thing that holds; exit status 1 at the first that does not.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endAll, whyNot } from './container/box.ts';
import { build } from './container/build.ts';
import { judge, must } from './container/checks.ts';
import { stagesOf } from './container/file.ts';
import { faultsOf } from './container/said.ts';

const root = join(import.meta.dirname, '..');
const stages = stagesOf(readFileSync(process.argv[2] ?? join(root, 'Dockerfile'), 'utf8'));
const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
const place = mkdtempSync(join(tmpdir(), 'ninefold-container-'));
try {
  must(faultsOf(stages, engines.node).length === 0, faultsOf(stages, engines.node).join('; '));
  const why = whyNot();
  must(why === undefined, `the steps cannot be run here: ${why}`);
  const built = build(stages, root, place, (line) => console.log(`step   ${line}`));
  const document = join(root, 'examples', 'todo-backend.md');
  await judge(
    built,
    {
      place: { data: join(place, 'data'), document },
      calls: [
        { method: 'POST', path: '/todos', body: '{"title":"kept"}' },
        { method: 'GET', path: '/todos' },
      ],
    },
    (line) => console.log(`holds  ${line}`),
  );
} catch (error) {
  console.error(`fault  ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await endAll();
  rmSync(place, { recursive: true, force: true });
}
