// A document of things with tags and pages that follow each other.

import type { Model } from '../../src/model/model.ts';
import { creates, deletes, documentOf, ID, lists, modelOf, reads, resource, table, updates } from './document.ts';

const shown = (status: string): string => table('Status | When | Body | Headers', [`${status} | Thing | \`ETag\``]);

/** `fields`: more of them. */
export function tagged(...fields: readonly string[]): Model {
  return modelOf(
    documentOf({
      resources: resource('Thing', [ID, '`title` | string(1..40) | yes | caller | not blank', ...fields]),
      operations: [
        creates('Thing'),
        lists('Thing', { Pages: '`Link` rel next; default 3' }),
        reads(
          'Thing',
          { Preconditions: '`If-None-Match` optional on `ETag`', Answers: undefined },
          shown('200 | found'),
        ),
        updates(
          'Thing',
          { Preconditions: '`If-Match` required on `ETag`', Answers: undefined },
          shown('200 | updated'),
        ),
        deletes('Thing', { Preconditions: '`If-Match` optional on `ETag`' }),
      ].join(''),
      codes: '| `tag_needed` | 428 | precondition required |\n| `other_tag` | 412 | precondition failed |',
    }),
  );
}

export const TAGGED: Model = tagged();
