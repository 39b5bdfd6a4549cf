// Markdown → what is written, with a place on every slot. Input: the text of a document and its file name for messages. Output: the
// Document and every fault of it, in one go. Pure. Notation, section 1.

import type { Diagnostic } from '../diagnostics/define.ts';
import type { Document } from '../model/document.ts';
import { absent } from '../notation/slot.ts';
import { takeAttributions } from './assumptions/attribution-bullets.ts';
import { readAuthentication } from './authentication.ts';
import { readBlocks } from './blocks.ts';
import { readBullets } from './bullets.ts';
import { readEndpoints } from './endpoints.ts';
import { readErrors } from './errors.ts';
import { readEvents } from './events.ts';
import { readLimits } from './limits.ts';
import type { Outline } from './outline.ts';
import { PARTS, type PartName } from '../base/parts.ts';
import { outline } from './outline.ts';
import { readPurpose } from './purpose.ts';
import type { Form, Reading } from './reading.ts';
import { readResources } from './resources.ts';
import { readFences } from './scopes.ts';
import { readStates } from './states.ts';
import { oneOf } from '../notation/grammar/syntax.ts';
import { readProse } from './slots.ts';
import { readVersioning } from './versioning.ts';

export interface ReadResult {
  readonly document: Document;
  /** In the order of their places. */
  readonly diagnostics: readonly Diagnostic[];
  readonly form: Form;
}

/** Never throws: what cannot be read is a finding. */
export function read(source: string, file: string): ReadResult {
  return readDocument(
    {
      source,
      end: source.length,
      diagnostics: [],
      form: { spellings: [], tables: [], meant: [], nearKeys: [] },
      values: new Map(),
    },
    file,
  );
}

/** Of an assumptions document, `attributions` are gathered on the way. */
export function readDocument(reading: Reading, file: string): ReadResult {
  const { source } = reading;
  const { title, parts } = outline(reading, readBlocks(source));
  const prose = reading.attributions ? takeAttributions(reading, title, parts) : source;
  const before = (part: PartName): Reading => {
    const later = PARTS.slice(PARTS.indexOf(part) + 1).flatMap((name) => parts.get(name)?.at.start ?? []);
    return { ...reading, end: Math.min(source.length, ...later) };
  };
  const resources = readResources(before('resources'), parts.get('resources'));
  const document: Document = {
    file,
    source,
    title: readTitle(reading, title),
    purpose: readPurpose({ ...before('purpose'), source: prose }, parts.get('purpose')),
    resources,
    states: readStates(before('states'), parts.get('states'), resources),
    endpoints: readEndpoints(before('endpoints'), parts.get('endpoints')),
    authentication: readAuthentication(before('authentication'), parts.get('authentication')),
    events: readEvents(before('events'), parts.get('events')),
    errors: readErrors(before('errors'), parts.get('errors')),
    limits: readLimits(before('limits'), parts.get('limits')),
    versioning: readVersioning(before('versioning'), parts.get('versioning')),
  };
  const { diagnostics, form } = reading;
  return { document, diagnostics: diagnostics.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end), form };
}

function readTitle(reading: Reading, section: Outline['title']): Document['title'] {
  const bullets = readBullets(reading, section, [{ name: 'Lists' }], 'under the title');
  bullets.rest('under the title');
  readFences(reading, section, []);
  const rule = oneOf(['complete unless marked', 'complete only where marked']);
  const place = { text: section.title, at: section.title.text === '' ? section.at : section.title.span };
  return {
    name: section.written ? readProse(reading, place) : absent(section.at),
    lists: bullets.slot('Lists', { ...rule, none: false }),
    at: section.at,
  };
}
