// Each trait in English, as docs/notation.md has it: when a statement is due, or what settles it. Notation, rule 1.8.

import type { SchemeTrait } from './authentication.ts';
import type { ErrorsTrait } from './errors.ts';
import type { DeliveryTrait, EventTrait } from './events.ts';
import type { OperationTrait } from './operation.ts';
import type { ParameterTrait } from './parameters.ts';
import type { FieldTrait, ResourceTrait } from './resources.ts';
import type { MachineTrait, MoveTrait, StateTrait } from './states.ts';
import type { StatusTrait } from './statuses.ts';
import type { VersioningTrait } from './versioning.ts';

type AnyTrait =
  | ResourceTrait
  | FieldTrait
  | MachineTrait
  | StateTrait
  | MoveTrait
  | OperationTrait
  | ParameterTrait
  | StatusTrait
  | SchemeTrait
  | DeliveryTrait
  | EventTrait
  | ErrorsTrait
  | VersioningTrait;

/** Of what is due: the condition. Of what is settled: the statement that settles it. */
export const TRAITS_IN_WORDS: Readonly<Record<AnyTrait, string>> = {
  'is referred to and removed': 'where another resource refers to it and an operation deletes it',
  'is always given':
    'Set by, where that is `service: new id`, `now …` or `state`: nobody sends it, and each row has it. A mark `not shown` is shown, and stops nothing',
  'has one range': 'its Type, where that is `boolean`, `state`, `object`, `any` or a resource, `or null` or not',
  'has no default': 'Set by, where that is `service` with its rule, unless its Type is `state`',
  'no code answers an illegal move':
    'unless one code of part 7 has `illegal move` under When, of this machine or of any: then that code answers it',
  'rows change without a move': 'where an operation changes or deletes rows of the resource without a move',
  'is of one kind':
    'the moves, where a `(new)` row leads to it and each call that begins rows has such a row: then it is not `gone`, and `initial` would say nothing more. It is asked where a row other than `refused` and `same` speaks of it by `any` or `any except` and none leaves it by its name, for it could be `final`',
  'is not refused': 'where To is not `refused`',
  'has no events': 'part 6, where that is `none`',
  'sends or takes bodies': 'where it takes a body or answers with one, be it that of an error',
  'takes a body': 'where it takes a body',
  'takes a body without a table': 'where it takes a body and has no Body table',
  'takes fields': 'where it takes fields from a body',
  'takes no read-only fields': 'a body all of whose fields the caller may set',
  'may leave fields out': 'where it `updates`, and its body has a field that may be left out',
  'may send null': 'where it `updates`, and a field that may be set is `T or null`',
  'lists rows': 'where it `lists`',
  'changes one row of its path': 'where one row is updated, merged, replaced or deleted by its path, and not moved',
  'is no identity': 'where rule "Path" does not settle it',
  'takes over no rules': 'unless its Type is `` as `R.f` ``, which has the rules of that field',
  'has a status without a body': 'its Status, where that is 204, 205 or 304, which have none',
  'says no body of its own':
    'its Status, where that is 204, 205 or 304, which have none, or 200 of the operation on which events are streamed',
  'is not verified': 'unless Verified by is there, or it is `HTTP Basic` or an `HMAC signature`',
  'signs requests': 'of an `HMAC signature`',
  'takes passwords': 'of `HTTP Basic`',
  'issues tokens': 'of a token that the service issues',
  'calls receivers': 'where events are not sent to a stream, subject, topic or queue',
  streams: 'where events are sent to a stream',
  'tries again': 'where events are not sent to a stream, subject, topic or queue, unless Tries is 1',
  'declares no event': 'part 6, where it is complete and declares no event',
  'is emitted by nothing': 'where no Emits names it, and none is open',
  'has no fields': 'where it has no Field table',
  'a code has no body of its own': 'where a code has no Body of its own',
  'two fields can fail': 'where two fields can fail',
  'the table says what is served':
    'where requests name a version, Supported versions is left out, and the row is of another version than the current one',
  'requests name no version': 'Scheme, where that is `none`: requests name no version',
};
