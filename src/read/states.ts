// Part 3: states and transitions. In: the part's sections. Out: StatesPart, one machine per `### Resource.field`.
// A `mermaid` fence says the same as a From table; when both are there they must agree. Notation, part 3.

import type { Span } from '../base/span.ts';
import { diagnose } from '../diagnostics/define.ts';
import { contradiction, unknownHeading } from '../diagnostics/reading.ts';
import type { ResourcesPart } from '../notation/resources.ts';
import type { Machine, Move, State, StatesPart } from '../notation/states.ts';
import { valueOf, type List } from '../notation/slot.ts';
import type { Key } from './bullets.ts';
import { readBullets } from './bullets.ts';
import { readDescribed } from './described.ts';
import { readMermaid } from './mermaid.ts';
import { differences } from './move-words.ts';
import type { PartOutline, Section } from './outline.ts';
import type { Reading } from './reading.ts';
import { quoted, withoutTicks } from './reading.ts';
import { readName } from './row-names.ts';
import { endOfDocument, missingList, missingScope, readFences, readScope, withoutRepeats } from './scopes.ts';
import { oneOf } from './slots.ts';
import { readStrays } from './strays.ts';
import { MOVE, STATE } from './table-kinds.ts';
import type { Row } from './tables.ts';
import { listOf, readTables } from './tables.ts';
import { parseCondition } from '../notation/values/conditions.ts';
import { parseAnyOtherMove, parseBy, parseFrom, parseTo } from '../notation/values/moves.ts';
import { parseNames } from '../notation/values/names.ts';
import { parseWho } from '../notation/values/who.ts';

const KEYS: readonly Key[] = [{ name: 'Any other move' }];
const WHERE = 'under a machine';
const KIND = oneOf(['initial', 'final', 'gone']);

/** `resources`: whose fields of type `state` a heading may name. */
export function readStates(reading: Reading, part: PartOutline | undefined, resources: ResourcesPart): StatesPart {
  if (!part) return { scope: missingScope(reading), machines: missingList(endOfDocument(reading)) };
  const { scope, lists } = readScope(reading, part, false);
  const headings = headingsOf(resources);
  const home = `a machine's heading, ${headings}`;
  const strays = readStrays(reading, part, KEYS, [STATE, MOVE], home);
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
  const bullets = readBullets(reading, section, KEYS, WHERE);
  const tables = readTables(reading, section, [STATE, MOVE], WHERE);
  const states = listOf(tables, STATE, section, bullets.other('states') ?? lists, (row) => readState(reading, row));
  const moves = listOf(tables, MOVE, section, bullets.other('moves') ?? lists, readMove);
  bullets.rest(WHERE);
  const at = section.title.span;
  return {
    kind: 'machine',
    name: { text, at },
    resource: { text: found[1]!, at },
    field: { text: found[2]!, at },
    scope,
    ...withDiagrams(reading, section, { states: withoutRepeats(reading, states, 'state'), moves }),
    anyOtherMove: bullets.slot('Any other move', {
      parse: parseAnyOtherMove,
      none: false,
      forms: 'an error code in ticks, or `accepted`',
    }),
    at: section.at,
  };
}

function readState(reading: Reading, row: Row): State | undefined {
  const name = readName(reading, row.first, "the state's name");
  return name && { name, kind: row.slot('Kind', { ...KIND, any: true }), meaning: row.prose('Meaning'), at: row.at };
}

function readMove(row: Row): Move {
  return {
    from: row.firstSlot('From', { parse: parseFrom, none: false, any: true, forms: 'states, `(new)` or `any`' }),
    to: row.slot('To', { parse: parseTo, none: false, forms: 'a state, `(gone)`, `same` or `refused …`' }),
    by: row.slot('By', { parse: parseBy, forms: 'operations in ticks, `after …`, `at …` or `outside: …`' }),
    who: row.slot('Who', { parse: parseWho, none: false, guards: true, forms: 'who may' }),
    onlyIf: row.slot('Only if', { parse: parseCondition, forms: 'a condition, or `none`' }),
    emits: row.slot('Emits', { parse: parseNames, forms: 'event kinds, or `none`' }),
    at: row.at,
  };
}

interface Read {
  readonly states: List<State>;
  readonly moves: List<Move>;
}

/** What diagrams draw stands for the tables where there are none; beside a table they must say the same. */
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
