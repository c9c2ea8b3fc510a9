// Flags that a command would otherwise ignore without a word. A test tries all pairs of flags of all commands.
import type { Command } from 'commander';
import { usageError } from '../context.js';
import type { OutputFlags } from './write.js';

type Flags = readonly string[];

/**
 * The flags that change nothing in a format, by command: its lines or columns do not hold what they ask for. With `-o wide`, a
 * terminal shows any table whole, so only texts are listed.
 */
const LOST: Readonly<Record<string, Readonly<Record<string, Flags>>>> = {
  inspect: {
    name: ['explain', 'summary', 'verbose'],
    sarif: ['explain', 'summary', 'verbose'],
    github: ['explain', 'summary', 'verbose'],
    csv: ['explain', 'verbose'],
  },
};

/** The flags whose text has no table, by command. */
const NO_TABLE: Readonly<Record<string, Flags>> = {};

/** Rejects a command line with a flag that would change nothing. */
export function requireEffects(command: Command): void {
  const { sortBy, output = 'table' } = command.opts<Partial<OutputFlags>>();
  const isTable = output === 'csv' || output === 'table' || output === 'wide';
  if (sortBy !== undefined && !isTable) {
    usageError(command, `--sort-by sorts tables; use -o table, wide or csv instead of ${output}`);
  }
  const path = pathOf(command);
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli') {
      continue;
    }
    if (LOST[path]?.[output]?.includes(name) === true) {
      usageError(command, `${option.long} has no effect with -o ${output}; pass only one of them`);
    }
    if (sortBy !== undefined && NO_TABLE[path]?.includes(name) === true) {
      usageError(command, `${option.long} prints no table to sort; leave out --sort-by`);
    }
  }
}

/** The words of a command after the name of the program. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null
    ? command.name()
    : `${pathOf(parent)} ${command.name()}`;
}
