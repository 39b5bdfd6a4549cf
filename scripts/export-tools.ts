// `npm run export-tools -- FOLDER [REQUESTS [EXAMPLE…]]`: what others make of the OpenAPI of each example. FOLDER is one in which npm has installed
// @redocly/cli, @stoplight/spectral-cli, @stoplight/prism-cli, @usebruno/cli, openapi-typescript, openapi-fetch and typescript 5; none of
// them is part of this repository. REQUESTS go through Prism for each example, 5,000 where it is left out. Exit status 1 where anything failed.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { discard, ninefold, root, scratch, serve } from '../test/examples/running.ts';
import type { Json } from '../test/export/judged.ts';
import { runClient } from './export-tools/client.ts';
import { learn, send, startPrism, throughPrism, type Proxied } from './export-tools/prism.ts';
import { found, Traffic, type Operation, type Sent } from './export-tools/traffic.ts';

const [folder, requests = '5000', ...only] = process.argv.slice(2);
if (folder === undefined || !/^\d+$/.test(requests)) {
  console.error('npm run export-tools -- FOLDER [REQUESTS [EXAMPLE…]], where FOLDER has the tools in its node_modules');
  process.exit(1);
}
const tools = resolve(folder);
/** What is run here, and nothing else of the folder. */
const PACKAGES = [
  '@redocly/cli',
  '@stoplight/spectral-cli',
  '@usebruno/cli',
  'openapi-typescript',
  'openapi-fetch',
  'typescript',
  '@stoplight/prism-cli',
];
const failures: string[] = [];
process.exitCode = await main();

async function main(): Promise<number> {
  const missing = PACKAGES.filter((name) => versionOf(name) === undefined);
  if (missing.length > 0) {
    console.error(`${tools} has no ${missing.join(', ')}`);
    return 1;
  }
  console.log(PACKAGES.map((name) => `${name} ${versionOf(name)}`).join(', '));
  const names = readdirSync(join(root, 'examples')).flatMap((name) => /^(.*)\.md$/.exec(name)?.[1] ?? []);
  for (const name of names.filter((one) => only.length === 0 || only.includes(one))) await example(name);
  for (const failure of failures) console.error(failure);
  return failures.length > 0 ? 1 : 0;
}

