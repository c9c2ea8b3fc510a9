// `npm run cluster -- build|up|down|kubectl …`, and `npm run conformance:cluster`.
import { conformance } from './conformance/run.js';
import { buildProgram } from './program.js';
import { down, hold, kubectl, up } from './running.js';

const HELP = `Usage: npm run cluster -- <command>

Commands:
  build          Build the control plane of the pinned release (needs Go; 3 to 10 minutes)
  up             Start a cluster that runs until "down"
  kubectl …      Run kubectl against it
  down           Stop it and remove its folder

npm run conformance:cluster -- [--record] [SCENARIO...]
                 Compare kubesem with a cluster of its own`;

const [command, ...args] = process.argv.slice(2);
const commands: Readonly<Record<string, () => unknown>> = {
  build: buildProgram,
  up,
  down,
  hold,
  kubectl: () => kubectl(args),
  conformance: () => conformance(args),
};
const run = Object.hasOwn(commands, command ?? '') ? commands[command ?? ''] : undefined;
if (run === undefined) {
  console.log(HELP);
  process.exitCode = command === undefined || command === '--help' ? 0 : 2;
} else {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
