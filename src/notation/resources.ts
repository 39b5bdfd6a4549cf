// Part 2, resources and their fields, as read.

import type { JsonNode } from '../base/json-places.ts';
import type { Span } from '../base/span.ts';
import { MEANING, type Section, type SlotKey, type TableOf } from './declaration.ts';
import { oneOf, type Syntax } from './grammar/syntax.ts';
import type { List, Name, NamedSlot, Scope, Slot } from './slot.ts';
import type { Constraint } from './values/constraints.ts';
import { DECIDED_WHEN, type DecidedWhen } from './values/decisions.ts';
import { DELETION_RULES, type DeletionRule } from './values/deletion.ts';
import type { FieldType } from './values/field-types.ts';
import { FIELD_DEFAULT, type FieldDefault } from './values/field-defaults.ts';
import { DEFAULT, type Literal } from './values/literals.ts';
import { FIELD_NAMES, KEY_FIELDS, VIEW_FIELDS } from './values/names.ts';
import { PRESENCE, type Presence, type Required } from './values/requirements.ts';
import { SET_BY, type SetBy } from './values/rules.ts';
import { UNIQUE, type UniqueGroup } from './values/unique.ts';
import { WHO_SEES, type Who } from './values/who.ts';
import { ALLOWED_COLUMN, DEFAULT_COLUMN, REQUIRED_COLUMN, TYPE_COLUMN } from './value-columns.ts';

export interface ResourcesPart {
  readonly scope: Scope;
  /** What is under `### All fields`, for the fields of all resources. */
  readonly all: AllFields;
  /** The heading `### All fields`, where there is one. */
  readonly allAt: Span | undefined;
  /** As written; in `Model.resources` each field has what All fields says for it, too. */
  readonly resources: List<Resource>;
}

export interface Resource {
  readonly kind: 'resource';
  readonly name: Name;
  readonly scope: Scope;
  /** `none`: a nested shape, kept inside the row that names it. */
  readonly identifiedBy: Slot<readonly Name[]>;
  readonly views: readonly View[];
  readonly unique: readonly Slot<UniqueGroup>[];
  readonly whenDeleted: Slot<readonly DeletionRule[]>;
  /** To all others its rows are absent. */
  readonly visibleTo: Slot<Who>;
  readonly rows: Slot<Rows>;
  readonly atLeastOneOf: readonly Slot<readonly Name[]>[];
  readonly exactlyOneOf: readonly Slot<readonly Name[]>[];
  readonly fields: List<Field>;
  /** Tables for `by the table below`. */
  readonly decisions?: readonly Decision[];
  /** `Row` tables, kept as written until they run. */
  readonly tables?: readonly PlainTable[];
  /** Fences `json rows Name`, as written; and lists of rows that the operator gives, each in a file of its own. */
  readonly rowFences?: readonly RowFence[];
  /** Fences `json`: they bind nothing, and are held to what is stated. */
  readonly examples?: readonly JsonNode[];
  readonly at: Span;
}

export interface RowFence {
  readonly name: string;
  readonly json: Name;
  readonly byOperator?: true;
}

/** Where rows come from that no operation creates. */
export type Rows = 'fixed' | 'at first start' | 'from the operator';

export type ResourceKey = SlotKey<Resource>;

/** What holds for a resource, or not; `analysis/gaps/supported/resources.ts` computes it. */
export type ResourceTrait = 'is referred to and removed';

