// Tables of who may do what, as a person writes them. Input: the text of a page `*.table.md`. Output: callers, how the rows are made, and
// cells: a request, who sends it, and what has to come of it. README.md says how the page is written.

export interface Caller {
  readonly name: string;
  /** A header, with holes; '' where nothing is sent. */
  readonly sends: string;
  /** Rows whose marks may stand in what this caller is told. */
  readonly sees: ReadonlySet<string>;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  /** JSON with holes; undefined where none is sent. */
  readonly body: string | undefined;
}

/** `row`: what is made is called so, if it has a name. */
export interface Made {
  readonly row: string;
  readonly by: string;
  readonly asked: Asked;
}

export interface Expected {
  readonly status: number;
  /** Of what is asked behind it. */
  readonly thenStatus: number | undefined;
  /** Names of rows in the order of a list; undefined where none is looked at. */
  readonly rows: readonly string[] | undefined;
  readonly withMembers: readonly string[];
  readonly withoutMembers: readonly string[];
}

export interface Cell {
  readonly caller: string;
  readonly asked: Asked;
  /** Asked behind it; its rows are those that are expected. */
  readonly behind: { readonly by: string; readonly asked: Asked } | undefined;
  readonly expected: Expected;
}

export interface Table {
  readonly callers: ReadonlyMap<string, Caller>;
  readonly rows: readonly Made[];
  readonly cells: readonly Cell[];
}

export function tableOf(text: string): Table {
  const tables = tablesOf(text);
  const callers = new Map<string, Caller>();
  const rows: Made[] = [];
  const cells: Cell[] = [];
  for (const [heads, ...lines] of tables) {
    if (heads![0] === 'caller')
      for (const [name = '', sends = '', , sees = ''] of lines)
        callers.set(name, { name, sends, sees: new Set(words(sees)) });
    else if (heads![0] === 'row')
      for (const [row = '', by = '', asked = ''] of lines) rows.push({ row, by, asked: askedOf(asked) });
    else for (const line of lines) cells.push(...cellsOf(heads!.slice(1), line, callers));
  }
  return { callers, rows, cells };
}

function cellsOf(
  names: readonly string[],
  [request = '', ...due]: readonly string[],
  callers: ReadonlyMap<string, Caller>,
): readonly Cell[] {
  const [first = '', second] = request.split(' then ');
  const behind =
    second === undefined ? undefined : { by: words(second)[0]!, asked: askedOf(second.slice(second.indexOf(' ') + 1)) };
  if (due.length !== names.length) throw new Error(`${request} has ${due.length} cells for ${names.length} callers`);
  return names.flatMap((caller, place) => {
    if (!callers.has(caller)) throw new Error(`nobody is called ${caller}`);
    const cell = due[place]!;
    return cell === '-' ? [] : [{ caller, asked: askedOf(first), behind, expected: expectedOf(cell) }];
  });
}

function expectedOf(cell: string): Expected {
  const [status = '', ...others] = words(cell);
  const rest = others[0] === 'then' ? others.slice(2) : others;
  if (!/^[2-5]\d\d$/.test(status)) throw new Error(`no status begins ${JSON.stringify(cell)}`);
  const members = (word: string, other: string): readonly string[] => {
    const at = rest.indexOf(word);
    const end = rest.indexOf(other, at);
    return at === -1 ? [] : rest.slice(at + 1, end === -1 ? undefined : end);
  };
  const isAboutMembers = rest.includes('with') || rest.includes('without');
  return {
    status: Number(status),
    thenStatus: others[0] === 'then' ? Number(others[1]) : undefined,
    rows: rest.length === 0 || isAboutMembers ? undefined : rest.filter((one) => one !== 'none'),
    withMembers: members('with', 'without'),
    withoutMembers: members('without', 'with'),
  };
}

function askedOf(text: string): Asked {
  const [, method = '', path = '', body] = /^([A-Z]+) (\S+)(?: (.+))?$/.exec(text) ?? [];
  if (method === '') throw new Error(`no request: ${text}`);
  return { method, path, body };
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Each as its lines, without the one behind the heads. */
function tablesOf(text: string): readonly (readonly string[])[][] {
  const found: (readonly string[])[][] = [];
  let before = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('|') && !/^\|[-|]+\|$/.test(line)) {
      if (!before.startsWith('|')) found.push([]);
      found.at(-1)!.push(
        line
          .slice(1, line.lastIndexOf('|'))
          .split('|')
          .map((cell) => cell.trim()),
      );
    }
    before = line;
  }
  return found;
}
