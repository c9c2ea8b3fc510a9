// How a command declares its flags and arguments: plain data with the type of the value, of which the frame makes
// the options of commander.
import { contextNames } from '../io/cluster/context-names.js';
import { currentTime, nonEmpty, positiveInteger, time } from '../options.js';
import type { OutputFormat } from '../output/write.js';

/** The values of the options of a command line by their attributes, as far as it is written. */
export type GivenValues = ReadonlyMap<string, string>;

/** What holds for a flag besides its value. */
export interface FlagRules {
  /** Flags that exclude it, as commander calls them: `showLabels` for `--show-labels`. */
  readonly conflicts?: readonly string[];
  /** The formats in which it would change nothing, so they are an error. */
  readonly lostIn?: readonly string[];
  /** Whether it prints no table that `--sort-by` could sort. */
  readonly hasNoTable?: true;
  /** The values to complete, which are not the only ones. */
  readonly suggest?: (given: GivenValues) => readonly string[];
}

/** A flag of a command, whose value has the type `T`. */
export interface Flag<T> extends FlagRules {
  /** As the help shows it, such as `-f, --filename <PATH>`. */
  readonly flags: string;
  readonly description: string;
  /** Reads the value. Of a flag that is given several times, `before` has the values so far. */
  parse?(text: string, before: T | undefined): T;
  /** The only values. */
  readonly choices?: readonly string[];
  /** The value without the flag, which the help shows. */
  readonly default?: T;
  readonly isRequired?: boolean;
  /** The value without the flag, which the help does not show; undefined by default. */
  absent?(): T;
}

/** An argument of a command, whose value has the type `T`. */
export interface Positional<T>
  extends Pick<Flag<T>, 'description' | 'parse' | 'choices' | 'default' | 'suggest'> {
  /** As the help shows it: `<NAME>`, `[NAME]` if it can be absent, `[PATH...]` if there can be several. */
  readonly name: string;
}

/** The values of flags or arguments by their keys. */
export type ValuesOf<D> = {
  readonly [K in keyof D]: D[K] extends Flag<infer T> | Positional<infer T> ? T : never;
};

/** A flag without a value: false by default. */
export function boolean(flags: string, description: string, rules: FlagRules = {}): Flag<boolean> {
  return { flags, description, absent: () => false, ...rules };
}

type Parse<T> = (text: string) => T;

/** A flag with a value: undefined by default. */
export function value(
  flags: string,
  description: string,
  parse?: undefined,
  rules?: FlagRules,
): Flag<string | undefined>;
export function value<T>(
  flags: string,
  description: string,
  parse: Parse<T>,
  rules?: FlagRules,
): Flag<T | undefined>;
export function value(
  flags: string,
  description: string,
  parse: Parse<unknown> = (text) => text,
  rules: FlagRules = {},
): Flag<unknown> {
  return { flags, description, parse, ...rules };
}

/** A flag with a value that it has by default, as the help shows. */
export function defaulted<T>(given: Flag<T | undefined>, without: T): Flag<T> {
  return { ...(given as Flag<T>), default: without };
}

/** A flag that must be given. */
export function required<T>(given: Flag<T | undefined>): Flag<T> {
  return { ...(given as Flag<T>), isRequired: true };
}

/** A flag with one of these values: by default the first one. */
export function choice<const C extends string>(
  flags: string,
  description: string,
  choices: readonly C[],
): Flag<C> {
  return { flags, description, choices, default: choices[0] as C };
}

/** A flag that may be given several times; an empty list by default. */
export function repeatable<T = string>(
  flags: string,
  description: string,
  parse?: Parse<T>,
  rules: FlagRules = {},
): Flag<readonly T[]> {
  const each = parse === undefined ? undefined : (text: string) => [parse(text)];
  return list(flags, `${description} (repeatable)`, each, rules);
}

/** A flag whose values are lists, and that may be given several times; an empty list by default. */
export function list<T = string>(
  flags: string,
  description: string,
  parse: Parse<readonly T[]> = (text) => [text as T],
  rules: FlagRules = {},
): Flag<readonly T[]> {
  return {
    ...{ flags, description, absent: () => [], ...rules },
    parse: (text, before = []) => [...before, ...parse(text)],
  };
}

type Given<Name extends string, T> = Name extends `${string}...${string}`
  ? readonly T[]
  : Name extends `[${string}`
    ? T | undefined
    : T;

