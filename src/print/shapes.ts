// Shapes and templates → their words. In: Shape. Out: text that the grammar reads as the same; a template stands in
// ticks as a whole. Notation, part 4, "Shapes and templates".

import { ticked } from '../base/ticked.ts';
import type { Shape, Template } from '../model/shapes.ts';
import { bareName, printResource } from './names.ts';
import { printCut } from './field-types.ts';

export function printShape(shape: Shape): string {
  switch (shape.kind) {
    case 'resource':
      return `${printResource(shape.resource)}${printCut(shape)}`;
    case 'array of':
      return `array of ${printShape(shape.of)}`;
    case 'template': {
      const words = printTemplate(shape.value);
      return /\\\|/.test(words) ? words : ticked(words);
    }
  }
}

function printTemplate(template: Template): string {
  switch (template.kind) {
    case 'object':
      return `{${template.pairs.map((pair) => `${printKey(pair.key)}: ${printTemplate(pair.value)}`).join(', ')}}`;
    case 'list':
      return `[${template.items.map((item, index) => printItem(item, template.items[index - 1])).join(', ')}]`;
    case 'literal':
      return typeof template.value === 'number' ? plainNumber(template.value) : JSON.stringify(template.value);
    case 'field':
      return template.path.every((step) => bareName(step) === step)
        ? template.path.join('.')
        : ticked(template.path.join('.'));
    case 'shape':
      return printInner(template.shape);
    case 'word':
      return `<${template.word}>`;
    case 'text':
      return JSON.stringify(
        template.parts.map((part) => (typeof part === 'string' ? part : `<${part.word}>`)).join(''),
      );
  }
}

/** A field list goes on as far as names go; a word with a capital is none. */
function printItem(item: Template, before: Template | undefined): string {
  const words = printTemplate(item);
  if (!/^(?:true|false|null)$/.test(words) || before?.kind !== 'shape') return words;
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

function printKey(key: { kind: 'literal'; text: string } | { kind: 'word'; word: string }): string {
  return key.kind === 'word' ? `<${key.word}>` : JSON.stringify(key.text);
}

/** A shape inside a template: names need no ticks. */
function printInner(shape: Shape): string {
  if (shape.kind === 'array of') return `array of ${printInner(shape.of)}`;
  if (shape.kind === 'template') return printTemplate(shape.value);
  const view = shape.view ? ` as ${ticked(shape.view.text)}` : '';
  const without = shape.without ? ` without ${bareNames(shape.without)}` : '';
  return `${printResource(shape.resource)}${view}${without}${shape.only ? ` only ${bareNames(shape.only)}` : ''}`;
}

function bareNames(fields: readonly { readonly text: string }[]): string {
  return fields.map((field) => bareName(field.text)).join(', ');
}

/** Digits without an exponent, as many as it takes to be this number. */
function plainNumber(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}1${'0'.repeat(400)}`;
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  let digits = 7;
  while (digits < 100 && Number(value.toFixed(digits)) !== value) digits++;
  return value.toFixed(digits);
}
