// The oracle of a redesign: writes all that users can see into a folder, a file for each document, so that `diff -r` of two such
// folders, written before and after, shows each change of behaviour.
//   node test/oracle/record.ts FOLDER [--by-chance 2000] [--served 200]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { plan } from '../../src/plan/compile.ts';
import { trial } from '../laws/laws.ts';
import { comparable, playSteps } from '../laws/play.ts';
import { Random } from '../laws/random.ts';
import { Stage, understand } from '../laws/service.ts';
import { documents } from './documents.ts';
import { outputs } from './outputs.ts';

const { values, positionals } = parseArgs({
  options: { 'by-chance': { type: 'string', default: '2000' }, served: { type: 'string', default: '200' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: node test/oracle/record.ts FOLDER [--by-chance 2000] [--served 200]');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
await record(folder, Number(values['by-chance']));
await serve(folder, Number(values.served));

async function record(into: string, byChance: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ninefold-oracle-'));
  let count = 0;
  for (const { name, source } of documents(byChance)) {
    writeFileSync(join(directory, 'document.md'), source);
    const text = await outputs(directory, 'document.md', source, new Random(count));
    writeFileSync(join(into, `${name.replaceAll('/', '__')}.txt`), text);
    count += 1;
    if (count % 200 === 0) console.error(`${count} documents`);
  }
  rmSync(directory, { recursive: true });
  console.error(`${count} documents`);
}

/** Recorded requests to documents by chance, under a clock that is moved. */
async function serve(into: string, count: number): Promise<void> {
  const stage = await Stage.open(true);
  for (let seed = 0; seed < count; seed += 1) {
    const { source, steps } = trial(seed);
    const { model, errors } = understand(source);
    if (errors.length > 0) continue;
    await stage.play(plan(model));
    const said = comparable(await playSteps(stage, steps));
    const text = said.join('\n').replaceAll(stage.url, 'http://service');
    writeFileSync(join(into, `served-${seed}.txt`), `${text}\n`);
  }
  await stage.close();
}
