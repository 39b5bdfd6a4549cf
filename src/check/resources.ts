// What examples show that is not stated. Comes in: a model. Goes out: warnings, with the rows to paste. Notation, section 3;
// section 2, part 2.

import { diagnose, type Diagnostic } from '../diagnostics/define.ts';
import { exampleMismatch, exampleOnlyField } from '../diagnostics/resources.ts';
import type { Model } from '../model/model.ts';
import type { Resource } from '../model/resources.ts';
import { exampleView } from '../model/views/examples.ts';

const HEADS = ['Field', 'Type', 'Required', 'Set by', 'Allowed values', 'Default'];
/** So many names are told; the rows to paste are for all of them. */
const MOST = 5;

export function resourcesFound(model: Model): readonly Diagnostic[] {
  const { unknown, mismatches } = exampleView(model);
  const { source } = model.document;
  return [
    ...unknown.map(({ resource, names, at }) => {
      const shown = names
        .slice(0, MOST)
        .map((name) => `\`${short(name)}\``)
        .join(', ');
      const more = names.length - MOST;
      const values = {
        names: `${shown}${more > 0 ? ` and ${more} more` : ''}`,
        resource: resource.name.text,
        rows: rowsFor(source, resource, names),
      };
      const message = `The fields of \`${resource.name.text}\` are stated here.`;
      return diagnose(
        exampleOnlyField,
        at,
        values,
        resource.fields.written ? [{ at: resource.fields.at, message }] : [],
      );
    }),
    ...mismatches.map(({ name, expected, at }) =>
      diagnose(exampleMismatch, at, { name, expected, found: `\`${short(source.slice(at.start, at.end))}\`` }),
    ),
  ];
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('`', "'");
  return line.length > 40 ? `${line.slice(0, 37)}…` : line;
}

/** As wide as the table that is there; else with the head of one. */
function rowsFor(source: string, { fields }: Resource, names: readonly string[]): string {
  const head = source.slice(fields.at.start, source.indexOf('\n', fields.at.start) + 1 || undefined).trim();
  const isTable = fields.written && head.startsWith('|');
  const width = isTable ? head.replace(/^\||\|$/g, '').split(/(?<!\\)\|/).length : HEADS.length;
  const rows = names.map((name) => `| \`${short(name).replaceAll('|', '\\|')}\` |${' not shown |'.repeat(width - 1)}`);
  return [...(isTable ? [] : [`| ${HEADS.join(' | ')} |`, `|${'---|'.repeat(width)}`]), ...rows].join('\n');
}
