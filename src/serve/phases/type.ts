// Phase `type`: the media type and coding of a body, before it is read. https://www.rfc-editor.org/rfc/rfc9110#section-8.3

import { hasBody } from '../body.ts';
import type { Phase } from './phase.ts';

export const type: Phase = {
  name: 'type',
  check: 'body',
  does: 'Content-Type and Content-Encoding, where there is a body and the operation takes one; before it is read',
  exits: ['unsupported media type'],
  compile: ({ mediaType }) =>
    mediaType &&
    ((request) => {
      const problem = hasBody(request.exchange.request) ? mediaType(request.exchange.request) : undefined;
      if (problem !== undefined) {
        request.findings.failures.push(problem);
        request.isUnread = true;
      }
      return undefined;
    }),
};
