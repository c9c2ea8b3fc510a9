import type { Command } from 'commander';
import type { CommandContext } from '../../context.js';
import { addRolloutStatus } from './status/command.js';

const EXAMPLES = `
Examples:
  kubesem rollout status deploy/web -f dump.json
                                       What kubectl rollout status prints

Exit status: 0 if there are no errors, 1 if there are or a file cannot be read,
2 if the command line is wrong.`;

/** Adds `kubesem rollout` and its commands. */
export function addRollout(program: Command, context: CommandContext): void {
  const rollout = program
    .command('rollout')
    .description('Show how far rollouts are, and what they wait for')
    .addHelpText('after', EXAMPLES);
  addRolloutStatus(rollout, context);
}
