// How an answer of several lines begins: the headings, bullets and heads of tables, each value a `…`. Input: a kind of fact. Output:
// lines as they are written in a document. Notation, section 2.

import { SCHEME as SCHEMES } from '../../../notation/authentication.ts';
import type { AnyDeclaration } from '../../../notation/declaration.ts';
import { CODE, ERRORS } from '../../../notation/errors.ts';
import { DELIVERY as DELIVERIES, EVENT as EVENTS } from '../../../notation/events.ts';
import { LIMIT } from '../../../notation/limits.ts';
import { OPERATION as OPERATIONS } from '../../../notation/operation.ts';
import { REPEAT_RULES, REPEAT_TABLE } from '../../../notation/repeat.ts';
import { FIELD, RESOURCE as RESOURCES } from '../../../notation/resources.ts';
import { MACHINE as MACHINES, MOVE, STATE } from '../../../notation/states.ts';
import { STATUS } from '../../../notation/statuses.ts';
import { VERSIONING } from '../../../notation/versioning.ts';
import type { FactKind } from '../../document/gap-effects.ts';

function bullet({ head }: AnyDeclaration, value = '…'): string {
  return `- ${head}: ${value}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A table with one row. */
function table(columns: readonly (readonly [head: string, cell: string])[]): readonly string[] {
  return [
    row(columns.map(([head]) => head)),
    `|${'---|'.repeat(columns.length)}`,
    row(columns.map(([, cell]) => cell)),
  ];
}

function open(...columns: readonly Pick<AnyDeclaration, 'head'>[]): readonly (readonly [string, string])[] {
  return columns.map(({ head }) => [head, '…']);
}

const { type, required, setBy, allowed, default: byDefault } = FIELD.columns;
const FIELDS = table([[FIELD.head, '`…`'], ...open(type, required, setBy, allowed, byDefault)]);
const RESOURCE = [bullet(RESOURCES.identifiedBy, '`…`'), '', ...FIELDS];
const { from, to, by, onlyIf, emits } = MOVE.columns;
const MACHINE = [
  bullet(MACHINES.anyOtherMove, '`…`'),
  bullet(MACHINES.anyOtherChange, '`…`'),
  '',
  ...table([[STATE.head, '`…`'], ...open(STATE.columns.kind)]),
  '',
  ...table(open(from, to, by, onlyIf, emits)),
];
const { does, who, unknownFields, repeat } = OPERATIONS;
const OPERATION = [
  ...[does, who, unknownFields, OPERATIONS.emits, repeat].map((of: AnyDeclaration) => bullet(of)),
  '',
  ...table(open(STATUS.columns.status, STATUS.columns.when, STATUS.columns.body)),
];
const { scheme, sentIn, caller, issuedBy } = SCHEMES;
const SCHEME = [scheme, sentIn, caller, issuedBy].map((of: AnyDeclaration) => bullet(of));
const { sentAs, accepted, tries, waits, timeOut, order, signature } = DELIVERIES;
const DELIVERY = [sentAs, accepted, tries, waits, timeOut, order, signature].map((of: AnyDeclaration) => bullet(of));
const { header, scope, keptFor, sameBody, otherBody, stillRunning, keptAnswers } = REPEAT_RULES;
const REPEAT = [
  ...table(open({ head: REPEAT_TABLE.head }, REPEAT_TABLE.columns.statement)).slice(0, 2),
  row([header.head, '`…` required']),
  row([scope.head, '…']),
  row([keptFor.head, '…']),
  row([sameBody.head, 'the first answer']),
  row([otherBody.head, '`…`']),
  row([stillRunning.head, '`…`']),
  row([keptAnswers.head, '…']),
];
const EVENT = [EVENTS.columns.when, EVENTS.columns.payload].map((of: AnyDeclaration) => bullet(of));

const PATTERNS: Partial<Record<FactKind, readonly string[]>> = {
  'part 2': ['### …', '', ...RESOURCE],
  'part 3': ['### ….…', '', ...MACHINE],
  'part 4': ['### GET /…', '', ...OPERATION],
  'part 5': ['### …', '', ...SCHEME],
  'part 6': ['### …', '', ...EVENT],
  'part 7': [
    bullet(ERRORS.errorBody, '`{"…": <code>}`'),
    '',
    ...table([[CODE.head, '`…`'], ...open(CODE.columns.status, CODE.columns.when)]),
  ],
  'part 8': table([
    [LIMIT.head, '…'],
    ...open(LIMIT.columns.value, LIMIT.columns.per),
    [LIMIT.columns.whenExceeded.head, '`…`'],
  ]),
  'part 9': [VERSIONING.scheme, VERSIONING.currentVersion, VERSIONING.compatibility].map((of: AnyDeclaration) =>
    bullet(of),
  ),
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
