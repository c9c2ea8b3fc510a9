// The frame of a command: what it reads, its flags, its columns and its answer are declared; this file does the rest in
// the same order for all of them.
import { Argument, type Command, Option } from 'commander';
import {
  type CommandContext,
  inputOf,
  isStdin,
  requireInput,
  requireNamedInput,
  requireOneStdin,
  usageError,
} from '../context.js';
import type { Resource } from '../io/cluster/resources.js';
import type { Input } from '../io/objects.js';
import type { Terminal } from '../io/terminal.js';
import { SuggestingOption } from '../options.js';
import { type Answer, writeAnswer } from './answer.js';
import type { Flag, Positional, ValuesOf } from './flags.js';

/** Adds a command to its parent. */
export type AddCommand = (parent: Command, context: CommandContext) => void;

/** The command line is wrong, in a way that no flag can tell for itself. */
export class UsageError extends Error {}

/** What a command reads besides the files that its arguments and `-f` name. */
export interface Reads {
  /** From a cluster; without them, only files are read. */
  readonly resources?: readonly Resource[];
  /** The only namespace to list of the cluster; all by default. */
  readonly only?: string | undefined;
  /** The namespace of objects in files without one. */
  readonly namespace?: string | undefined;
  /** Further files of objects. */
  readonly more?: readonly string[];
  /** Other files, of which one can be standard input. */
  readonly files?: readonly (string | undefined)[];
  /** Whether files or a cluster must be named; by default, standard input is read. */
  readonly mustBeNamed?: boolean;
  /** Whether there are no objects if neither is named. */
  readonly isOptional?: boolean;
}

type Positionals = { readonly [key: string]: Positional<unknown> };
type Flags = { readonly [key: string]: Flag<unknown> };

/** The values of arguments and flags. */
export type Asked<A, F> = ValuesOf<A> & ValuesOf<F>;

/** A command as it is declared. */
export interface CommandSpec<A extends Positionals, F extends Flags> {
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
        const input = spec.reads
          ? inputFor(asked, spec.reads(asked), made, terminal)
          : { paths: [] };
        const answer = await spec.answer({ ...asked, input }, terminal);
        finish(writeAnswer(answer, asked, terminal));
      } catch (error) {
        if (!(error instanceof UsageError)) {
          throw error;
        }
        usageError(made, error.message);
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

function argumentOf(given: Positional<unknown>): Argument {
  const { name, description, parse, choices } = given;
  const made = new Argument(name, description).default(given.default);
  if (choices !== undefined) {
    made.choices(choices);
  }
  return parse === undefined ? made : made.argParser(parse);
}

/** The option of commander for a flag; `--sort-by` completes the columns. */
export function optionOf(given: Flag<unknown>, columns: readonly string[] = []): Option {
  const { flags, description, parse, choices, conflicts = [], isRequired = false } = given;
  const made = new SuggestingOption(flags, description)
    .conflicts([...conflicts])
    .makeOptionMandatory(isRequired) as SuggestingOption;
  made.suggest = flags.startsWith('--sort-by') ? () => suggestionsOf(columns) : given.suggest;
  if (given.default !== undefined) {
    made.default(given.default);
  }
  if (choices !== undefined) {
    made.choices(choices);
  }
  return parse === undefined ? made : made.argParser(parse);
}

/** The columns as a command line can name them. */
function suggestionsOf(heads: readonly string[]): readonly string[] {
  const named = heads.filter((head) => head !== '');
  return [...new Set(named.map((head) => head.toLowerCase().replaceAll(' ', '-')))];
}

function valueOf({ flags, absent }: Flag<unknown>, made: Command): unknown {
  return made.getOptionValue(attributeOf(flags)) ?? absent?.();
}

/** What commander calls a flag: `showLabels` for `--show-labels`. */
function attributeOf(flags: string): string {
  return new Option(flags).attributeName();
}

/** Rejects a command line with a flag that would change nothing. */
function requireEffects(flags: readonly Flag<unknown>[], made: Command): void {
  const { sortBy, output = 'table' } = made.opts<{ sortBy?: string; output?: string }>();
  if (sortBy !== undefined && !['csv', 'table', 'wide'].includes(output)) {
    throw new UsageError(`--sort-by sorts tables; use -o table, wide or csv instead of ${output}`);
  }
  for (const { flags: text, lostIn, hasNoTable = false } of flags) {
    const { long } = new Option(text);
    if (made.getOptionValueSource(attributeOf(text)) !== 'cli') {
      continue;
    }
    if (lostIn?.includes(output) === true) {
      throw new UsageError(`${long} has no effect with -o ${output}; pass only one of them`);
    }
    if (sortBy !== undefined && hasNoTable) {
      throw new UsageError(`${long} prints no table to sort; leave out --sort-by`);
    }
  }
}

/** The input that the arguments and flags name. */
function inputFor(asked: InputValues, reads: Reads, made: Command, terminal: Terminal): Input {
  const { paths = [], filename, context, kubeconfig } = asked;
  const { resources, only, namespace, more, files = [] } = reads;
  const { mustBeNamed = false, isOptional = false } = reads;
  const cluster = resources && { context, kubeconfig };
  const input = inputOf(paths, { filename, namespace, ...cluster }, resources ?? [], only);
  if (mustBeNamed) {
    requireNamedInput(input, made);
  } else if (!isOptional) {
    requireInput(input, made, terminal);
  }
  const named = isStdin(input) && !isOptional ? ['-'] : input.paths;
  requireOneStdin([...named, ...(more ?? []), ...files], made);
  return more === undefined ? input : { ...input, paths: [...named, ...more] };
}

/** The values that name an input, by the keys that they have in every command. */
interface InputValues {
  readonly paths?: readonly string[];
  readonly filename?: readonly string[];
  readonly context?: string | undefined;
  readonly kubeconfig?: string | undefined;
}
