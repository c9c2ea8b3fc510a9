import type { ResourceFit } from '@kubesem/nodes';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import {
  type Cells,
  type Column,
  type Layout,
  right,
  type Table,
} from '../../output/table/table.js';
import { count, NONE, objectTitle, visible } from '../../output/text.js';
import { nodeTitle } from '../../shared/node-objects.js';
import type { CountedNodeFit, FitModel, ObjectFit } from './model.js';

/**
 * Lays out a table of nodes for each Pod or workload.
 *
 * @param model - where they fit
 * @param explain - whether to show everything that was compared, not only what is missing
 * @param layout - of the tables
 * @returns the tables, one at a time
 */
export function* renderFit(
  { cluster, objects }: FitModel,
  explain: boolean,
  layout: Layout,
): Generator<string, void> {
  const rowsOf = rowMaker(explain, layout.colors);
  const tables = sharedBy((nodes) => {
    const rows = rowsOf(nodes);
    return renderTable({ columns: columnsFor(explain), rows }, layout);
  });
  let separator = '';
  for (const object of objects) {
    yield `${separator}${renderObject(object, cluster, tables(object.nodes), layout)}`;
    separator = '\n';
  }
}

/** One table for all of them. */
export function fitTable(
  { cluster, objects }: FitModel,
  explain: boolean,
  { colors }: Layout,
): Table {
  const rowsOf = sharedBy(rowMaker(explain, colors));
  return {
    columns: ['OBJECT', 'CODE', ...columnsFor(explain)],
    rows: Array.from(objects, (object) => {
      const { code, nodes, nodeName = '' } = object;
      const lacking = [visible(nodeName), colors.red('no'), '0', `not in ${visible(cluster)}`];
      const rows = nodes.length === 0 ? [lacking] : rowsOf(nodes);
      return rows.map((row) => [
        ...(row[0] === '' ? ['', ''] : [objectTitle(object), code]),
        ...row,
      ]);
    }).flat(),
  };
}

/** Shows nodes once for all objects that share them. */
function sharedBy<T>(show: (nodes: ObjectFit['nodes']) => T): (nodes: ObjectFit['nodes']) => T {
  const known = new WeakMap<ObjectFit['nodes'], T>();
  return (nodes) => {
    const value = known.get(nodes) ?? show(nodes);
    known.set(nodes, value);
    return value;
  };
}

/** The columns of nodes. */
export function columnsFor(explain: boolean): (string | Column)[] {
  return ['NODE', 'FITS', right('PODS'), explain ? 'COMPARED' : 'MISSING'];
}

function renderObject(
  object: ObjectFit,
  cluster: string,
  table: string,
  { colors }: Layout,
): string {
  const title = `${colors.bold(objectTitle(object))} ${colors.dim(`(${requestsOf(object)})`)}`;
  return `${title}\n${verdictOn(object, cluster, colors)}\n${table}`;
}

function requestsOf({ pods: { count: number, per }, requests }: ObjectFit): string {
  const pods =
    per === 'node'
      ? '1 Pod per node'
      : number === 0
        ? '0 Pods, checked as 1 Pod'
        : count(number, 'Pod');
  const asked = Object.entries(requests)
    .filter(([, amount]) => amount?.isZero() === false)
    .map(([resource, amount]) => `${visible(resource)} ${amount}`);
  const amounts = asked.length === 0 ? 'without requests' : `with ${asked.join(', ')}`;
  return `${pods}${number > 1 ? ', each' : ''} ${amounts}`;
}

function verdictOn(object: ObjectFit, cluster: string, colors: Colors): string {
  const { code, nodeName = '', schedulingGates = [] } = object;
  switch (code) {
    case 'SCHEDULING_GATED':
      return `${colors.yellow('not scheduled')}: waits for its scheduling gates: ${visible(schedulingGates.join(', '))}; by resources, ${placesOf(object)}`;
    case 'NODE_NOT_FOUND':
      return `${colors.red('does not fit')}: names a node that is not in ${visible(cluster)}: ${visible(nodeName)}`;
    case 'FITS':
      return `${colors.green('fits')}: ${placesOf(object)}`;
    case 'NOT_CHECKED':
      return `${colors.yellow('not checked')}: ${placesOf(object)}`;
    default:
      return `${colors.red('does not fit')}: ${placesOf(object)}`;
  }
}

function placesOf({ pods, nodes, nodeName, fittingPods, code, fits }: ObjectFit): string {
  const open = nodes.filter(({ notChecked }) => notChecked.length > 0);
  const isPartial = !fits && code !== 'SCHEDULING_GATED' && pods.per !== 'node';
  const found = isPartial
    ? `${fittingPods} of ${count(Math.max(pods.count, 1), 'Pod')}`
    : `up to ${count(fittingPods, 'Pod')}`;
  if (nodeName !== undefined) {
    return `${found} on the node that it names; the scheduler is not asked`;
  }
  const good = nodes.filter((node) => node.fits).length;
  const rest = open.length === 0 ? '' : `; ${count(open.length, 'node')} not checked`;
  return `${found} on ${good} of ${count(nodes.length, 'node')}${rest}`;
}

/** Lists nodes. Titles are made once for all objects, and lines once for all nodes that share the comparison. */
function rowMaker(explain: boolean, colors: Colors): (nodes: ObjectFit['nodes']) => Cells[] {
  const titleOf = remembered(nodeTitle);
  return (nodes) => {
    const linesOf = remembered((resources: CountedNodeFit['resources']) =>
      describeAll(resources, explain),
    );
    return nodes.flatMap((node) =>
      nodeRows(node, titleOf(node.node), linesOf(node.resources), colors),
    );
  };
}

function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}

function describeAll(resources: CountedNodeFit['resources'], explain: boolean): readonly string[] {
  return resources
    .filter(({ verdict }) => explain || verdict === 'insufficient')
    .map((one) => describe(one, explain));
}

function nodeRows(
  node: CountedNodeFit,
  title: string,
  described: readonly string[],
  colors: Colors,
): Cells[] {
  const open = node.notChecked.map((name) => `not checked: ${visible(name)}`);
  const isOpen = open.length > 0;
  const cells = [
    title,
    isOpen ? colors.yellow('unknown') : node.fits ? colors.green('yes') : colors.red('no'),
    isOpen ? NONE : String(node.fittingPods),
  ];
  const [first = NONE, ...others] = [...open, ...described];
  return [[...cells, first], ...others.map((line) => ['', '', '', line])];
}

/** In the words of the scheduler, and with the numbers that it has compared. */
function describe(fit: ResourceFit, explain: boolean): string {
  const { resource, verdict, requested, used, capacity, missing, unresolvable } = fit;
  const name = visible(resource);
  const sums = `${requested} requested, ${capacity.sub(used)} free of ${capacity}`;
  switch (verdict) {
    case 'insufficient': {
      const reason = resource === 'pods' ? 'Too many pods' : `Insufficient ${name}`;
      const numbers = explain ? `${sums}, ${missing} missing` : `${missing} missing`;
      return `${reason}: ${numbers}${unresolvable ? ' (the node is too small)' : ''}`;
    }
    case 'notRequested':
      return `${name}: not requested`;
    default:
      return `${name}: ${sums}`;
  }
}
