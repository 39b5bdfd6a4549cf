// Part 3, states and transitions, as read. One machine per `### Resource.field`.

import type { Span } from '../base/span.ts';
import { MEANING, type Section, type TableOf } from './declaration.ts';
import { oneOf } from './grammar/syntax.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import { ONLY_IF, type Condition } from './values/conditions.ts';
import {
  ANY_OTHER_CHANGE,
  ANY_OTHER_MOVE,
  BY,
  FROM,
  TO,
  type AnyOtherMove,
  type By,
  type From,
  type To,
} from './values/moves.ts';
import { EVENT_NAMES } from './values/names.ts';
import { WHO_MOVES, type Who } from './values/who.ts';

export interface StatesPart {
  readonly scope: Scope;
  readonly machines: List<Machine>;
}

export interface Machine {
  readonly kind: 'machine';
  /** `Resource.field` as the heading says. */
  readonly name: Name;
  readonly resource: Name;
  readonly field: Name;
  readonly scope: Scope;
  /** Rows of the State table; not `written` when the moves declare the states. */
  readonly states: List<State>;
  readonly moves: List<Move>;
  readonly anyOtherMove: Slot<AnyOtherMove>;
  readonly anyOtherChange: Slot<AnyOtherMove>;
  readonly at: Span;
}

/** What holds for a machine, or not; `analysis/gaps/slots/states.ts` computes it. */
export type MachineTrait = 'no code answers an illegal move' | 'rows change without a move';

export const MACHINE: Section<Machine, MachineTrait> = {
  anyOtherMove: {
    head: 'Any other move',
    syntax: ANY_OTHER_MOVE,
    due: 'no code answers an illegal move',
    gap: 'request',
    question: 'What happens when a request asks for a move of `{name}` that no row allows{fact}?',
    none: 'Any other move: none',
  },
  anyOtherChange: {
    head: 'Any other change',
    syntax: ANY_OTHER_CHANGE,
    due: 'rows change without a move',
    gap: 'rests-on',
    asked: 'last',
    question:
      'What happens when a request changes or deletes a row without a move of `{name}`{fact}, and no row to `same` names it?',
    means: { accepted: 'it is made from each state' },
    none: 'Any other change: none',
  },
};

export interface State {
  readonly name: Name;
  readonly kind: Slot<'initial' | 'final' | 'gone'>;
  readonly meaning: Slot<string>;
  readonly at: Span;
}

export interface Move {
  readonly from: Slot<From>;
  readonly to: Slot<To>;
  readonly by: Slot<By>;
  readonly who: Slot<Who>;
  readonly onlyIf: Slot<Condition>;
  /** Event kinds. */
  readonly emits: Slot<readonly Name[]>;
  readonly at: Span;
}

/** What holds for a state, or not; `analysis/gaps/slots/states.ts` computes it. */
export type StateTrait = 'is of one kind';

export const STATE: TableOf<State, StateTrait> = {
  head: 'State',
  columns: {
    kind: {
      head: 'Kind',
      kind: 'kind of a state',
      syntax: { ...oneOf(['initial', 'final', 'gone']), any: true, offers: ['initial', 'final', 'gone', 'any'] },
      due: 'always',
      settled: 'is of one kind',
      gap: 'rests-on',
      question:
        'Is {name} a state in which rows begin (`initial`), one that no move leaves (`final`), one that counts as absent (`gone`), or none of these (`any`)?',
      none: 'State: Kind: any',
      any: 'State: Kind: any',
    },
    meaning: MEANING,
  },
};

/** What holds for a move, or not; `analysis/gaps/slots/states.ts` computes it. */
export type MoveTrait = 'is not refused' | 'has no events';

/** Its first column says where the move starts. */
export const MOVE: TableOf<Move, MoveTrait> = {
  head: 'From',
  columns: {
    from: {
      head: 'From',
      syntax: FROM,
      due: 'always',
      gap: 'request',
      question: 'From which states does {name} start?',
      none: 'From: none',
    },
    to: {
      head: 'To',
      syntax: TO,
      due: 'always',
      gap: 'held',
      question: 'To which state does {name} lead?',
      none: 'To: none',
    },
    by: {
      head: 'By',
      spellings: ['Event', 'Trigger'],
      syntax: BY,
      due: 'always',
      gap: 'held',
      question: 'What makes {name}?',
      none: 'By: none',
    },
    who: {
      head: 'Who',
      kind: 'who of a move',
      syntax: WHO_MOVES,
      gap: 'held',
      question: 'Who may make {name}?',
      none: 'Who: none',
    },
    onlyIf: {
      head: 'Only if',
      syntax: ONLY_IF,
      due: 'always',
      gap: 'held',
      question: 'Under which condition may {name} be made?',
      any: 'Only if: any',
    },
    emits: {
      head: 'Emits',
      kind: 'emits of a move',
      syntax: { ...EVENT_NAMES, forms: 'event kinds, or `none`' },
      due: 'is not refused',
      settled: 'has no events',
      gap: 'event',
      question: 'Which events does {name} send?',
      none: 'Emits: none',
    },
  },
};
