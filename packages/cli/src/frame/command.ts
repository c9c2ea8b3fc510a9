// The frame of a command: what it reads, its flags, its columns and its answer are declared; this file does the rest in
// the same order for all of them.
import type { Command } from 'commander';
import { type CommandContext, FAILED, OK } from '../context.js';
import type { Input } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import {
  hasErrors,
  type ShownProblem,
  writeErrors,
  writeNotes,
  writeProblems,
  writeWarnings,
} from '../output/problems.js';
import { isText, type OutputFlags, type Views, writeResult } from '../output/write.js';
import { argumentOf, optionOf, requireEffects, valueOf } from './commander.js';
import type { Flag, Positional, ValuesOf } from './flags.js';
import { commandInput, type Reads, UsageError } from './input.js';

/** Adds a command to its parent. */
export type AddCommand = (parent: Command, context: CommandContext) => void;

type Positionals = { readonly [key: string]: Positional<unknown> };
type Flags = { readonly [key: string]: Flag<unknown> };

/** The values of arguments and flags. */
type Asked<A, F> = ValuesOf<A> & ValuesOf<F>;

/** A command as it is declared. */
interface CommandSpec<A extends Positionals, F extends Flags> {
  readonly name: string;
  readonly summary: string;
  /** Examples and explanations below the flags. */
  readonly help?: string;
  readonly arguments?: A;
  /** In the order of the help. */
  readonly flags?: F;
  /** The columns of all of its tables, to complete `--sort-by`. */
  readonly columns?: readonly (string | { readonly head: string })[];
  /** The commands below it. */
  readonly commands?: readonly AddCommand[];
  /** Whether an argument can be a negative number, which looks like a flag. */
  readonly takesNegatives?: boolean;
  /** Checks the command line, with a UsageError, and says what is read. */
  readonly reads?: (asked: Asked<A, F>) => Reads;
  /** Answers with plain data; an InputError or a NoAnswerError ends the command. */
  readonly answer: (
    asked: Asked<A, F> & { readonly input: Input },
    terminal: Terminal,
  ) => Answer | Promise<Answer>;
}

/** Makes a command of its declaration. */
export function command<
  const A extends Positionals = Record<never, never>,
  const F extends Flags = Record<never, never>,
>(spec: CommandSpec<A, F>): AddCommand {
  return (parent, context) => {
    const { terminal, finish } = context;
    const { name, summary, help, columns = [], commands = [], takesNegatives = false } = spec;
    const positionals = Object.entries<Positional<unknown>>(spec.arguments ?? {});
    const flags = Object.entries<Flag<unknown>>(spec.flags ?? {});
    const heads = columns.map((each) => (typeof each === 'string' ? each : each.head));
    const made = parent.command(name).description(summary).allowUnknownOption(takesNegatives);
    positionals.forEach(([, each]) => void made.addArgument(argumentOf(each)));
    flags.forEach(([, each]) => void made.addOption(optionOf(each, heads)));
    if (help !== undefined) {
      made.addHelpText('after', help);
    }
    made.action(async (...given: unknown[]) => {
      try {
        const asked = {
          ...Object.fromEntries(positionals.map(([key], index) => [key, given[index]])),
          ...Object.fromEntries(flags.map(([key, each]) => [key, valueOf(each, made)])),
        } as Asked<A, F>;
        requireEffects(
          flags.map(([, each]) => each),
          made,
        );
        const input = spec.reads ? commandInput(asked, spec.reads(asked), terminal) : { paths: [] };
        const answer = await spec.answer({ ...asked, input }, terminal);
        finish(writeAnswer(answer, asked, terminal));
      } catch (error) {
        if (!(error instanceof UsageError)) {
          throw error;
        }
        made.error(`error: ${error.message}`);
      }
    });
    if (commands.length > 0) {
      // Otherwise, flags after the name of such a command would be those of this one.
      made.enablePositionalOptions();
      commands.forEach((add) => void add(made, context));
    }
  };
}

/** Makes a command that only has commands below it. */
export function group({
  name,
  summary,
  help,
  commands,
}: Required<
  Pick<CommandSpec<Positionals, Flags>, 'name' | 'summary' | 'help' | 'commands'>
>): AddCommand {
  return (parent, context) => {
    const made = parent.command(name).description(summary).addHelpText('after', help);
    commands.forEach((add) => void add(made, context));
  };
}

/** The answer of a command. Without a table and a text, there is no result. */
export interface Answer extends Partial<Views> {
  /** Remarks on the result, for people. */
  readonly notes?: Iterable<string>;
  /** Remarks on what was read and assumed, in every format. */
  readonly remarks?: Iterable<string>;
  /** Warnings that have no place. */
  readonly warnings?: Iterable<string>;
  /** What is wrong with the objects. */
  readonly problems?: readonly ShownProblem[];
  /** What could not be read, and what was not found. */
  readonly errors?: readonly string[];
  /** What was not found: an error, unless something could not be read. */
  readonly missing?: string | undefined;
  /** Whether the answer is yes; by default, it is if there are no errors. */
  readonly isFine?: boolean;
}

/**
 * Prints an answer: the result, the notes, the findings and the errors, in this order.
 *
 * @returns the exit status
 */
function writeAnswer(answer: Answer, given: Partial<OutputFlags>, terminal: Terminal): number {
  const { table, text, notes = [], remarks = [], missing } = answer;
  const { warnings = [], problems = [], errors = [] } = answer;
  const flags = { output: 'table' as const, ...given };
  try {
    if (table !== undefined || text !== undefined) {
      writeResult(flags, terminal, answer);
    }
  } finally {
    // Also if the result has no such column to sort by.
    writeNotes([...(isText(flags) ? notes : []), ...remarks], terminal);
    writeWarnings(warnings, terminal);
    writeProblems(problems, terminal);
    writeErrors(errors, terminal);
  }
  const isBroken = errors.length > 0 || hasErrors(problems);
  const isMissing = missing !== undefined && !isBroken;
  writeErrors(isMissing ? [missing] : [], terminal);
  return (answer.isFine ?? true) && !isBroken && !isMissing ? OK : FAILED;
}
