import { type ConfigMap, type Secret } from '@kubesem/core';
import { encodeBase64, fromByteString, toByteString } from '@kubesem/core/internal';
import { CONFIG_MAP, SECRET } from '@kubesem/core/kinds';
import { ConfigError } from '../config-error.js';
import { byteString, type FileContent, isUtf8 } from '../content.js';
import { base64Lines } from '../hash/base64-lines.js';
import { kustomizeHash } from '../hash/config-hash.js';
import { sorted } from '../sorted.js';
import { fileSource } from './file-source.js';
import { literalSource } from './literal.js';
import { envFileEntries } from './parse-env-file.js';

/** A file of a `configMapGenerator` or `secretGenerator`. */
export interface GeneratorFile {
  /** The entry in `files`: `path`, or `key=path`. */
  readonly source: string;
  /** The content of the file. */
  readonly content: FileContent;
}

/** The `options` of a generator, also called `generatorOptions`. */
export interface GeneratorOptions {
  /** Labels of the object. */
  readonly labels?: { readonly [name: string]: string } | undefined;
  /** Annotations of the object. */
  readonly annotations?: { readonly [name: string]: string } | undefined;
  /** Whether the object is immutable; not by default. */
  readonly immutable?: boolean | undefined;
  /** Whether the name stays without the hash; not by default. */
  readonly disableNameSuffixHash?: boolean | undefined;
}

/** An entry of `configMapGenerator` in a kustomization. */
export interface GenerateConfigMapOptions {
  /** Name of the object, without the hash. */
  readonly name: string;
  /** Namespace of the object; absent by default. */
  readonly namespace?: string | undefined;
  /** Env files (`envs`). */
  readonly envFiles?: readonly FileContent[] | undefined;
  /** `key=value`; quotes around a value are removed. */
  readonly literals?: readonly string[] | undefined;
  /** Files. */
  readonly files?: readonly GeneratorFile[] | undefined;
  /** Labels, annotations and so on. */
  readonly options?: GeneratorOptions | undefined;
}

/** An entry of `secretGenerator` in a kustomization. */
export interface GenerateSecretOptions extends GenerateConfigMapOptions {
  /** Type of the Secret; `Opaque` by default. */
  readonly type?: string | undefined;
}

/**
 * Generates a ConfigMap as `configMapGenerator` of kustomize does.
 *
 * Other than kubectl, kustomize accepts any key and any name of a variable in an env file, removes quotes around the value of a
 * literal, combines env files with other sources, and appends the hash by default.
 *
 * @param generator - the entry of the kustomization with the contents of its files; it is not changed
 * @returns the ConfigMap
 * @throws {@link ConfigError} with code `NAME_MISSING` if the name is empty
 * @throws {@link ConfigError} with code `LITERAL_SYNTAX` if a literal is not `key=value`
 * @throws {@link ConfigError} with code `SOURCE_SYNTAX` if a file is not `path` or `key=path`
 * @throws {@link ConfigError} with code `DUPLICATE_KEY` if two sources define the same key
 * @throws {@link ConfigError} with code `ENV_UTF8` if a line of an env file is not UTF-8
 *
 * @example
 * ```ts
 * import { generateConfigMap } from '@kubesem/config';
 *
 * const literals = ['special.how=very', "special.type='charm'"];
 * const { metadata, data } = generateConfigMap({ name: 'special-config', literals });
 * metadata?.name // => 'special-config-2b86tk8fhm'
 * data // => { 'special.how': 'very', 'special.type': 'charm' }
 * generateConfigMap({ name: 'web', literals: ['a=1', 'a=2'] }) // throws DUPLICATE_KEY
 * ```
 *
 * Source: `sigs.k8s.io/kustomize/api/internal/generators` v0.21.1, `MakeConfigMap`; `sigs.k8s.io/kustomize/api/kv` v0.21.1.
 */
