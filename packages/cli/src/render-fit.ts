import type { ResourceFit } from '@kubesem/resources';
import type { ObjectFit } from './fit-command.js';
import { count, nodeTitle } from './render-nodes.js';
import type { NodeRoom } from './room.js';
import { renderTable } from './table.js';
import { type Colors, visible } from './terminal.js';

/**
 * Lays out which nodes have room for a Pod.
 *
 * @param fit - where it fits
 * @param explain - whether to show all that was compared, not only what is missing
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderFit(fit: ObjectFit, explain: boolean, colors: Colors): string {
  const { object, nodes } = fit;
  const title = `${object.kind} ${visible(object.namespace)}/${visible(object.name)}`;
  const heads = ['NODE', 'FITS', 'ROOM FOR', explain ? 'COMPARED' : 'WHY NOT'];
  const table = renderTable(
    heads.map((head) => ({
      head: colors.bold(head),
      ...(head === 'ROOM FOR' ? { align: 'right' } : {}),
    })),
    nodes.flatMap((node) => nodeRows(node, explain, colors)),
  );
  return `${colors.bold(title)} ${colors.dim(wanted(fit))}\n${verdict(fit, colors)}\n${table}`;
}

function wanted({ object, nodes }: ObjectFit): string {
  const { count: pods, per } = object.pods;
  const number = pods === 0 ? '0 Pods, compared as 1' : count(pods, 'Pod');
  const asked = per === 'node' ? 'on each node' : number;
  // The Pod is the same on each node.
  const requests = nodes
    .slice(0, 1)
    .flatMap(({ resources }) => resources)
    .filter(({ resource, requested }) => resource !== 'pods' && !requested.isZero())
    .map(({ resource, requested }) => `${visible(resource)} ${requested}`);
  return `(${asked}, each ${requests.length === 0 ? 'without requests' : requests.join(', ')})`;
}

function verdict({ object, nodes, room, fits }: ObjectFit, colors: Colors): string {
  const good = nodes.filter((node) => node.fits).length;
  const label = fits ? colors.green('fits') : colors.red('does not fit');
  const { count: pods, per } = object.pods;
  const found =
    fits || per === 'node'
      ? count(room, 'such Pod')
      : `${room} of ${count(Math.max(pods, 1), 'Pod')}`;
  return `${label}: room for ${found}, on ${good} of ${count(nodes.length, 'node')}`;
}

function nodeRows(node: NodeRoom, explain: boolean, colors: Colors): string[][] {
  const shown = node.resources.filter(({ verdict: found }) => explain || found === 'insufficient');
  const lines = shown.length === 0 ? ['-'] : shown.map((one) => describe(one, explain));
  const cells = [
    nodeTitle(node.node),
    node.fits ? colors.green('yes') : colors.red('no'),
    String(node.room),
  ];
  return lines.map((line, index) => [...(index === 0 ? cells : ['', '', '']), line]);
}

/** In the words of the scheduler, and with the numbers that it has compared. */
function describe(fit: ResourceFit, explain: boolean): string {
  const { resource, verdict: found, requested, used, capacity, missing, unresolvable } = fit;
  const name = visible(resource);
  const sums = `${requested} wanted, ${capacity.sub(used)} free of ${capacity}`;
  switch (found) {
    case 'insufficient': {
      const reason = resource === 'pods' ? 'Too many pods' : `Insufficient ${name}`;
      const numbers = explain ? `${sums}, ${missing} missing` : `${missing} missing`;
      return `${reason}: ${numbers}${unresolvable ? ', more than it has' : ''}`;
    }
    case 'notRequested':
      return `${name}: not asked for`;
    default:
      return `${name}: ${sums}`;
  }
}
