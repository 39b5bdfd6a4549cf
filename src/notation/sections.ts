// All declared sections of the notation, in the order of its parts.

import { SCHEME } from './authentication.ts';
import type { AnyDeclaration, AnySection, AnyTable } from './declaration.ts';
import { CODE, ERRORS } from './errors.ts';
import { DELIVERY, EVENT } from './events.ts';
import { LIMIT } from './limits.ts';
import { OPERATION } from './operation.ts';
import { OPERATION_TABLES } from './operation-tables.ts';
import { REPEAT_RULES } from './repeat.ts';
import { FIELD, RESOURCE } from './resources.ts';
import { MACHINE, MOVE, STATE } from './states.ts';
import { REFUSAL } from './statuses.ts';
import { CHANGED, VERSION, VERSIONING } from './versioning.ts';

/** What is written in bullets. */
const BULLETS: readonly AnySection[] = [
  RESOURCE,
  MACHINE,
  OPERATION,
  SCHEME,
  DELIVERY,
  EVENT.columns,
  ERRORS,
  VERSIONING,
];

const TABLES: readonly AnyTable[] = [
  FIELD,
  STATE,
  MOVE,
  ...Object.values(OPERATION_TABLES).map(({ table }) => table),
  EVENT,
  CODE,
  LIMIT,
  VERSION,
];

/** Each section once, of bullets or of columns. */
export const SECTIONS: readonly AnySection[] = [...new Set([...BULLETS, ...TABLES.map(({ columns }) => columns)])];

const bullets = declarationsOf(BULLETS);
const cells = declarationsOf([...TABLES.map(({ columns }) => columns), REFUSAL]);
const rows = declarationsOf([REPEAT_RULES]);

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

function declarationsOf(sections: readonly AnySection[]): ReadonlySet<AnyDeclaration> {
  return new Set(sections.flatMap((section) => Object.values(section)));
}
