// Makes what commander parses of the flags and arguments of a command.
import { Argument, type Command, Option } from 'commander';
import type { Flag, GivenValues, Positional } from './flags.js';
import { UsageError } from './input.js';

/** An option with values to complete, which are not the only ones. */
export class SuggestingOption extends Option {
  /** Returns the values; undefined if none are known. */
  suggest?: ((given: GivenValues) => readonly string[]) | undefined;
}

/** An argument with values to complete, which the help does not list. */
export class SuggestingArgument extends Argument {
  /** Returns the values; undefined if none are known. */
  suggest?: SuggestingOption['suggest'];
}

/** The argument of commander. */
export function argumentOf(given: Positional<unknown>): Argument {
  const { name, description, parse, choices } = given;
  const made = new SuggestingArgument(name, description);
  made.default(given.default);
  made.suggest = given.suggest;
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

/** The value of a flag. */
export function valueOf({ flags, absent }: Flag<unknown>, made: Command): unknown {
  return made.getOptionValue(attributeOf(flags)) ?? absent?.();
}

/** What commander calls a flag: `showLabels` for `--show-labels`. */
function attributeOf(flags: string): string {
  return new Option(flags).attributeName();
}

/** Rejects a command line with a flag that would change nothing. */
export function requireEffects(flags: readonly Flag<unknown>[], made: Command): void {
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
      throw new UsageError(`${long} prints no table to sort; omit --sort-by`);
    }
  }
}
