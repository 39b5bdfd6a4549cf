// Findings for people and for scripts: where the carets stand, and what a document cannot smuggle into a terminal.
import { describe, expect, it } from 'vitest';

import { LineIndex } from '../../src/base/span.ts';
import { frame } from '../../src/diagnostics/frame.ts';
import type { Place } from '../../src/diagnostics/frame.ts';
import { renderLine } from '../../src/diagnostics/render-line.ts';
import type { Finding } from '../../src/diagnostics/render-line.ts';
import { renderPretty } from '../../src/diagnostics/render-pretty.ts';

/** The place of the first `needle` in the text. */
function placeOf(text: string, needle: string): Place {
  const source = new LineIndex(text);
  const start = text.indexOf(needle);
  const from = source.position(start);
  const to = source.position(start + needle.length);
  return { file: 'a.md', line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function finding(text: string, needle: string, more: Partial<Finding> = {}): Finding {
  return {
    code: 'unknown-field',
    severity: 'error',
    message: 'Unexpected field `titel`',
    at: placeOf(text, needle),
    related: [],
    ...more,
  };
}

const plain = (_style: string, text: string): string => text;

describe('a code frame', () => {
  it('puts the carets under the words', () => {
    const text = 'one\n| `titel` | string |\nthree';
    expect(frame(new LineIndex(text), placeOf(text, '`titel`'))).toEqual({
      text: '| `titel` | string |',
      carets: '  ^^^^^^^',
      more: 0,
    });
  });

  it('keeps the carets under the words behind tabs, wide and combining characters', () => {
    const text = '\t漢字 e\u0301 👍 titel';
    const { carets } = frame(new LineIndex(text), placeOf(text, 'titel'));
    expect(carets).toBe(`\t${' '.repeat('漢字'.length * 2 + 1 + 1 + 1 + 2 + 1)}^^^^^`);
  });

  it('marks the rest of the first line when a place goes on for several', () => {
    const text = 'a bc\nd\ne f';
    expect(frame(new LineIndex(text), placeOf(text, 'bc\nd\ne'))).toEqual({ text: 'a bc', carets: '  ^^', more: 2 });
  });

  it('shows one caret for an empty place, at the end of a file too', () => {
    const text = 'abc\n';
    const at = { file: 'a.md', line: 2, column: 1, endLine: 2, endColumn: 1 };
    expect(frame(new LineIndex(text), at)).toEqual({ text: '', carets: '^', more: 0 });
  });

  it('cuts a very long line around the place and never through a character', () => {
    const text = `${'👍'.repeat(5000)}titel${'x'.repeat(5000)}`;
    const shown = frame(new LineIndex(text), placeOf(text, 'titel'));
    expect(shown.text.length).toBeLessThan(160);
    expect(shown.text).toContain('titel');
    expect(shown.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    expect(shown.carets.trim()).toBe('^^^^^');
    expect(shown.carets.indexOf('^')).toBe(1 + 2 * Array.from(shown.text.slice(1, shown.text.indexOf('t'))).length);
  });
});

describe('a finding', () => {
  const text = 'first\n`title` is here\n\n`titel` is not\n';

  it('names its place, its related places, why and how to fix it', () => {
    const given = finding(text, '`titel`', {
      related: [{ at: placeOf(text, '`title`'), message: 'the nearest field is declared here' }],
      fix: 'Write `title`',
    });
    expect(renderPretty(given, () => new LineIndex(text), 'A field that is not declared has no type.', plain)).toBe(
      [
        'error unknown-field  Unexpected field `titel`',
        '  at a.md:4:1',
        '4 | `titel` is not',
        '  | ^^^^^^^',
        '   the nearest field is declared here',
        '  at a.md:2:1',
        '2 | `title` is here',
        '  | ^^^^^^^',
        '  why  A field that is not declared has no type.',
        '  fix  Write `title`',
      ].join('\n'),
    );
  });

  it('says a long list of forms once', () => {
    const forms = Array.from({ length: 20 }, (_, index) => `\`form ${index}\``).join(', ');
    const source = new LineIndex(text);
    const render = (words: string, hint: string): string => {
      const message = `Unexpected "x" for Type, expected ${words}${hint}`;
      const given = finding(text, '`titel`', { message, fix: `Write ${words}, or \`not shown\`.` });
      return renderPretty(given, () => source, undefined, plain);
    };
    for (const hint of ['.', '; did you mean `form 1`?'])
      expect(render(forms, hint)).toContain('\n  fix  Write one of these forms, or `not shown`.');
    expect(render('`yes` or `no`', '.')).toContain('\n  fix  Write `yes` or `no`, or `not shown`.');
  });

  it('stands on one line for scripts, whatever its message quotes', () => {
    const given = finding(text, '`titel`', { message: 'Unexpected\r\n\u001b[31mtext' });
    expect(renderLine(given)).toBe('a.md:4:1: error unknown-field: Unexpected [31mtext');
  });

  it('does not let a document steer the terminal', () => {
    const hostile = 'x \u001b]0;title\u0007 \u009b31m titel';
    const shown = renderPretty(finding(hostile, 'titel'), () => new LineIndex(hostile), undefined, plain);
    // eslint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
