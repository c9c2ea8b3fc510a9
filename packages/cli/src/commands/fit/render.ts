import type { ResourceFit } from '@kubesem/nodes';
import { type Column, column, numbers, tableOf } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { renderTable } from '../../output/table/render.js';
import type { Cells, Layout, Table } from '../../output/table/table.js';
import { count, objectTitle, visible } from '../../output/text.js';
import { nodeTitle } from '../../shared/node-objects.js';
import type { CountedNodeFit, FitModel, ObjectFit } from './model.js';

/** A node, or one more thing that it lacks. */
interface Line {
  /** Undefined below the first thing. */
  readonly node?: CountedNodeFit;
  readonly text: string | undefined;
}

/** The columns of nodes. */
export function columnsFor(explain: boolean): readonly Column<Line>[] {
  const isOpen = ({ notChecked }: CountedNodeFit) => notChecked.length > 0;
  return [
    column('NODE', ({ node }) => (node ? nodeTitle(node.node) : null)),
    column(
      'FITS',
      ({ node }) => (node ? (isOpen(node) ? 'unknown' : node.fits ? 'yes' : 'no') : null),
      { paint: (text, _, colors) => colors[FITS[text] ?? 'reset'](text) },
    ),
    numbers('PODS', ({ node }) => (node ? (isOpen(node) ? undefined : node.fittingPods) : null)),
    column(explain ? 'COMPARED' : 'MISSING', ({ text }) => text),
  ];
}

const FITS: { readonly [text: string]: 'yellow' | 'green' | 'red' | undefined } = {
  ...{ unknown: 'yellow', yes: 'green', no: 'red' },
};

/** A table of nodes for each Pod or workload, one at a time; with `explain`, of everything that was compared. */
export function* renderFit(
  { cluster, objects }: FitModel,
  explain: boolean,
  layout: Layout,
): Generator<string, void> {
  const tables = sharedBy((nodes) =>
    renderTable(tableOf(columnsFor(explain), linesOf(nodes, explain))(layout), layout),
  );
  let separator = '';
  for (const object of objects) {
    yield `${separator}${renderObject(object, cluster, tables(object.nodes), layout)}`;
    separator = '\n';
  }
}

/** One table for all of them. */
export function fitTable({ cluster, objects }: FitModel, explain: boolean, layout: Layout): Table {
  const rowsOf = sharedBy(
    (nodes) => tableOf(columnsFor(explain), linesOf(nodes, explain))(layout).rows as Cells[],
  );
  return {
    columns: ['OBJECT', 'CODE', ...tableOf(columnsFor(explain), [])(layout).columns],
    rows: Array.from(objects, (object) => {
      const { code, nodes, nodeName = '' } = object;
      const lacking = [
        visible(nodeName),
        layout.colors.red('no'),
        '0',
        `not in ${visible(cluster)}`,
      ];
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

/** The lines of nodes; the comparisons that nodes share are described once. */
function linesOf(nodes: ObjectFit['nodes'], explain: boolean): readonly Line[] {
  const known = new Map<CountedNodeFit['resources'], readonly string[]>();
  return nodes.flatMap((node) => {
    const described = known.get(node.resources) ?? describeAll(node.resources, explain);
    known.set(node.resources, described);
    const open = node.notChecked.map((name) => `not checked: ${name}`);
    const [text, ...others] = [...open, ...described];
    return [{ node, text }, ...others.map((other) => ({ text: other }))];
  });
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
      return colors.red(shortfallOf(object));
  }
}

function placesOf({ pods, nodes, nodeName, fittingPods, code, fits }: ObjectFit): string {
  const isPartial = !fits && code !== 'SCHEDULING_GATED' && pods.per !== 'node';
  const found = isPartial
    ? `${fittingPods} of ${count(Math.max(pods.count, 1), 'Pod')}`
    : `up to ${count(fittingPods, 'Pod')}`;
  if (nodeName !== undefined) {
    return `${found} on the node that it names; the scheduler is not asked`;
  }
  const good = nodes.filter((node) => node.fits).length;
  return `${found} on ${good} of ${count(nodes.length, 'node')}${uncheckedIn(nodes)}`;
}

/** What does not fit: every Pod, or the Pods for which the nodes have no more capacity. */
function shortfallOf(object: ObjectFit): string {
  const { pods, nodes, nodeName, fittingPods } = object;
  if (nodeName !== undefined || pods.per === 'node') {
    return `does not fit: ${placesOf(object)}`;
  }
  const total = count(Math.max(pods.count, 1), 'Pod');
  const found = fittingPods === 0 ? 'does not fit' : `only ${fittingPods} of ${total} fit`;
  const good = fittingPods === 0 ? nodes : nodes.filter((node) => node.fits);
  const all = count(nodes.length, 'node');
  const places = good.length === nodes.length ? all : `${good.length} of ${all}`;
  return `${found} (${places})${uncheckedIn(nodes)}`;
}

function uncheckedIn(nodes: ObjectFit['nodes']): string {
  const unchecked = nodes.filter(({ notChecked }) => notChecked.length > 0).length;
  return unchecked === 0 ? '' : `; ${count(unchecked, 'node')} not checked`;
}

function describeAll(resources: CountedNodeFit['resources'], explain: boolean): readonly string[] {
  return resources
    .filter(({ verdict }) => explain || verdict === 'INSUFFICIENT')
    .map((one) => describe(one, explain));
}

/** In the words of the scheduler, and with the numbers that it has compared. */
function describe(fit: ResourceFit, explain: boolean): string {
  const { resource, verdict, requested, used, capacity, missing, unresolvable } = fit;
  const name = visible(resource);
  const sums = `${requested} requested, ${capacity.sub(used)} free of ${capacity}`;
  switch (verdict) {
    case 'INSUFFICIENT': {
      const reason = resource === 'pods' ? 'Too many pods' : `Insufficient ${name}`;
      const numbers = explain ? `${sums}, ${missing} missing` : `${missing} missing`;
      return `${reason}: ${numbers}${unresolvable ? ' (the node is too small)' : ''}`;
    }
    case 'NOT_REQUESTED':
      return `${name}: not requested`;
    default:
      return `${name}: ${sums}`;
  }
}
