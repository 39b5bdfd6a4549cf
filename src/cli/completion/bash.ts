// Completion for bash, 4 or later. Input: what can be completed. Output: a script that defines and registers one function.

import type { CommandSpec, Takes } from './spec.ts';

export function bashScript(commands: readonly CommandSpec[]): string {
  return `# Completion of ninefold for bash: eval "$(ninefold completion bash)"
_ninefold() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local options values operand=1 i
  COMPREPLY=()
  # bash parts --format=json into three words.
  if [[ $word == '=' ]]; then word=''; elif [[ $before == '=' ]]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if (( COMP_CWORD == 1 )); then
    _ninefold_words '${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}'
    return
  fi
  case $command in
${commands.map(optionsCase).join('\n')}
    *) return ;;
  esac
  case "$command $before" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ $word == -* ]]; then _ninefold_words "$options"; return; fi
  for (( i = 2; i < COMP_CWORD; i++ )); do
    if [[ " $values " == *" \${COMP_WORDS[i]} "* ]]; then
      if [[ \${COMP_WORDS[i+1]} == '=' ]]; then (( i += 2 )); else (( i++ )); fi
    elif [[ \${COMP_WORDS[i]} != -* ]]; then
      (( operand++ ))
    fi
  done
  case "$command $operand" in
${commands.flatMap(operandCases).join('\n')}
  esac
}
_ninefold_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_ninefold_files() {
  mapfile -t COMPREPLY < <(compgen -f -X "!*$1" -- "$word"; compgen -d -- "$word")
  compopt -o filenames 2>/dev/null
}
_ninefold_directories() {
  mapfile -t COMPREPLY < <(compgen -d -- "$word")
  compopt -o filenames 2>/dev/null
}
# npx ninefold …; what completes npx already stays.
_ninefold_npx() {
  COMPREPLY=()
  [[ \${COMP_WORDS[1]} == ninefold ]] && (( COMP_CWORD > 1 )) || return
  local COMP_WORDS=("\${COMP_WORDS[@]:1}") COMP_CWORD=$(( COMP_CWORD - 1 ))
  _ninefold
}
complete -F _ninefold ninefold
complete -p npx > /dev/null 2>&1 || complete -o default -F _ninefold_npx npx
`;
}

function optionsCase({ name, options }: CommandSpec): string {
  const all = options.map((option) => option.name).join(' ');
  const withValue = options.filter(({ takes }) => takes !== undefined).map((option) => option.name);
  return `    ${name}) options='${all}' values='${withValue.join(' ')}' ;;`;
}

function valueCases({ name, options }: CommandSpec): string[] {
  return options.flatMap((option) =>
    option.takes === undefined ? [] : [`    '${name} ${option.name}') ${call(option.takes)}; return ;;`],
  );
}

function operandCases({ name, operands, isRepeated }: CommandSpec): string[] {
  return operands.map((takes, index) => {
    const number = isRepeated && index === operands.length - 1 ? '*' : `' ${index + 1}'`;
    return `    ${number === '*' ? `'${name} '*` : `'${name}'${number}`}) ${call(takes)} ;;`;
  });
}

function call(takes: Takes): string {
  switch (takes.kind) {
    case 'words':
      return `_ninefold_words '${takes.words.join(' ')}'`;
    case 'files':
      return `_ninefold_files '${takes.ending}'`;
    case 'directories':
      return '_ninefold_directories';
    case 'anything':
      return ':';
  }
}
