// The cluster of examples/cluster holds together: what compose.yaml, haproxy.cfg, the image and docs/cluster.md name is
// there, and is the same in all of them. No engine runs here.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stagesOf } from '../../scripts/container/file.ts';
import { root } from './running.ts';
import { run } from '../../src/cli/program.ts';
import { SETTINGS, variableOf } from '../../src/cli/settings.ts';
import { captured } from '../cli/captured.ts';
import { faultOfAddress, hasPassword } from '../../src/store/postgres/address.ts';

interface Service {
  readonly build?: { readonly context: string };
  readonly image?: string;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
}

const FOLDER = join(root, 'examples', 'cluster');
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const compose: {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
} = parse(textOf('compose.yaml'));
const services = Object.entries(compose.services);
const nodes = services.filter(([, { build }]) => build !== undefined);
const haproxy = textOf('haproxy.cfg');
const { image } = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8')).at(-1)!;

/** Keys of the Compose Specification that this file uses; another one may be a slip. */
const TOP = ['name', 'services', 'volumes', 'x-node'];
const OF_SERVICE =
  'build command depends_on environment healthcheck image ports restart stop_grace_period volumes'.split(' ');

describe('compose.yaml', () => {
  it('uses no key that Compose does not know', () => {
    expect(Object.keys(parse(textOf('compose.yaml'))).filter((key) => !TOP.includes(key))).toEqual([]);
    for (const [name, service] of services)
      expect([name, ...Object.keys(service).filter((key) => !OF_SERVICE.includes(key))]).toEqual([name]);
  });

  it('runs three processes that are the same in all', () => {
    expect(nodes).toHaveLength(3);
    for (const [, node] of nodes) expect(node).toEqual(nodes[0]![1]);
  });

  it('mounts and builds what is there', () => {
    for (const [, { build, volumes = [] }] of services) {
      if (build) expect(existsSync(join(FOLDER, build.context, 'Dockerfile'))).toBe(true);
      for (const volume of volumes) {
        const from = volume.split(':')[0]!;
        expect([from, from in compose.volumes || (from.startsWith('.') && existsSync(join(FOLDER, from)))]).toEqual([
          from,
          true,
        ]);
      }
    }
  });

  it('waits for what says whether it is healthy, and each process says so on its operator’s port', () => {
    for (const [, { depends_on: others = {} }] of services)
      for (const [name, { condition }] of Object.entries(others)) {
        expect(condition).toBe('service_healthy');
        const { build, healthcheck } = compose.services[name]!;
        expect(build === undefined ? healthcheck : image.health).toBeDefined();
      }
    // What the image asks must be what the processes here answer.
    for (const [, { healthcheck, command }] of nodes)
      expect([healthcheck, command!.some((word) => word.startsWith('--operator-port'))]).toEqual([undefined, false]);
    expect(image.health!.join(' ')).toContain("'/readyz'");
  });

  it('shows the service alone, through the balancer, and no password', () => {
    const published = services.filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['balancer', ['127.0.0.1:8080:8080']]]);
    const asked = '${POSTGRES_PASSWORD:?choose a password for the database}';
    for (const [, { environment: node }] of nodes) expect(node!['PGPASSWORD']).toBe(asked);
    expect(compose.services['database']!.environment!['POSTGRES_PASSWORD']).toBe(asked);
    expect(textOf('compose.yaml').split('${POSTGRES_PASSWORD')).toHaveLength(3);
  });

  it('gives serve what it knows, and settings by variables that there are', async () => {
    const console = captured();
    await run(['serve', '--help'], console);
    const known = [...console.stdout().matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
    const [command, , ...words] = nodes[0]![1].command!;
    expect(command).toBe('serve');
    expect(words.filter((word) => word.startsWith('--') && !known.includes(word))).toEqual([]);
    const settings = Object.keys(nodes[0]![1].environment!).filter((name) => name.startsWith('NINEFOLD_'));
    const variables = SETTINGS.map(({ key }) => variableOf(key));
    expect(settings.filter((name) => !variables.includes(name))).toEqual([]);
  });

  it('names the database as it is made', () => {
    const { POSTGRES_USER: user, POSTGRES_DB: database } = compose.services['database']!.environment!;
    const url = nodes[0]![1].environment!['NINEFOLD_DATABASE'];
    expect(url).toBe(`postgres://${user}@database:5432/${database}`);
  });
});

