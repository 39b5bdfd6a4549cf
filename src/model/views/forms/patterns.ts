// How an answer of several lines begins: the headings, bullets and heads of tables that stand there, each value a `…`. In: a
// kind of fact. Out: lines as they stand in a document. Notation, section 2.

import type { FactKind } from '../gaps/table.ts';

const FIELDS = [
  '| Field | Type | Required | Set by | Allowed values | Default |',
  '|---|---|---|---|---|---|',
  '| `…` | … | … | … | … | … |',
];
const RESOURCE = ['- Identified by: `…`', '', ...FIELDS];
const MACHINE = [
  '- Any other move: `…`',
  '',
  '| State | Kind |',
  '|---|---|',
  '| `…` | … |',
  '',
  '| From | To | By | Only if | Emits |',
  '|---|---|---|---|---|',
  '| … | … | … | … | … |',
];
const OPERATION = [
  '- Does: …',
  '- Who: …',
  '- Unknown fields: …',
  '- Emits: …',
  '- Repeat: …',
  '',
  '| Status | When | Body |',
  '|---|---|---|',
  '| … | … | … |',
];
const SCHEME = ['- Scheme: …', '- Sent in: …', '- Caller: …', '- Issued by: …'];
const DELIVERY = ['Sent as', 'Accepted', 'Tries', 'Waits', 'Time-out', 'Order', 'Signature'].map(
  (key) => `- ${key}: …`,
);
const REPEAT = [
  '| Repeat | Statement |',
  '|---|---|',
  '| Header | `…` required |',
  '| Scope | … |',
  '| Kept for | … |',
  '| Same body | the first answer |',
  '| Other body | `…` |',
  '| Still running | `…` |',
  '| Kept answers | … |',
];
const EVENT = ['- When: …', '- Payload: …'];

const PATTERNS: Partial<Record<FactKind, readonly string[]>> = {
  'part 2': ['### …', '', ...RESOURCE],
  'part 3': ['### ….…', '', ...MACHINE],
  'part 4': ['### GET /…', '', ...OPERATION],
  'part 5': ['### …', '', ...SCHEME],
  'part 6': ['### …', '', ...EVENT],
  'part 7': ['- Error body: `{"…": <code>}`', '', '| Code | Status | When |', '|---|---|---|', '| `…` | … | … |'],
  'part 8': ['| Limit | Value | Per | When exceeded |', '|---|---|---|---|', '| … | … | … | `…` |'],
  'part 9': ['- Scheme: …', '- Current version: …', '- Compatibility: …'],
  resource: RESOURCE,
  'field table': FIELDS,
  machine: MACHINE,
  operation: OPERATION,
  'repeat table': REPEAT,
  event: EVENT,
  delivery: DELIVERY,
  scheme: SCHEME,
};

/** Empty where an answer is one line. */
export function patternOf(kind: FactKind): readonly string[] {
  return PATTERNS[kind] ?? [];
}
