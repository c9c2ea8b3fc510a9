import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  ConfigError,
  type ConfigFile,
  createConfigMap,
  createSecret,
  type GeneratorFile,
  generateConfigMap,
  generateSecret,
  type ParseEnvFileOptions,
  safeParseEnvFile,
} from '@kubesem/config';
import type { ConfigMap, Secret } from '@kubesem/core';
import { InvalidArgumentError } from 'commander';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { InputError, systemReason } from '../../io/sources.js';
import { nonEmpty } from '../../options.js';
import { renderLikeKubectl, renderStructured } from '../../output/structured.js';
import { resourceName, visible } from '../../output/text.js';

const EXAMPLES = `
Examples:
  kubesem config create configmap web --from-file=conf.d --append-hash
                              The regular files of a folder
  kubesem config create secret db --from-file=password=db.txt --type=Opaque
                              A file under another key
  kubesem config create configmap web --from-env-file=.env | kubectl apply -f -
                              A key for each line of an env file

The result is that of kubectl create configmap and kubectl create secret generic
with --dry-run=client -o yaml. The key of a file is its name. A folder adds its
regular files: no folders in it, and no links. Content that is not UTF-8 goes to
binaryData. Values of Secrets are printed in base64, which hides nothing.

With --kustomize, the result is that of a configMapGenerator or secretGenerator:
its hash is always appended, a literal loses its quotes, and folders are errors.

--from-file and --from-env-file accept lists, such as a.txt,b.txt. A line of an
env file without = gets the value of this environment.

Exit status: 0 if the object can be created, 1 if not or a file cannot be read,
2 if the command line is wrong.`;

const ARGUMENTS = {
  kind: flags.oneOf('<KIND>', 'What to create', ['configmap', 'secret']),
  name: flags.argument('<NAME>', 'Name of the object', nonEmpty),
};
const FLAGS = {
  files: lists('--from-file <[KEY=]PATH>', 'File, or folder with files'),
  literals: flags.repeatable('--from-literal <KEY=VALUE>', 'Key and value'),
  envFiles: lists('--from-env-file <PATH>', 'File with a line KEY=VALUE for each key'),
  appendHash: flags.boolean('--append-hash', 'Append the hash of the data to the name'),
  kustomize: flags.boolean('--kustomize', 'Create it as the generators of kustomize do', {
    conflicts: ['appendHash'],
  }),
  type: flags.value('--type <TYPE>', 'Type of the Secret', nonEmpty),
  namespace: flags.value(
    '-n, --namespace <NS>',
    'Namespace of the object (default: none)',
    nonEmpty,
  ),
  format: flags.output('yaml', 'json', 'name'),
};

/** `kubesem config create`. */
export const create: AddCommand = command({
  name: 'create',
  summary: 'Print a ConfigMap or Secret as kubectl creates it',
  help: EXAMPLES,
  arguments: ARGUMENTS,
  flags: FLAGS,
  answer: ({ format, kustomize, ...asked }) => {
    if (asked.kind === 'configmap' && asked.type !== undefined) {
      throw new UsageError('--type is only for Secrets');
    }
    try {
      const object = (kustomize ? generated : created)(asked);
      return { text: () => rendered(object, format) };
    } catch (error) {
      if (!(error instanceof ConfigError)) {
        throw error;
      }
      return { errors: [error.message] };
    }
  },
});

/** A flag whose values are lists, as in kubectl. */
function lists(text: string, description: string): flags.Flag<readonly string[]> {
  return flags.list(text, `${description} (repeatable)`, (given) => {
    const fields = fieldsOf(given);
    if (fields === undefined) {
      throw new InvalidArgumentError(`Quote the whole name: '"a ""b"".txt"'.`);
    }
    return fields;
  });
}

/** What to create, and of what. */
type Creation = flags.ValuesOf<typeof ARGUMENTS> &
  Omit<flags.ValuesOf<typeof FLAGS>, 'format' | 'kustomize'>;

