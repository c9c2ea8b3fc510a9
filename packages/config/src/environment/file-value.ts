import {
  childPath,
  type FieldPath,
  type FileKeySelector,
  goQuote,
  type PodLike,
  podParts,
  readList,
  readString,
  textOf,
  toByteString,
} from '@kubesem/core';
import { ConfigError } from '../config-error.js';
import { byteString } from '../content.js';
import { cleanPath } from '../volumes/paths.js';
import { envFileBytes } from './env-file-value.js';
import { Failure } from './failure.js';
import { Missing, UNKNOWN } from './missing.js';
import type { EnvFiles } from './sources.js';

/** The value of a key of an env file in a volume of a Pod; `at` is the path of the reference. */
export function fileValue(
  podLike: PodLike,
  reference: FileKeySelector,
  key: string,
  at: FieldPath | undefined,
  files: EnvFiles,
): string {
  const volume = readString(reference.volumeName, childPath(at, 'volumeName'));
  const { pod, spec } = podParts(podLike);
  if (!Object.prototype.hasOwnProperty.call(files, volume)) {
    if (readList(spec.volumes, undefined).some((item) => item?.name === volume)) {
      throw UNKNOWN;
    }
    const message = `cannot find the volume ${goQuote(volume)} referenced by FileKeyRef`;
    throw new Failure('VOLUME_NOT_FOUND', message);
  }
  // As an absolute path: `..` cannot leave the volume.
  const path = cleanPath(`/${readString(reference.path, childPath(at, 'path'))}`).slice(1);
  const content = new Map(Object.entries(files[volume] ?? {})).get(path);
  if (content === undefined) {
    throw new Failure('ENV_FILE_UNREADABLE', "couldn't parse env file");
  }
  const value = envFileOf(byteString(content), key);
  if (value === undefined) {
    const root = `/var/lib/kubelet/pods/${textOf(pod.metadata?.uid)}/volumes/kubernetes.io~empty-dir`;
    const file = goQuote(`${root}/${volume}/${path}`);
    const message = `environment variable key ${goQuote(key)} not found in file ${file}`;
    throw new Missing(new Failure('KEY_NOT_FOUND', message), reference.optional === true);
  }
  return value;
}

function envFileOf(bytes: string, key: string): string | undefined {
  try {
    return envFileBytes(bytes, toByteString(key));
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new Failure('ENV_FILE_UNREADABLE', "couldn't parse env file");
    }
    throw error;
  }
}