/** An argument: a list if its name has dots, and maybe undefined if it is in brackets. */
export function argument<const Name extends string>(
  name: Name,
  description: string,
): Positional<Given<Name, string>>;
export function argument<const Name extends string, T>(
  name: Name,
  description: string,
  parse: Parse<T>,
): Positional<Given<Name, T>>;
export function argument(
  name: string,
  description: string,
  parse?: Parse<unknown>,
): Positional<unknown> {
  return {
    ...{ name, description },
    ...(parse && {
      parse: (text: string, before: unknown) =>
        name.includes('...') ? [...((before ?? []) as unknown[]), parse(text)] : parse(text),
    }),
  };
}

/** An argument with one of these values. */
export function oneOf<const C extends string>(
  name: string,
  description: string,
  choices: readonly C[],
): Positional<C> {
  return { name, description, choices };
}

/** `[PATH...]`, which is standard input by default. */
export function paths(what = 'Files, folders, or -'): Positional<readonly string[]> {
  return argument('[PATH...]', `${what} for standard input (the default)`);
}

/** `[PATH...]` of a command that does not read standard input by default. */
export const MORE_PATHS: Positional<readonly string[]> = argument('[PATH...]', 'The same as -f');

/** `-f`, for manifests. */
export function filename(what: string): Flag<readonly string[]> {
  return repeatable('-f, --filename <PATH>', `${what}: file, folder, or - for standard input`);
}

/** `-n`, for the commands that read manifests. */
export const NAMESPACE: Flag<string | undefined> = value(
  '-n, --namespace <NS>',
  'Namespace of objects without one, as in kubectl apply; another one is an error',
  nonEmpty,
);

/** `-n`, for the commands that select objects, as kubectl get does. */
export function onlyNamespace(what: string): Flag<string | undefined> {
  return value('-n, --namespace <NS>', `Only ${what} in this namespace`, nonEmpty);
}

/** `--context` and `--kubeconfig`, and the flags of kubectl for the connection. */
export const CONTEXT = {
  context: value('--context <NAME>', 'Read the cluster of this kubeconfig context', nonEmpty, {
    suggest: (given) => contextNames(given.get('kubeconfig')),
  }),
  kubeconfig: value(
    '--kubeconfig <FILE>',
    'Kubeconfig to read the cluster with (without --context: its current context)',
    nonEmpty,
  ),
  as: value('--as <USER>', 'User to impersonate in the cluster', nonEmpty),
  asGroups: repeatable('--as-group <GROUP>', 'Group to impersonate in the cluster', nonEmpty),
  asUid: value('--as-uid <UID>', 'UID to impersonate in the cluster', nonEmpty),
  requestTimeout: value(
    '--request-timeout <TIME>',
    'How long one request to the cluster may take, such as 30s',
    nonEmpty,
  ),
};

/** `-f`, `-n`, `--context` and `--kubeconfig`. */
export function input(what = 'Manifests') {
  return { filename: filename(what), namespace: NAMESPACE, ...CONTEXT };
}

type TableFormat = Exclude<OutputFormat, 'name'>;

/** The flags of a command with a table; `name` if it can list names. */
export function table<const More extends 'name' | 'sarif' | 'github' = never>(...more: More[]) {
  return {
    output: output<TableFormat | More>('table', 'wide', ...more, 'csv', 'json', 'yaml'),
    /** Whether tables have headings. */
    headers: boolean('--no-headers', 'Omit the headings of tables'),
    /** Heading of a column. */
    sortBy: value('--sort-by <COLUMN>', 'Sort the table (-COLUMN: largest first)', nonEmpty),
  };
}

/** `-o`, with the formats of the command. */
export function output<const F extends string>(...formats: readonly F[]): Flag<F> {
  return choice('-o, --output <FORMAT>', 'Output format', formats);
}

/** A flag whose value is a positive whole number. */
export function positive(flags: string, description: string): Flag<number | undefined> {
  return value(flags, description, positiveInteger);
}

/** `--now`, for what depends on the time: the current time by default. */
export function now(description: string): Flag<string> {
  const given = value('--now <TIME>', `${description} (RFC 3339)`, time) as Flag<string>;
  return { ...given, absent: currentTime };
}

/** `--credentials`, for files. */
export const CREDENTIALS: Flag<readonly string[]> = repeatable(
  '--credentials <FILE>',
  'Registry credentials to match against the images',
);
