import { type AddCommand, group } from '../../frame/command.js';
import { simulate } from './simulate.js';
import { status } from './status.js';

const EXAMPLES = `
Examples:
  kubesem rollout status deploy/web -f dump.json
                                       What kubectl rollout status prints
  kubesem rollout simulate web -f dump.json --image app=app:2
                                       Whether a rollout would finish, and when

Exit status: 0 if there are no errors, 1 if there are, a simulated rollout does
not finish or a file cannot be read, 2 if the command line is wrong.`;

/** `kubesem rollout` with its commands. */
export const rollout: AddCommand = group({
  name: 'rollout',
  summary: 'Show how far rollouts are, and simulate them',
  help: EXAMPLES,
  commands: [status, simulate],
});
