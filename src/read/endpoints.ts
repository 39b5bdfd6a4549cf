// Part 4: endpoints. Input: the part's sections. Output: EndpointsPart; what is directly under the part's heading and under `###
// All operations` holds everywhere. Notation, part 4.

import { diagnose } from '../diagnostics/define.ts';
import { duplicateOperation } from '../diagnostics/reading.ts';
import type { EndpointsPart, Operation } from '../notation/endpoints.ts';
import { examplesOf } from './examples.ts';
import { readFacts } from './facts.ts';
import { readOperationHeading } from './operation-headings.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { SourceText } from '../notation/grammar/source-text.ts';
import { endOf, endOfDocument, missingList, missingScope, readFences, openedBy, readScope } from './scopes.ts';

export function readEndpoints(reading: Reading, part: PartOutline | undefined): EndpointsPart {
  if (!part) {
    const end = endOfDocument(reading);
    const home = { at: end, title: new SourceText('', end.start), blocks: [] };
    const { facts, bullets } = readFacts(reading, [home], 'under part 4', undefined, true);
    bullets.rest('under part 4');
    return { scope: missingScope(reading), all: facts, allAt: undefined, operations: missingList(end) };
  }
  const { scope, lists } = readScope(reading, part, true);
  const shared = part.sections.filter(isAll);
  const sharedScopes = shared.map((section) => readScope(reading, section, true));
  for (const section of [part, ...shared]) readFences(reading, section, []);
  const { facts, bullets } = readFacts(
    reading,
    [part, ...shared],
    'under All operations',
    sharedScopes.find((s) => s.lists)?.lists,
    true,
  );
  let mark = bullets.other('operations') ?? lists;
  bullets.rest('under All operations');
  const byRoute = new Map<string, Operation>();
  for (const section of part.sections) {
    if (isAll(section)) continue;
    if (/^(?:…|\.\.\.)$/.test(section.title.text)) mark = 'open';
    else readOperation(reading, section, byRoute);
  }
  return {
    scope,
    all: facts,
    allAt: shared[0]?.at,
    operations: {
      items: [...byRoute.values()],
      mark,
      ...openedBy(part),
      at: endOf(part.at),
      written: byRoute.size > 0,
    },
  };
}

function isAll(section: Section): boolean {
  return /^all operations$/i.test(section.title.text);
}

function readOperation(reading: Reading, section: Section, byRoute: Map<string, Operation>): void {
  const heading = readOperationHeading(reading, section);
  if (!heading) return;
  const { method, path, route } = heading;
  const { scope, lists } = readScope(reading, section, true);
  readFences(reading, section, []);
  const { facts, bullets } = readFacts(reading, [section], 'under an operation', lists);
  bullets.rest('under an operation');
  const name = { text: `${method} ${path}`, at: section.title.span };
  const before = byRoute.get(route);
  if (!before)
    byRoute.set(route, {
      kind: 'operation',
      name,
      method,
      path,
      scope,
      facts,
      ...examplesOf(reading, section),
      at: section.at,
    });
  else {
    const related = [{ at: before.at, message: 'It is described here first.' }];
    reading.diagnostics.push(diagnose(duplicateOperation, section.at, { heading: name.text }, related));
  }
}
