import type { Command } from 'commander';
import type { CommandContext } from '../../context.js';
import { addCreate } from './create/command.js';
import { addDiff } from './diff/command.js';
import { addHash } from './hash/command.js';

const EXAMPLES = `
Examples:
  kubesem config create configmap web --from-file=web.conf --append-hash
                                       A ConfigMap, as kubectl creates it
  kubesem config hash deploy/          The hashes of kubectl and kustomize
  kubesem config diff dump.json web.yaml
                                       Which Pods a changed ConfigMap reaches

Exit status: 0 if there are no errors, 1 if there are or a file cannot be read,
2 if the command line is wrong.`;

/** Adds `kubesem config` with its commands. */
export function addConfig(program: Command, context: CommandContext): void {
  const config = program
    .command('config')
    .description('Create ConfigMaps and Secrets, hash them, and see what a change reaches')
    .addHelpText('after', EXAMPLES);
  addCreate(config, context);
  addHash(config, context);
  addDiff(config, context);
}
