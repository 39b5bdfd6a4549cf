// The formats of a verdict, each held to its own rules: of a service with faults, and with text in it that readers stumble over.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import MarkdownIt from 'markdown-it';
import type { Log } from 'sarif';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Exchange } from '../../../src/verify/exchange.ts';
import { exchangesIn } from '../../../src/verify/http/har-reader.ts';
import type { VerifyReport } from '../../../src/verify/report/json.ts';
import type { VerifyFormat } from '../../../src/verify/report/formats.ts';
import { renderVerdict } from '../../../src/verify/report/report.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { judgeTraffic } from '../../../src/verify/verify.ts';
import { readXml } from './strict-xml.ts';
import { FILE, hostile, HOSTILE, MODEL, wrongService } from './wrong-service.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const schema = JSON.parse(readFileSync(join(root, 'docs', 'verify.schema.json'), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajv.addFormat('date', /^\d{4}-\d{2}-\d{2}$/);
const validate = ajv.compile(schema);

let running: Awaited<ReturnType<typeof wrongService>>;
let verdicts: readonly Verdict[];
beforeAll(async () => {
  running = await wrongService();
  verdicts = [running.verdict, hostile(running.verdict)];
});
afterAll(() => running.close());

function rendered(verdict: Verdict, format: VerifyFormat): string {
  const { url } = running;
  return renderVerdict(verdict, { format, model: MODEL, url: url.href, version: '1.2.3', paint: (_, text) => text });
}

describe('the verdict on a service with faults', () => {
  it('has each of them, once', () => {
    const { findings, invented, verdict } = running.verdict;
    expect(verdict).toBe('fail');
    expect(findings.map((one) => [one.class, one.operation])).toEqual([['wrong status', 'PATCH /todos/{id}']]);
    expect(invented.map(({ what, name, at }) => `${what} ${name} ${at}`).toSorted()).toEqual([
      'field Todo.secret POST /todos 201',
      'header x-extra DELETE /todos 204',
    ]);
  });
});

describe('json', () => {
  it('fits its schema, and is the verdict', () => {
    for (const verdict of verdicts) {
      const report = JSON.parse(rendered(verdict, 'json')) as VerifyReport;
      expect(validate(report) ? [] : validate.errors).toEqual([]);
      expect(report.failures.map(({ got }) => got)).toEqual(verdict.findings.map(({ got }) => got));
      expect(report.invented).toHaveLength(verdict.invented.length);
      const sum = Object.values(report.exercised).reduce((all, { stated }) => all + stated, 0);
      expect(sum).toBe(verdict.exercised.length + verdict.notExercised.length);
    }
  });

  it('is refused by its schema when something is missing, added or of another kind', () => {
    const report = JSON.parse(rendered(verdicts[0]!, 'json')) as VerifyReport;
    const [failure] = report.failures;
    for (const change of [
      { verdict: 'good' },
      { seed: undefined },
      { score: 1 },
      { failures: [{ ...failure, class: 'odd' }] },
      { failures: [{ ...failure, statement: { ...failure!.statement, line: 0 } }] },
    ])
      expect(validate(JSON.parse(JSON.stringify({ ...report, ...change }))), JSON.stringify(change)).toBe(false);
  });
});

describe('junit', () => {
  it('is well-formed, counts what it has, and keeps text as text', () => {
    for (const verdict of verdicts) {
      const suites = readXml(rendered(verdict, 'junit'));
      const [suite] = suites.children;
      const cases = suite!.children;
      const having = (name: string): readonly string[] =>
        cases.flatMap(({ children }) =>
          children.filter((one) => one.name === name).map((one) => one.attributes['message']!),
        );
      expect(
        cases.every(({ name, attributes }) => name === 'testcase' && attributes['name'] && attributes['classname']),
      ).toBe(true);
      const failing = verdict.invented.filter(({ isComplete }) => isComplete);
      expect(having('failure')).toHaveLength(verdict.findings.length + failing.length);
      expect(having('skipped')).toEqual(verdict.notExercised.map(({ why }) => legal(why)));
      for (const { attributes } of [suites, suite!])
        expect(attributes).toMatchObject({
          tests: `${cases.length}`,
          failures: `${having('failure').length}`,
          skipped: `${having('skipped').length}`,
        });
      for (const { expected, got } of verdict.findings)
        expect(having('failure')).toContain(legal(`expected ${expected}; got ${got}`));
    }
  });
});

