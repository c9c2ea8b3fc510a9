import { goQuote } from '@kubesem/core/internal';
import { ConfigError } from '../config-error.js';

/** The parts of `path` or `key=path`. */
interface FileSource {
  readonly key: string;
  /** Whether the key is given; otherwise it is the base name of the path. */
  readonly hasKey: boolean;
}

/**
 * Splits the argument for a file.
 *
 * Source: `k8s.io/kubectl/pkg/util` v0.37.1, `ParseFileSource`; `sigs.k8s.io/kustomize/api/internal/generators` v0.21.1,
 * `ParseFileSource`.
 */
export function fileSource(source: string, dialect: 'kubectl' | 'kustomize'): FileSource {
  const [key = '', path, ...more] = source.split('=');
  const { conflict, noKey, noPath } = FAULTS[dialect](source, key, path ?? '');
  const fault =
    more.length > 0
      ? conflict
      : key === '' && path !== undefined
        ? noKey
        : path === ''
          ? noPath
          : undefined;
  if (fault !== undefined) {
    throw new ConfigError('SOURCE_SYNTAX', fault);
  }
  return { key: path === undefined ? baseName(source) : key, hasKey: path !== undefined };
}

const FAULTS = {
  kubectl: (_source: string, key: string, path: string) => ({
    conflict: "key names or file paths cannot contain '='",
    noKey: `key name for file path ${path} missing`,
    noPath: `file path for key name ${key} missing`,
  }),
  kustomize: (source: string, key: string, path: string) => ({
    conflict: `source ${goQuote(source)} key name or file path contains '='`,
    noKey: `missing key name for file path ${goQuote(path)} in source ${goQuote(source)}`,
    noPath: `missing file path for key name ${goQuote(key)} in source ${goQuote(source)}`,
  }),
};

/** The last part of a path. */
function baseName(path: string): string {
  if (path === '') {
    return '.';
  }
  const parts = path.split('/').filter((part) => part !== '');
  return parts[parts.length - 1] ?? '/';
}
