import {
  ConfigError,
  createConfigMap,
  createSecret,
  generateConfigMap,
  generateSecret,
} from '@kubesem/config';
import type { ConfigMap, Secret } from '@kubesem/core';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, FAILED, OK, usageError } from '../../../context.js';
import { InputError } from '../../../io/sources.js';
import type { Terminal } from '../../../io/terminal.js';
import { nonEmpty, repeatable } from '../../../options.js';
import { writeErrors } from '../../../output/problems.js';
import { renderLikeKubectl, renderStructured } from '../../../output/structured.js';
import { resourceName, visible } from '../../../output/text.js';
import { fieldsOf } from './csv.js';
import { readConfigFile, readEnvFile, readGeneratorFile } from './read-files.js';

/** The flags of `kubesem config create`. */
interface CreateFlags {
  readonly fromFile?: readonly string[] | undefined;
  readonly fromLiteral?: readonly string[] | undefined;
  readonly fromEnvFile?: readonly string[] | undefined;
  readonly appendHash?: boolean | undefined;
  readonly kustomize?: boolean | undefined;
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
  readonly output: 'yaml' | 'json' | 'name';
}

type Kind = 'configmap' | 'secret';

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

/** Adds `kubesem config create`. */
export function addCreate(config: Command, { terminal, finish }: CommandContext): void {
  config
    .command('create')
    .description('Print a ConfigMap or Secret as kubectl creates it')
    .addArgument(new Argument('<KIND>', 'What to create').choices(['configmap', 'secret']))
    .argument('<NAME>', 'Name of the object', nonEmpty)
    .addOption(list('--from-file <[KEY=]PATH>', 'File, or folder with files'))
    .addOption(repeatable('--from-literal <KEY=VALUE>', 'Key and value'))
    .addOption(list('--from-env-file <PATH>', 'File with a line KEY=VALUE for each key'))
    .option('--append-hash', 'Append the hash of the data to the name')
    .addOption(
      new Option('--kustomize', 'Create it as the generators of kustomize do').conflicts(
        'appendHash',
      ),
    )
    .addOption(new Option('--type <TYPE>', 'Type of the Secret').argParser(nonEmpty))
    .addOption(
      new Option('-n, --namespace <NS>', 'Namespace of the object (default: none)').argParser(
        nonEmpty,
      ),
    )
    .addOption(
      new Option('-o, --output <FORMAT>', 'Output format')
        .choices(['yaml', 'json', 'name'])
        .default('yaml'),
    )
    .addHelpText('after', EXAMPLES)
    .action((kind: Kind, name: string, flags: CreateFlags, command: Command) => {
      if (kind === 'configmap' && flags.type !== undefined) {
        usageError(command, '--type is only for Secrets');
      }
      finish(create(kind, name, flags, terminal));
    });
}

/** An option whose values are lists, as in kubectl. */
function list(flags: string, description: string): Option {
  return repeatable(flags, description).argParser(
    (text: string, before: readonly string[] = []): readonly string[] => {
      const fields = fieldsOf(text);
      if (fields === undefined) {
        throw new InvalidArgumentError(`Quote the whole name: '"a ""b"".txt"'.`);
      }
      return [...before, ...fields];
    },
  );
}

function create(kind: Kind, name: string, flags: CreateFlags, terminal: Terminal): number {
  const { output } = flags;
  let object: ConfigMap | Secret;
  try {
    object = flags.kustomize ? generated(kind, name, flags) : created(kind, name, flags);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof InputError)) {
      throw error;
    }
    writeErrors([error.message], terminal);
    return FAILED;
  }
  terminal.stdout.write(rendered(object, output));
  return OK;
}

function created(kind: Kind, name: string, flags: CreateFlags): ConfigMap | Secret {
  const { namespace, type, appendHash, fromLiteral: literals } = flags;
  const options = {
    ...{ name, appendHash, literals },
    files: flags.fromFile?.map(readConfigFile),
    envFiles: flags.fromEnvFile?.map((path) => readEnvFile(path, 'kubectl')),
    environment: process.env as { readonly [name: string]: string },
  };
  const object = kind === 'secret' ? createSecret({ ...options, type }) : createConfigMap(options);
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function generated(kind: Kind, name: string, flags: CreateFlags): ConfigMap | Secret {
  const { namespace, type, fromLiteral: literals } = flags;
  const options = {
    ...{ name, namespace, literals },
    files: flags.fromFile?.map(readGeneratorFile),
    envFiles: flags.fromEnvFile?.map((path) => readEnvFile(path, 'kustomize')),
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

function rendered(object: ConfigMap | Secret, output: CreateFlags['output']): string {
  switch (output) {
    case 'name':
      return `${visible(nameOf(object))}\n`;
    case 'yaml':
      return renderLikeKubectl(object);
    default:
      return renderStructured(inOrderOfKubectl(object), output);
  }
}

/** The fields by name, as kubectl prints them. */
function inOrderOfKubectl(object: ConfigMap | Secret): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
