// `npm run conduit -- PATH`: RealWorld's public Hurl suite against examples/conduit.md, served as users serve it, in fresh data, on each
// engine. PATH is a folder with `*.hurl`, https://github.com/gothinkster/realworld, specs/api/hurl; nothing of it is part of this repository.
// The same requests go to a stub that answers 404 to everything: what passes there says nothing. Exit status 1 where anything failed.

import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

import { discard, ninefold, root, scratch, serve } from '../test/examples/running.ts';
import { DATABASE, ownSchema } from '../test/store/postgres.ts';
import { type Request, requestsOf, Unknown } from './conduit/hurl.ts';
import { added, play, type Played } from './conduit/play.ts';

interface HurlFile {
  readonly name: string;
  readonly requests: readonly Request[];
}

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0) {
  console.error('npm run conduit -- PATH, where PATH is a folder with *.hurl, such as specs/api/hurl of RealWorld');
  process.exit(1);
}
process.exitCode = await run(folder);

async function run(path: string): Promise<number> {
  const files = filesIn(path);
  if (typeof files === 'string') {
    console.error(files);
    return 1;
  }
  const sqlite = await onEngine('SQLite', files);
  const postgres = await onPostgres(files);
  const stub = await onStub(files);
  const all = added([sqlite, ...(postgres ? [postgres] : [])]);
  if (stub.assertsPassed === stub.asserts) {
    console.error('a stub that does nothing passes all of it: these files assert nothing');
    return 1;
  }
  return all.failures.length > 0 ? 1 : 0;
}

/** A text: why they cannot be run. */
function filesIn(path: string): readonly HurlFile[] | string {
  try {
    const names = readdirSync(path).filter((name) => name.endsWith('.hurl'));
    if (names.length === 0) return `${path} has no *.hurl`;
    return names.toSorted().map((name) => ({
      name,
      requests: requestsOf(readFileSync(join(path, name), 'utf8'), name, ['host', 'uid']),
    }));
  } catch (error) {
    if (error instanceof Unknown || (error as NodeJS.ErrnoException).code !== undefined)
      return (error as Error).message;
    throw error;
  }
}

async function onEngine(engine: string, files: readonly HurlFile[], database?: string): Promise<Played> {
  const directory = scratch();
  const document = join(directory, 'conduit.md');
  copyFileSync(join(root, 'examples', 'conduit.md'), document);
  try {
    const made = await ninefold(['keys', 'create', document, 'main']);
    if (made.status !== 0) throw new Error(made.stderr);
    const service = await serve(document, {
      data: join(directory, 'data'),
      options: ['--log', 'failures'],
      ...(database !== undefined && { database }),
    });
    try {
      return await against(`examples/conduit.md on ${engine}`, service.url, files);
    } finally {
      await service.stop();
    }
  } finally {
    discard(directory);
  }
}

async function onPostgres(files: readonly HurlFile[]): Promise<Played | undefined> {
  const schema = await ownSchema().catch((error: unknown) => String(error));
  if (typeof schema === 'string') {
    console.error(
      `\nSKIPPED on PostgreSQL: none answers at ${DATABASE.replace(/:[^:@/]*@/, ':…@')} (${schema}); name one in TEST_DATABASE`,
    );
    return undefined;
  }
  try {
    return await onEngine('PostgreSQL', files, schema.url);
  } finally {
    await schema.drop();
  }
}

async function onStub(files: readonly HurlFile[]): Promise<Played> {
  const server = createServer((_, response) => void response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await against('a stub that answers 404 to everything', `http://127.0.0.1:${port}`, files, false);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function against(what: string, host: string, files: readonly HurlFile[], tellsFailures = true): Promise<Played> {
  console.log(`\n${what}`);
  const all: Played[] = [];
  const uid = String(Date.now());
  const width = Math.max(...files.map(({ name }) => basename(name).length));
  for (const { name, requests } of files) {
    const played = await play(requests, { host, uid });
    all.push(played);
    console.log(`  ${name.padEnd(width)}  ${counted(played)}`);
    if (tellsFailures) for (const failure of played.failures) console.log(`    ${name}:${failure}`);
  }
  const sum = added(all);
  console.log(`  ${'all'.padEnd(width)}  ${counted(sum)}`);
  return sum;
}

function counted({ requests, requestsPassed, asserts, assertsPassed }: Played): string {
  return `${requestsPassed} of ${requests} requests, ${assertsPassed} of ${asserts} assertions passed`;
}
