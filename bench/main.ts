// `npm run bench`: one run of all figures that docs/performance.md speaks of, printed as ratios and absolutes.
// Rounds are interleaved: every service is measured once in every round, in turning order, and medians are taken.
// `--rounds N` (5), `--seconds S` (1.5 a measurement), `--only NAME` (http, callers, conditional, conduit, cursors, audit, members, many, keys, events, drain, log, start,
// memory, documents, verify, watch), `--soak MINUTES` (also with `--only events`: receivers that are dead among a thousand); with `--only conduit` also `--large` (how long pages of a million articles take, alone and beside
// writes); with `--only` conduit, cursors, audit, many, keys, events and members `--engine postgres` (with `--database URL`, a server on which databases may be made).

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from './audit.ts';
import { callers } from './callers.ts';
import { conditional } from './conditional.ts';
import { conduit } from './conduit.ts';
import { conduitLarge } from './conduit-large.ts';
import { cursors } from './cursors.ts';
import { documents } from './documents.ts';
import { events } from './events.ts';
import { eventsDrain } from './events-drain.ts';
import { eventsSoak } from './events-soak.ts';
import { http } from './http.ts';
import { keys } from './keys.ts';
import { many } from './many.ts';
import { members } from './members.ts';
import { memory } from './memory.ts';
import { pinned, root } from './processes.ts';
import { requestLog } from './request-log.ts';
import { start } from './start.ts';
import { verify } from './verify.ts';
import { watch } from './watch.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    only: { type: 'string' },
    soak: { type: 'string' },
    large: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'sqlite' },
    database: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
  },
});

const directory = mkdtempSync(join(tmpdir(), 'ninefold-bench-'));
const cache = join(directory, 'compile cache');
try {
  execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  if (!existsSync(join(root, 'dist/cli/main.js'))) throw new Error('dist/cli/main.js was not built');
  console.log(
    `Node ${process.version}; ${pinned ? 'servers on core 0, generator on core 1' : 'NOT PINNED: figures are worth little'}`,
  );
  const wanted = (name: string): boolean => (values.only ?? name) === name;
  const database = values.engine === 'postgres' ? values.database : undefined;
  if (wanted('http')) await http({ directory, cache, rounds: Number(values.rounds), seconds: Number(values.seconds) });
  if (wanted('callers')) await callers({ directory, cache, rounds: Number(values.rounds) });
  if (wanted('conditional')) await conditional({ directory, cache, rounds: Number(values.rounds) });
  if (wanted('conduit'))
    await (values.large ? conduitLarge : conduit)({
      directory,
      cache,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      engine: values.engine === 'postgres' ? 'postgres' : 'sqlite',
      database: values.database,
    });
  if (wanted('cursors'))
    await cursors({
      directory,
      cache,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      database,
    });
  if (wanted('audit'))
    await audit({
      directory,
      cache,
      rounds: Number(values.rounds),
      database,
    });
  if (wanted('members'))
    await members({
      directory,
      rounds: Number(values.rounds),
      database,
    });
  if (wanted('many')) await many({ directory, cache, database });
  if (wanted('keys'))
    await keys({
      directory,
      cache,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      database,
    });
  if (values.only === 'events' && values.soak !== undefined)
    await eventsSoak({ directory, cache, minutes: Number(values.soak) });
  else if (wanted('events'))
    await events({
      directory,
      cache,
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      database,
    });
  if (values.only === 'drain') await eventsDrain({ directory, cache });
  if (wanted('log')) await requestLog({ directory, cache, rounds: Number(values.rounds) });
  if (wanted('start')) await start({ directory, cache });
  if (wanted('documents')) await documents({ directory, cache });
  if (wanted('verify')) await verify({ directory, cache, rounds: Number(values.rounds) });
  if (wanted('watch')) await watch({ directory, cache });
  if (wanted('memory')) await memory({ directory, cache, soak: Number(values.soak ?? 0) });
} finally {
  rmSync(directory, { recursive: true, force: true });
}
