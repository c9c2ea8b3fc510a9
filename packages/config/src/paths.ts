import { utf8Length } from '@kubesem/core/internal';

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/**
 * What is wrong with the path of a file in a volume, in the words of the kubelet; undefined if it is valid.
 *
 * Source: `k8s.io/kubernetes/pkg/volume/util` v1.37.1, `AtomicWriter.Write`.
 */
export function pathFault(path: string): string | undefined {
  if (path === '') {
    return 'invalid path: must not be empty: ""';
  }
  if (path.startsWith('/')) {
    return `invalid path: must be relative path: ${path}`;
  }
  if (utf8Length(path) > MAX_PATH_BYTES) {
    return `invalid path: must be less than or equal to ${MAX_PATH_BYTES} characters`;
  }
  const names = path.split('/');
  for (const name of names) {
    if (name === '..') {
      return `invalid path: must not contain '..': ${path}`;
    }
    if (utf8Length(name) > MAX_NAME_BYTES) {
      return `invalid path: filenames must be less than or equal to ${MAX_NAME_BYTES} characters`;
    }
  }
  return names[0]?.startsWith('..') ? `invalid path: must not start with '..': ${path}` : undefined;
}

/** The shortest spelling of a path, as Go's `filepath.Clean`. */
export function cleanPath(path: string): string {
  const root = path.startsWith('/') ? '/' : '';
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..' && names.length > 0 && names[names.length - 1] !== '..') {
      names.pop();
    } else if (name === '..' ? root === '' : name !== '' && name !== '.') {
      names.push(name);
    }
  }
  return `${root}${names.join('/')}` || '.';
}

/** The folders of a path, the outermost first. */
export function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

/** The first file whose path is that of a folder of another file, or that needs the name of the volume itself. */
export function conflictingPath(paths: ReadonlySet<string>): string | undefined {
  const folders = new Set(['.', ...[...paths].flatMap(foldersOf)]);
  return [...paths].find((path) => folders.has(path) || path.includes('\0'));
}
