// The options and arguments that commands share, and the parsers of their values.
import { storedTime, timestampMs } from '@kubesem/core';
import { type LabelRequirement, safeParseLabelSelector } from '@kubesem/selectors';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { contextNames } from './io/cluster/contexts.js';
import type { NamedObject } from './io/named.js';

/** The values of the options of a command line by their attributes, as far as it is written. */
export type GivenValues = ReadonlyMap<string, string>;

/** An option with values to complete, which are not the only ones. */
export class SuggestingOption extends Option {
  /** Returns the values; undefined if none are known. */
  suggest?: ((given: GivenValues) => readonly string[]) | undefined;
}

/** `[PATH...]`, which is standard input by default. */
export function pathsArgument(what = 'Files, folders, or -'): Argument {
  return new Argument('[PATH...]', `${what} for standard input (the default)`);
}

/** `-o`, with the formats of the command. */
export function outputOption(...formats: string[]): Option {
  return new Option('-o, --output <FORMAT>', 'Output format').choices(formats).default('table');
}

/** The options about the output of a command with a table; `name` if it can list names. */
export function withTable(command: Command, ...more: ('name' | 'sarif' | 'github')[]): Command {
  return command
    .addOption(outputOption('table', 'wide', ...more, 'csv', 'json', 'yaml'))
    .option('--no-headers', 'Omit the headings of tables')
    .addOption(
      new SuggestingOption(SORT_BY, 'Sort the table (-COLUMN: largest first)').argParser(nonEmpty),
    );
}

const SORT_BY = '--sort-by <COLUMN>';

/** Completes the columns of a table, with hyphens for spaces. A test compares them with the tables. */
export function withColumns(command: Command, ...columns: string[]): Command {
  const option = command.options.find(({ flags }) => flags === SORT_BY);
  if (option instanceof SuggestingOption) {
    option.suggest = () => columns;
  }
  return command;
}

/** An option that may be given several times. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description} (repeatable)`).argParser(
    (value: string, values: readonly string[] = []) => [...values, value],
  );
}

/** `-n`, for the commands that read manifests. */
export function namespaceOption(): Option {
  return new Option(
    '-n, --namespace <NS>',
    'Namespace of objects without one, as in kubectl apply; another one is an error',
  ).argParser(nonEmpty);
}

/** `-f`, for manifests. */
export function filenameOption(what: string): Option {
  return repeatable('-f, --filename <PATH>', `${what}: file, folder, or - for standard input`);
}

/** The options that name what a command reads besides its arguments: files, and the cluster of a context. */
export function withInput(command: Command, what = 'Manifests'): Command {
  return withContext(command.addOption(filenameOption(what)).addOption(namespaceOption()));
}

/** The options that name a cluster. */
export function withContext(command: Command): Command {
  const context = new SuggestingOption(
    '--context <NAME>',
    'Read the cluster of this kubeconfig context',
  ).argParser(nonEmpty) as SuggestingOption;
  context.suggest = (given) => contextNames(given.get('kubeconfig'));
  return command
    .addOption(context)
    .addOption(
      new Option(
        '--kubeconfig <FILE>',
        'Kubeconfig to read the cluster with (without --context: its current context)',
      ).argParser(nonEmpty),
    );
}

/** `--credentials`, for files. */
export function credentialsOption(description: string): Option {
  return repeatable('--credentials <FILE>', description);
}

/** The current time, in whole seconds as Kubernetes stores times. */
export function currentTime(): string {
  return storedTime(Date.now());
}

/** Parses a time. */
export function time(text: string): string {
  if (Number.isNaN(timestampMs(text))) {
    throw new InvalidArgumentError('Use a time, such as 2026-01-31T12:00:00Z.');
  }
  return text;
}

/** Returns a parser of `NAME` or `NAMESPACE/NAME`, without a prefix such as `pod/`. */
export function nameParser(advice: string, prefix: RegExp): (text: string) => NamedObject {
  return (text) => {
    const [first = '', second, ...more] = text.replace(prefix, '').split('/');
    if (more.length > 0 || first === '' || second === '') {
      throw new InvalidArgumentError(advice);
    }
    return second === undefined
      ? { namespace: undefined, name: first }
      : { namespace: first, name: second };
  };
}

/** Parses a label selector. */
export function labelSelector(text: string): readonly LabelRequirement[] {
  const { value, error } = safeParseLabelSelector(text);
  if (value === undefined) {
    throw new InvalidArgumentError(`${error.message} (character ${(error.offset ?? 0) + 1}).`);
  }
  return value;
}

/** Parses a positive whole number. */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('Use a positive whole number.');
  }
  return value;
}

/** Parses the seed of a random generator. */
export function seed(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value > 0xffff_ffff) {
    throw new InvalidArgumentError('Use a whole number from 0 to 4294967295.');
  }
  return value;
}

/** Parses a duration such as `1h2m3.5s` into seconds. */
export function seconds(text: string): number {
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,8})m)?(?:(\d{1,8}(?:\.\d{1,9})?)s?)?$/.exec(text);
  const [, hours = '0', minutes = '0', rest = '0'] = match ?? [];
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  if (match === null || !(value > 0 && value <= 1e7)) {
    throw new InvalidArgumentError(
      'Use a duration of at most 10000000 seconds, such as 90s, 10m or 1h.',
    );
  }
  return value;
}

/** Returns a parser of a whole number of seconds, at least `least`. */
export function wholeSeconds(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replace(/s$/, ''));
    if (!/^-?\d{1,9}s?$/.test(text) || value < least) {
      throw new InvalidArgumentError('Use a whole number of seconds, such as 30.');
    }
    return value;
  };
}

/** Rejects an empty text. */
export function nonEmpty(text: string): string {
  if (text === '') {
    throw new InvalidArgumentError('Use a non-empty name.');
  }
  return text;
}
