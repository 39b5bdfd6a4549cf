// Completion for fish. Input: what can be completed. Output: a script that may be sourced, or kept as `ninefold.fish`.

import type { CommandSpec, Takes } from './spec.ts';

export function fishScript(commands: readonly CommandSpec[]): string {
  return `# Completion of ninefold for fish: ninefold completion fish | source
function __ninefold_begins
    test (count (commandline -opc)) -eq 1
end
function __ninefold_on
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]
end
# COMMAND NUMBER LAST OPTION...: the operand with that number is typed, or with a last one it or a later one.
function __ninefold_operand
    __ninefold_on $argv[1]; or return 1
    set -l operand 1
    set -l skips 0
    for word in (commandline -opc)[3..]
        if test $skips -eq 1
            set skips 0
        else if contains -- $word $argv[4..]
            set skips 1
        else if not string match -q -- '-*' $word
            set operand (math $operand + 1)
        end
    end
    test $skips -eq 1; and return 1
    test $operand -eq $argv[2]; or begin
        test "$argv[3]" = last; and test $operand -gt $argv[2]
    end
end
function __ninefold_files
    __fish_complete_suffix $argv[1] | string match -r -- ".*(?:"(string escape --style=regex -- $argv[1])"|/)(?:\\t.*)?\\$"
end
complete -c ninefold -f
complete -c ninefold -n __ninefold_begins -l version -d 'prints the version'
complete -c ninefold -n __ninefold_begins -l help -d 'shows what a command does'
${commands.flatMap(commandLines).join('\n')}
`;
}

function commandLines({ name, what, options, operands, isRepeated }: CommandSpec): string[] {
  const withValue = options.filter(({ takes }) => takes !== undefined).map((option) => option.name);
  return [
    `complete -c ninefold -n __ninefold_begins -a ${name} -d ${quoted(what)}`,
    ...options.map((option) => {
      const value = option.takes === undefined ? '' : ` -r${argumentsOf(option.takes)}`;
      return `complete -c ninefold -n '__ninefold_on ${name}' -l ${option.name.slice(2)}${value} -d ${quoted(option.what)}`;
    }),
    ...operands.map((takes, index) => {
      const last = isRepeated && index === operands.length - 1 ? 'last' : 'one';
      const test = `__ninefold_operand ${[name, index + 1, last, ...withValue].join(' ')}`;
      return `complete -c ninefold -n '${test}'${argumentsOf(takes)}`;
    }),
  ];
}

function argumentsOf(takes: Takes): string {
  switch (takes.kind) {
    case 'words':
      return ` -f -a ${quoted(takes.words.join(' '))}`;
    case 'files':
      return takes.ending === '' ? ' -F' : ` -f -a '(__ninefold_files ${takes.ending})'`;
    case 'directories':
      return " -f -a '(__fish_complete_directories)'";
    case 'anything':
      return ' -f';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
