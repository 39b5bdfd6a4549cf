// How the notation is declared: each bullet and column once, by part. Reading, printing, merging, the slots of a document, their
// questions, the answers that are offered and the places of edits all follow from a declaration. It holds data, and functions
// of the value alone; what depends on the document is named here as a trait, and computed in `analysis` by a record that
// the compiler holds complete.

import { oncePer } from '../base/once-per.ts';
import { PROSE, type Syntax } from './grammar/syntax.ts';
import type { Name, NamedSlot, Slot } from './slot.ts';

/**
 * What a gap does. A gap about what happens, who may, or what is answered, holds; one about what restricts enforces nothing and
 * is listed. `held`: the operation, from the start. `request`: only the request that meets it. `answer`: what is stated is sent,
 * the rest left out, marked. `several`: held only when more than one row would be answered. `event`: the operation runs, the
 * event is not sent, and that is listed. `rests-on`: listed. `reported`: shown as a gap, touches no operation.
 */
export type GapEffect = 'held' | 'request' | 'answer' | 'several' | 'event' | 'rests-on' | 'reported';

/** A word of the notation that binds something: the key of a bullet, or the head of a column. */
export interface Declaration<T, Trait extends string = never> {
  /** As the notation spells it: `Unknown fields`. */
  readonly head: string;
  /** Further names of a column. */
  readonly spellings?: readonly string[];
  /** Its name in reports, where that is not the head in lower case. */
  readonly kind?: string;
  readonly syntax: Syntax<T>;
  /** May be written several times, each a statement of its own; `named`: with a name after its head, ``View `Profile` ``. */
  readonly many?: true | 'named';
  /** When a missing statement is a gap; never, where it is left out (notation, rule 1.8). */
  readonly due?: 'always' | Trait;
  /** Other statements leave only one answer: there is no question, and left open it is no gap. */
  readonly settled?: Trait;
  readonly gap: GapEffect;
  /** Behind all other questions: a restriction that most documents have none of. */
  readonly asked?: 'last';
  /** What its gap asks. Holes: `{operation}`, `{resource}`, `{a resource}`, `{name}`, `{fact}`. */
  readonly question: string;
  /** What a half asks that is not shown, by the words of `syntax.open`. */
  readonly halves?: Readonly<Record<string, string>>;
  /** What fills the hole `{fact}`: depends on a trait of the operations that are asked about. */
  readonly about?: { readonly trait: Trait; readonly holds: string; readonly otherwise: string };
  /** How several operations that leave it out are asked about in one question. Hole: `{n}`. */
  readonly together?: Together;
  /** What the offered answers mean, where the words do not say it. */
  readonly means?: Readonly<Record<string, string>>;
  /** The feature that the word `none` needs (analysis/document/supported.ts), and from which that of `any` follows. */
  readonly none?: string;
  readonly any?: string;
  /**
   * What an operation takes from All operations where it has no statement itself. Default: the statement. `lists`: the
   * statement, if it lists rows. `with its table`: bullet and table are one statement, and one of them replaces both.
   */
  readonly inherited?: 'lists' | 'with its table';
}

export interface Together {
  readonly question: string;
  /** Only those for which the same may be written are asked about together. */
  readonly byOffers?: true;
  /** It is stated for some operations only, and never under All operations. */
  readonly ofSome?: true;
}

// A method's parameter may be narrower: each Declaration<T> is one of these, and generic code needs no casts.
export type AnyDeclaration = Declaration<unknown, string>;

/** One statement, or those under a key that may be written several times. */
export type Slots<T> = Slot<T> | readonly Slot<T>[] | readonly NamedSlot<T>[];

/** The keys of a record under which it has slots. */
export type SlotKey<R> = { [K in keyof R]-?: R[K] extends Slots<unknown> ? K : never }[keyof R] & string;

/** The value that is stated there. */
export type ValueOf<S> = S extends { readonly status: 'stated'; readonly value: infer T }
  ? T
  : S extends readonly (infer One)[]
    ? ValueOf<One extends NamedSlot<unknown> ? One['slot'] : One>
    : never;

/** A declaration for each slot of a record, in the order of reports and of what is printed. */
export type Section<R, Trait extends string = never> = {
  readonly [K in SlotKey<R>]: Declaration<ValueOf<R[K]>, Trait>;
};

/** A table whose rows are records: its first head, and a declaration for each other column, and for the first if it is no name. */
export interface TableOf<R, Trait extends string = never> {
  readonly head: string;
  readonly spellings?: readonly string[];
  readonly columns: Section<R, Trait>;
  /** Heads that are none of the columns are kept, each as a column of its own name: `every`, or those of prose not. */
  readonly furtherColumns?: 'every' | 'but prose';
}

export interface AnyTable extends Omit<TableOf<unknown, string>, 'columns'> {
  readonly columns: AnySection;
}

export type AnySection = Readonly<Record<string, AnyDeclaration>>;

/**
 * The kind of a declared slot: text for reports. Code compares declarations. The type says that it begins as no text in code
 * does, so that `kind === 'who'` does not compile.
 */
export type DeclaredKind = `declared: ${string}`;

const KINDS = new WeakMap<AnyDeclaration, DeclaredKind>();

export function kindOf(declaration: AnyDeclaration): DeclaredKind {
  let kind = KINDS.get(declaration);
  if (kind === undefined) {
    kind = (declaration.kind ?? declaration.head.toLowerCase()) as DeclaredKind;
    KINDS.set(declaration, kind);
  }
  return kind;
}

/** How its columns are spelled. */
export const headsOf: (columns: AnySection) => readonly string[] = oncePer((columns) =>
  Object.values(columns).map(({ head }) => head),
);

/** The keys and declarations of a section, in its order. */
export function entriesOf<R, Trait extends string>(
  section: Section<R, Trait>,
): readonly (readonly [SlotKey<R>, Declaration<unknown, Trait>])[] {
  return entries(section) as readonly (readonly [SlotKey<R>, Declaration<unknown, Trait>])[];
}

const entries: (section: object) => readonly (readonly [string, unknown])[] = oncePer((section) =>
  Object.entries(section),
);

/** Each statement of a record that may be written: its key and declaration, its slot, and the name after its head. */
export function statementsOf<R, Trait extends string>(
  section: Section<R, Trait>,
  record: Pick<R, SlotKey<R>>,
): readonly Statement<R, Trait>[] {
  return entriesOf(section).flatMap(([key, of]): readonly Statement<R, Trait>[] => {
    const slots = record[key] as Slots<unknown>;
    if ('status' in slots) return [{ key, of, slot: slots }];
    return slots.map((one) => ({ key, of, ...('status' in one ? { slot: one } : one) }));
  });
}

export interface Statement<R, Trait extends string> {
  readonly key: SlotKey<R>;
  readonly of: Declaration<unknown, Trait>;
  readonly slot: Slot<unknown>;
  readonly name?: Name;
}

/** A column of prose. */
export const MEANING: Declaration<string> = {
  head: 'Meaning',
  spellings: ['Description', 'Definition', 'Notes'],
  syntax: PROSE,
  gap: 'reported',
  question: 'What does {name} mean?',
};