function versionOf(name: string): string | undefined {
  const file = join(tools, 'node_modules', name, 'package.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version
    : undefined;
}

function tool(
  name: string,
  args: readonly string[],
  cwd: string,
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(tools, 'node_modules/.bin', name), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { status, said: `${stdout}${stderr}` };
}

function held(what: string, { status, said }: { readonly status: number | null; readonly said: string }): void {
  console.log(`  ${what.padEnd(20)} ${status === 0 ? 'passes' : 'FAILS'}`);
  if (status !== 0) failures.push(`${what}: ${said.slice(-4000)}`);
}

async function example(name: string): Promise<void> {
  console.log(`\n${name}`);
  const directory = scratch();
  try {
    const document = join(directory, `${name}.md`);
    copyFileSync(join(root, 'examples', `${name}.md`), document);
    const file = join(directory, 'openapi.json');
    held('ninefold export', await ninefold(['export', document, '--to', 'openapi', '-o', file]).then(saidOf));
    held('Redocly', tool('redocly', ['lint', file, '--skip-rule=no-unused-components'], directory));
    writeFileSync(join(directory, 'spectral.json'), '{"extends":["spectral:oas"]}');
    held('Spectral', tool('spectral', ['lint', '-r', 'spectral.json', '--fail-severity=error', file], directory));
    held('bru import openapi', tool('bru', ['import', 'openapi', '-s', file, '-o', directory, '-n', name], directory));
    await served(name, document, file, directory);
  } finally {
    discard(directory);
  }
}

function saidOf({ status, stdout, stderr }: Awaited<ReturnType<typeof ninefold>>): Parameters<typeof held>[1] {
  return { status, said: stdout + stderr };
}

async function served(name: string, document: string, file: string, directory: string): Promise<void> {
  // Where the service signs tokens it wants a key; where it does not, the command says so.
  await ninefold(['keys', 'create', document, 'main']);
  const service = await serve(document, { data: join(directory, 'data'), options: ['--log', 'failures'] });
  try {
    const api = JSON.parse(readFileSync(file, 'utf8')) as Json;
    const traffic = new Traffic(api, name.length);
    const renew = (): Promise<void> => peopleWithRoles(api, traffic, document, service);
    const proxied = await proxy(file, service.url + pathOf(api), { traffic, count: Number(requests), renew });
    console.log(`  Prism                ${counted(proxied)}`);
    for (const [fault, times] of proxied.faults) failures.push(`${name}: ${times} times: ${fault}`);
    await canary(api, service.url + pathOf(api), directory);
    await client(file, document, directory, { traffic, base: service.url + pathOf(api) });
  } finally {
    await service.stop();
  }
}

function pathOf(api: Json): string {
  return new URL(api['servers'][0].url as string, 'http://x').pathname.replace(/\/$/, '');
}

interface Load {
  readonly traffic: Traffic;
  readonly count: number;
  readonly renew: () => Promise<void>;
}

async function proxy(file: string, upstream: string, { traffic, count, renew }: Load): Promise<Proxied> {
  const prism = await startPrism(tools, file, upstream);
  try {
    return await throughPrism(prism.url, traffic, count, renew);
  } finally {
    await prism.stop();
  }
}

function counted({ requests: all, accepted, misses, seen, statuses, never, faults }: Proxied): string {
  const each = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  const none = never.length === 0 ? '' : `; accepted by none of: ${never.join(', ')}`;
  return `${all} requests, ${accepted} accepted, ${misses} near misses of which Prism sees ${seen}; ${[...faults.values()].reduce((sum, one) => sum + one, 0)} violations; ${each.join(', ')}${none}`;
}

/** Of a document in which every success is described wrongly, Prism has to find violations. */
async function canary(api: Json, upstream: string, directory: string): Promise<void> {
  const wrong = structuredClone(api) as { paths: Record<string, Record<string, { responses: Record<string, Json> }>> };
  for (const item of Object.values(wrong.paths))
    for (const { responses } of Object.values(item))
      for (const status of Object.keys(responses))
        if (status.startsWith('2'))
          responses[status] = { description: 'wrong', content: { 'application/json': { schema: { const: 'never' } } } };
  const file = join(directory, 'wrong.json');
  writeFileSync(file, JSON.stringify(wrong));
  const { faults } = await proxy(file, upstream, {
    traffic: new Traffic(wrong as Json, 7),
    count: 60,
    renew: () => Promise.resolve(),
  });
  if (faults.size === 0)
    failures.push('Prism finds nothing where every success is described wrongly: it proves nothing');
}

/** Somebody who is signed in, and one for each role that an operation asks for, by the operator's hand. */
async function peopleWithRoles(
  api: Json,
  traffic: Traffic,
  document: string,
  service: { readonly url: string; readonly operator: string },
): Promise<void> {
  const base = service.url + pathOf(api);
  for (const [name, scheme] of Object.entries<Json>(api['components'].securitySchemes ?? {})) {
    const field = /^`(\w+)\.(\w+)`$/.exec(String(scheme['x-ninefold-roles']));
    const named = traffic.operations.flatMap(({ operation }) =>
      ((operation['security'] ?? []) as readonly Json[]).flatMap((one) => (one[name] ?? []) as readonly string[]),
    );
    for (const role of ['', ...(field ? new Set(named) : [])]) {
      let [isThere, tries] = [false, 0];
      for (; !isThere && tries < 100; tries++) {
        const before = traffic.people.length;
        for (const of of traffic.operations)
          if (of.method === 'POST' && of.operation['security']?.length === 0) await tried(traffic, base, of);
        const person = traffic.people[before];
        if (!person) continue;
        isThere = role === '' || (await hasRole(api, person.shown, { document, field: field!, role, service }));
      }
      if (!isThere) return void failures.push(`${document}: nobody could sign up${role && ` as ${role}`}`);
    }
  }
}

/** The same answer may show others, whose ids name no row of this resource. */
async function hasRole(
  api: Json,
  shown: unknown,
  given: {
    readonly document: string;
    readonly field: readonly string[];
    readonly role: string;
    readonly service: { readonly operator: string };
  },
): Promise<boolean> {
  const [, resource = '', field = ''] = given.field;
  const key = String(api['components'].schemas[resource]['x-ninefold-identified-by']).replaceAll('`', '');
  const id = found(found(shown, resource.toLowerCase()) ?? shown, key);
  const set = ['row', 'set', given.document, resource, String(id), `${field}=${given.role}`];
  return (await ninefold([...set, '--operator', given.service.operator])).status === 0;
}

async function tried(traffic: Traffic, base: string, of: Operation): Promise<void> {
  const call = traffic.valid(of);
  learn(traffic, call, await send(base, call));
}

async function client(
  file: string,
  document: string,
  directory: string,
  { traffic, base }: { readonly traffic: Traffic; readonly base: string },
): Promise<void> {
  const calls: Sent[] = [];
  for (const of of traffic.operations) {
    let call = traffic.valid(of);
    // One that is accepted, where there is one: what it changes may keep the next from being that.
    for (let tries = 0; tries < 20; tries++) {
      if (tries > 0) call = traffic.valid(of);
      const answer = await send(base, call);
      learn(traffic, call, answer);
      if (answer.status < 400) break;
    }
    calls.push(call);
  }
  const { stdout: types } = await ninefold(['export', document, '--to', 'types']);
  const { errors, said, status } = runClient({ tools, directory: join(directory, 'client'), file, types, base, calls });
  const accepted = /^accepted (\d+)$/m.exec(said)?.[1];
  const isFine = errors === '' && status === 0 && said.trim() === `accepted ${accepted}` && accepted !== '0';
  console.log(`  openapi-fetch        ${isFine ? `${calls.length} operations called, ${accepted} accepted` : 'FAILS'}`);
  if (!isFine) failures.push(`${document}: ${errors}${said}`.slice(0, 4000));
}
