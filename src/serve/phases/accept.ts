// Phase `accept`: can the client take what the operation answers with? https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1

import type { Phase } from './phase.ts';
import { refuse } from './refuse.ts';

export const accept: Phase = {
  name: 'accept',
  does: 'Accept against the media types of the answers',
  exits: ['not acceptable'],
  compile:
    ({ accepts }) =>
    (request) =>
      accepts(request.exchange.request.headers.accept)
        ? undefined
        : refuse(request, { cause: 'not acceptable', floor: 'not acceptable' }),
};
