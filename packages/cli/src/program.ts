import { KUBERNETES_VERSION } from '@kubesem/core';
import { Command, CommanderError, Option } from 'commander';
import { type InspectFlags, inspectCommand } from './inspect-command.js';
import { quantityCommand } from './quantity-command.js';
import { type Terminal, visible } from './terminal.js';
import { version } from './version.js';

/** Everything is as it should be. */
export const OK = 0;
/** A document or quantity is wrong, or could not be read. */
export const BROKEN = 1;
/** The command line is wrong. */
export const USAGE = 2;

const INSPECT_EXAMPLES = `
Examples:
  kubesem inspect deploy/                         every manifest below a folder
  kubectl get pods -A -o json | kubesem inspect   what a cluster runs
  helm template . | kubesem inspect --summary     what a chart asks for altogether
  kubesem inspect --explain pod.yaml              how each number came about
  kubesem inspect -o json pod.yaml                the same for programs

Folders are searched for *.yaml, *.yml and *.json; node_modules and names that start with a dot are left out.
Manifests are read, and get their defaults, as kubectl and the API server of Kubernetes ${KUBERNETES_VERSION} do it;
stored objects, which have a metadata.uid, are taken as they are.

Exit status: 0 if all is well, 1 if a document or an object is broken, 2 if the command line is wrong.`;

const QUANTITY_EXAMPLES = `
Examples:
  kubesem quantity 1.5Gi 0.1 129e6     what they are, their order and their sum
  kubesem quantity -o json 100m        the same for programs
  kubesem quantity -- -1Gi             a negative one

Exit status: 0 if all are quantities, 1 if one is not, 2 if the command line is wrong.`;

/**
 * Runs the command line.
 *
 * @param args - the arguments, without the program
 * @param terminal - where to read from and to write to
 * @returns the exit status: 0, 1 if something was broken, 2 if the command line is wrong
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let status = OK;
  const program = new Command('kubesem')
    .description(
      'Tells what Kubernetes computes from manifests: requests, limits, QoS class, and why.',
    )
    .version(`kubesem ${version} (Kubernetes ${KUBERNETES_VERSION})`, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.stdout.write,
      writeErr: terminal.stderr.write,
      getOutHasColors: () => terminal.stdout.colors.isColorSupported,
      getErrHasColors: () => terminal.stderr.colors.isColorSupported,
    })
    .showHelpAfterError('(see kubesem --help)');
  program
    .command('inspect')
    .description('report what Pods and workloads ask for: QoS class, effective requests and limits')
    .argument('[PATH...]', 'files, folders, or - for standard input, which is also the default')
    .addOption(output('table', 'wide', 'json', 'yaml'))
    .option('--explain', 'say how each number came about')
    .option('--summary', 'add up all objects, each multiplied by its number of Pods')
    .option(
      '-n, --namespace <NS>',
      'only objects of this namespace; those that name none are in default',
    )
    .option('--verbose', 'list the other kinds of objects that were found')
    .addHelpText('after', INSPECT_EXAMPLES)
    .action(async (paths: string[], flags: InspectFlags, command: Command) => {
      if (paths.length === 0 && terminal.stdin.isTTY) {
        command.error('error: expected a PATH, or manifests on standard input', {
          exitCode: USAGE,
        });
      }
      status = await inspectCommand(paths, flags, terminal);
    });
  program
    .command('quantity')
    .description('convert and compare quantities such as 1.5Gi or 100m')
    .argument('<QUANTITY...>', 'quantities as Kubernetes writes them')
    .addOption(output('table', 'json', 'yaml'))
    .addHelpText('after', QUANTITY_EXAMPLES)
    .allowUnknownOption() // a negative quantity looks like one
    .action(
      (quantities: string[], flags: { output: 'table' | 'json' | 'yaml' }, command: Command) => {
        const unknown = quantities.find((text) => /^-[^\d.]/.test(text));
        if (unknown !== undefined) {
          command.error(`error: unknown option '${visible(unknown)}'`, { exitCode: USAGE });
        }
        status = quantityCommand(quantities, flags.output, terminal);
      },
    );
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return error.exitCode === 0 ? OK : USAGE;
  }
  return status;
}

function output(...formats: string[]): Option {
  return new Option('-o, --output <FORMAT>', 'how to print').choices(formats).default('table');
}
