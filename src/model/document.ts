// A whole document as read: the title and the nine parts. Names are not resolved yet; link.ts does that.

import type { Source } from '../base/sources.ts';
import type { Span } from '../base/span.ts';
import type { AuthenticationPart } from '../notation/authentication.ts';
import type { EndpointsPart } from '../notation/endpoints.ts';
import type { ErrorsPart } from '../notation/errors.ts';
import type { EventsPart } from '../notation/events.ts';
import type { LimitsPart } from '../notation/limits.ts';
import type { PurposePart } from '../notation/purpose.ts';
import type { ResourcesPart } from '../notation/resources.ts';
import type { StatesPart } from '../notation/states.ts';
import type { Slot } from '../notation/slot.ts';
import type { VersioningPart } from '../notation/versioning.ts';

export interface Document {
  /** As given on the command line; for messages only. */
  readonly file: string;
  readonly source: string;
  /** The assumptions documents that fill some of its gaps; places in one count from its `start`, after the document. */
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
