// A whole document as read: the title and the nine parts. Names are not resolved yet; link.ts does that.

import type { Source } from '../base/sources.ts';
import type { Span } from '../base/span.ts';
import type { AuthenticationPart } from './authentication.ts';
import type { EndpointsPart } from './endpoints.ts';
import type { ErrorsPart } from './errors.ts';
import type { EventsPart } from './events.ts';
import type { LimitsPart } from './limits.ts';
import type { PurposePart } from './purpose.ts';
import type { ResourcesPart } from './resources.ts';
import type { StatesPart } from './states.ts';
import type { Slot } from './status.ts';
import type { VersioningPart } from './versioning.ts';

export interface Document {
  /** As given on the command line; for messages only. */
  readonly file: string;
  readonly source: string;
  /** The assumptions documents that fill some of its gaps; places in one count from its `start`, behind the document. */
  readonly assumptions?: readonly Source[];
  readonly title: {
    readonly name: Slot<string>;
    readonly lists: Slot<'complete unless marked' | 'complete only where marked'>;
    readonly at: Span;
  };
  readonly purpose: PurposePart;
  readonly resources: ResourcesPart;
  readonly states: StatesPart;
  readonly endpoints: EndpointsPart;
  readonly authentication: AuthenticationPart;
  readonly events: EventsPart;
  readonly errors: ErrorsPart;
  readonly limits: LimitsPart;
  readonly versioning: VersioningPart;
}
