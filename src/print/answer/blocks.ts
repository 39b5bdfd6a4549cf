// An answer that is a block of lines: a part, a resource, a machine, an operation, prose. Input: the fact and the lines. Output:
// the edit that puts them in place of the `not shown` paragraph, under the heading, or under a heading that is written with them.
// Notation, rule 1.3.

import type { Span } from '../../base/span.ts';
import type { PartName } from '../../base/parts.ts';
import type { Document } from '../../model/document.ts';
import type { Scope } from '../../notation/slot.ts';
import { patternOf } from '../../analysis/questions/forms/patterns.ts';
import { machineNameOf } from '../../analysis/gaps/slots/fact.ts';
import type { FactKind } from '../../analysis/document/gap-effects.ts';
import { refused, type Answering, type Edits } from '../answering.ts';
import { refuseBlock } from './words.ts';

import { withoutSpace } from '../edit.ts';
import { missingPart } from '../gap-places.ts';
import { headingEnd, lineBehind, lineEnd, lineStart, newlineOf, sectionEnd } from '../lines.ts';
import { blockBefore, blockLines, partLines } from '../section-lines.ts';

const SECTIONS = new Set(['machine', 'field table', 'delivery', 'repeat table']);

/** The question is about a whole scope, or a section that is not there. */
export function isBlockPlace({ model, fact }: Pick<Answering, 'model' | 'fact'>): boolean {
  if (fact.kind === 'purpose' || /^part \d$/.test(fact.kind)) return true;
  return scopeOf(model.document, fact.slot) !== undefined || (!fact.slot && !fact.table && SECTIONS.has(fact.kind));
}

export function answerBlock(answering: Answering): Edits {
  const { model, fact, answer } = answering;
  const { document } = model;
  const { source } = document;
  const newline = newlineOf(source);
  const level = fact.kind === 'purpose' || /^part \d$/.test(fact.kind) ? 2 : 3;
  const block = answer.split('\n').join(newline);
  const missing = missingPart(model, fact);
  const { slot } = fact;
  const isWritten = slot !== undefined && slot.status !== 'absent';
  const heading = scopeOf(document, slot)?.heading ?? fact.at;
  const why = refuseBlock(
    block,
    level,
    missing ? '' : lineBehind(source, isWritten ? lineEnd(source, slot.at.end) : headingEnd(source, heading)),
  );
  if (why !== undefined) return refused(why);
  const binds = bindsNothing(fact.kind, block);
  if (binds !== undefined) return refused(binds);
  if (missing) return { edits: partLines(document, [{ name: missing, body: block }], newline) };
  if (isWritten) return inPlace(source, heading, slot.at, block, newline);
  if (fact.kind === 'machine' && !hasMachine(document, fact.at))
    return newSection(document, 'states', fact.head ?? machineNameOf(fact) ?? '', block, newline);
  if (fact.kind === 'delivery') return newSection(document, 'events', 'Delivery', block, newline);
  const end = headingEnd(source, heading);
  if (isMark(block) && !isEmpty(source, end, undefined)) return refused(ALONE);
  if (fact.kind === 'field table' || fact.kind === 'repeat table') return atSectionEnd(source, end, block, newline);
  return { edits: [blockLines(source, end, block, newline)] };
}

const BINDS = /^ {0,3}(?:[-*+][ \t]+\S.*:|\||#{3}[ \t]|`{3}|~{3}|other\b)|^[^\n]*\|/im;

/** Prose states nothing: the question would stay open, or come back as several. */
function bindsNothing(kind: FactKind, block: string): string | undefined {
  const pattern = patternOf(kind);
  if (pattern.length === 0 || isMark(block) || BINDS.test(block)) return undefined;
  return `Prose states nothing here. Write lines like these: ${pattern
    .filter((line) => line !== '' && !line.startsWith('|-'))
    .map((line) => `\`${line}\``)
    .join(', ')}.`;
}

const ALONE = 'One word for the whole must be alone under its heading, and here is other text, too; remove that first.';

function isMark(block: string): boolean {
  return /^(?:none|any|not shown)\b[^\n]*$/i.test(block.trim());
}

/** A block in place of the paragraph or the item that marks the scope. */
function inPlace(source: string, heading: Span, at: Span, block: string, newline: string): Edits {
  const start = lineStart(source, at.start);
  const bullet = /^\s*[-*+]\s+$/.test(source.slice(start, at.start));
  const whole = { start: bullet ? start : at.start, end: withoutSpace(source, at).end };
  if (isMark(block) && !isEmpty(source, headingEnd(source, heading), whole)) return refused(ALONE);
  const own = lineStart(source, whole.start);
  const above = source.slice(0, Math.max(own - 1, 0));
  const isClose = own > 0 && !/(?:^|\n)[^\S\n]*$/.test(above) && heading.end < own - 2;
  const behind = source.slice(whole.end).replace(/^[^\S\n]*\r?\n/, '');
  const isFollowed = behind !== '' && !/^[^\S\r\n]*(?:\r?\n|$)/.test(behind);
  return { edits: [{ at: whole, text: (isClose ? newline : '') + block + (isFollowed ? newline : '') }] };
}

/** There is nothing under the heading but what is at `but`, comments left out. */
function isEmpty(source: string, from: number, but: Span | undefined): boolean {
  const { at } = sectionEnd(source, from, 3);
  const text = but ? source.slice(from, but.start) + source.slice(but.end, at) : source.slice(from, at);
  return text.replace(/<!--[\s\S]*?-->/g, '').trim() === '';
}

/** Behind all that is directly under the heading. */
export function atSectionEnd(source: string, from: number, block: string, newline: string): Edits {
  const end = sectionEnd(source, from, 6);
  if (end.isOpen) return refused('A fence or a comment is not closed there; close it first.');
  const said = Math.max(source.slice(0, end.at).trimEnd().length, from);
  return { edits: [blockLines(source, lineEnd(source, said), block, newline)] };
}

/** A `###` section at the end of its part; the part's heading is written where there is none. */
export function newSection(document: Document, part: PartName, name: string, block: string, newline: string): Edits {
  const { source } = document;
  const title = `### ${name}`;
  const lines = block.split(newline);
  const body = lines[0]!.replace(/`/g, '').trim() === title ? block : `${title}${newline}${newline}${block}`;
  const { heading } = document[part].scope;
  if (!heading) return { edits: partLines(document, [{ name: part, body }], newline) };
  const end = sectionEnd(source, headingEnd(source, heading), 2);
  if (end.isOpen) return refused('A fence or a comment is not closed there; close it first.');
  return { edits: [blockBefore(source, end.at, body, newline)] };
}

function hasMachine({ states }: Document, at: Span): boolean {
  return states.machines.items.some((machine) => machine.at === at);
}

/** The scope whose mark this slot is. */
function scopeOf(document: Document, slot: unknown): Scope | undefined {
  if (slot === undefined) return undefined;
  const { purpose, resources, states, endpoints, authentication, events, errors, limits, versioning } = document;
  const parts = [purpose, resources, states, endpoints, authentication, events, errors, limits, versioning];
  const sections = [
    ...resources.resources.items,
    ...states.machines.items,
    ...endpoints.operations.items,
    ...authentication.schemes.items,
    ...events.kinds.items,
    ...(events.delivery ? [events.delivery] : []),
  ];
  return [...parts, ...sections].map(({ scope }) => scope).find(({ mark }) => mark === slot);
}
