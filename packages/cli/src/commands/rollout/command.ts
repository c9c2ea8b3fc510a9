import type { Command } from 'commander';
import type { CommandContext } from '../../context.js';
import { addRolloutSimulate } from './simulate/command.js';
import { addRolloutStatus } from './status/command.js';

const EXAMPLES = `
Examples:
  kubesem rollout status deploy/web -f dump.json
                                       What kubectl rollout status prints
  kubesem rollout simulate web -f dump.json --image app=app:2
                                       Whether a rollout would finish, and when

Exit status: 0 if there are no errors, 1 if there are, a simulated rollout does
not finish or a file cannot be read, 2 if the command line is wrong.`;

/** Adds `kubesem rollout` and its commands. */
export function addRollout(program: Command, context: CommandContext): void {
  const rollout = program
    .command('rollout')
    .description('Show how far rollouts are, and simulate them')
    .addHelpText('after', EXAMPLES);
  addRolloutStatus(rollout, context);
  addRolloutSimulate(rollout, context);
}
