// Runs what a container file's steps made, as an engine would, and judges it. Input: the root of the last stage, a folder for data.
// Output: a line for each thing that holds; the first that does not is an error.

import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, chownSync, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { outside, runIn, start } from './box.ts';
import type { Run, Running } from './box.ts';
import type { Built } from './build.ts';

export const MEGABYTES = 40;

export interface Place {
  /** Mounted at the volume's path. */
  readonly data: string;
  /** Mounted as the document. */
  readonly document: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface Asked {
  readonly place: Place;
  /** Makes a row, and reads it. */
  readonly calls: readonly [Call, Call];
  readonly env?: Readonly<Record<string, string>>;
}

export function must(holds: boolean, fault: string): asserts holds {
  if (!holds) throw new Error(fault);
}

/** Of what was copied or made by the steps: all files but those of Node itself. */
export function sizeOf({ root }: Built): number {
  const bytes = (path: string): number => {
    const { isDirectory, size } = { isDirectory: lstatSync(path).isDirectory(), size: lstatSync(path).size };
    return isDirectory ? readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 0) : size;
  };
  return bytes(root);
}

/** Programs that install or build, which the last stage must not have. */
export function toolsIn({ root }: Built): readonly string[] {
  const tools = /^(?:npm|npx|corepack|pnpm|tsc|rolldown|vitest|oxlint|gcc|g\+\+|make|python\d*|git|curl|wget)$|^yarn/;
  const found = ['/usr/local', '/opt', '/ninefold'].flatMap((folder) =>
    existsSync(outside(root, folder)) ? readdirSync(outside(root, folder), { recursive: true, encoding: 'utf8' }) : [],
  );
  return [...new Set(found.map((path) => path.split('/').at(-1)!).filter((name) => tools.test(name)))];
}

export interface Container {
  readonly running: Running;
  readonly url: string;
  readonly operator: string;
  /** Of process 1, seen from outside. */
  readonly pid: number;
}

/** Starts it as `docker run --read-only` would, with the document and the volume, and waits until it is healthy. */
export async function started(built: Built, { place, env = {} }: Pick<Asked, 'place' | 'env'>): Promise<Container> {
  const { running, ports } = await launched(built, { place, env });
  const health = built.stage.image.health!;
  const pid = await running.pid();
  const until = Date.now() + 30_000;
  while (running.beside(health).status !== 0) {
    const gone = !existsSync(`/proc/${pid}`);
    if (gone) await running.exited;
    must(!gone && Date.now() < until, `it does not become healthy: ${running.said()}`);
    await sleep(50);
  }
  return { running, pid, url: `http://127.0.0.1:${ports[0]}`, operator: `http://127.0.0.1:${ports[1]}` };
}

/** Without waiting for anything. */
export async function launched(
  built: Built,
  { place, env = {} }: Pick<Asked, 'place' | 'env'>,
): Promise<{ readonly running: Running; readonly ports: readonly number[] }> {
  const ports = [await freePort(), await freePort()];
  const { image } = built.stage;
  const [uid, gid = uid] = (image.user ?? '0').split(':').map(Number);
  const [volume = '/nowhere'] = image.volumes;
  mkdirSync(place.data, { recursive: true });
  // An engine gives a new volume to whom the folder in the image belongs.
  chownSync(place.data, statSync(outside(built.root, volume)).uid, statSync(outside(built.root, volume)).gid);
  const run: Run = {
    root: built.root,
    args: [...image.entrypoint!, ...image.command!],
    user: `${uid}:${gid}`,
    env: {
      ...image.env,
      NINEFOLD_PUBLIC_URL: 'http://service.test',
      NINEFOLD_PORT: `${ports[0]}`,
      NINEFOLD_OPERATOR_PORT: `${ports[1]}`,
      ...env,
    },
    directory: image.directory,
    mounts: { [volume]: place.data, [image.command![1]!]: `${place.document}:ro` },
    readOnly: true,
  };
  return { running: start(run), ports };
}

/** With a status from SIGTERM on, within the ten seconds that engines wait. */
export async function stopped(
  { running, pid }: Pick<Container, 'running' | 'pid'>,
  right: readonly number[] = [0],
): Promise<number> {
  const began = performance.now();
  if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGTERM');
  const status = await Promise.race([running.exited, sleep(8000, 'late' as const)]);
  if (status === 'late') process.kill(pid, 'SIGKILL');
  must(
    status !== 'late' && right.includes(status),
    `SIGTERM: ${status === 'late' ? 'it does not stop' : `it ends with ${status}`}: ${running.said()}`,
  );
  return performance.now() - began;
}

