// What many operations leave out is asked once, and answered once: by a bullet under All operations where all are asked about,
// else by one in each of them. The judge is the document that says it: without these bullets, and with each written again by an
// answer, it says of the operations that were asked about what it said, and of no other anything.

import { describe, expect, it } from 'vitest';

import { link } from '../../src/link/link.ts';
import type { Model } from '../../src/model/model.ts';
import { asksOf, type Ask } from '../../src/analysis/questions/questions.ts';
import { gapView } from '../../src/analysis/gaps/gaps.ts';
import { slotsOf } from '../../src/analysis/gaps/slots.ts';
import { writeAnswer, writeShared } from '../../src/print/print.ts';
import { read } from '../../src/read/read.ts';
import { WHOLE } from '../catalogue/edits.ts';

const BULLETS = {
  'media type': '- Media type: in `application/json`; out `application/json`',
  who: '- Who: anyone',
  'unknown fields': '- Unknown fields: refused',
  'read-only fields': '- Read-only fields: refused',
} as const;

function modelOf(text: string): Model {
  const { document, diagnostics } = read(text, 'a.md');
  return link(document, diagnostics);
}

/** `section`: the heading goes, too. */
function without(keys: readonly (keyof typeof BULLETS)[], section: boolean): string {
  const text = keys.reduce((rest, key) => rest.replace(`${BULLETS[key]}\n`, ''), WHOLE);
  return section ? text.replace('### All operations\n\n- Cross-origin: none\n- Emits: none\n', '') : text;
}

function asks(model: Model, ...rest: [only?: readonly string[], apart?: ReadonlySet<string>]): readonly Ask[] {
  return asksOf(model, ...rest).flatMap((group) => group.asks);
}

function statuses(model: Model): string[] {
  return slotsOf(model)
    .facts.map(({ id, status }) => `${id} ${status}`)
    .filter((one) => !/^4\/all\/cross-origin|emits|\/(?:media-type|unknown-fields|read-only-fields) /.test(one))
    .toSorted();
}

const FACTS = {
  'media type': 'mediaType',
  who: 'who',
  'unknown fields': 'unknownFields',
  'read-only fields': 'readOnlyFields',
} as const;

const KEYS = Object.keys(BULLETS) as (keyof typeof BULLETS)[];

