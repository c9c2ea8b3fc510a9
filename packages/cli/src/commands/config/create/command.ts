import {
  ConfigError,
  createConfigMap,
  createSecret,
  generateConfigMap,
  generateSecret,
} from '@kubesem/config';
import type { ConfigMap, Secret } from '@kubesem/core';
import { InvalidArgumentError } from 'commander';
import { type AddCommand, command } from '../../../frame/command.js';
import * as flags from '../../../frame/flags.js';
import { UsageError } from '../../../frame/input.js';
import { nonEmpty } from '../../../options.js';
import { renderLikeKubectl, renderStructured } from '../../../output/structured.js';
import { resourceName, visible } from '../../../output/text.js';
import { fieldsOf } from './csv.js';
import { readConfigFile, readEnvFile, readGeneratorFile } from './read-files.js';

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

/** `kubesem config create`. */
export const create: AddCommand = command({
  name: 'create',
  summary: 'Print a ConfigMap or Secret as kubectl creates it',
  help: EXAMPLES,
  arguments: {
    kind: flags.oneOf('<KIND>', 'What to create', ['configmap', 'secret']),
    name: flags.argument('<NAME>', 'Name of the object', nonEmpty),
  },
  flags: {
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
  },
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
interface Creation {
  readonly kind: 'configmap' | 'secret';
  readonly name: string;
  readonly namespace: string | undefined;
  readonly type: string | undefined;
  readonly appendHash: boolean;
  readonly literals: readonly string[];
  readonly files: readonly string[];
  readonly envFiles: readonly string[];
}

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
