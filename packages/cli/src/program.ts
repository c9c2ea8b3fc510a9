// The command `kubesem`: it reads files, asks the libraries, and prints what they compute. It contains no rule of
// Kubernetes.
//
// Read in this order: this file (the commands), `frame/command.ts` (how a command is declared, and what happens when it
// runs), and then any command. `commands/<area>/command.ts` declares its flags, its columns, what it reads and its
// answer; `model.ts` computes plain data with the libraries, which `-o json` prints, and `render.ts` has the texts that
// are not in a table. `shared/` has what several commands read, `io/read.ts` the one loop that reads sources, `io/objects.ts`
// the one that reads their objects, and `output/` the tables, charts, structured formats and problems.
import { Command, CommanderError } from 'commander';
import { answerShell, COMPLETE, completion } from './commands/completion/command.js';
import { VERSION_LINE, version } from './commands/version.js';
import { type CommandContext, FAILED, OK, USAGE } from './context.js';
import { NoAnswerError } from './io/no-answer.js';
import { InputError } from './io/sources.js';
import type { Terminal } from './io/terminal.js';
import { writeErrors } from './output/problems.js';
import { UnknownColumnError } from './output/table/sort.js';
import { visible } from './output/text.js';

/**
 * Runs the command line.
 *
 * @param args - the arguments, without the program
 * @param outer - where to read from and to write to
 * @param name - what the user calls the program
 * @returns the exit status: 0, 1 if the input is wrong or the answer is no, 2 if the command line is wrong
 */
export async function run(
  args: readonly string[],
  outer: Terminal,
  name = 'kubesem',
): Promise<number> {
  const terminal: Terminal = { ...outer, unlisted: [] };
  let status = OK;
  const context: CommandContext = {
    terminal,
    finish: (result) => {
      status = result;
    },
  };
  const program = new Command(name)
    .description('See what Kubernetes computes from your manifests, and why.')
    .version(VERSION_LINE, VERSION_FLAGS.join(', '), 'Show the version')
    .exitOverride()
    // A command can have the options of the commands below it.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: terminal.stdout.write,
      writeErr: terminal.stderr.write,
      outputError: (text, write) => write(visibleError(text)),
    });
  for (const add of await commandsOf(args)) {
    add(program, context);
  }
  addHelp(program, program.name());
  acceptEqualsSigns(program);
  if (args[0] === COMPLETE) {
    terminal.stdout.write(answerShell(program, args.slice(1)));
    return OK;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof UnknownColumnError) {
      writeErrors([error.message], terminal);
      return USAGE;
    }
    if (error instanceof NoAnswerError || error instanceof InputError) {
      writeErrors([error.message], terminal);
      return FAILED;
    }
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return error.exitCode === 0 ? OK : USAGE;
  }
  return status;
}

/** A message quotes what the user wrote, which stays on its line; commander adds a line with similar names. */
function visibleError(text: string): string {
  const [, message = '', similar = ''] = /^([^]*?)(\n\(Did you mean [-\w, ]+\?\))?\n$/.exec(
    text,
  ) ?? ['', text];
  return `${visible(message)}${similar}\n`;
}

type AddCommand = (program: Command, context: CommandContext) => void;

const VERSION_FLAGS = ['-V', '--version'];

/** The commands, in the order of the help. Each is loaded when it runs: they depend on different libraries. */
export const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['inspect', async () => (await import('./commands/inspect/command.js')).inspect],
  ['explain', async () => (await import('./commands/explain.js')).explain],
  ['pods', async () => (await import('./commands/pods/command.js')).pods],
  ['select', async () => (await import('./commands/select/command.js')).select],
  ['service', async () => (await import('./commands/service/command.js')).service],
  ['pdb', async () => (await import('./commands/pdb/command.js')).pdb],
  ['drain', async () => (await import('./commands/drain/command.js')).drain],
  ['rollout', async () => (await import('./commands/rollout/command.js')).rollout],
  ['hpa', async () => (await import('./commands/hpa/command.js')).hpa],
  ['simulate', async () => (await import('./commands/simulate/command.js')).simulate],
  ['env', async () => (await import('./commands/env/command.js')).env],
  ['files', async () => (await import('./commands/files/command.js')).files],
  ['config', async () => (await import('./commands/config/command.js')).config],
  ['nodes', async () => (await import('./commands/nodes/command.js')).nodes],
  ['fit', async () => (await import('./commands/fit/command.js')).fit],
  ['quota', async () => (await import('./commands/quota/command.js')).quota],
  ['image', async () => (await import('./commands/image/command.js')).image],
  ['dns', async () => (await import('./commands/dns/command.js')).dns],
  ['apf', async () => (await import('./commands/apf/command.js')).apf],
  ['quantity', async () => (await import('./commands/quantity/command.js')).quantity],
  ['completion', async () => completion],
  ['version', async () => version],
]);

/** Loads the command that a command line starts with; all of them for help, completion and errors, none for the version. */
async function commandsOf([name = '']: readonly string[]): Promise<AddCommand[]> {
  if (VERSION_FLAGS.includes(name)) {
    return [];
  }
  const named = COMMANDS.get(name);
  const loaders = named === undefined ? [...COMMANDS.values()] : [named];
  return Promise.all(loaders.map((load) => load()));
}

/** Accepts `-o=json` as `-o json`, as kubectl does: commander takes the sign for a part of the value. */
function acceptEqualsSigns(command: Command): void {
  for (const option of command.options.filter(({ short, required }) => short && required)) {
    const { parseArg = (value: string) => value } = option;
    option.argParser((value: string, previous: unknown) =>
      parseArg(value.replace(/^=/, ''), previous),
    );
  }
  command.commands.forEach(acceptEqualsSigns);
}

/** Lets every command point to its own help, and those with commands show the help of these, however deep. */
function addHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`).helpOption('-h, --help', 'Show this help');
  for (const each of command.commands) {
    addHelp(each, `${path} ${each.name()}`);
  }
  if (command.commands.length === 0) {
    return;
  }
  command
    .helpCommand(false)
    .command('help')
    .description('Show help for a command')
    .argument('[COMMAND...]')
    .action((names: string[]) => {
      const named = names.reduce((parent, name) => {
        const found = parent.commands.find((each) => each.name() === name);
        return found ?? parent.error(`error: unknown command '${name}'`);
      }, command);
      named.help();
    });
}