function created(asked: Creation): ConfigMap | Secret {
  const { kind, name, namespace, type, appendHash, literals } = asked;
  const options = {
    ...{ name, appendHash, literals },
    files: asked.files.map(readConfigFile),
    envFiles: asked.envFiles.map((path) => readEnvFile(path, 'kubectl')),
    environment: process.env as { readonly [name: string]: string },
  };
  const object = kind === 'secret' ? createSecret({ ...options, type }) : createConfigMap(options);
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function generated(asked: Creation): ConfigMap | Secret {
  const { kind, name, namespace, type, literals } = asked;
  const options = {
    ...{ name, namespace, literals },
    files: asked.files.map(readGeneratorFile),
    envFiles: asked.envFiles.map((path) => readEnvFile(path, 'kustomize')),
  };
  return kind === 'secret' ? generateSecret({ ...options, type }) : generateConfigMap(options);
}

function nameOf({ apiVersion, kind, metadata }: ConfigMap | Secret): string {
  return resourceName({
    apiVersion: apiVersion as string,
    kind: kind as string,
    name: metadata?.name as string,
  });
}

function rendered(object: ConfigMap | Secret, format: 'yaml' | 'json' | 'name'): string {
  switch (format) {
    case 'name':
      return `${visible(nameOf(object))}\n`;
    case 'yaml':
      return renderLikeKubectl(object);
    default:
      return renderStructured(inOrderOfKubectl(object), format);
  }
}

/** The fields by name, as kubectl prints them. */
function inOrderOfKubectl(object: ConfigMap | Secret): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Splits the value of an option into its fields, as kubectl does: at commas, except in double quotes.
 *
 * Source: `github.com/spf13/pflag` v1.0.9, `StringSlice`.
 *
 * @returns the fields of the first line; undefined if the quotes are wrong
 */
function fieldsOf(text: string): readonly string[] | undefined {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/y;
  for (let end = text === ''; !end; ) {
    const match = field.exec(text);
    if (match === null) {
      return undefined;
    }
    const [, quoted, plain = '', separator] = match;
    fields.push(quoted?.replace(/""/g, '"') ?? plain);
    end = separator !== ',';
  }
  return fields;
}

// The files and folders of `kubesem config create`, as kubectl reads them.

/**
 * Reads a file or the regular files of a folder. A link that is named itself is followed; links in a folder are skipped.
 *
 * Source: `k8s.io/kubectl/pkg/cmd/create` v0.37.1, `handleConfigMapFromFileSources`.
 *
 * @param source - `path`, or `key=path`
 * @throws InputError if it cannot be read
 */
function readConfigFile(source: string): ConfigFile {
  const [, path = source] = source.split('=');
  // The library explains what is wrong with `=`.
  if (path === '' || source.indexOf('=') !== source.lastIndexOf('=') || source.startsWith('=')) {
    return { source };
  }
  return reading(path, () =>
    statSync(path).isDirectory()
      ? { source, entries: readFolder(path) }
      : { source, content: readFileSync(path) },
  );
}

/**
 * Reads a file for a generator of kustomize, which has no folders.
 *
 * @throws InputError if it cannot be read
 */
function readGeneratorFile(source: string): GeneratorFile {
  const { content, entries } = readConfigFile(source);
  if (entries !== undefined) {
    throw new InputError(`${source}: is a folder, not a file`);
  }
  return { source, content: content ?? '' };
}

/**
 * Reads an env file.
 *
 * @throws InputError if it cannot be read, with the line
 */
function readEnvFile(path: string, dialect: ParseEnvFileOptions['dialect']): Uint8Array {
  const content = reading(path, () => readFileSync(path));
  const { error } = safeParseEnvFile(content, { dialect });
  if (error !== undefined) {
    throw new InputError(`${path}:${error.line}: ${withoutLine(error)}`);
  }
  return content;
}

/** A line without a name can be a part of a value, such as of a key in PEM. */
function withoutLine({ code, message }: ConfigError): string {
  return code === 'ENV_NAME' ? 'expected KEY=VALUE with a valid name of a variable' : message;
}

function readFolder(folder: string): { readonly [name: string]: Uint8Array } {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name }) => {
      const path = join(folder, name);
      return [name, reading(path, () => readFileSync(path))];
    }),
  );
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`${path}: ${systemReason(error)}`);
  }
}
