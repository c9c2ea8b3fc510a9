import {
  type Fields,
  type FileKeySelector,
  goQuote,
  type PodFields,
  toByteString,
} from '@kubesem/core';
import { ConfigError } from '../config-error.js';
import { byteString } from '../content.js';
import { cleanPath } from '../volumes/paths.js';
import { envFileBytes } from './env-file-value.js';
import { Failure } from './failure.js';
import { Missing, UNKNOWN } from './missing.js';
import type { EnvFiles } from './sources.js';

/** The value of a key of an env file in a volume of a Pod. */
export function fileValue(
  { pod, spec }: PodFields,
  reference: Fields<FileKeySelector>,
  files: EnvFiles,
): string {
  const key = reference.text('key');
  const volume = reference.text('volumeName');
  if (!Object.prototype.hasOwnProperty.call(files, volume)) {
    if (spec.objects('volumes').some((each) => each.text('name') === volume)) {
      throw UNKNOWN;
    }
    const message = `cannot find the volume ${goQuote(volume)} referenced by FileKeyRef`;
    throw new Failure('VOLUME_NOT_FOUND', message);
  }
  // As an absolute path: `..` cannot leave the volume.
  const path = cleanPath(`/${reference.text('path')}`).slice(1);
  const content = new Map(Object.entries(files[volume] ?? {})).get(path);
  if (content === undefined) {
    throw new Failure('ENV_FILE_UNREADABLE', "couldn't parse env file");
  }
  const value = envFileOf(byteString(content), key);
  if (value === undefined) {
    const root = `/var/lib/kubelet/pods/${pod.at('metadata').text('uid')}/volumes/kubernetes.io~empty-dir`;
    const file = goQuote(`${root}/${volume}/${path}`);
    const message = `environment variable key ${goQuote(key)} not found in file ${file}`;
    throw new Missing(new Failure('KEY_NOT_FOUND', message), reference.flag('optional') === true);
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