/** Where XML has no such character, a sign for that is shown. */
function legal(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}

describe('sarif', () => {
  it('is a log as the standard asks for, at lines that the document has', () => {
    const lines = MODEL.document.source.split('\n');
    for (const verdict of verdicts) {
      const log = JSON.parse(rendered(verdict, 'sarif')) as Log;
      expect(validateSarif(log) ? [] : validateSarif.errors).toEqual([]);
      const [{ results = [], tool }] = log.runs as [Log['runs'][number]];
      const rules = tool.driver.rules!;
      expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
      for (const { ruleId, ruleIndex, kind, level, locations } of results) {
        expect(rules[ruleIndex!]!.id).toBe(ruleId);
        // Section 3.27.10: another kind than `fail` has no level.
        if (kind !== undefined && kind !== 'fail') expect(level).toBe('none');
        const { artifactLocation, region } = locations![0]!.physicalLocation!;
        expect(artifactLocation!.uri).toBe(FILE);
        expect(region!.startColumn! - 1).toBeLessThanOrEqual(lines[region!.startLine! - 1]!.length);
      }
      const errors = results.filter(({ level }) => level === 'error');
      expect(errors).toHaveLength(verdict.findings.length + verdict.invented.filter((one) => one.isComplete).length);
      const { line, column, text } = verdict.findings[0]!.statement!;
      expect(results[0]!.locations![0]!.physicalLocation!.region).toMatchObject({
        startLine: line,
        startColumn: column,
      });
      expect(lines[line - 1]!.slice(column - 1)).toContain(text);
    }
  });
});

