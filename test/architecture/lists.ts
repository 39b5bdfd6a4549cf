// Lists of heads, keys or kinds that a source file writes out. Input: TypeScript. Output: those that nothing holds to the declarations
// of src/notation/: an array or a text of three or more of one section, or an object whose quoted keys are.

import { parseAst } from 'rolldown/parseAst';

import { entriesOf, kindOf, type AnyDeclaration, type AnySection } from '../../src/notation/declaration.ts';

export interface WrittenList {
  readonly line: number;
  readonly names: readonly string[];
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** So many names of one section are a list of it. */
const LEAST = 3;

export function writtenLists(source: string, sections: readonly AnySection[]): readonly WrittenList[] {
  const known = sections.map(namesOf);
  const found: WrittenList[] = [];
  walk(parseAst(source, { lang: 'ts' }), (node, isHeld) => {
    const texts = isHeld ? [] : textsIn(node);
    for (const names of known) {
      const own = [...new Set(texts.filter((text) => names.has(text)))];
      if (own.length < LEAST) continue;
      found.push({ line: source.slice(0, node.start).split('\n').length, names: own });
      return;
    }
  });
  return found;
}

function namesOf(section: AnySection): ReadonlySet<string> {
  return new Set(
    entriesOf(section as never).flatMap(([key, of]: readonly [string, AnyDeclaration]) => [key, of.head, kindOf(of)]),
  );
}

/** The texts that are written side by side. */
function textsIn(node: Node): readonly string[] {
  switch (node.type) {
    case 'ArrayExpression':
      return (node['elements'] as readonly (Node | null)[]).flatMap((one) => text(one));
    case 'ObjectExpression':
      return (node['properties'] as readonly Node[]).flatMap(({ key }) => text(key as Node | undefined));
    case 'Literal':
    case 'TemplateElement':
      return (text(node)[0] ?? '').split(/\s*[·|,]\s*/).map((one) => one.trim());
    default:
      return [];
  }
}

function text(node: Node | null | undefined): readonly string[] {
  const value = node?.type === 'TemplateElement' ? (node['value'] as { cooked: string }).cooked : node?.['value'];
  return typeof value === 'string' ? [value] : [];
}

/** What is checked against a type of names, by `satisfies`, `as const` or the type of its variable: the compiler holds it. */
function isHeldBy(parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
      return true;
    case 'VariableDeclarator': {
      const { typeAnnotation } = parent['id'] as Node;
      return (
        typeAnnotation !== undefined &&
        typeAnnotation !== null &&
        !/"TSStringKeyword"/.test(JSON.stringify(typeAnnotation))
      );
    }
    default:
      return false;
  }
}

function walk(node: unknown, visit: (node: Node, isHeld: boolean) => void, parent?: Node): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit, parent);
  } else if (typeof node === 'object' && node !== null) {
    const own = 'type' in node && typeof node.type === 'string' ? (node as Node) : undefined;
    if (own) visit(own, isHeldBy(parent));
    for (const value of Object.values(node)) walk(value, visit, own ?? parent);
  }
}
