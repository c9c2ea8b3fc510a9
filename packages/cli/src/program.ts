import { KUBERNETES_VERSION } from '@kubesem/core';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { addApf } from './apf-program.js';
import { addDns } from './dns-program.js';
import { type ImageFlags, imageCommand } from './image-command.js';
import { type InspectFlags, inspectCommand } from './inspect-command.js';
import { addNodes } from './nodes-program.js';
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
  kubesem inspect deploy/                        every manifest below a folder
  kubectl get pods -A -o json | kubesem inspect  what a cluster runs
  helm template . | kubesem inspect --summary    what a chart asks for in total
  kubesem inspect --explain pod.yaml             how each number came about
  kubesem inspect --images deploy/               images and pull policies
  kubesem inspect --dns deploy/                  DNS names of Services and Pods
  kubesem inspect -o json pod.yaml               the same for programs

Folders are searched for *.yaml, *.yml and *.json; node_modules and names that
start with a dot are left out. Manifests are read, and get their defaults, as
kubectl and the API server of Kubernetes ${KUBERNETES_VERSION} do it; stored objects, which
have a metadata.uid, are taken as they are.

Exit status: 0 if all is well, 1 if a document or an object is broken, 2 if the
command line is wrong.`;

const IMAGE_EXAMPLES = `
Examples:
  kubesem image busybox registry:5000/app     what the names stand for
  kubesem image --explain busybox             what was filled in, and why
  kubesem image --credentials ~/.docker/config.json ghcr.io/team/app
                                              which entries are tried, in order
  kubesem image --credentials secret.yaml -o json ghcr.io/team/app
                                              the same for programs

Credentials are read from a config.json or .dockercfg, taken for the node's, and
from manifests with Secrets, taken for those of a Pod, in their order. Stores
and helpers are not asked, since the kubelet asks none. Passwords are never
shown.

Exit status: 0 if all are images, 1 if one is not or a file of credentials is
broken, 2 if the command line is wrong.`;

const QUANTITY_EXAMPLES = `
Examples:
  kubesem quantity 1.5Gi 0.1 129e6     what they are, their order and their sum
  kubesem quantity -o json 100m        the same for programs
  kubesem quantity -- -1Gi             a negative one

Exit status: 0 if all are quantities, 1 if one is not, 2 if the command line is
wrong.`;

/**
 * Runs the command line.
 *
 * @param args - the arguments, without the program
 * @param terminal - where to read from and to write to
 * @returns the exit status: 0, 1 if something was broken, 2 if the command line is wrong
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  let status = OK;
  const finish: Finish = (result) => {
    status = result;
  };
  const program = new Command('kubesem')
    .description(
      'Tells what Kubernetes computes from manifests: requests, limits, QoS class, images, and why.',
    )
    .version(`kubesem ${version} (Kubernetes ${KUBERNETES_VERSION})`)
    .exitOverride()
    .configureOutput({
      writeOut: terminal.stdout.write,
      // Messages quote what the user wrote.
      writeErr: (text) => terminal.stderr.write(text.split('\n').map(visible).join('\n')),
    });
  addInspect(program, terminal, finish);
  addNodes(program, terminal, finish);
  addImage(program, terminal, finish);
  addDns(program, terminal, finish);
  addApf(program, terminal, finish);
  addQuantity(program, terminal, finish);
  addHelp(program, program.name());
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

/** Lets every command point to its own help, and those with commands show the help of these, however deep. */
function addHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const each of command.commands) {
    addHelp(each, `${path} ${each.name()}`);
  }
  if (command.commands.length === 0) {
    return;
  }
  command
    .helpCommand(false)
    .command('help')
    .description('display help for a command')
    .argument('[COMMAND...]')
    .action((names: string[]) => {
      const named = names.reduce((parent, name) => {
        const found = parent.commands.find((each) => each.name() === name);
        return found ?? parent.error(`error: unknown command '${name}'`);
      }, command);
      named.help();
    });
}

/** Takes the exit status of a command. */
type Finish = (status: number) => void;

function addInspect(program: Command, terminal: Terminal, finish: Finish): void {
  program
    .command('inspect')
    .description('report what Pods and workloads ask for: QoS class, effective requests and limits')
    .argument('[PATH...]', 'files, folders, or - for standard input, which is also the default')
    .addOption(output('table', 'wide', 'json', 'yaml'))
    .option('--explain', 'say how each number came about')
    .option('--summary', 'add up all objects, each multiplied by its number of Pods')
    .addOption(new Option('--images', 'list images and pull policies instead').conflicts('summary'))
    .addOption(
      new Option('--dns', 'list the DNS names of Services and Pods instead').conflicts([
        'summary',
        'images',
      ]),
    )
    .addOption(credentialsOption('tell what of these and the Secrets the images are pulled with'))
    .addOption(
      new Option(
        '-n, --namespace <NS>',
        'only objects of this namespace; those that name none are in default',
      ).argParser(namespace),
    )
    .option('--verbose', 'list the other kinds of objects that were found')
    .addHelpText('after', INSPECT_EXAMPLES)
    .action(async (paths: string[], flags: InspectFlags, command: Command) => {
      const refuse = (message: string) => command.error(`error: ${message}`);
      if (paths.length === 0 && terminal.stdin.isTTY) {
        refuse('expected a PATH, or manifests on standard input');
      }
      const readsManifests = paths.length === 0 || paths.includes('-');
      if (readsManifests && flags.credentials?.includes('-')) {
        refuse('expected manifests or credentials on standard input, not both');
      }
      finish(await inspectCommand(paths, flags, terminal));
    });
}

function addImage(program: Command, terminal: Terminal, finish: Finish): void {
  program
    .command('image')
    .description('tell what image names stand for, and which credentials match them')
    .argument('<IMAGE...>', 'images as a container names them')
    .addOption(output('table', 'json', 'yaml'))
    .option('--explain', 'say what was filled in, and why')
    .addOption(credentialsOption('show which of these match, in which order'))
    .addHelpText('after', IMAGE_EXAMPLES)
    .action(async (images: string[], flags: ImageFlags) => {
      finish(await imageCommand(images, flags, terminal));
    });
}

function addQuantity(program: Command, terminal: Terminal, finish: Finish): void {
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
          command.error(`error: unknown option '${unknown}'`);
        }
        finish(quantityCommand(quantities, flags.output, terminal));
      },
    );
}

/** An option that may be given several times. */
function credentialsOption(description: string): Option {
  return new Option('--credentials <FILE>', `${description}; may be repeated`).argParser(
    (file: string, files: readonly string[] = []) => [...files, file],
  );
}

function namespace(name: string): string {
  if (name === '') {
    throw new InvalidArgumentError('Expected the name of a namespace.');
  }
  return name;
}

function output(...formats: string[]): Option {
  return new Option('-o, --output <FORMAT>', 'how to print').choices(formats).default('table');
}
