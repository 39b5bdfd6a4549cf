// The steps of the container file, run in an empty folder, and what they make, run as a container: as process 1 of its own,
// as nobody in particular, with a root that cannot be written. Needs root and namespaces; no engine, and no image.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { endAll, outside, runIn, whyNot } from '../../scripts/container/box.ts';
import { build } from '../../scripts/container/build.ts';
import type { Built } from '../../scripts/container/build.ts';
import { called, judge, sizeOf, started, stopped, toolsIn } from '../../scripts/container/checks.ts';
import type { Asked } from '../../scripts/container/checks.ts';
import { stagesOf } from '../../scripts/container/file.ts';
import { discard, root, scratch } from '../examples/running.ts';
import { createDatabase, whyNoDatabase } from '../races/database.ts';

const why = whyNot();
if (why !== undefined) console.warn(`skipped: the steps of the container file cannot be run here: ${why}`);

const noDatabase = await whyNoDatabase();
if (noDatabase !== undefined) console.warn(`skipped: PostgreSQL by a setting: ${noDatabase}`);

let place: string;
let built: Built;
let count = 0;
const asked = (): Asked => ({
  place: { data: join(place, `data-${(count += 1)}`), document: join(root, 'examples', 'todo-backend.md') },
  calls: [
    { method: 'POST', path: '/todos', body: '{"title":"kept"}' },
    { method: 'GET', path: '/todos' },
  ],
});
const quiet = (): void => {};

describe.skipIf(why !== undefined)('what the container file makes', () => {
  beforeAll(() => {
    place = scratch();
    built = build(stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8')), root, place, quiet);
  }, 600_000);
  afterEach(endAll, 60_000);
  afterAll(() => discard(place), 60_000);

  it('is small, not root, heeds signals, keeps its rows in the volume, and says whether it is healthy', async () => {
    const holds: string[] = [];
    await judge(built, asked(), (line) => holds.push(line));
    expect(holds).toHaveLength(7);
    console.info(holds.join('\n'));
  });

  it('runs the other commands too, over a folder of the user', () => {
    const work = join(place, 'work');
    mkdirSync(work, { mode: 0o777 });
    const { entrypoint, directory, env, user } = built.stage.image;
    const ninefold = (...args: string[]): ReturnType<typeof runIn> =>
      runIn({
        root: built.root,
        args: [...entrypoint!, ...args],
        directory,
        env,
        user: '0:0',
        mounts: { [directory]: work },
      });
    expect(user).toBe('1000:1000');
    expect(ninefold('new', 'mine.md', '--from', 'todo-backend')).toMatchObject({
      status: 0,
      stdout: 'wrote mine.md\n',
    });
    expect(ninefold('check', 'mine.md')).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(work)).toEqual(['mine.md']);
  });

  it.skipIf(noDatabase !== undefined)(
    'keeps its rows in PostgreSQL when it is given one, by a setting alone',
    async () => {
      const { url, drop } = await createDatabase();
      try {
        const one = { ...asked(), env: { NINEFOLD_DATABASE: url } };
        const container = await started(built, one);
        expect((await called(container.url, one.calls[0])).status).toBe(201);
        await stopped(container);
        expect(readdirSync(one.place.data)).toEqual([]);
      } finally {
        await drop();
      }
    },
  );

  it.each<readonly [string, (sound: Built) => Built]>([
    [
      'may do what root may',
      (sound) => ({ ...sound, stage: { ...sound.stage, image: { ...sound.stage.image, user: '0:0' } } }),
    ],
    [
      'process 1 is not Node',
      (sound) => {
        const { entrypoint, command } = sound.stage.image;
        const words = ['sh', '-c', `trap '' TERM; ${[...entrypoint!, ...command!].join(' ')}; true`];
        return { ...sound, stage: { ...sound.stage, image: { ...sound.stage.image, entrypoint: words } } };
      },
    ],
    [
      '/tmp/elsewhere cannot be opened',
      (sound) => ({
        ...sound,
        stage: {
          ...sound.stage,
          image: { ...sound.stage.image, command: [...sound.stage.image.command!, '--data', '/tmp/elsewhere'] },
        },
      }),
    ],
  ])('would be told: %s', async (fault, wrong) => {
    await expect(judge(wrong(built), asked(), quiet)).rejects.toThrow(fault);
  });

  it('is judged by what is in it', () => {
    mkdirSync(outside(built.root, '/usr/local/bin/npm'));
    expect(toolsIn(built)).toEqual(['npm']);
    discard(outside(built.root, '/usr/local/bin/npm'));
    expect([sizeOf(built) > 1e6, toolsIn(built)]).toEqual([true, []]);
  });
});
