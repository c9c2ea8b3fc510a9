import type { Command } from 'commander';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { complete } from './complete.js';

const EXAMPLES = `
Load the script in the startup file of your shell:
  ~/.bashrc                   source <(kubesem completion bash)
  ~/.zshrc (after compinit)   source <(kubesem completion zsh)
  ~/.config/fish/config.fish  kubesem completion fish | source

To complete "kubectl kubesem", put an executable file named
kubectl_complete-kubesem into your PATH:
  #!/bin/sh
  exec kubesem __complete "$@"`;

/** The shells that have a script. */
const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `kubesem completion`. */
export const completion: AddCommand = command({
  name: 'completion',
  summary: 'Print the completion script of a shell',
  help: EXAMPLES,
  arguments: { shell: flags.oneOf('<SHELL>', 'Your shell', SHELLS) },
  answer: ({ shell }) => ({ text: () => SCRIPTS[shell] }),
});

/** The first argument of a shell that asks how a command line can continue. */
export const COMPLETE = '__complete';

/**
 * Answers a shell as commands made with cobra do, among them kubectl: a candidate and its description on each line, and
 * then `:0` if the name of a file can follow, `:4` if not.
 *
 * Source: `github.com/spf13/cobra` v1.10, `ShellCompDirective`.
 *
 * @param program - the commands
 * @param words - of the command line; the last one is completed
 * @returns the lines
 */
export function answerShell(program: Command, words: readonly string[]): string {
  const { candidates, files } = complete(program, words);
  const lines = candidates.map(({ word, description }) => `${word}\t${description}\n`);
  return `${lines.join('')}:${files ? 0 : 4}\n`;
}

// What shells run to complete a command line: they ask `kubesem __complete`, and add the names of files.

/** The completion scripts. */
const SCRIPTS: { readonly [Shell in (typeof SHELLS)[number]]: string } = {
  bash: `# Completion of kubesem for bash.
_kubesem() {
  local answer line word prefix joined
  local -a words
  COMPREPLY=()
  # Readline splits words at colons, as in the name of a context.
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#words[@]} -gt 0 && ( $word == :* || $joined == *: ) ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    joined=\${words[\${#words[@]}-1]}
  done
  [[ $COMP_WORDBREAKS == *:* ]] && prefix=\${joined%"\${joined##*:}"}
  answer=$("\${COMP_WORDS[0]}" __complete "\${words[@]}" 2>/dev/null) || return
  while IFS= read -r line; do
    case $line in
      :0) ;;
      :*) compopt +o default 2>/dev/null ;;
      *) line=\${line%%$'\\t'*}; COMPREPLY+=("\${line#"$prefix"}") ;;
    esac
  done <<< "$answer"
}
complete -o default -F _kubesem kubesem
`,
  zsh: `#compdef kubesem
# Completion of kubesem for zsh.
_kubesem() {
  local line directive
  local -a candidates
  while IFS= read -r line; do
    case $line in
      :*) directive=$line ;;
      *) candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <("$words[1]" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#candidates )); then
    _describe kubesem candidates
  elif [[ $directive == :0 ]]; then
    _files
  fi
}
if [[ $funcstack[1] == _kubesem ]]; then
  _kubesem
else
  compdef _kubesem kubesem
fi
`,
  fish: `# Completion of kubesem for fish.
function __kubesem_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l program $words[1]
  set -e words[1]
  for line in ($program __complete $words "$current" 2>/dev/null)
    switch $line
      case ':0'
        __fish_complete_path "$current"
      case ':*'
      case '*'
        echo $line
    end
  end
end
complete -c kubesem -f -a '(__kubesem_complete)'
`,
};
