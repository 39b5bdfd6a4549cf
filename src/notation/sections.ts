// All declared sections of the notation, in the order of its parts.

import type { PartName } from '../base/parts.ts';
import { SCHEME } from './authentication.ts';
import type { AnyDeclaration, AnySection, AnyTable } from './declaration.ts';
import { CODE, ERRORS } from './errors.ts';
import { DELIVERY, EVENT } from './events.ts';
import { LIMIT } from './limits.ts';
import { OPERATION } from './operation.ts';
import { OPERATION_TABLES } from './operation-tables.ts';
import { REPEAT_RULES, REPEAT_TABLE } from './repeat.ts';
import { FIELD, RESOURCE } from './resources.ts';
import { MACHINE, MOVE, STATE } from './states.ts';
import { REFUSAL, STATUS } from './statuses.ts';
import { CHANGED, VERSION, VERSIONING } from './versioning.ts';

/** What a section is declared of, and how its statements are written. */
export interface DeclaredPlace {
  /** In the plural: `resources`. */
  readonly of: string;
  readonly part: PartName;
  readonly written: 'bullets' | 'columns' | 'rows';
  readonly section: AnySection;
  /** The table of its columns or rows. */
  readonly table?: Pick<AnyTable, 'head' | 'spellings'>;
}

/** In the order of the parts. */
export const PLACES: readonly DeclaredPlace[] = [
  bulletsOf('resources', 'resources', RESOURCE),
  columnsOf('fields', 'resources', FIELD),
  bulletsOf('machines', 'states', MACHINE),
  columnsOf('states', 'states', STATE),
  columnsOf('moves', 'states', MOVE),
  bulletsOf('operations', 'endpoints', OPERATION),
  ...Object.values(OPERATION_TABLES).map(({ table, others, named = others[0] }) =>
    columnsOf(named, 'endpoints', table),
  ),
  columnsOf('answers that refuse', 'endpoints', { head: STATUS.head, columns: REFUSAL }),
  { of: 'repeat rules', part: 'endpoints', written: 'rows', section: REPEAT_RULES, table: REPEAT_TABLE },
  bulletsOf('schemes', 'authentication', SCHEME),
  bulletsOf('Delivery', 'events', DELIVERY),
  bulletsOf('events', 'events', EVENT.columns),
  columnsOf('events', 'events', EVENT),
  bulletsOf('part 7', 'errors', ERRORS),
  columnsOf('codes', 'errors', CODE),
  columnsOf('limits', 'limits', LIMIT),
  bulletsOf('part 9', 'versioning', VERSIONING),
  columnsOf('versions', 'versioning', VERSION),
];

const sectionsIn = (written: DeclaredPlace['written']): readonly AnySection[] =>
  PLACES.filter((place) => place.written === written).map(({ section }) => section);

/** Each section once, of bullets or of columns. */
export const SECTIONS: readonly AnySection[] = [...new Set([...sectionsIn('bullets'), ...sectionsIn('columns')])];

const bullets = declarationsOf(sectionsIn('bullets'));
const cells = declarationsOf(sectionsIn('columns'));
const rows = declarationsOf(sectionsIn('rows'));

/** Each declaration once. */
export const DECLARATIONS: readonly AnyDeclaration[] = [...new Set([...bullets, ...cells, ...rows, CHANGED])];

/** It is written in a bullet. */
export function isBullet(declaration: AnyDeclaration): boolean {
  return bullets.has(declaration);
}

/** It is written in a cell; a statement about an event may be either. */
export function isCell(declaration: AnyDeclaration): boolean {
  return cells.has(declaration);
}

/** How the bullets and columns under a key of their records are spelled. */
export function headsByKey(): ReadonlyMap<string, string> {
  return new Map(SECTIONS.flatMap(Object.entries<AnyDeclaration>).map(([key, { head }]) => [key, head]));
}

function bulletsOf(of: string, part: PartName, section: AnySection): DeclaredPlace {
  return { of, part, written: 'bullets', section };
}

function columnsOf(of: string, part: PartName, table: AnyTable): DeclaredPlace {
  return { of, part, written: 'columns', section: table.columns, table };
}

function declarationsOf(sections: readonly AnySection[]): ReadonlySet<AnyDeclaration> {
  return new Set(sections.flatMap((section) => Object.values(section)));
}
