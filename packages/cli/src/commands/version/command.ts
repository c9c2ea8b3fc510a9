import { KUBERNETES_VERSION } from '@kubesem/core';
import type { Command } from 'commander';
import { type CommandContext, OK } from '../../context.js';
import { outputOption } from '../../options.js';
import { type OutputFlags, writeResult } from '../../output/write.js';
import { version } from '../../version.js';

/** The line that `kubesem --version` prints. */
export const VERSION_LINE: string = `kubesem ${version} (Kubernetes ${KUBERNETES_VERSION})`;

/** Adds `kubesem version`. */
export function addVersion(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('version')
    .description('Show the version, and the Kubernetes release that it is tested against')
    .addOption(outputOption('table', 'json', 'yaml'))
    .action((flags: OutputFlags) => {
      writeResult(flags, terminal, {
        text: () => `${VERSION_LINE}\n`,
        model: () => ({ version }),
      });
      finish(OK);
    });
}
