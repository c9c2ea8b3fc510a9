import type { Command } from 'commander';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { complete } from './complete.js';
import { SCRIPTS, SHELLS } from './scripts.js';

/** The first argument of a shell that asks how a command line can continue. */
export const COMPLETE = '__complete';

const EXAMPLES = `
Load the script in the startup file of your shell:
  ~/.bashrc                   source <(kubesem completion bash)
  ~/.zshrc (after compinit)   source <(kubesem completion zsh)
  ~/.config/fish/config.fish  kubesem completion fish | source

To complete "kubectl kubesem", put an executable file named
kubectl_complete-kubesem into your PATH:
  #!/bin/sh
  exec kubesem __complete "$@"`;

/** `kubesem completion`. */
export const completion: AddCommand = command({
  name: 'completion',
  summary: 'Print the completion script of a shell',
  help: EXAMPLES,
  arguments: { shell: flags.oneOf('<SHELL>', 'Your shell', SHELLS) },
  answer: ({ shell }) => ({ text: () => SCRIPTS[shell] }),
});

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