export async function called(url: string, { method, path, body }: Call): Promise<{ status: number; text: string }> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
}

/** Everything that is run, one after the other. */
export async function judge(built: Built, asked: Asked, say: (line: string) => void): Promise<void> {
  const size = sizeOf(built) / 1e6;
  must(size < MEGABYTES, `${size.toFixed(1)} MB are copied, at most ${MEGABYTES}`);
  say(`${size.toFixed(1)} MB are in it beside Node`);
  must(toolsIn(built).length === 0, `the last stage has ${toolsIn(built).join(', ')}`);
  say('nothing that installs or builds is in it');
  const { image } = built.stage;
  const alone = { root: built.root, directory: image.directory, env: image.env, user: image.user };
  const version = runIn({ ...alone, args: [...image.entrypoint!, '--version'], readOnly: true });
  must(version.status === 0, `--version: ${version.stderr}`);
  const unhealthy = runIn({ ...alone, args: image.health!, env: { ...image.env, NINEFOLD_OPERATOR_PORT: '1' } });
  must(unhealthy.status === 1, 'the health check is content where nothing answers');
  const first = await started(built, asked);
  await judgeProcess(first, image.user!);
  say('process 1 is Node, not root, may do nothing that root may, and writes to the volume alone');
  await judgePorts(first);
  say('the service is for others, the operator’s port is not');
  const [make, read] = asked.calls;
  const made = await called(first.url, make);
  must(made.status < 300, `${make.method} ${make.path}: ${made.status} ${made.text}`);
  const before = await called(first.url, read);
  say(`SIGTERM stops it in ${Math.round(await stopped(first))} ms`);
  const second = await started(built, asked);
  const after = await called(second.url, read);
  must(
    after.status === 200 && after.text === before.text,
    `another container over the same volume answers ${after.text}, not ${before.text}`,
  );
  await stopped(second);
  say('another container over the same volume has its rows');
  say(`SIGTERM while it starts stops it in ${Math.round(await stoppedEarly(built, asked))} ms`);
}

async function judgeProcess({ pid }: Container, user: string): Promise<void> {
  const [uid] = user.split(':');
  must(field(pid, 'NSpid').split('\t').at(-1) === '1', 'it is not process 1');
  must(
    field(pid, 'Uid')
      .split('\t')
      .every((one) => one === uid),
    `it runs as ${field(pid, 'Uid')}`,
  );
  must(/^0+$/.test(field(pid, 'CapEff')), 'it may do what root may');
}

/** By an address of this machine that is not its own alone. */
async function judgePorts({ url, operator }: Container): Promise<void> {
  const others = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  const [other] = others;
  must((await fetch(`${operator}/readyz`)).status === 200, 'the operator’s port does not answer within');
  if (other === undefined) return;
  const by = (address: string): string => address.replace('127.0.0.1', other.address);
  must((await fetch(by(url)).catch(() => undefined)) !== undefined, 'the service cannot be reached from outside');
  must(
    (await fetch(by(`${operator}/readyz`)).catch(() => undefined)) === undefined,
    'the operator’s port can be reached from outside',
  );
}

/**
 * Before its data is there: the first process gets no signal that it does not ask for. Node itself asks for one SIGTERM,
 * and can do nothing with it; it is sent first, so that what is asked for afterwards can be seen.
 */
async function stoppedEarly(built: Built, { place, env = {} }: Asked): Promise<number> {
  const data = `${place.data}-early`;
  const { running } = await launched(built, { place: { ...place, data }, env });
  const pid = await running.pid();
  const asks = (): boolean =>
    (BigInt(`0x${field(pid, 'SigCgt')}`) >> BigInt(constants.signals.SIGTERM - 1)) % 2n === 1n;
  const until = async (wanted: boolean): Promise<void> => {
    while (existsSync(`/proc/${pid}`) && asks() !== wanted) await sleep(1);
  };
  await until(true);
  process.kill(pid, 'SIGTERM');
  await until(false);
  await until(true);
  must(readdirSync(data).length === 0, 'SIGTERM while it starts: it asks for none until its data is there');
  return stopped({ running, pid }, [0, 128 + constants.signals.SIGTERM]);
}

function field(pid: number, name: string): string {
  if (!existsSync(`/proc/${pid}/status`)) return '0';
  return new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