/** What of SARIF 2.1.0 is used: names that it has, and the values that they may have. */
const validateSarif = ajv.compile({
  type: 'object',
  additionalProperties: false,
  required: ['version', 'runs', '$schema'],
  properties: {
    $schema: { type: 'string', pattern: '^https://[^ ]+sarif-schema-2\\.1\\.0\\.json$' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['tool', 'results'],
        properties: {
          columnKind: { const: 'utf16CodeUnits' },
          tool: {
            type: 'object',
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                additionalProperties: false,
                required: ['name'],
                properties: {
                  name: { type: 'string', minLength: 1 },
                  version: { type: 'string' },
                  rules: {
                    type: 'array',
                    items: {
                      type: 'object',
                      additionalProperties: false,
                      required: ['id'],
                      properties: {
                        id: { type: 'string', pattern: '^[^ ]+$' },
                        shortDescription: { $ref: '#/$defs/text' },
                      },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['message'],
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: 0 },
                kind: { enum: ['open'] },
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: { $ref: '#/$defs/text' },
                partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        additionalProperties: false,
                        required: ['artifactLocation'],
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { uri: { type: 'string', pattern: "^[\\w.~!$&'()*+,;=:@/%-]+$" } },
                          },
                          region: {
                            type: 'object',
                            additionalProperties: false,
                            properties: {
                              startLine: { type: 'integer', minimum: 1 },
                              startColumn: { type: 'integer', minimum: 1 },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  $defs: {
    text: {
      type: 'object',
      additionalProperties: false,
      required: ['text'],
      properties: { text: { type: 'string', minLength: 1 } },
    },
  },
});

const inShort = ({ findings, invented }: Verdict): readonly string[] =>
  [
    ...findings.map((one) => `${one.class} ${one.operation}`),
    ...invented.map((one) => `${one.name} ${one.at}`),
  ].toSorted();

describe('har', () => {
  it('is read again as the exchanges that it has', async () => {
    for (const verdict of verdicts) {
      const text = rendered(verdict, 'har');
      const all = [...verdict.findings, ...verdict.invented].flatMap((one) => one.exchanges);
      const exchanges = [...new Set(all)].toSorted((one, other) => one.from - other.from);
      const read: Exchange[] = [];
      for await (const one of exchangesIn([Buffer.from(text)], running.url)) read.push(one);
      expect(read).toEqual(JSON.parse(JSON.stringify(exchanges).toWellFormed()));
    }
  });

  it('shows the same failures to who judges it', async () => {
    const text = rendered(running.verdict, 'har');
    const exchanges = exchangesIn([Buffer.from(text)], running.url);
    const again = await judgeTraffic(MODEL, exchanges, { url: running.url.href });
    expect(inShort(again)).toEqual(inShort(running.verdict));
  });
});

describe('pretty', () => {
  it('has the line of the document with carets, what was expected and what came', () => {
    const text = rendered(running.verdict, 'pretty');
    const [finding] = running.verdict.findings;
    const { line, column, text: written } = finding!.statement!;
    const lines = text.split('\n');
    const at = lines.findIndex((one) => one.trim() === `at ${FILE}:${line}:${column}`);
    expect(lines[at - 1]).toBe('failure wrong status  PATCH /todos/{id}');
    expect(lines[at + 1]).toBe(`${line} | ${MODEL.document.source.split('\n')[line - 1]}`);
    expect(lines[at + 2]!.indexOf('^')).toBe(lines[at + 1]!.indexOf(written));
    expect(lines[at + 3]).toMatch(/^ {2}expected {2}200 /);
    expect(lines[at + 4]).toMatch(/^ {2}got {7}202 \{"id"/);
    expect(text).toMatch(/fail: \d+ failures?, 2 invented, .* obligations exercised; \d+ requests, --seed 1$/);
  });

  it('shows no sign that a terminal would obey', () => {
    expect(HOSTILE).toContain('\u001b');
    // eslint-disable-next-line no-control-regex
    expect(rendered(verdicts[1]!, 'pretty')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('markdown', () => {
  const reader = new MarkdownIt({ html: true });

  it('has what is broken and what is invented, with lines of the document, and calls folded', () => {
    const text = rendered(running.verdict, 'markdown');
    expect(text).toContain('### `examples/todo-backend.md`: fail\n');
    expect(text).toMatch(
      /#### Broken\n\n- \*\*wrong status\*\* `PATCH \/todos\/\{id\}`, `examples\/todo-backend\.md:\d+` `- Answers: 200 updated, Todo`/,
    );
    expect(text).toContain('#### Invented\n\n- field `Todo.secret` in `POST /todos 201`\n');
    const html = reader.render(text);
    expect(html.match(/<details>/g)).toHaveLength(html.match(/<\/details>/g)!.length);
    expect(html.match(/<code class="language-sh">/g)).toHaveLength(3);
    expect(text.length).toBeLessThan(6_000);
  });

  it('has nothing of a service or a document that is more than text, and is never long', () => {
    const many = { ...verdicts[1]!, findings: Array.from({ length: 500 }, () => verdicts[1]!.findings[1]!) };
    for (const verdict of [verdicts[1]!, many]) {
      const text = rendered(verdict, 'markdown');
      const html = reader.render(text);
      const tags = new Set(
        [...html.replace(/<code[^>]*>[^<]*<\/code>/g, '').matchAll(/<\/?(\w+)/g)].map(([, name]) => name),
      );
      expect([...tags].toSorted()).toEqual(['br', 'details', 'h3', 'h4', 'li', 'p', 'pre', 'strong', 'summary', 'ul']);
      expect(html.replace(/<code[^>]*>[^<]*<\/code>/g, '')).not.toMatch(/@all|#1\b/);
      expect(text.length).toBeLessThan(65_536);
    }
  });
});
