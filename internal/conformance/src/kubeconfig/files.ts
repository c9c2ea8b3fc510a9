// A machine of a case: its files and its environment.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { KubeconfigFiles } from '@kubesem/kubeconfig';
import { packageFolder } from '../harness/paths.js';

/** Stands for the folder of the case, here and in the oracle. */
export const ROOT = '/@';

/** Stands for the certificate of the oracle, so that a case is short. */
export const CERTIFICATE = '@certificate@';
/** Stands for its key. */
export const KEY = '@key@';
/** The certificate in base64. */
export const CERTIFICATE_DATA = '@certificate-data@';
/** The key in base64. */
export const KEY_DATA = '@key-data@';

/** Puts the certificate and key into the texts of a case. */
export function expanded<T>(value: T): T {
  const [certificate = '', key = ''] = ['certificate.pem', 'key.pem'].map((name) =>
    readFileSync(join(packageFolder, 'oracle', 'kubernetes', 'kubeconfig', name), 'utf8'),
  );
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
  const text = JSON.stringify(value)
    .replaceAll(CERTIFICATE, quoted(certificate))
    .replaceAll(KEY, quoted(key))
    .replaceAll(CERTIFICATE_DATA, Buffer.from(certificate).toString('base64'))
    .replaceAll(KEY_DATA, Buffer.from(key).toString('base64'));
  return JSON.parse(text) as T;
}

/** Files by path; null for an empty folder. */
export interface CaseFiles {
  readonly [path: string]: string | null;
}

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/** What a Pod finds; the oracle has the same. */
const POD_FILES: CaseFiles = {
  [`${FOLDER}/token`]: 'token-of-a-pod',
  [`${FOLDER}/ca.crt`]: '-----BEGIN CERTIFICATE-----',
};

/** A file system with these files alone. */
export function filesOf(files: CaseFiles, inPod: boolean): KubeconfigFiles {
  const all = new Map(Object.entries({ ...files, ...(inPod ? POD_FILES : {}) }));
  const isFolder = (path: string) =>
    all.get(path) === null || [...all.keys()].some((each) => each.startsWith(`${path}/`));
  const currentFolder = `${ROOT}/work`;
  return {
    currentFolder,
    read(path) {
      const full = posix.resolve(currentFolder, path);
      const text = all.get(full);
      if (typeof text === 'string') {
        return Buffer.from(text);
      }
      throw Object.assign(new Error('not read'), { code: codeOf(full, isFolder, all) });
    },
  };
}

function codeOf(
  path: string,
  isFolder: (path: string) => boolean,
  all: ReadonlyMap<string, string | null>,
): string {
  if (isFolder(path) || path === `${ROOT}/work`) {
    return 'EISDIR';
  }
  for (let parent = posix.dirname(path); parent !== '/'; parent = posix.dirname(parent)) {
    if (typeof all.get(parent) === 'string') {
      return 'ENOTDIR';
    }
  }
  return 'ENOENT';
}
