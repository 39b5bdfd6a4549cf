// Completion in real shells: what bash, zsh and fish offer for a line that is not finished. bash is always there; the
// others where they are installed.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/commands/table.ts';
import { SHELLS } from '../../src/cli/completion/spec.ts';
import { run } from '../../src/cli/program.ts';
import { CATALOGUE } from '../../src/diagnostics/catalogue.ts';
import { captured } from './captured.ts';

const root = join(import.meta.dirname, '..', '..');
const NAMES = COMMANDS.map(({ usage }) => usage.split(' ')[0]!);
const EXAMPLES = readdirSync(join(root, 'examples')).flatMap((name) =>
  name.endsWith('.md') ? [name.slice(0, -3)] : [],
);
const longs = (name: string): string[] => [
  ...COMMANDS.find(({ usage }) => usage.startsWith(`${name} `))!.options.map(({ long }) => long!),
  '--help',
];

/** A line up to where TAB is pressed, and everything that is offered there. */
const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['ninefold c', NAMES.filter((name) => name.startsWith('c'))],
  ['ninefold check --format ', ['pretty', 'line', 'json', 'sarif', 'github', 'html']],
  ['ninefold plan --format j', ['json']],
  ['ninefold new a.md --from ', EXAMPLES],
  ['ninefold explain mis', CATALOGUE.map(({ code }) => code).filter((code) => code.startsWith('mis'))],
  ['ninefold explain contradiction ', ['my orders.md', 'orders.md', 'sub/']],
  ['ninefold check o', ['orders.md']],
  ['ninefold check orders.md ', ['my orders.md', 'orders.md', 'sub/']],
  ['ninefold check --format json orders.md o', ['orders.md']],
  ['ninefold check --assume o', ['orders.md']],
  ['ninefold serve --clock ', ['real', 'manual']],
  ['ninefold serve --data s', ['sub/']],
  ['ninefold serve --port 80 o', ['orders.md']],
  ['ninefold serve --port ', []],
  ['ninefold plan orders.md ', []],
  ['ninefold backup o', ['orders.md', 'orders.txt']],
  ['ninefold completion ', SHELLS],
  ['ninefold migrate --', longs('migrate')],
];

const scripts: Record<string, string> = {};
let place: string;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'ninefold-completion-'));
  for (const name of ['orders.md', 'orders.txt', 'my orders.md']) writeFileSync(join(place, name), '');
  mkdirSync(join(place, 'sub'));
  for (const shell of SHELLS) {
    const console = captured();
    expect(await run(['completion', shell], console)).toBe(0);
    scripts[shell] = console.stdout();
  }
});
afterAll(() => rmSync(place, { recursive: true }));

