import type { Argument, Command, Option } from 'commander';
import { SuggestingArgument, SuggestingOption } from '../../frame/commander.js';
import type { GivenValues } from '../../frame/flags.js';

/** A word that can follow. */
export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** What can follow the words of a command line. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Whether the name of a file can follow. */
  readonly files: boolean;
}

const NOTHING: Completion = { candidates: [], files: false };
const FILES: Completion = { candidates: [], files: true };

/**
 * Completes a command line from the commands, options and arguments that commander knows.
 *
 * @param program - the commands
 * @param words - after the program; the last one is completed, and may be empty
 * @returns what can replace the last word
 */
export function complete(program: Command, words: readonly string[]): Completion {
  const [current, before] = splitWords(words);
  const state = readWords(program, before);
  const { command, pending, used, onlyArguments } = state;
  if (pending !== undefined) {
    return valuesOf(pending, current, state.values);
  }
  const [, flag = '', value] = /^(--[^=]+)=(.*)$/.exec(current) ?? [];
  if (value !== undefined) {
    const { candidates } = valuesOf(findOption(command, flag), value, state.values);
    return {
      candidates: candidates.map((one) => ({ ...one, word: `${flag}=${one.word}` })),
      files: false,
    };
  }
  if (current.startsWith('-') && !onlyArguments) {
    return among(optionsOf(command, used), current);
  }
  if (command.commands.length > 0) {
    return among(commandsOf(command), current);
  }
  const { registeredArguments: all } = command;
  const last = all.at(-1);
  const argument = all[state.arguments] ?? (last?.variadic ? last : undefined);
  return valuesOf(argument, current, state.values);
}

/** The word to complete, and those before it. Bash makes a word of its own from the `=` in `--output=json`. */
function splitWords(words: readonly string[]): readonly [current: string, before: string[]] {
  const isAssigned = (word: string, index: number) =>
    word === '=' && words[index - 1]?.startsWith('--') === true;
  const before = words.slice(0, -1).filter((word, index) => !isAssigned(word, index));
  const current = words.at(-1) ?? '';
  return [isAssigned(current, words.length - 1) ? '' : current, before];
}

/** Reads the words before the last one. */
function readWords(program: Command, words: readonly string[]) {
  let command = program;
  /** The option whose value follows. */
  let pending: Option | undefined;
  /** Whether `--` ended the options. */
  let onlyArguments = false;
  /** Number of arguments so far. */
  let count = 0;
  const used = new Set<Option>();
  const values = new Map<string, string>();
  for (const word of words) {
    if (pending !== undefined) {
      values.set(pending.attributeName(), word);
      pending = undefined;
    } else if (onlyArguments || !word.startsWith('-') || word === '-') {
      const child = command.commands.find((each) => each.name() === word);
      count += child === undefined ? 1 : 0;
      command = child ?? command;
    } else if (word === '--') {
      onlyArguments = true;
    } else {
      const [flag = '', value] = word.split(/=(.*)/s);
      const option = findOption(command, flag);
      if (option !== undefined) {
        used.add(option);
        values.set(option.attributeName(), value ?? '');
        pending = option.required && flag === word ? option : undefined;
      }
    }
  }
  return { command, pending, used, values, arguments: count, onlyArguments };
}

function findOption(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}

/** The placeholders of files, such as `<PATH>`. */
const FILE_NAMES = /\b(?:PATH|FILE|DUMP|SCENARIO)\b/;

/** The values of an option or an argument. */
function valuesOf(
  of: Option | Argument | undefined,
  current: string,
  given: GivenValues,
): Completion {
  if (of?.argChoices !== undefined) {
    return among(
      of.argChoices.map((word) => ({ word, description: '' })),
      current,
    );
  }
  const isSuggesting = of instanceof SuggestingOption || of instanceof SuggestingArgument;
  if (isSuggesting && of.suggest !== undefined) {
    const isSortBy = of instanceof SuggestingOption && of.attributeName() === 'sortBy';
    const sign = isSortBy && current.startsWith('-') ? '-' : '';
    return among(
      of.suggest(given).map((word) => ({ word: `${sign}${word}`, description: '' })),
      current,
    );
  }
  const name = of === undefined ? '' : 'flags' in of ? of.flags : of.name();
  return FILE_NAMES.test(name) ? FILES : NOTHING;
}

function commandsOf(command: Command): Candidate[] {
  return command.commands.map((each) => ({
    word: each.name(),
    description: each.description(),
  }));
}

/** The options that can follow: an option that was given only if it is repeatable. */
function optionsOf(command: Command, used: ReadonlySet<Option>): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => !used.has(option) || option.description.includes('(repeatable)'))
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
}

function among(candidates: readonly Candidate[], current: string): Completion {
  return { candidates: candidates.filter(({ word }) => word.startsWith(current)), files: false };
}
