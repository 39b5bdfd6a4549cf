// What reading a document can find. Input: nothing. Output: one definition for each code that src/read gives (notation, section 1).
// An error means that two readings are possible or none is.

import { defineDiagnostic } from './define.ts';
import type { Definition } from './define.ts';

// The block structure: parts, headings, bullets, tables, fences.

export const duplicatePart: Definition<'number'> = defineDiagnostic({
  code: 'duplicate-part',
  part: 'document',
  severity: 'error',
  what: 'Unexpected second heading for part {number}, expected each part once.',
  why: 'A part is one section. If two headings have its number, it is unclear which of them counts.',
  fix: 'Move this text under the first heading of part {number}.',
});

export const partTitle: Definition<'title' | 'number' | 'expected'> = defineDiagnostic({
  code: 'part-title',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected title "{title}" for part {number}, expected "{expected}".',
  why: 'The number decides which part this is. Readers go by the title, so the two should agree.',
  fix: 'Write `## {number}. {expected}`.',
});

export const partNumber: Definition<'title' | 'expected'> = defineDiagnostic({
  code: 'part-number',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected heading "{title}", expected one of the nine numbered parts: all that is under it is prose.',
  why: 'Only a `##` heading with a number from 1 to 9 opens a part. Text under another heading is prose: it states nothing.',
  fix: 'Write `{expected}` if this is meant to be a part.',
});

export const unknownHeading: Definition<'heading' | 'expected'> = defineDiagnostic({
  code: 'unknown-heading',
  part: 'document',
  severity: 'error',
  what: 'Unexpected heading "{heading}", expected {expected}.',
  why: 'In this part each `###` heading names something that the service has. If it cannot be read, all that is under it would be ignored.',
  fix: 'Write {expected}, or move the text under a heading `### Notes`.',
});

export const duplicateHeading: Definition<'heading'> = defineDiagnostic({
  code: 'duplicate-heading',
  part: 'document',
  severity: 'error',
  what: 'Unexpected second heading "{heading}", expected it once.',
  why: 'Two sections with one name could say different things, and neither comes before the other.',
  fix: 'Put everything about "{heading}" under one heading.',
});

export const duplicateOperation: Definition<'heading'> = defineDiagnostic({
  code: 'duplicate-operation',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected second operation `{heading}`, expected each method and path once.',
  why: 'A request with this method and path would have two descriptions. Paths that differ only by the names in braces are the same.',
  fix: 'Join the two into one `### {heading}`.',
});

export const pathByExample: Definition<'heading' | 'expected'> = defineDiagnostic({
  code: 'path-by-example',
  part: 'endpoints',
  severity: 'error',
  what: 'Unexpected example value or placeholder in `{heading}`, expected a path with parameters in braces.',
  why: 'A path is matched exactly as it is written. `/todos/2` would match that one address only, and `/todos/:id` would never match.',
  fix: 'Write `### {expected}`.',
});

export const unknownKey: Definition<'key' | 'where' | 'hint' | 'known'> = defineDiagnostic({
  code: 'unknown-key',
  part: 'document',
  severity: 'error',
  what: 'Unexpected key "{key}" {where}, expected a key of the notation{hint}.',
  why: 'A bullet `Key: value` is a statement here. One with an unknown key would be ignored.',
  fix: 'Use a key that is known here ({known}), or move the bullet under a heading `### Notes`.',
});

export const misplaced: Definition<'what' | 'number' | 'home'> = defineDiagnostic({
  code: 'misplaced',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {what} directly under part {number}, expected it under {home}.',
  why: 'Here it belongs to nothing that the part describes, so it would be ignored.',
  fix: 'Move it under {home}, or under a heading `### Notes`.',
});

export const notABullet: Definition<'text' | 'key'> = defineDiagnostic({
  code: 'not-a-bullet',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {text}, expected a bullet `- {key}: …`: without that form it is prose.',
  why: 'Only a bullet at the left margin, with a colon after its key, is a statement. This looks like one and would be ignored.',
  fix: 'Write `- {key}: …`, or begin the sentence with another word.',
});

export const unknownTable: Definition<'head' | 'where' | 'known' | 'hint' | 'repair'> = defineDiagnostic({
  code: 'unknown-table',
  part: 'document',
  severity: 'error',
  what: 'Unexpected table with the first head "{head}" {where}, expected {known}{hint}.',
  why: 'The first head says what kind of table this is. A table of no known kind would be ignored.',
  fix: '{repair}, or move the table under a heading `### Notes`.',
});

export const unknownColumn: Definition<'head' | 'table' | 'hint' | 'known'> = defineDiagnostic({
  code: 'unknown-column',
  part: 'document',
  severity: 'error',
  what: 'Unexpected column "{head}" in a {table} table, expected a known head{hint}.',
  why: 'A column with an unknown head would be ignored.',
  fix: 'Use a known head ({known}), `Notes` for prose, or move the text under a heading `### Notes`.',
});

export const duplicateColumn: Definition<'head'> = defineDiagnostic({
  code: 'duplicate-column',
  part: 'document',
  severity: 'error',
  what: 'Unexpected second column "{head}", expected each column once.',
  why: 'Two columns for one fact could say different things.',
  fix: 'Join the two columns.',
});

