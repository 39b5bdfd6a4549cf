// Part 3: states and transitions. Input: the part's sections. Output: StatesPart, one machine per `### Resource.field`. A `mermaid` fence
// says the same as a From table; when both are there they must agree. Notation, part 3.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { contradiction, unknownHeading } from '../diagnostics/reading.ts';
import type { ResourcesPart } from '../notation/resources.ts';
import { MACHINE, MOVE, STATE, type Machine, type Move, type State, type StatesPart } from '../notation/states.ts';
import { valueOf, type List } from '../notation/slot.ts';
import { readBullets } from './bullets.ts';
import { keysOf, readSection, tableKindOf } from './section.ts';
import { readDescribed } from './described.ts';
import { readMermaid } from './mermaid.ts';
import { differences } from './move-words.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { withoutTicks } from '../base/ticked.ts';
import { quoted } from './reading.ts';
import { readName } from './row-names.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { readStrays } from './strays.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';

const STATES = tableKindOf(STATE);
const MOVES = tableKindOf(MOVE);
const WHERE = 'under a machine';

/** `resources`: whose fields of type `state` a heading may name. */
export function readStates(reading: Reading, part: PartOutline | undefined, resources: ResourcesPart): StatesPart {
  if (!part) return { scope: missingScope(reading), machines: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const headings = headingsOf(resources);
  const home = `a machine's heading, ${headings}`;
  const strays = readStrays(reading, part, keysOf(MACHINE), [STATES, MOVES], home);
  const mark = strays.other('machines', 'states', 'state machines') ?? lists;
  strays.rest('directly under part 3');
  const read = (section: Section): Machine | undefined => readMachine(reading, section, headings);
  return { scope, machines: readDescribed(reading, part, mark, read, ({ at }) => at) };
}

/** How the heading of a machine looks: with the names that the document has. */
function headingsOf({ resources }: ResourcesPart): string {
  const all = resources.items.flatMap(({ name, fields }) =>
    fields.items.flatMap((field) =>
      valueOf(field.type)?.kind === 'state' ? `\`### ${name.text}.${field.name.text}\`` : [],
    ),
  );
  const shown = all.length > MOST_HEADINGS ? [...all.slice(0, MOST_HEADINGS), '…'] : all;
  return all.length === 0 ? '`### Resource.field` of a field of type `state`' : shown.join(' or ');
}

const MOST_HEADINGS = 3;

function readMachine(reading: Reading, section: Section, headings: string): Machine | undefined {
  const text = withoutTicks(section.title.text);
  const found = /^(\p{Lu}[\p{L}\p{M}\d_]*(?:-[\p{L}\p{M}\d_]+)*)\.([^\s.`]+(?:\.[^\s.`]+)*)$/u.exec(text);
  if (!found) {
    const values = { heading: quoted(section.title.text), expected: `a machine, ${headings}` };
    reading.diagnostics.push(diagnose(unknownHeading, section.at, values));
    return undefined;
  }
  const { scope, lists } = readScope(reading, section, true);
  const bullets = readBullets(reading, section, keysOf(MACHINE), WHERE);
  const tables = readTables(reading, section, [STATES, MOVES], WHERE);
  const states = listOf(tables, STATES, section, bullets.other('states') ?? lists, (row) => readState(reading, row));
  const moves = listOf(tables, MOVES, section, bullets.other('moves') ?? lists, readMove);
  bullets.rest(WHERE);
  const at = section.title.span;
  return {
    kind: 'machine',
    name: { text, at },
    resource: { text: found[1]!, at },
    field: { text: found[2]!, at },
    scope,
    ...withDiagrams(reading, section, { states: withoutRepeats(reading, states, 'state'), moves }),
    ...readSection(bullets, MACHINE),
    at: section.at,
  };
}

function readState(reading: Reading, row: Row): State | undefined {
  const name = readName(reading, row.first, "the state's name");
  return name && { name, ...readSection(row, STATE.columns), at: row.at };
}

function readMove(row: Row): Move {
  return { ...readSection(row, MOVE.columns), at: row.at };
}

interface Read {
  readonly states: List<State>;
  readonly moves: List<Move>;
}

/** Diagrams replace the tables where there are none; beside a table they must say the same. */
function withDiagrams(reading: Reading, section: Section, tabled: Read): Read {
  const fences = readFences(reading, section, ['mermaid']);
  if (fences.length === 0) return tabled;
  const diagrams = fences.map((fence) => readMermaid(reading, fence));
  const drawn = { states: diagrams.flatMap((d) => d.states), moves: diagrams.flatMap((d) => d.moves) };
  const at = fences[0]!.at;
  // What could not be read may draw the rest.
  if (tabled.moves.written && diagrams.every(({ isWhole }) => isWhole)) {
    const states = tabled.states.written ? tabled.states : { items: drawn.states, written: false };
    for (const one of differences(drawn.moves, tabled.moves.items, states)) {
      const other = one.drawn ? 'The table says it otherwise.' : 'The diagram is here.';
      disagree(reading, one.at, one.other ?? (one.drawn ? tabled.moves.at : at), one.what, other);
    }
  }
  if (tabled.states.written) {
    for (const state of drawn.states) {
      const other = tabled.states.items.find((s) => s.name.text === state.name.text);
      const agrees =
        other && (state.kind.status !== 'stated' || (other.kind.status === 'stated' && other.kind.value === 'final'));
      const what = `the Kind of \`${state.name.text}\`, which the diagram draws ${state.kind.status === 'stated' ? 'as final' : 'as a state'}`;
      if (!agrees)
        disagree(reading, state.kind.at, other?.kind.at ?? tabled.states.at, what, 'The table says it otherwise.');
    }
  }
  const states = withoutRepeats(
    reading,
    { ...tabled.states, items: drawn.states, at, written: drawn.states.length > 0 },
    'state',
  );
  return {
    states: tabled.states.written || drawn.states.length === 0 ? tabled.states : states,
    moves: tabled.moves.written ? tabled.moves : { ...tabled.moves, items: drawn.moves, at, written: true },
  };
}

function disagree(reading: Reading, at: Span, other: Span, what: string, message: string): void {
  const related = [{ at: other, message }];
  reading.diagnostics.push(diagnose(contradiction, at, { what }, related));
}