export const RESOURCE: Section<Resource, ResourceTrait> = {
  identifiedBy: {
    head: 'Identified by',
    syntax: KEY_FIELDS,
    due: 'always',
    gap: 'held',
    question: 'Which field tells one `{resource}` from another?',
    none: 'Resource: Identified by: none',
  },
  views: {
    head: 'View',
    many: 'named',
    syntax: VIEW_FIELDS,
    gap: 'held',
    question: 'Which fields does the view `{name}` of `{resource}` show?',
  },
  unique: {
    head: 'Unique',
    many: true,
    syntax: UNIQUE,
    gap: 'rests-on',
    question: 'Which fields of `{resource}` may no two rows share?',
  },
  whenDeleted: {
    head: 'When deleted',
    syntax: DELETION_RULES,
    due: 'is referred to and removed',
    gap: 'request',
    question: 'What happens to what refers to {a resource} when it is deleted?',
    none: 'When deleted: none',
  },
  visibleTo: {
    head: 'Visible to',
    syntax: WHO_SEES,
    gap: 'held',
    question: 'Who may see {a resource}?',
  },
  rows: {
    head: 'Rows',
    syntax: oneOf(['fixed', 'at first start', 'from the operator']),
    gap: 'held',
    question: 'Where do the rows of `{resource}` come from?',
  },
  atLeastOneOf: {
    head: 'At least one of',
    many: true,
    syntax: FIELD_NAMES,
    gap: 'held',
    question: 'At least one of which fields must {a resource} have?',
  },
  exactlyOneOf: {
    head: 'Exactly one of',
    many: true,
    syntax: FIELD_NAMES,
    gap: 'held',
    question: 'Exactly one of which fields must {a resource} have?',
  },
};

/** What a field is, by conditions. */
export interface Decision {
  /** The field: its first head. */
  readonly name: Name;
  readonly lines: List<DecisionLine>;
  readonly at: Span;
}

export interface DecisionLine {
  readonly value: Slot<Literal>;
  readonly when: Slot<DecidedWhen>;
  readonly at: Span;
}

/** How its cells are read and printed; its first head is the name of a field. */
export const DECISION: {
  readonly value: { readonly head: string; readonly syntax: Syntax<Literal> };
  readonly when: { readonly head: string; readonly syntax: Syntax<DecidedWhen> };
} = {
  value: { head: 'decision', syntax: { ...DEFAULT, forms: 'a value in ticks, or `none`' } },
  when: { head: 'When', syntax: DECIDED_WHEN },
};

/** Heads and rows as written; `heads[0]` is `Row`. */
export interface PlainTable {
  readonly heads: readonly Name[];
  readonly rows: readonly (readonly Name[])[];
  readonly at: Span;
}

/** The fields that a view shows. */
export type View = NamedSlot<readonly Name[]>;

export interface Field {
  readonly kind: 'field';
  /** Dotted for a nested object. */
  readonly name: Name;
  readonly type: Slot<FieldType>;
  readonly required: Slot<Required>;
  readonly present: Slot<Presence>;
  readonly setBy: Slot<SetBy>;
  readonly allowed: Slot<readonly Constraint[]>;
  readonly default: Slot<FieldDefault>;
  readonly meaning: Slot<string>;
  readonly at: Span;
}

/** What holds for a field, or not; `analysis/gaps/slots/resources.ts` computes it. */
export type FieldTrait = 'is always given' | 'has one range' | 'has no default';

export const FIELD: TableOf<Field, FieldTrait> = {
  head: 'Field',
  spellings: ['Name', 'Property', 'Attribute'],
  columns: {
    type: { ...TYPE_COLUMN, due: 'always', question: 'What type is {name}?' },
    required: { ...REQUIRED_COLUMN, due: 'always', settled: 'is always given', question: 'Must {name} be sent?' },
    present: {
      head: 'Present',
      syntax: PRESENCE,
      gap: 'rests-on',
      question: 'When does an answer contain {name}?',
      none: 'Present: none',
    },
    setBy: {
      head: 'Set by',
      syntax: SET_BY,
      due: 'always',
      gap: 'held',
      question: 'Who or what sets {name}?',
      none: 'Set by: none',
    },
    allowed: {
      ...ALLOWED_COLUMN,
      due: 'always',
      settled: 'has one range',
      question: 'Which values may {name} have?',
      any: 'Allowed values: any',
    },
    default: {
      ...DEFAULT_COLUMN,
      syntax: FIELD_DEFAULT,
      due: 'always',
      settled: 'has no default',
      question: 'What is {name} when it is left out at creation?',
    },
    meaning: MEANING,
  },
};

/** What All fields may say: all but what is each field's own. */
export type AllFields = Omit<Pick<Field, SlotKey<Field>>, 'type' | 'meaning'>;

const { type: _type, meaning: _meaning, ...shared } = FIELD.columns;

/** The columns of the one row under `### All fields`. */
export const ALL_FIELDS: Section<AllFields, FieldTrait> = shared;
