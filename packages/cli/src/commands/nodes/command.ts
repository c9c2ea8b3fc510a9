import type { Command } from 'commander';
import { type CommandContext, FAILED, OK, requireInput } from '../../context.js';
import type { Terminal } from '../../io/terminal.js';
import { namespaceOption, outputOption, pathsArgument, repeatable } from '../../options.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import { renderModel } from '../../output/structured.js';
import { count } from '../../output/text.js';
import { type NodesModel, nodesCollector, plainNodes } from './model.js';
import { DUMP_HINT, type NodeObjects, readNodeObjects } from './read.js';
import { renderNodes } from './render.js';

/** The flags of `kubesem nodes`. */
interface NodesFlags {
  readonly output: 'table' | 'json' | 'yaml';
  /** Names of nodes; undefined for all. */
  readonly node?: readonly string[] | undefined;
  readonly pods?: boolean | undefined;
  readonly explain?: boolean | undefined;
  readonly namespace?: string | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get nodes,pods -A -o json | kubesem nodes
                                       What Pods request on each node
  kubesem nodes dump.json --node n1    Only one node
  kubesem nodes dump.json --pods       The tables of kubectl describe node
  kubesem nodes dump.json --explain    Which Pods do not count, and why
  kubesem nodes dump.json -o json      The same for programs

Amounts and percentages are those of "kubectl describe node". Dumps are read
piece by piece, so they can be of any size. A truncated dump is read up to the
point where it ends. With --node there are no totals.

Exit status: 0 if there are no errors, 1 if Kubernetes rejects a node or a Pod,
a file cannot be read or there are no nodes, 2 if the command line is wrong.
Warnings do not change it.`;

/** Adds `kubesem nodes`. */
export function addNodes(program: Command, { terminal, finish }: CommandContext): void {
  program
    .command('nodes')
    .description('Show what Pods request on each node, as kubectl describe node does')
    .addArgument(pathsArgument())
    .addOption(outputOption('table', 'json', 'yaml'))
    .addOption(repeatable('--node <NAME>', 'Only this node'))
    .addOption(namespaceOption())
    .option('--pods', 'List the Pods of each node')
    .option('--explain', 'Explain which Pods do not count, and where numbers differ')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: NodesFlags, command: Command) => {
      requireInput(paths, command, terminal);
      finish(await nodes(paths, flags, terminal));
    });
}

async function nodes(
  paths: readonly string[],
  { output, node, namespace, pods = false, explain = false }: NodesFlags,
  terminal: Terminal,
): Promise<number> {
  const collector = nodesCollector(node, explain, pods);
  const read = await readNodeObjects(paths, terminal, collector, namespace);
  const model = collector.finish(read);
  terminal.stdout.write(
    output === 'table'
      ? renderNodes(model, pods, terminal.stdout)
      : renderModel(plainNodes(model, pods), output),
  );
  writeProblems(model.problems, terminal);
  const errors = [...read.errors, ...missingNodes(read, model, node)];
  writeErrors(errors, terminal);
  return hasErrors(model.problems) || errors.length > 0 ? FAILED : OK;
}

function missingNodes(
  { nodes: found, pods, errors }: NodeObjects,
  { cluster }: NodesModel,
  names: readonly string[] = [],
): string[] {
  if (found === 0 && errors.length === 0) {
    const only = pods === 0 ? '' : `, only ${count(pods, 'Pod')}`;
    return [`no nodes found${only}; ${DUMP_HINT}`];
  }
  const known = new Set(cluster.nodes.map(({ name }) => name));
  return names
    .filter((name) => !known.has(name))
    .map((name) => `no node named ${JSON.stringify(name)} found`);
}
