// What `ninefold verify` says and how it exits: verdicts, flags, baselines, credentials.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { VERIFY_FORMATS } from '../../src/verify/report/formats.ts';
import type { VerifyReport } from '../../src/verify/report/json.ts';
import { place, type Place, type Said } from './command.ts';
import { modelOf } from './document.ts';
import { wrong } from './report/wrong-service.ts';
import { exampleText, tampered, type Between, type Passed } from './running.ts';

const TODO = exampleText('todo-backend');
/** What is not shown about unknown fields of the body, and what is an error. */
const GAP = TODO.replace('- Unknown fields: ignored', '- Unknown fields: not shown');
const ERROR = TODO.replace('201 created, Todo', '201 created, Tood');

let here: Place;
let running: Pick<Between, 'url' | 'close'> | undefined;
beforeAll(() => {
  here = place({ KEY: 'ada:s3cret"pass/w+rd' });
  here.write('todo.md', TODO);
  here.write('gap.md', GAP);
  here.write('error.md', ERROR);
  here.write('broker.md', exampleText('service-broker'));
  here.write('broker.key', 'bob:an0ther secret\n');
});
afterAll(() => here.remove());
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function verified(change: (passed: Passed) => void, file: string, ...args: readonly string[]): Promise<Said> {
  running ??= await tampered(modelOf(TODO), change);
  return here.verify(file, '--url', running.url.href, '--seed', '1', '--requests', '100', ...args);
}

const untouched = (): void => undefined;

function reportIn({ stdout }: Said): VerifyReport {
  return JSON.parse(stdout) as VerifyReport;
}

describe('the exit status', () => {
  it('is 0 where the service does what the document states', async () => {
    const { status, stdout, stderr } = await verified(untouched, 'todo.md');
    // What it says every two seconds is beside the point.
    expect([status, stderr.replaceAll(/^\d+ s: \d+ requests, .*\n/gm, '')]).toEqual([0, '']);
    expect(stdout).toMatch(/\npass: 0 failures, 0 invented, 0 met a gap, .*--seed 1\n$/);
  });

  it('is 1 where it does not', async () => {
    const { status, stdout } = await verified(wrong, 'todo.md');
    expect(status).toBe(1);
    expect(stdout).toMatch(/\nfail: \d+ failures/);
  });

  it('is 3 where a gap was met, and 0 with --allow-gaps', async () => {
    // It refuses what the other document leaves open.
    const refuses = TODO.replace('- Unknown fields: ignored', '- Unknown fields: refused').replace(
      'any field invalid |',
      'any field invalid, unknown field |',
    );
    running = await tampered(modelOf(refuses), untouched);
    const one = await verified(untouched, 'gap.md', '--format', 'json', '--requests', '200');
    expect(reportIn(one)).toMatchObject({ verdict: 'inconclusive', failures: [], invented: [] });
    expect(reportIn(one).inconclusive.map(({ gap }) => gap)).toContainEqual(expect.stringContaining('unknown-fields'));
    expect(one.status).toBe(3);
    expect((await verified(untouched, 'gap.md', '--allow-gaps')).status).toBe(0);
  });

  it('is 1 where the document has errors, and nothing is sent', async () => {
    let sent = 0;
    const { status, stdout, stderr } = await verified(() => (sent += 1), 'error.md');
    expect([status, stdout, sent]).toEqual([1, '', 0]);
    expect(stderr).toContain('Tood');
    expect(stderr).toContain('error.md has an error; nothing is sent');
  });
});

describe('--seed', () => {
  it('makes the same report again', async () => {
    const reports: string[] = [];
    for (let nth = 0; nth < 2; nth += 1) {
      const said = await verified(wrong, 'todo.md', '--format', 'json');
      reports.push(said.stdout.replaceAll(running!.url.host, 'host'));
      await running!.close();
      running = undefined;
    }
    expect(reports[1]).toBe(reports[0]);
  });
});

describe('--read-only', () => {
  it('sends nothing that changes anything, and says so', async () => {
    const methods = new Set<string>();
    const said = await verified(({ method }) => methods.add(method), 'todo.md', '--read-only', '--format', 'json');
    expect([...methods].filter((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one))).toEqual([]);
    expect(methods.has('GET')).toBe(true);
    expect(reportIn(said).notExercised.map(({ why }) => why)).toContain(
      '--read-only sends nothing that changes something',
    );
  });
});

const extra = (passed: Passed): void => void (passed.headers['x-served-by'] = 'a');
const more = (passed: Passed): void => {
  if (passed.status === 201) passed.answer = passed.answer.replace('{', '{"secret":1,');
};

describe('what is invented', () => {
  it('does not count where its header is not looked at', async () => {
    expect((await verified(extra, 'todo.md')).status).toBe(1);
    expect((await verified(extra, 'todo.md', '--ignore-header', 'X-Served-By')).status).toBe(0);
  });

  it('is listed where the document leaves the list open, and a failure with --no-invented', async () => {
    here.write('open.md', TODO.replace('- Lists: complete unless marked', '- Lists: complete only where marked'));
    const { status, stdout } = await verified(more, 'open.md');
    expect([status, stdout.includes('the document does not state it; listed, not a failure')]).toEqual([0, true]);
    expect((await verified(more, 'open.md', '--no-invented')).status).toBe(1);
  });
});

