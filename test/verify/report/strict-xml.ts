// XML as strict readers take it, as far as reports use it: https://www.w3.org/TR/xml/. Input: a text. Output: its elements; throws where it is
// not well-formed.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const TAG = /<(\/?)([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.-]*="[^"<]*")*)\s*(\/?)>/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// What XML 1.0 allows. https://www.w3.org/TR/xml/#charsets
const LEGAL = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;

export function readXml(source: string): XmlElement {
  if (!LEGAL.test(source)) throw new Error('a character that XML does not allow');
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === source) throw new Error('no declaration');
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (let at = 0; at < body.length;) {
    const top = open.at(-1)!;
    if (body[at] !== '<') {
      const end = body.indexOf('<', at) < 0 ? body.length : body.indexOf('<', at);
      top.text += textOf(body.slice(at, end));
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const [whole, isEnd, name, attributes, isEmpty] = TAG.exec(body) ?? [];
    if (whole === undefined) throw new Error(`no tag: ${body.slice(at, at + 80)}`);
    at += whole.length;
    if (isEnd === '/') {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes ${top.name}`);
      continue;
    }
    const element: Open = { name: name!, attributes: attributesOf(attributes!), children: [], text: '' };
    top.children.push(element);
    if (isEmpty !== '/') open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== '') throw new Error('not one element');
  return root.children[0]!;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w.-]+)="([^"]*)"/g)) {
    if (name in all) throw new Error(`${name} is there twice`);
    // A reader makes spaces of line breaks that are written as they are.
    all[name] = textOf(value.replace(/[\t\n\r]/g, ' '));
  }
  return all;
}

function textOf(text: string): string {
  if (text.includes(']]>')) throw new Error(']]>');
  return text.replace(/&(#\d+|\w+)?(;?)/g, (_whole, name: string | undefined, end: string) => {
    const sign = name?.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : ENTITIES[name ?? ''];
    if (sign === undefined || end === '') throw new Error(`no entity: &${name}`);
    return sign;
  });
}
