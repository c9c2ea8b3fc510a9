import type { Command } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  inputOf,
  OK,
  requireInput,
} from '../../context.js';
import { NODE_RESOURCES } from '../../io/cluster/resources.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { pathsArgument, repeatable, withColumns, withInput, withTable } from '../../options.js';
import { nodesNotFound, notFound } from '../../output/not-found.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import { count } from '../../output/text.js';
import { type OutputFlags, writeResult } from '../../output/write.js';
import { type NodesModel, nodesCollector, plainNodes } from './model.js';
import { DUMP_HINT, type NodeObjects, readNodeObjects } from './read.js';
import { flatTable, renderNodes } from './render.js';

/** The flags of `kubesem nodes`. */
interface NodesFlags extends OutputFlags, InputFlags {
  /** Names of nodes; undefined for all. */
  readonly node?: readonly string[] | undefined;
  readonly pods?: boolean | undefined;
  readonly explain?: boolean | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get nodes,pods -A -o json | kubesem nodes
                                       What Pods request on each node
  kubesem nodes --context prod         The same, read from the cluster
  kubesem nodes dump.json --node n1    Only one node
  kubesem nodes dump.json -o csv       What is free, for a spreadsheet
  kubesem nodes dump.json --pods       The tables of kubectl describe node
  kubesem nodes dump.json --explain    Which Pods do not count, and why
  kubesem nodes dump.json -o json      The same for programs

Amounts and percentages are those of "kubectl describe node". FREE is what the
scheduler counts as free, also while Pods are resized. Dumps are read piece by
piece, so they can be of any size. A truncated dump is read up to the
point where it ends. With --node there are no totals.

Exit status: 0 if there are no errors, 1 if Kubernetes rejects a node or a Pod,
a file cannot be read or there are no nodes, 2 if the command line is wrong.
Warnings do not change it.`;

/** Adds `kubesem nodes`. */
export function addNodes(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withInput(program.command('nodes'), 'Nodes and Pods'), 'name'),
    'node',
    'resource',
    'allocatable',
    'requests',
    'requests-%',
    'free',
    'limits',
    'limits-%',
  )
    .description('Show what Pods request on each node, as kubectl describe node does')
    .addArgument(pathsArgument())
    .addOption(repeatable('--node <NAME>', 'Only this node'))
    .option('--pods', 'List the Pods of each node')
    .option('--explain', 'Explain which Pods do not count, and where numbers differ')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: NodesFlags, command: Command) => {
      const input = inputOf(paths, flags, NODE_RESOURCES);
      requireInput(input, command, terminal);
      finish(await nodes(input, flags, terminal));
    });
}

async function nodes(input: Input, flags: NodesFlags, terminal: Terminal): Promise<number> {
  const { node, pods = false, explain = false } = flags;
  const collector = nodesCollector(node, explain, pods);
  const read = await readNodeObjects(input, terminal, collector);
  const model = collector.finish(read);
  writeResult(flags, terminal, {
    text: (layout) => renderNodes(model, pods, layout),
    table: () => flatTable(model),
    names: () => model.nodes.map(({ name }) => `node/${name}`),
    model: () => plainNodes(model, pods),
  });
  writeProblems(model.problems, terminal);
  const errors = [...read.errors, ...missingNodes(input, read, model, node)];
  writeErrors(errors, terminal);
  return hasErrors(model.problems) || errors.length > 0 ? FAILED : OK;
}

function missingNodes(
  input: Input,
  { nodes: found, pods, errors }: NodeObjects,
  { cluster }: NodesModel,
  names: readonly string[] = [],
): readonly string[] {
  if (found === 0 && errors.length === 0) {
    const only = pods === 0 ? '' : `, only ${count(pods, 'Pod')}`;
    return [`${notFound(input, 'nodes')}${only}; ${DUMP_HINT}`];
  }
  return nodesNotFound(input, names, new Set(cluster.nodes.map(({ name }) => name)));
}
