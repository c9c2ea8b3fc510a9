import { readFileSync } from 'node:fs';
import { KubeconfigError } from '../error.js';

/** What reads the files: the file system by default, or a map in a test. */
export interface KubeconfigFiles {
  /** The folder that relative paths start from. */
  readonly currentFolder: string;
  /**
   * Reads a file.
   *
   * @param path - path of the file, absolute or relative to the current folder
   * @returns its content
   * @throws an error whose `code` is that of Node, such as `ENOENT` if there is no such file
   */
  read(path: string): Uint8Array;
}

/** The files of this machine. */
export const LOCAL_FILES: KubeconfigFiles = {
  get currentFolder() {
    return process.cwd();
  },
  read: (path) => readFileSync(path),
};

/** Messages of the operating system, as Go prints them. */
export const SYSTEM_REASONS: { readonly [code: string]: string | undefined } = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ENOEXEC: 'exec format error',
  E2BIG: 'argument list too long',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
  ERR_INVALID_ARG_VALUE: 'invalid argument',
};

/** The content of a file, or why it cannot be read. */
export type FileContent =
  | { readonly bytes: Uint8Array; readonly code?: undefined; readonly error?: undefined }
  | {
      readonly bytes?: undefined;
      /** Code of Node, such as `ENOENT`. */
      readonly code: string;
      /** Message as Go prints it. */
      readonly error: string;
    };

/**
 * Reads a file.
 *
 * @param files - the file system
 * @param path - path of the file
 * @returns its content, or why it cannot be read
 */
export function contentOf(files: KubeconfigFiles, path: string): FileContent {
  let bytes: Uint8Array;
  try {
    bytes = files.read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') {
      throw error;
    }
    const verb = code === 'EISDIR' ? 'read' : 'open';
    return { code, error: `${verb} ${shownPath(path)}: ${SYSTEM_REASONS[code] ?? code}` };
  }
  if (!ArrayBuffer.isView(bytes)) {
    throw new KubeconfigError('INVALID_TYPE', 'files.read: expected bytes');
  }
  return { bytes };
}

const LONGEST_SHOWN = 200;
const START = 40;

/**
 * Shortens a path for a message: one that is so long is likely a key or a token in the field of a file.
 *
 * @param path - the path
 */
export function shownPath(path: string): string {
  return path.length > LONGEST_SHOWN ? `${path.slice(0, START)}…` : path;
}
