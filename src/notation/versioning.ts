// Part 9, versioning: its records, and what is declared of each bullet and column. Notation, part 9.

import type { Span } from '../base/span.ts';
import type { Declaration, Section, TableOf } from './declaration.ts';
import type { List, Name, Scope, Slot } from './slot.ts';
import { TEXT } from './values/texts.ts';
import {
  DAY,
  OTHER_VERSION,
  type OtherVersion,
  type Retired,
  RETIREMENT,
  type StatedVersion,
  VERSION_NAME,
  VERSION_NAMES,
  VERSION_SCHEME,
  VERSION_STATUS,
  type VersionChange,
  type VersionScheme,
  type VersionStatus,
} from './values/versions.ts';

export interface VersioningPart {
  readonly scope: Scope;
  readonly facts: VersioningFacts;
  readonly versions: List<VersionRow>;
  readonly changes: List<ChangeRow>;
}

export interface VersioningFacts {
  readonly scheme: Slot<VersionScheme>;
  readonly currentVersion: Slot<StatedVersion>;
  readonly supportedVersions: Slot<readonly Name[]>;
  readonly deprecated: Slot<readonly Retired[]>;
  readonly sunset: Slot<readonly Retired[]>;
  readonly missingVersion: Slot<OtherVersion>;
  readonly unknownVersion: Slot<OtherVersion>;
  /** Prose. */
  readonly compatibility: Slot<string>;
}

export interface VersionRow {
  readonly name: Name;
  /** `2026-01-31` */
  readonly date: Slot<string>;
  readonly status: Slot<VersionStatus>;
  /** Prose. */
  readonly changes: Slot<string>;
  readonly at: Span;
}

export interface ChangeRow {
  readonly name: Name;
  /** What an older version sees, where the row says it in a form that is understood. */
  readonly change?: Slot<VersionChange>;
  /** Under heads of the author's own. */
  readonly cells: ReadonlyMap<string, Slot<string>>;
  readonly at: Span;
}

/** What holds for the versions of a document, or not; `analysis/gaps/slots/versioning.ts` computes it. */
export type VersioningTrait = 'requests name no version' | 'the table says what is served';

const OF_VERSIONS = { kind: 'fact of versioning', gap: 'held' } as const;

/** Only requests meet it that name another version than the current one, or none. */
const OF_OTHERS = { kind: 'fact of other versions', gap: 'request' } as const;

export const VERSIONING: Section<VersioningFacts, VersioningTrait> = {
  scheme: {
    head: 'Scheme',
    kind: 'versioning scheme',
    syntax: VERSION_SCHEME,
    due: 'always',
    gap: 'rests-on',
    question: 'How does a request say which version it wants?',
    none: 'Versioning: Scheme: none',
  },
  currentVersion: {
    ...OF_VERSIONS,
    head: 'Current version',
    syntax: VERSION_NAME,
    due: 'always',
    settled: 'requests name no version',
    question: 'Which version of the interface is the current one?',
  },
  supportedVersions: {
    ...OF_OTHERS,
    head: 'Supported versions',
    syntax: VERSION_NAMES,
    question: 'Which versions of the interface are answered?',
  },
  deprecated: {
    head: 'Deprecated',
    kind: 'retirement',
    syntax: RETIREMENT,
    gap: 'rests-on',
    question: 'Since when is which version deprecated?',
  },
  sunset: {
    head: 'Sunset',
    kind: 'retirement',
    syntax: RETIREMENT,
    gap: 'rests-on',
    question: 'When is which version withdrawn?',
  },
  missingVersion: {
    ...OF_OTHERS,
    head: 'Missing version',
    syntax: OTHER_VERSION,
    question: 'What happens to a request that names no version?',
  },
  unknownVersion: {
    ...OF_OTHERS,
    head: 'Unknown version',
    syntax: OTHER_VERSION,
    question: 'What happens to a request that names a version which is not supported?',
  },
  compatibility: {
    head: 'Compatibility',
    syntax: { ...TEXT, offers: ['prose: …', 'none'] },
    due: 'always',
    settled: 'requests name no version',
    gap: 'reported',
    question: 'Which changes keep a version?',
  },
};

const QUESTION = { question: 'What holds for versions: {fact}?' } as const;
const FOR_READERS = { ...QUESTION, kind: 'note on a version', gap: 'reported' } as const;

export const VERSION: TableOf<VersionRow, VersioningTrait> = {
  head: 'Version',
  columns: {
    date: { ...FOR_READERS, head: 'Date', syntax: DAY },
    status: {
      ...OF_OTHERS,
      ...QUESTION,
      head: 'Status',
      due: 'the table says what is served',
      syntax: VERSION_STATUS,
    },
    changes: { ...FOR_READERS, head: 'Changes', syntax: { ...TEXT, offers: ['prose: …', 'none'] } },
  },
};

export const CHANGE: TableOf<ChangeRow> = { head: 'Change', columns: {}, furtherColumns: 'but prose' };

/** A row of the Change table, and what it has under heads of the author's own. */
export const CHANGED: Declaration<string> = {
  ...OF_OTHERS,
  ...QUESTION,
  head: 'Change',
  syntax: { ...TEXT, offers: ['prose: …', 'none'] },
};
