// `ninefold rows put FILE ROWS.json`: rows of resources whose Rows are `from the operator`. Input: a document and a file of rows by their
// resources. Output: a line for each resource; 1 where a row is wrong, and then none is put. Notation, part 2, `Rows:`; decision 0064.

import { counted } from '../base/counted.ts';
import { parsePlaces, type JsonMember } from '../base/json-places.ts';
import { LineIndex } from '../base/span.ts';
import { gapView } from '../analysis/gaps/gaps.ts';
import { check } from '../check/check.ts';
import type { Document } from '../model/document.ts';
import type { Resource } from '../notation/resources.ts';
import { plan } from '../plan/compile.ts';
import { putRows } from '../serve/given-rows.ts';
import { CannotOpen } from '../store/store.ts';
import { Refusal, type Console } from './console.ts';
import { dataDirectory } from './data-directory.ts';
import { openDocument, openText } from './documents.ts';
import { migrateCommand, refuseErrors } from './refusals.ts';
import { clockOf, openData, plannedFor } from './serving/store.ts';
import { effectiveSettings, settingsOf } from './settings.ts';

export async function rows(
  operands: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  console: Console,
): Promise<number> {
  const [action, file = '', from = ''] = operands;
  if (action !== 'put') throw new Refusal(2, `unexpected \`rows ${action}\`, expected \`rows put\``);
  const settings = settingsOf(effectiveSettings(flags, console));
  const text = { file: from, source: openText(from, console, 1) };
  /** How many the file has of each resource. */
  const counts = new Map<string, number>();
  const model = openDocument(file, console, 1, settings.assume, (document, start) =>
    withRows(document, text, start, counts),
  );
  refuseErrors(check(model), model, console, 'put');
  const planned = plannedFor(plan(model), settings);
  const brought = [...counts].filter(([, count]) => count > 0);
  // The rows of the document are there since the service has started.
  const given = (planned.given ?? []).filter(({ brought: isOfFile }) => isOfFile === true);
  const known = new Set(given.flatMap(({ resource }) => resource.split(', ')));
  const held = brought.find(([name]) => !known.has(name));
  if (held) {
    const open = gapView(model).rowsHeld.get(held[0]) ?? [];
    const why = open.length === 0 ? '' : `: ${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} open`;
    throw new Refusal(1, `rows of ${held[0]} cannot be put yet${why}; ninefold check ${file} says more`);
  }
  const store = await openData(dataDirectory(file, settings, console), planned, settings, migrateCommand(file, flags));
  try {
    const clock = await clockOf(settings, store);
    await putRows({ ...planned, given }, store, () => clock.now());
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal(1, error.message);
    throw error;
  } finally {
    await store.close();
  }
  for (const [name, count] of brought) console.out(`${name}: ${counted(count, 'row')} in place`);
  return 0;
}

function isBrought({ rows: slot }: Resource): boolean {
  return slot.status === 'stated' && slot.value === 'from the operator';
}

interface Text {
  readonly file: string;
  readonly source: string;
}

/** The document as if each list of the file were a fence of its resource. */
export function withRows(
  document: Document,
  { file, source }: Text,
  start: number,
  counts: Map<string, number>,
): Document {
  const wrong = (at: number, what: string): Refusal => {
    const { line, column } = new LineIndex(source).position(at);
    return new Refusal(1, `${file}:${line}:${column}: ${what}; nothing is put`);
  };
  const parsed = parsePlaces(source, { start: 0, end: source.length });
  if ('fault' in parsed) throw wrong(parsed.fault.at.start, `unexpected text, expected ${parsed.fault.expected}`);
  const { value: all } = parsed;
  if (all.kind !== 'object')
    throw wrong(all.at.start, 'expected lists of rows by their resources: `{"Plan": [{"id": "gold"}]}`');
  const known = document.resources.resources.items.filter(isBrought).map(({ name }) => name.text);
  const expected = known.length === 0 ? 'none: no resource has `Rows: from the operator`' : known.join(', ');
  const lists = new Map<string, JsonMember>();
  for (const one of all.members) {
    if (!known.includes(one.key)) throw wrong(one.keyAt.start, `unexpected \`${one.key}\`, expected ${expected}`);
    if (lists.has(one.key)) throw wrong(one.keyAt.start, `\`${one.key}\` is there twice`);
    lists.set(one.key, one);
  }
  const items = document.resources.resources.items.map((resource) => {
    const value = lists.get(resource.name.text)?.value;
    if (!value) return resource;
    const list = value.at;
    counts.set(resource.name.text, value.kind === 'list' ? value.items.length : 0);
    const json = {
      text: source.slice(list.start, list.end),
      at: { start: start + list.start, end: start + list.end },
    };
    return {
      ...resource,
      rowFences: [...(resource.rowFences ?? []), { name: resource.name.text, json, byOperator: true as const }],
    };
  });
  return {
    ...document,
    resources: { ...document.resources, resources: { ...document.resources.resources, items } },
    assumptions: [...(document.assumptions ?? []), { file, source, start }],
  };
}