describe('a question that several operations leave open', () => {
  it('is asked once, speaks of all its gaps and releases what they hold together', () => {
    const model = modelOf(without(['who'], false));
    const [ask, ...others] = asks(model);
    expect(others).toEqual([]);
    const gaps = gapView(model).gaps.map(({ id }) => id);
    expect(gaps.length).toBe(model.operations.size);
    expect(ask!.gaps).toEqual(gaps);
    expect(ask!.gap.blocks.toSorted()).toEqual([...model.operations.keys()].toSorted());
    expect(ask!.releases.toSorted()).toEqual([...model.operations.keys()].toSorted());
    expect(ask!.gap.question).toBe(
      'Who may call these 8 operations: `POST /guests`, `DELETE /guests/{name}`, `POST /orders` and 5 more?',
    );
  });

  it('is asked about one operation alone, and apart when that is wished', () => {
    const model = modelOf(without(['who', 'unknown fields'], false));
    for (const ask of asks(model, ['GET /orders'])) expect(ask.gaps).toEqual([ask.gap.id]);
    const apart = asks(model, undefined, new Set(['who']));
    expect(apart.filter(({ gap }) => gap.kind === 'who').length).toBe(model.operations.size);
    expect(apart.filter(({ gap }) => gap.kind === 'unknown fields').length).toBe(1);
  });

  it('is no question of one operation only, or where a word stands for it', () => {
    const text = without(['who'], false);
    const headings = [...modelOf(text).operations.keys()];
    const said = (but: number): string =>
      headings.slice(but).reduce((rest, one) => rest.replace(`### ${one}\n`, `### ${one}\n\n- Who: not shown\n`), text);
    expect(asks(modelOf(said(1))).map(({ gaps }) => gaps.length)).toEqual(headings.map(() => 1));
    expect(
      asks(modelOf(said(2)))
        .map(({ gaps }) => gaps.length)
        .toSorted(),
    ).toEqual([...headings.slice(2).map(() => 1), 2]);
  });

  it.each([
    ['under All operations', false],
    ['where that section is missing', true],
  ])('is answered %s, and the document says what it said', (_, section) => {
    let model = modelOf(without(KEYS, section));
    expect(asks(model).length).toBe(KEYS.length);
    for (const key of KEYS) {
      const ask = asks(model).find(({ gap }) => gap.kind === key)!;
      const facts = ask.gaps.map((id) => slotsOf(model).byId.get(id)!);
      const written = writeShared(model, facts, BULLETS[key].replace(/^- [^:]+: /, ''));
      if (written.kind === 'refused') throw new Error(written.why);
      const { source } = model.document;
      const kept = written.edits.every(({ at }) => at.start === at.end);
      expect(kept).toBe(true);
      const before = new Map(slotsOf(model).facts.map(({ id, status }) => [id, status]));
      model = modelOf(written.source);
      expect(written.source.length).toBeGreaterThan(source.length);
      expect(gapView(model).gaps.filter(({ id }) => ask.gaps.includes(id))).toEqual([]);
      const asked = facts.flatMap(({ subject }) => (subject.on === 'operations' ? subject.operations : []));
      const said = [...model.operations].filter(([, { facts: own }]) => own[FACTS[key]].status !== 'absent');
      expect(said.map(([heading]) => heading).toSorted()).toEqual(asked.toSorted());
      for (const { id, status } of slotsOf(model).facts)
        if (before.has(id) && !ask.gaps.includes(id)) expect([id, status]).toEqual([id, before.get(id)]);
    }
    expect(asks(model)).toEqual([]);
    expect(statuses(model)).toEqual(statuses(modelOf(WHOLE)));
    expect(model.document.source.match(/^### All operations$/gm)).toHaveLength(1);
    expect(model.document.source.match(/^- Who: /gm)).toHaveLength(1);
  });

  it('refuses an answer of several lines', () => {
    const model = modelOf(without(['who'], false));
    const facts = asks(model)[0]!.gaps.map((id) => slotsOf(model).byId.get(id)!);
    expect(writeShared(model, facts, 'anyone\n- Does: none').kind).toBe('refused');
  });

  it('is asked of those together for which the same may be written, and answered in each of them', () => {
    const text = WHOLE.replaceAll(/^- (?:Repeat|Order|Pages): .*\n/gm, '');
    const model = modelOf(text);
    const questions = asks(model).filter(({ gap }) => ['repeat', 'order', 'pages'].includes(gap.kind));
    const open = gapView(model).gaps.filter(({ kind }) => ['repeat', 'order', 'pages'].includes(kind));
    expect(questions.flatMap(({ gaps }) => gaps).toSorted()).toEqual(open.map(({ id }) => id).toSorted());
    expect(questions.filter(({ gap }) => gap.kind === 'repeat').length).toBeLessThan(4);
    let source = text;
    const said = new Map<string, string>();
    for (;;) {
      const now = modelOf(source);
      const next = asks(now).find(({ gap }) => ['repeat', 'order', 'pages'].includes(gap.kind));
      if (!next) break;
      const [form] = next.forms.filter((one) => !one.includes('…'));
      const facts = next.gaps.map((id) => slotsOf(now).byId.get(id)!);
      const written = next.gaps.length > 1 ? writeShared(now, facts, form!) : writeAnswer(now, facts[0]!, form!);
      expect(written.kind).toBe('written');
      for (const id of next.gaps) said.set(id, form!);
      source = written.kind === 'written' ? written.source : '';
    }
    expect(source).not.toMatch(/### All operations\n\n(?:- .*\n)*- (?:Order|Pages)/);
    const { byId } = slotsOf(modelOf(source));
    for (const { id } of open)
      expect([byId.get(id)?.status, byId.get(id)?.slot], id).not.toEqual(['gap', expect.anything()]);
    expect(said.size).toBe(open.length);
    expect(new Set(said.values()).size).toBeGreaterThan(1);
  });
});
