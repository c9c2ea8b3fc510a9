import { KUBERNETES_VERSION } from '@kubesem/core';
import { type AddCommand, command } from '../frame/command.js';
import * as flags from '../frame/flags.js';
import { version as number } from '../version.js';

/** The line that `kubesem --version` prints. */
export const VERSION_LINE: string = `kubesem ${number} (Kubernetes ${KUBERNETES_VERSION})`;

/** `kubesem version`. */
export const version: AddCommand = command({
  name: 'version',
  summary: 'Show the version, and the Kubernetes release that it is tested against',
  flags: { output: flags.output('table', 'json', 'yaml') },
  answer: () => ({ text: () => `${VERSION_LINE}\n`, model: () => ({ version: number }) }),
});
