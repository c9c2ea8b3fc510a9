import { type Command, Option } from 'commander';
import { type FitFlags, fitCommand } from './fit-command.js';
import { type NodesFlags, nodesCommand } from './nodes-command.js';
import type { Terminal } from './terminal.js';

const NODES_EXAMPLES = `
Examples:
  kubectl get nodes,pods -A -o json | kubesem nodes
                                       what is allocated on each node
  kubesem nodes dump.json --node n1    on this node alone
  kubesem nodes dump.json --pods       the tables of kubectl describe node
  kubesem nodes dump.json --explain    which Pods do not count, and why
  kubesem nodes dump.json -o json      the same for programs

Amounts and percentages are those of "kubectl describe node". Dumps are read
piece by piece, however long they are. Of one that is cut off, what there is
counts. With --node there are no totals.

Exit status: 0 if all is well, 1 if a node or a Pod is broken or there is none,
2 if the command line is wrong.`;

const FIT_EXAMPLES = `
Examples:
  kubectl get nodes,pods -A -o json > dump.json
  kubesem fit pod.yaml --cluster dump.json    which nodes have room for it
  kubesem fit deploy/ --cluster dump.json     the same for each workload
  kubesem fit pod.yaml --cluster dump.json --explain
                                              all that is compared, with numbers

The answer is that of the scheduler's plugin NodeResourcesFit. It is about
resources alone: taints, affinity, volumes and host ports are not looked at.

Each workload is compared by itself, beside all Pods of the cluster, its own
among them: several that have room need not have it together, for that depends
on where the scheduler puts the first of them. What has no Pods now, as with 0
replicas, is compared as 1 Pod.

Exit status: 0 if there is room for all Pods of each workload by itself, 1 if
not or if something is broken, 2 if the command line is wrong.`;

/**
 * Adds `kubesem nodes` and `kubesem fit`.
 *
 * @param program - to add them to
 * @param terminal - where the commands read from and write to
 * @param finish - takes the exit status
 */
export function addNodes(
  program: Command,
  terminal: Terminal,
  finish: (status: number) => void,
): void {
  program
    .command('nodes')
    .description('tell what Pods take of each node, as kubectl describe node does')
    .argument('[PATH...]', 'files, folders, or - for standard input, which is also the default')
    .addOption(output())
    .addOption(repeated('--node <NAME>', 'only this node'))
    .option('--pods', 'the Pods of each node, too')
    .option('--explain', 'say which Pods do not count, and where the numbers come from')
    .addHelpText('after', NODES_EXAMPLES)
    .action(async (paths: string[], flags: NodesFlags, command: Command) => {
      if (paths.length === 0 && terminal.stdin.isTTY) {
        refuse(command, 'expected a PATH, or a dump on standard input');
      }
      finish(await nodesCommand(paths, flags, terminal));
    });
  program
    .command('fit')
    .description('tell which nodes of a cluster have room for a Pod, and what others lack')
    .argument('<PATH...>', 'Pods and workloads: files, folders, or - for standard input')
    .addOption(repeated('--cluster <DUMP>', 'nodes and Pods of the cluster').makeOptionMandatory())
    .addOption(output())
    .option('--explain', 'show all that is compared')
    .addHelpText('after', FIT_EXAMPLES)
    .action(async (paths: string[], flags: FitFlags, command: Command) => {
      if (paths.includes('-') && flags.cluster.includes('-')) {
        refuse(command, 'expected Pods or the cluster on standard input, not both');
      }
      finish(await fitCommand(paths, flags, terminal));
    });
}

function refuse(command: Command, message: string): void {
  command.error(`error: ${message}`);
}

function output(): Option {
  return new Option('-o, --output <FORMAT>', 'how to print')
    .choices(['table', 'json', 'yaml'])
    .default('table');
}

function repeated(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`).argParser(
    (value: string, values: readonly string[] = []) => [...values, value],
  );
}
