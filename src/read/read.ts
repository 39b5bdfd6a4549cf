// Markdown → what is written, with a place on every slot. In: the text of a document and its file name for messages.
// Out: the Document and every fault of it, in one go. Pure. Design, section 4; notation, section 1.

import type { Diagnostic } from '../diagnostics/define.ts';
import type { Document } from '../model/document.ts';
import { absent } from '../model/status.ts';
import { readAuthentication } from './authentication.ts';
import { readBlocks } from './blocks.ts';
import { readBullets } from './bullets.ts';
import { readEndpoints } from './endpoints.ts';
import { readErrors } from './errors.ts';
import { readEvents } from './events.ts';
import { readLimits } from './limits.ts';
import type { Outline } from './outline.ts';
import { outline } from './outline.ts';
import { readPurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { readResources } from './resources.ts';
import { readStates } from './states.ts';
import { oneOf, readProse } from './slots.ts';
import { readVersioning } from './versioning.ts';

export interface ReadResult {
  readonly document: Document;
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws: what cannot be read is a finding. */
export function read(source: string, file: string): ReadResult {
  const reading: Reading = { source, diagnostics: [], values: new Map() };
  const { title, parts } = outline(reading, readBlocks(source));
  const document: Document = {
    file,
    source,
    title: readTitle(reading, title),
    purpose: readPurpose(reading, parts.get('purpose')),
    resources: readResources(reading, parts.get('resources')),
    states: readStates(reading, parts.get('states')),
    endpoints: readEndpoints(reading, parts.get('endpoints')),
    authentication: readAuthentication(reading, parts.get('authentication')),
    events: readEvents(reading, parts.get('events')),
    errors: readErrors(reading, parts.get('errors')),
    limits: readLimits(reading, parts.get('limits')),
    versioning: readVersioning(reading, parts.get('versioning')),
  };
  return { document, diagnostics: reading.diagnostics.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end) };
}

function readTitle(reading: Reading, section: Outline['title']): Document['title'] {
  const bullets = readBullets(reading, section, [{ name: 'Lists' }], 'under the title');
  bullets.rest('under the title');
  const rule = oneOf(['complete unless marked', 'complete only where marked']);
  const place = { text: section.title, at: section.title.text === '' ? section.at : section.title.span };
  return {
    name: section.written ? readProse(reading, place) : absent(section.at),
    lists: bullets.slot('Lists', { ...rule, none: false }),
    at: section.at,
  };
}