export const cellCount: Definition<'found' | 'expected' | 'write'> = defineDiagnostic({
  code: 'cell-count',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {found} cells in this row, expected {expected} as in the head.',
  why: 'Each cell belongs to the column above it. A pipe inside a cell begins a new cell, unless it is written `\\|`. If cells are left out, it is unclear which.',
  fix: 'Write {write}.',
});

export const rowName: Definition<'cell' | 'expected'> = defineDiagnostic({
  code: 'row-name',
  part: 'document',
  severity: 'error',
  what: 'Unexpected "{cell}" as the name of this row, expected {expected}.',
  why: 'The first cell names what the row is about. Without the name nothing can refer to it.',
  fix: 'Write {expected}, and put everything else into another column.',
});

export const decoratedName: Definition<'name' | 'plain'> = defineDiagnostic({
  code: 'decorated-name',
  part: 'document',
  severity: 'error',
  what: 'Unexpected mark on the name `{name}`, expected the bare name.',
  why: 'A star or question mark means required in some documents and optional in others.',
  fix: 'Write `{plain}`, and say `yes` or `no` under Required.',
});

export const nestedBlock: Definition<'what'> = defineDiagnostic({
  code: 'nested-block',
  part: 'document',
  severity: 'error',
  what: 'Unexpected {what} inside a list item, expected it at the left margin.',
  why: 'Text inside a list item belongs to that item, and is not read as a statement.',
  fix: 'Remove the indentation.',
});

export const fenceNotRead: Definition<'info' | 'home'> = defineDiagnostic({
  code: 'fence-not-read',
  part: 'document',
  severity: 'error',
  what: 'Unexpected fence `{info}` at this place, expected it under {home}.',
  why: 'A `mermaid` fence states the moves of a machine, `json rows` the rows of a resource, `json schema` its fields. At any other place it would be ignored.',
  fix: 'Move it under the heading of its machine or resource, or under a heading `Notes` or `Example`.',
});

export const unclosedFence: Definition = defineDiagnostic({
  code: 'unclosed-fence',
  part: 'document',
  severity: 'error',
  what: 'Unexpected end of the document inside a fence, expected its closing line.',
  why: 'Everything after an open fence is code, headings and tables included.',
  fix: 'Close the fence with a line of the same marks.',
});

// Cells and values.

export const blankCell: Definition<'cell'> = defineDiagnostic({
  code: 'blank-cell',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected {cell}, expected a value, `none`, `any` or `not shown`.',
  why: 'A blank can mean that there is none, that anything goes, or that nobody knows yet. It counts as a gap until the document says which.',
  fix: 'Write what you know, or `not shown`.',
});

export const anyNotHere: Definition<'where' | 'expected'> = defineDiagnostic({
  code: 'any-not-here',
  part: 'document',
  severity: 'error',
  what: 'Unexpected `any` for {where}, expected {expected}.',
  why: 'Here `any` would leave open what happens, and nothing can run on that.',
  fix: 'Write {expected}, or `not shown`.',
});

export const unreadable: Definition<'where' | 'text' | 'expected' | 'hint' | 'write'> = defineDiagnostic({
  code: 'unreadable',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected "{text}" for {where}, expected {expected}{hint}.',
  why: 'Something is stated here, but not in a form that can be run. It is not guessed: what needs it is held. A request is answered 501, and an event waits.',
  fix: 'Write {write}, or `not shown`.',
});

export const statusRange: Definition<'text'> = defineDiagnostic({
  code: 'status-range',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected range "{text}", expected one status code, such as 404.',
  why: 'A range does not say which status is sent. So the exact status counts as a gap.',
  fix: 'Write the exact status, or `not shown`.',
});

export const badCardinality: Definition<'text'> = defineDiagnostic({
  code: 'bad-cardinality',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected "{text}" for Required, expected `yes`, `no` or `if …`.',
  why: 'This cannot be a cardinality, or it means different things in different documents.',
  fix: 'Write `yes`, `no` or `if` with a condition.',
});

export const ambiguousRequired: Definition<'text'> = defineDiagnostic({
  code: 'ambiguous-required',
  part: 'resources',
  severity: 'error',
  what: 'Unexpected "{text}" for Required, expected `yes`, `no` or `if …`.',
  why: 'Documents use this mark in opposite senses, and "conditionally" does not name its condition.',
  fix: 'Write `yes`, `no` or `if` with a condition.',
});

export const untestableCondition: Definition<'text' | 'hint' | 'such'> = defineDiagnostic({
  code: 'untestable-condition',
  part: 'document',
  severity: 'warning',
  what: 'Unexpected "{text}", expected a condition that can be tested on the data{hint}.',
  why: 'A machine cannot decide this, so what depends on it is held.',
  fix: 'Write a condition on fields{such}, or `not shown`.',
});

export const contradiction: Definition<'what'> = defineDiagnostic({
  code: 'contradiction',
  part: 'document',
  severity: 'error',
  what: 'Unexpected contradiction about {what}.',
  why: 'The statements cannot all be true, and nothing says which of them is. So none of them runs.',
  fix: 'Change one of them, or remove it. Only the author can say which.',
});

export const badMermaid: Definition<'line' | 'expected'> = defineDiagnostic({
  code: 'mermaid-not-read',
  part: 'states',
  severity: 'error',
  what: 'Unexpected "{line}" in the state diagram, expected {expected}.',
  why: 'A diagram here states the moves. A line that cannot be read would be a move that is ignored.',
  fix: 'Write {expected}, or state the moves in a table with the heads From, To, By.',
});