describe('haproxy.cfg', () => {
  it('sends calls to each process, and asks each operator’s port by a name that it answers to', () => {
    const servers = [...haproxy.matchAll(/^ {2}server (\S+) (\S+):(\d+)/gm)].map(([, ...parts]) => parts);
    expect(servers).toEqual(nodes.map(([name]) => [name, name, '8080']));
    expect(haproxy).toContain('http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost\n');
    expect(haproxy).toContain('default-server check port 8081 ');
    expect(haproxy).toContain('bind :8080\n  default_backend nodes\n');
    expect(haproxy).toContain('\nbackend nodes\n');
  });

  it('sees that a process stops before its port closes, and that is long before it is killed', () => {
    const [, inter, fall] = /^ {2}default-server .* inter (\d+)s fall (\d+)/m.exec(haproxy)!;
    const unseen = Number(inter) * Number(fall);
    for (const [, { environment, stop_grace_period: grace }] of nodes) {
      const delay = Number(environment!['NINEFOLD_SHUTDOWN_DELAY']);
      expect(delay).toBeGreaterThan(unseen);
      expect(Number.parseInt(grace!, 10)).toBeGreaterThan(delay + 10);
    }
    const page = readFileSync(join(root, 'docs', 'cluster.md'), 'utf8');
    const { environment, stop_grace_period: grace } = nodes[0]![1];
    for (const said of [
      `inter ${inter}s fall ${fall}`,
      `NINEFOLD_SHUTDOWN_DELAY: ${environment!['NINEFOLD_SHUTDOWN_DELAY']}`,
      `stop_grace_period: ${grace}`,
      `every ${inter} seconds`,
      `after ${unseen} seconds`,
    ])
      expect(page).toContain(said);
  });

  it('repeats no call that a process may have begun', () => {
    expect(haproxy.match(/retry-on .*/g)).toEqual(['retry-on conn-failure']);
  });
});

it('the image starts what compose.yaml tells to serve, for others', () => {
  expect([image.entrypoint?.[0], image.env['NINEFOLD_HOST'], image.ports]).toEqual(['node', '0.0.0.0', ['8080']]);
  for (const [, { command }] of nodes) expect(command!.slice(0, 2)).toEqual(image.command);
});

describe('docs/cluster.md', () => {
  const page = readFileSync(join(root, 'docs', 'cluster.md'), 'utf8');

  it('names files that are there', () => {
    const named = [...page.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
    for (const [, document] of page.matchAll(/(examples\/\S+\.md)/g))
      expect(existsSync(join(root, document!))).toBe(true);
  });

  it('shows, as commands.md and operate.md do, no address behind --database that the command refuses', () => {
    const pages = [
      page,
      readFileSync(join(root, 'docs', 'operate.md'), 'utf8'),
      readFileSync(join(root, 'docs', 'commands.md'), 'utf8'),
    ];
    const shown = pages.flatMap((text) =>
      [...text.matchAll(/--database "?(postgres:[^\s`"]+)/g)].map(([, url]) => url!),
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((url) => hasPassword(url) || faultOfAddress(url) !== undefined)).toEqual([]);
  });

  it('runs in compose what compose.yaml has', () => {
    const called = [...page.matchAll(/docker compose (?:kill|up --wait|run .*?:ro") (\S+)/g)].map(([, name]) => name!);
    expect(called).toEqual(['node2', 'database', 'node1']);
    expect(called.filter((name) => !(name in compose.services))).toEqual([]);
  });
});
