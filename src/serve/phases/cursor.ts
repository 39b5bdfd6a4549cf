// Phases `page` and `cursor`: the place where a page begins. A text that only the service reads is opened as soon as the request has been read; the
// row of which a field is sent is looked for, as the list would be. Notation, part 4, key Pages.

import { SIDE } from '../../sql/keyset.ts';
import type { Pages } from '../pages.ts';
import { sentenceOf } from '../reason.ts';
import { after, type Ended, type Phase, type Request } from './phase.ts';
import { conclude, end, unavailable } from './refuse.ts';

export const page: Phase = {
  name: 'page',
  check: 'body',
  does: 'Where a page begins, by its cursor; what is none is kept for the phase rules',
  exits: ['unavailable'],
  compile: ({ pages }) => pages && ((request) => begin(request, pages)),
};

/** The secret of cursors is read once. */
function begin(request: Request, pages: Pages): Ended | Promise<Ended> {
  const sealer = pages.sealer?.();
  if (!(sealer instanceof Promise)) {
    pages.begin(request.findings, sealer);
    return undefined;
  }
  return sealer.then(
    (known) => {
      pages.begin(request.findings, known);
      return undefined;
    },
    (error: unknown) => unavailable(request, sentenceOf(error)),
  );
}

export const cursor: Phase = {
  name: 'cursor',
  does: 'The row that a cursor names, where it is a field of the last row',
  exits: ['invalid query', 'unavailable'],
  compile: ({ pages }) => {
    const find = pages?.find;
    if (!pages || !find) return undefined;
    return (request) => {
      const { findings } = request;
      if (findings.bindings[SIDE] === null) return undefined;
      return after(find.run(findings.bindings), (result) => {
        if (result.kind !== 'done') return conclude(request, result);
        if (pages.locate(result.bound ?? {}, findings)) return undefined;
        return end(request, { kind: 'refused', failures: [pages.failure(findings.bindings)] });
      });
    };
  },
};
