// A document in another form, as the command line writes it and the operator's port shows it. Input: a model without errors, and a format.
// Output: text.

import type { Model } from '../model/model.ts';
import { exported } from '../export/export.ts';
import type { Format } from '../export/formats.ts';
import { plan } from '../plan/compile.ts';

/** `address`: where the service listens. The stores are loaded only where their tables are wanted. */
export async function exportedText(model: Model, format: Format, address?: string): Promise<string> {
  if (format !== 'sql') return exported(model, format, address);
  const { tablesAsSql } = await import('../store/tables.ts');
  return tablesAsSql(plan(model).storage);
}
