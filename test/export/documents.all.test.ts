// Every document of the tests that has no errors, in every format: valid, with examples that fit, and twice the same.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { exported } from '../../src/export/export.ts';
import { understand } from '../laws/service.ts';
import { faultOf, wrongExamples, type Json } from './judged.ts';
import { faultOf as asyncApiFaultOf } from './judged-asyncapi.ts';

const root = join(import.meta.dirname, '..', '..');

function documentsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile() && one.name.endsWith('.md'))
    .map((one) => join(one.parentPath, one.name));
}

it('documents of the tests, in every format, twice the same', { timeout: 300_000 }, () => {
  let count = 0;
  for (const file of documentsIn(join(root, 'test', 'parts'))) {
    const source = readFileSync(file, 'utf8');
    const { model, errors } = understand(source);
    if (errors.length > 0) continue;
    count += 1;
    const text = exported(model, 'openapi');
    const document = JSON.parse(text) as Json;
    expect(faultOf(document), file).toBe('');
    expect(wrongExamples(document), file).toEqual([]);
    expect(asyncApiFaultOf(JSON.parse(exported(model, 'asyncapi')) as Json), file).toBe('');
    const again = understand(source).model;
    expect(exported(again, 'openapi') === text, file).toBe(true);
    for (const format of ['asyncapi', 'json-schema', 'types', 'mermaid'] as const)
      expect(exported(again, format) === exported(model, format), file).toBe(true);
  }
  expect(count).toBeGreaterThan(100);
});