export function generateConfigMap(generator: GenerateConfigMapOptions): ConfigMap {
  const data = new Map<string, string>();
  const binaryData = new Map<string, string>();
  for (const [key, bytes] of pairs(generator)) {
    if (isUtf8(bytes)) {
      data.set(key, fromByteString(bytes));
    } else {
      binaryData.set(key, base64Lines(encodeBase64(bytes)));
    }
  }
  const configMap = {
    ...header(CONFIG_MAP.kind, generator),
    ...(data.size > 0 && { data: sorted(data) }),
    ...(binaryData.size > 0 && { binaryData: sorted(binaryData) }),
  };
  return hashed(configMap, generator);
}

/**
 * Generates a Secret as `secretGenerator` of kustomize does.
 *
 * Base64 of more than 70 characters has a line break after each 70th, as kustomize writes it; Kubernetes ignores these.
 *
 * @param generator - the entry of the kustomization with the contents of its files; it is not changed
 * @returns the Secret, with base64 in its `data`
 * @throws {@link ConfigError} with the codes of `generateConfigMap`
 *
 * @example
 * ```ts
 * import { generateSecret } from '@kubesem/config';
 *
 * const secret = generateSecret({ name: 'db', literals: ['user=admin'], options: { immutable: true } });
 * secret.metadata?.name // => 'db-hmbb7mfmdf'
 * secret.data // => { user: 'YWRtaW4=' }
 * generateSecret({ name: 'db', literals: ['user'] }) // throws LITERAL_SYNTAX
 * ```
 *
 * Source: `sigs.k8s.io/kustomize/api/internal/generators` v0.21.1, `MakeSecret`.
 */
export function generateSecret(generator: GenerateSecretOptions): Secret {
  const data = new Map(
    [...pairs(generator)].map(([key, bytes]) => [key, base64Lines(encodeBase64(bytes))]),
  );
  const secret = {
    ...header(SECRET.kind, generator),
    type: generator.type || 'Opaque',
    data: sorted(data),
  };
  return hashed(secret, generator);
}

/** The bytes of all sources by key. */
function pairs(generator: GenerateConfigMapOptions): ReadonlyMap<string, string> {
  const { name, envFiles = [], literals = [], files = [] } = generator;
  if (name === '') {
    throw new ConfigError('NAME_MISSING', 'a configmap must have a name');
  }
  const found = [
    ...envFiles.flatMap((content) =>
      [...envFileEntries(content, { dialect: 'kustomize' })].map(
        ({ key, value }) => [key, toByteString(value)] as const,
      ),
    ),
    ...literals.map((literal) => {
      const { key, bytes } = literalSource(literal);
      return [key, bytes.replace(/^(["'])([^]*)\1$/, '$2')] as const;
    }),
    ...files.map(
      ({ source, content }) => [fileSource(source, 'kustomize').key, byteString(content)] as const,
    ),
  ];
  const byKey = new Map<string, string>();
  for (const [key, bytes] of found) {
    if (byKey.has(key)) {
      const message = `configmap ${name} illegally repeats the key \`${key}\``;
      throw new ConfigError('DUPLICATE_KEY', message, { key });
    }
    byKey.set(key, bytes);
  }
  return byKey;
}

function header(
  kind: 'ConfigMap' | 'Secret',
  { name, namespace, options = {} }: GenerateConfigMapOptions,
): Pick<Secret & ConfigMap, 'apiVersion' | 'kind' | 'metadata' | 'immutable'> {
  const { labels, annotations, immutable } = options;
  return {
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      ...(namespace && { namespace }),
      ...(hasEntries(labels) && { labels }),
      ...(hasEntries(annotations) && { annotations }),
    },
    ...(immutable && { immutable }),
  };
}

function hasEntries(map: object | undefined): boolean {
  return map !== undefined && Object.keys(map).length > 0;
}

function hashed<T extends ConfigMap | Secret>(object: T, generator: GenerateConfigMapOptions): T {
  if (generator.options?.disableNameSuffixHash) {
    return object;
  }
  const name = `${generator.name}-${kustomizeHash(object)}`;
  return { ...object, metadata: { ...object.metadata, name } };
}
