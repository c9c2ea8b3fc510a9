import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { NODE_RESOURCES } from '../../io/cluster/resources.js';
import { nodesNotFound, notFound } from '../../output/not-found.js';
import { count } from '../../output/text.js';
import { DUMP_HINT } from '../../shared/node-objects.js';
import { plainNodes, readNodes } from './model.js';
import { amountLines, COLUMNS, renderNodes } from './render.js';

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

Amounts and percentages are what "kubectl describe node" prints. FREE is what
the scheduler treats as free, even while Pods are resized. Dumps are read piece
by piece, so they can have any size. A truncated dump is read up to the point
where it ends. With --node there are no totals.

Exit status: 0 if there are no errors, 1 if Kubernetes rejects a node or a Pod,
a file cannot be read or there are no nodes, 2 if the command line is wrong.
Warnings do not change it.`;

/** `kubesem nodes`. */
export const nodes: AddCommand = command({
  name: 'nodes',
  summary: 'Show what Pods request on each node, as kubectl describe node does',
  help: EXAMPLES,
  arguments: { paths: flags.paths() },
  flags: {
    ...flags.input('Nodes and Pods'),
    ...flags.table('name'),
    names: flags.repeatable('--node <NAME>', 'Only this node'),
    withPods: flags.boolean('--pods', 'List the Pods of each node', { lostIn: ['name', 'csv'] }),
    explain: flags.boolean(
      '--explain',
      'Explain which Pods do not count, and where numbers differ',
      { lostIn: ['name', 'csv'] },
    ),
  },
  columns: COLUMNS,
  reads: ({ namespace }) => ({ resources: NODE_RESOURCES, namespace }),
  answer: async ({ input, names, withPods, explain }, terminal) => {
    const model = await readNodes(input, { names, explain, withPods }, terminal);
    const { nodes, pods, errors, problems } = model;
    const known = new Set(model.cluster.nodes.map(({ name }) => name));
    const only = pods === 0 ? '' : `, only ${count(pods, 'Pod')}`;
    const missing =
      known.size === 0 && errors.length === 0
        ? [`${notFound(input, 'nodes')}${only}; ${DUMP_HINT}`]
        : nodesNotFound(input, names, known);
    return {
      table: tableOf(COLUMNS, amountLines(model)),
      text: (layout) => renderNodes(model, withPods, layout),
      names: () => nodes.map(({ name }) => `node/${name}`),
      model: () => plainNodes(model, withPods),
      problems,
      errors: [...errors, ...missing],
    };
  },
});