describe('a baseline', () => {
  it('is written, wants reasons, holds until its day, and says what ended', async () => {
    const written = await verified(wrong, 'todo.md', '--write-baseline', 'known.json');
    expect(written.status).toBe(1);
    expect(written.stderr).toContain('known.json is written');
    const without = await verified(wrong, 'todo.md', '--baseline', 'known.json');
    expect([without.status, without.stdout]).toEqual([2, '']);
    expect(without.stderr).toMatch(/^ninefold: known\.json:\d+:14: it is no baseline: expected an entry with `why`/);

    const text = readFileSync(join(here.directory, 'known.json'), 'utf8').replaceAll('"why": ""', '"why": "later"');
    here.write('known.json', text);
    const known = await verified(wrong, 'todo.md', '--baseline', 'known.json', '--format', 'json');
    expect(known.status).toBe(0);
    expect(reportIn(known)).toMatchObject({ verdict: 'pass', failures: [], invented: [], ended: [] });
    expect(reportIn(known).known.length).toBeGreaterThan(2);

    here.write('late.json', text.replace(/"until": "[\d-]+"/, '"until": "2026-01-01"'));
    const late = await verified(wrong, 'todo.md', '--baseline', 'late.json', '--format', 'json');
    expect([late.status, reportIn(late).failures.length + reportIn(late).invented.length]).toEqual([1, 1]);

    await running!.close();
    running = undefined;
    const mended = await verified(untouched, 'todo.md', '--baseline', 'known.json');
    expect(mended.status).toBe(0);
    expect(mended.stdout).toContain('No longer seen, although the baseline has it');
    expect(mended.stdout).toContain('wrong status  PATCH /todos/{id}');
  });

  it('leaves others failing as before', async () => {
    here.write('none.json', '{"known": []}');
    expect((await verified(wrong, 'todo.md', '--baseline', 'none.json')).status).toBe(1);
  });

  it.each([
    ['', '1:1: it is no baseline: expected a value of JSON'],
    ['{"known": [}', '1:12: it is no baseline: expected a value of JSON'],
    ['[]', '1:1: it is no baseline: expected a list `known`'],
    ['{"known":\n  7}', '2:3: it is no baseline: expected a list `known`'],
    ['{"known": [\n 7]}', '2:2: it is no baseline: expected an entry with its `class`'],
    ['{"known": [{"class": "a", "why": " "}]}', '1:34: it is no baseline: expected an entry with `why`'],
    [
      '{"known": [{"class": "a", "why": "b", "until":\n"soon"}]}',
      '2:1: it is no baseline: expected an entry with `until`',
    ],
  ])('that is broken is wrong usage, at its place: %j', async (text, sentence) => {
    here.write('broken.json', text);
    const said = await here.verify('todo.md', '--url', 'http://127.0.0.1:9', '--baseline', 'broken.json');
    expect([said.status, said.stdout]).toEqual([2, '']);
    expect(said.stderr).toContain(`broken.json:${sentence}`);
  });
});

/** It answers everything with all that it was sent. */
async function echoing(): Promise<{ readonly url: string; readonly authorizations: string[] }> {
  const authorizations: string[] = [];
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const said = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('latin1');
    authorizations.push(said);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('X-Seen', [authorization, encodeURIComponent(said)]);
    response.end(JSON.stringify({ [said]: said, authorization, path: request.url }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  running = { url, close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()) };
  return { url: url.href, authorizations };
}

describe('credentials', () => {
  const SECRETS = ['ada:s3cret"pass/w+rd', 'bob:an0ther secret'].flatMap((secret) => {
    const [, password] = secret.split(':');
    return [secret, password!].flatMap((one) => [
      one,
      encodeURIComponent(one),
      JSON.stringify(one).slice(1, -1),
      Buffer.from(one).toString('base64'),
    ]);
  });

  it.each(VERIFY_FORMATS)('are sent, and in no report: %s', async (format) => {
    const { url, authorizations } = await echoing();
    const flags = ['--credential', 'signed-in=env:KEY', '--credential', 'signed-in=file:broker.key'];
    const limits = ['--requests', '60', '--seed', '1', '--seconds', '5'];
    const { status, stdout, stderr } = await here.verify(
      'broker.md',
      '--url',
      url,
      ...limits,
      ...flags,
      '--format',
      format,
    );
    expect(status).toBe(1);
    expect(authorizations).toContain('ada:s3cret"pass/w+rd');
    expect(authorizations).toContain('bob:an0ther secret');
    for (const secret of SECRETS) expect(`${stdout}${stderr}`).not.toContain(secret);
    expect(stdout).toContain('credential of');
  });

  it.each([
    [['signed-in=env:NONE'], 'the environment has no NONE'],
    [['signed-in=file:none.key'], 'cannot open none.key'],
    [['signed-in=s3cret'], 'a credential on the command line could be read'],
    [['=env:KEY'], 'a credential on the command line could be read'],
    [['admin=env:KEY'], 'the document has no role `admin`; there is `signed-in`'],
  ])('of another form are refused, and not repeated: %j', async (given, sentence) => {
    const flags = given.flatMap((one) => ['--credential', one]);
    const { status, stderr } = await here.verify('broker.md', '--url', 'http://127.0.0.1:9', ...flags);
    expect(status).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('s3cret');
  });

  it('are refused where the document has nothing to send them by', async () => {
    const said = await here.verify('todo.md', '--url', 'http://127.0.0.1:9', '--credential', 'admin=env:KEY');
    expect([said.status, said.stderr.includes('the document has no scheme')]).toEqual([2, true]);
  });
});
