// What a TypeScript file imports. Input: its source. Output: specifiers with how they are imported, and the code with all comments,
// strings, templates and regular expressions blanked out, so that words can be looked for safely.

export interface Import {
  readonly specifier: string;
  /** Nothing of it is there at run time. */
  readonly typeOnly: boolean;
  /** Loaded when the code runs, not with the file. */
  readonly lazy: boolean;
}

export interface Scan {
  readonly imports: readonly Import[];
  /** Same length as the source. */
  readonly code: string;
  /** `import(…)` or `require(…)` of something that is not a plain string: nobody can tell what it loads. */
  readonly computed: boolean;
}

export function scan(source: string): Scan {
  const code = blank(source);
  const imports: Import[] = [];
  const text = (quoteAt: number): string => source.slice(quoteAt + 1, code.indexOf(code[quoteAt]!, quoteAt + 1));
  const collect = (pattern: RegExp, lazy: boolean, typeOnly: (clause: string) => boolean = () => false): void => {
    for (const match of code.matchAll(pattern)) {
      const quoteAt = match.index + match[0].length - 1;
      imports.push({ specifier: text(quoteAt), lazy, typeOnly: typeOnly(match[1] ?? '') });
    }
  };
  collect(/\b(?:import|export)\b([^;'"`()=]*?)\bfrom\s*['"]/g, false, isTypeOnly);
  collect(/\bimport\s*['"]/g, false);
  collect(/\bimport\s*\(\s*['"]/g, true);
  for (const name of ['require', ...required(code)]) collect(new RegExp(`\\b${name}\\s*\\(\\s*['"]`, 'g'), true);
  collect(/\bcreateRequire\s*\([^()]*\)\s*\(\s*['"]/g, true);
  collect(/\bnew\s+URL\s*\(\s*['"](?=[^'"]*['"]\s*,\s*import\.meta\.url)/g, true);
  const computed = /(?<![.\w])(?:import|require)\s*\(\s*[^\s'"]/.test(code);
  return { imports, code, computed };
}

/** What `createRequire` is called here. */
function required(code: string): string[] {
  return [...code.matchAll(/\bconst\s+(\w+)[^=;]*=\s*createRequire\s*\(/g)].map((match) => match[1]!);
}

/** `type { A }`, or `{ type A, type B }`. */
function isTypeOnly(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const named = /^\s*\{([^}]*)\}\s*$/.exec(clause)?.[1];
  const names = named?.split(',').filter((name) => name.trim() !== '') ?? [];
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

const KEYWORD_BEFORE_REGEX = /(?:^|[^.\w$])(?:return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await)\s*$/;

/** Keeps quotes, line breaks and everything that is code; all else becomes spaces. */
function blank(source: string): string {
  const out: string[] = [];
  /** Depth of braces at which each open template's `${` began. */
  const templates: number[] = [];
  let depth = 0;
  let at = 0;
  const keep = (count: number): void => {
    out.push(source.slice(at, at + count));
    at += count;
  };
  const hide = (end: number): void => {
    out.push(source.slice(at, end).replace(/[^\n]/g, ' '));
    at = end;
  };
  const template = (): void => {
    const end = templateEnd(source, at);
    hide(end);
    if (source.startsWith('${', at)) {
      templates.push(depth);
      depth += 1;
      keep(2);
    } else keep(1);
  };
  while (at < source.length) {
    const character = source[at]!;
    const two = source.slice(at, at + 2);
    if (two === '//') hide(orEnd(source.indexOf('\n', at), source));
    else if (two === '/*') hide(orEnd(source.indexOf('*/', at + 2) + 2, source));
    else if (character === "'" || character === '"') {
      const end = quotedEnd(source, at);
      keep(1);
      hide(end);
      keep(1);
    } else if (character === '`') {
      keep(1);
      template();
    } else if (character === '/' && mayBeRegex(out.join('').slice(-40))) hide(regexEnd(source, at));
    else if (character === '{') {
      depth += 1;
      keep(1);
    } else if (character === '}') {
      depth -= 1;
      keep(1);
      if (templates.at(-1) === depth) {
        templates.pop();
        template();
      }
    } else keep(runOfPlain(source, at));
  }
  return out.join('');
}

/** How many characters from here mean nothing special. */
function runOfPlain(source: string, at: number): number {
  const pattern = /[^/'"`{}]+/y;
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 1;
}

function mayBeRegex(before: string): boolean {
  const code = before.trimEnd();
  return code === '' || /[(,=:[!&|?{};+\-*%<>~^]$/.test(code) || KEYWORD_BEFORE_REGEX.test(`${code} `);
}

/** Where the closing quote stands. */
function quotedEnd(source: string, at: number): number {
  let end = at + 1;
  while (end < source.length && source[end] !== source[at]) end += source[end] === '\\' ? 2 : 1;
  return end;
}

/** Where the closing tick or the next `${` stands. */
function templateEnd(source: string, at: number): number {
  let end = at;
  while (end < source.length && source[end] !== '`' && !source.startsWith('${', end))
    end += source[end] === '\\' ? 2 : 1;
  return end;
}

function regexEnd(source: string, at: number): number {
  let end = at + 1;
  let inClass = false;
  while (end < source.length && (inClass || source[end] !== '/') && source[end] !== '\n') {
    if (source[end] === '[') inClass = true;
    if (source[end] === ']') inClass = false;
    end += source[end] === '\\' ? 2 : 1;
  }
  return end + 1;
}

function orEnd(index: number, source: string): number {
  return index <= 1 ? source.length : index;
}
