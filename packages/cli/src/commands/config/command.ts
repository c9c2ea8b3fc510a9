import { type AddCommand, group } from '../../frame/command.js';
import { create } from './create.js';
import { diff } from './diff.js';
import { hash } from './hash.js';

const EXAMPLES = `
Examples:
  kubesem config create configmap web --from-file=web.conf --append-hash
                                       A ConfigMap, as kubectl creates it
  kubesem config hash deploy/          The hashes of kubectl and kustomize
  kubesem config diff dump.json web.yaml
                                       Which Pods a changed ConfigMap reaches

Exit status: 0 if there are no errors, 1 if there are or a file cannot be read,
2 if the command line is wrong.`;

/** `kubesem config` with its commands. */
export const config: AddCommand = group({
  name: 'config',
  summary: 'Create ConfigMaps and Secrets, hash them, and see what a change reaches',
  help: EXAMPLES,
  commands: [create, hash, diff],
});
