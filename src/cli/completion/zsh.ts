// Completion for zsh. Input: what can be completed. Output: a script that may be evaluated, or kept as `_ninefold` in $fpath.

import type { CommandSpec, OptionSpec, Takes } from './spec.ts';

export function zshScript(commands: readonly CommandSpec[]): string {
  return `#compdef ninefold
# Completion of ninefold for zsh: eval "$(ninefold completion zsh)" behind compinit
_ninefold() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${commands.map(({ name, what }) => `    ${quoted(`${name}:${what.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  _arguments -C '--version[prints the version]' '--help[shows what a command does]' '1:command:->command' '*::operand:->rest'
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _ninefold ]]; then _ninefold "$@"; else compdef _ninefold ninefold; fi
`;
}

function commandCase({ name, options, operands, isRepeated }: CommandSpec): string {
  const words = [
    ...options.map(optionWord),
    ...operands.map((takes, index) => {
      const place = isRepeated && index === operands.length - 1 ? '*' : `${index + 1}`;
      return quoted(`${place}:operand:${action(takes)}`);
    }),
  ];
  return `        ${name}) _arguments ${words.join(' ')} ;;`;
}

/** Each may be repeated: some are, and the command itself refuses the others. */
function optionWord({ name, what, takes }: OptionSpec): string {
  const text = what.replaceAll(/[[\]\\]/g, '\\$&');
  return quoted(takes === undefined ? `*${name}[${text}]` : `*${name}=[${text}]:value:${action(takes)}`);
}

function action(takes: Takes): string {
  switch (takes.kind) {
    case 'words':
      return `(${takes.words.join(' ')})`;
    case 'files':
      return takes.ending === '' ? '_files' : `_files -g "*${takes.ending}(-.)"`;
    case 'directories':
      return '_files -/';
    case 'anything':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