const inPlace = (program: string, args: readonly string[]): string => {
  const { stdout, stderr } = spawnSync(program, args, { cwd: place, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
};
const isThere = (shell: string): boolean => {
  const found = spawnSync(shell, ['-c', 'true']).status === 0;
  if (!found) console.warn(`skipped: completion in ${shell}, which is not installed`);
  return found;
};
const sorted = (offers: readonly string[]): string[] => [...new Set(offers)].toSorted();

/** As readline calls it; a directory gets its slash from there. */
function bash(line: string, by = '_ninefold'): string[] {
  const words = line.split(' ').map((word) => `'${word}'`);
  const script = `${scripts['bash']}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; ${by} ninefold
    for one in "\${COMPREPLY[@]}"; do [ -d "$one" ] && one="$one/"; echo "$one"; done`;
  return inPlace('bash', ['--norc', '-c', script]).split('\n').filter(Boolean);
}

describe('bash', () => {
  it.each(CASES)('%s', (line, offers) => {
    expect(sorted(bash(line))).toEqual(sorted(offers));
  });

  it('completes the value of an option that is joined to it, as bash parts it', () => {
    expect(sorted(bash('ninefold check --format = p'))).toEqual(['pretty']);
    expect(sorted(bash('ninefold check --format = json o'))).toEqual(['orders.md']);
    expect(sorted(bash('ninefold check --format ='))).toContain('sarif');
  });

  it('completes behind npx, too, where nothing else completes npx', () => {
    for (const [line, offers] of CASES) expect(sorted(bash(`npx ${line}`, '_ninefold_npx'))).toEqual(sorted(offers));
    expect(bash('npx nine', '_ninefold_npx')).toEqual([]);
    expect(bash('npx other c', '_ninefold_npx')).toEqual([]);
    const registered = `${scripts['bash']}\ncomplete -p npx`;
    expect(inPlace('bash', ['--norc', '-c', registered])).toBe('complete -o default -F _ninefold_npx npx\n');
    expect(inPlace('bash', ['--norc', '-c', `complete -F _own npx\n${registered}`])).toBe('complete -F _own npx\n');
  });

  it('is registered', () => {
    expect(inPlace('bash', ['--norc', '-c', `${scripts['bash']}\ncomplete -p ninefold`])).toBe(
      'complete -F _ninefold ninefold\n',
    );
  });
});

describe.skipIf(!isThere('fish'))('fish', () => {
  it.each(CASES)('%s', (line, offers) => {
    const script = `${scripts['fish']}\ncomplete -C ${`'${line}'`}`;
    const said = inPlace('fish', ['--no-config', '-c', script]).split('\n').filter(Boolean);
    const found = said.map((one) => one.split('\t')[0]!.replaceAll('\\ ', ' '));
    expect(sorted(found)).toEqual(sorted(offers));
  });
});

/** What an interactive shell hands to its list, one a line. */
const zsh = (line: string): string[] => {
  writeFileSync(join(place, 'sub', 'ninefold.zsh'), scripts['zsh']!);
  const script = `zmodload zsh/zpty; zpty z zsh -f -i
    zpty -w z 'PS1=; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -u -D; source sub/ninefold.zsh'
    zpty -w z 'compadd() { local -a found; if [[ " $* " == *" -D "* || " $* " == *" -O "* || " $* " == *" -A "* ]]; then builtin compadd "$@"; return; fi; builtin compadd -O found "$@"; local d=""; [[ "$*" == *"-W"* || "$*" == *" -f "* ]] && d=1; print -rl -- $found >> $OUT; builtin compadd "$@"; }'
    zpty -w z 'finish() { print -r done >> $OUT; exit }; zle -N finish; bindkey "^X" finish; bindkey "^I" complete-word; print begin >> $OUT'
    while [[ ! -s $OUT ]]; do sleep 0.01; done
    zpty -w -n z ${`'${line}'`}$'\\t\\C-x'
    while ! grep -qx done $OUT; do sleep 0.01; done`;
  const out = join(place, 'sub', 'offers');
  rmSync(out, { force: true });
  const { stderr, stdout } = spawnSync('zsh', ['-f', '-c', script], {
    cwd: place,
    encoding: 'utf8',
    timeout: 15_000,
    env: { ...process.env, OUT: out, TERM: 'dumb' },
  });
  expect([stderr, stdout]).toEqual(['', '']);
  return spawnSync('cat', [out], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((one) => !['', 'begin', 'done'].includes(one));
};

describe.skipIf(!isThere('zsh'))('zsh', () => {
  it.each(CASES)('%s', (line, offers) => {
    // Where no operand is left, zsh offers the options.
    const found = zsh(line)
      .map((one) => one.replace(/=$/, '').replaceAll('\\ ', ' '))
      .filter((one) => !one.startsWith('--') || / -\S*$/.test(line));
    expect(sorted(found)).toEqual(sorted(offers.map((one) => one.replace(/\/$/, ''))));
  });
});

it('says how each shell takes it, and what to do behind npx where the shell has no place for it', async () => {
  const console = captured();
  expect(await run(['completion', '--help'], console)).toBe(0);
  for (const shell of SHELLS) expect(console.stdout()).toContain(`npx ninefold completion ${shell}`);
  const [, code] = /\n {2}zsh {3}(ninefold\(\) .*)\n/.exec(console.stdout())!;
  // bash wants a `;` where zsh does not.
  const script = `npx() { echo "$@"; }; ${code!.replace(' }', '; }')}; ninefold check a.md`;
  expect(inPlace('bash', ['--norc', '-c', script])).toBe('ninefold check a.md\n');
});

it('a shell that there is none for is refused, with those there are', async () => {
  const console = captured();
  expect(await run(['completion', 'bsh'], console)).toBe(2);
  expect(console.stderr()).toBe(
    'ninefold: there is no completion for bsh, only for bash, zsh, fish; did you mean `bash`?\n',
  );
});
