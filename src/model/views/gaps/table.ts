// What a gap does, by the kind of fact that is not shown: the table of design section 3, as data. gaps.ts reads it.
// A gap about what happens, who may, or what is answered, holds; one about what restricts enforces nothing and is
// listed under the operation. A kind that the design does not name is held.

/**
 * `held`: the operation, from the start. `request`: only the request that meets it. `answer`: what is stated is sent, the
 * rest left out, marked. `several`: held only when more than one row would be answered. `event`: the operation runs, the
 * event is not sent, and that is listed. `rests-on`: listed. `reported`: shown as a gap, touches no operation.
 */
export type Effect = 'held' | 'request' | 'answer' | 'several' | 'event' | 'rests-on' | 'reported';

export const HOLDS = {
  // the title
  lists: 'rests-on',
  // part 1, and whole parts
  purpose: 'reported',
  'part 2': 'held',
  'part 3': 'held',
  'part 4': 'held',
  'part 5': 'held',
  'part 6': 'event',
  'part 7': 'request',
  'part 8': 'rests-on',
  'part 9': 'rests-on',
  'open list': 'rests-on',
  // part 2
  resource: 'held',
  'identified by': 'held',
  'field table': 'held',
  view: 'held',
  unique: 'rests-on',
  'when deleted': 'request',
  rows: 'held',
  'at least one of': 'held',
  'exactly one of': 'held',
  type: 'held',
  required: 'request',
  present: 'rests-on',
  'set by': 'held',
  'allowed values': 'rests-on',
  default: 'request',
  shown: 'held',
  meaning: 'reported',
  // part 3
  machine: 'held',
  initial: 'held',
  'kind of a state': 'rests-on',
  from: 'request',
  to: 'held',
  by: 'held',
  'who of a move': 'held',
  'only if': 'held',
  'emits of a move': 'event',
  'any other move': 'request',
  'which move': 'request',
  'refused when due': 'held',
  'move otherwise': 'request',
  // part 4
  operation: 'held',
  base: 'held',
  'also at': 'held',
  'media type': 'held',
  'nested names': 'held',
  does: 'held',
  who: 'held',
  checks: 'rests-on',
  'headers in': 'held',
  'omitted fields': 'request',
  'null fields': 'request',
  'empty text': 'request',
  'unknown fields': 'request',
  'read-only fields': 'request',
  repeat: 'rests-on',
  'repeat table': 'rests-on',
  preconditions: 'rests-on',
  order: 'several',
  pages: 'several',
  body: 'held',
  emits: 'event',
  'errors of an operation': 'rests-on',
  'cross-origin': 'rests-on',
  'selects of the path': 'held',
  'type of a parameter': 'held',
  'required of a parameter': 'request',
  'default of a parameter': 'request',
  'allowed values of a parameter': 'rests-on',
  'selects of a query': 'request',
  'sets of a body field': 'held',
  'success status': 'held',
  'success otherwise': 'request',
  'success without a row': 'request',
  'success when': 'held',
  'success body': 'held',
  'success headers': 'answer',
  'refusal status': 'request',
  'refusal when': 'rests-on',
  'refusal body': 'answer',
  'refusal headers': 'answer',
  // part 5
  scheme: 'held',
  'caller of a scheme': 'held',
  'token of a scheme': 'rests-on',
  'fact of a scheme': 'held',
  // part 6
  delivery: 'event',
  event: 'event',
  // part 7
  'error body': 'answer',
  'all failed fields': 'request',
  'code status': 'request',
  'code when': 'rests-on',
  'code body': 'answer',
  'code message': 'answer',
  'code headers': 'answer',
  'code word': 'answer',
  'code retry': 'rests-on',
  cause: 'request',
  // part 8
  limit: 'rests-on',
  // part 9
  'versioning scheme': 'rests-on',
  retirement: 'rests-on',
  compatibility: 'reported',
  'fact of versioning': 'held',
} as const;

export type FactKind = keyof typeof HOLDS;

export function effectOf(kind: FactKind): Effect {
  return HOLDS[kind];
}
