// A document that states nothing is served as a service in which every request is held: the user's own document where it
// stands beside this project, and what `ninefold new` writes, which is such a document too.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARTS } from '../../src/base/parts.ts';
import { emptyDocument } from '../../src/cli/new.ts';
import { check } from '../../src/check/check.ts';
import { plan as compile } from '../../src/plan/compile.ts';
import { header, list } from '../laws/answered.ts';
import { Stage, understand } from '../laws/service.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', 'shared', 'documents', 'users-document.md');
const isThere = existsSync(FILE);
if (!isThere) console.warn('SKIPPED: ../shared/documents/users-document.md is absent, it is not served here');

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['what `ninefold new` writes', emptyDocument('things.md')],
  ...(isThere ? [["the user's document", readFileSync(FILE, 'utf8')] as const] : []),
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const PATHS = ['/', '/things', '/things/1', '/a/b/c/d?e=f', '/%C3%A4', '/livez', '/gaps', '/.well-known/x'];

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(async () => {
  await stage.close();
  expect(Stage.failures).toEqual([]);
});

describe.each(DOCUMENTS)('%s', (_name, source) => {
  const { model, errors } = understand(source);

  it('has no error, a gap in each of the nine parts, and nothing that runs', () => {
    expect(errors).toEqual([]);
    const report = check(model);
    expect(report.diagnostics).toEqual([]);
    expect(report.parts.map(({ counts }) => counts.gap > 0)).toEqual(PARTS.map(() => true));
    expect(report.operations).toEqual([]);
    expect(compile(model)).toMatchObject({ operations: [], storage: [] });
  });

  it('holds every request: 501, and the gap of part 4', async () => {
    await stage.play(compile(model));
    const kept = stage.kept();
    for (const path of PATHS) {
      for (const method of METHODS) {
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
        const sent = hasBody ? { headers: { 'content-type': 'application/json' }, body: '{"a":1}' } : {};
        const answer = await stage.send({ method, path, ...sent });
        const what = `${method} ${path} → ${answer.status} ${answer.text}`;
        expect(answer.status, what).toBe(501);
        expect(list(header(answer, 'ninefold-gap') ?? ''), what).toContain('4');
        expect(header(answer, 'cache-control')).toBe('no-store');
        expect(header(answer, 'content-type')).toBe('application/problem+json');
        if (method === 'HEAD') continue;
        const body = JSON.parse(answer.text) as { type: string; gaps: { id: string; question: string }[] };
        expect(body).toMatchObject({ type: 'urn:ninefold:gap', status: 501 });
        expect(body.gaps.find(({ id }) => id === '4')?.question).toMatch(/\?$/);
      }
    }
    expect(stage.kept()).toBe(kept);
  });
});
