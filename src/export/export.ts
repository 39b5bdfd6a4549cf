// What a document is in other words. Input: a model without errors, and a format. Output: text, the same bytes for the same document.

import type { Model } from '../model/model.ts';
import { asyncApi } from './asyncapi.ts';
import { bundle } from './bundle.ts';
import type { Format } from './formats.ts';
import { openApi } from './interface.ts';
import { mermaid } from './mermaid.ts';
import { types } from './typescript.ts';

/** `address`: where the service listens, if it does. The tables are the stores' own: the command line asks them. */
export function exported(model: Model, format: Exclude<Format, 'sql'>, address?: string): string {
  switch (format) {
    case 'openapi':
      return json(openApi(model, address));
    case 'asyncapi':
      return json(asyncApi(model, address));
    case 'json-schema':
      return json(bundle(model));
    case 'types':
      return types(model);
    case 'mermaid':
      return mermaid(model);
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
