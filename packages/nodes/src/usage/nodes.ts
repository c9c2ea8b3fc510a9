import { type ClusterLists, type NodeMetrics } from '@kubesem/core';
import { ABSENT, type FieldPolicy, type Fields, fields } from '@kubesem/core/internal';
import type { Quantity } from '@kubesem/quantity';
import { type Amounts, type MutableAmounts, readAmounts } from '@kubesem/resources/internal';
import type { AllocatedAmounts } from '../allocation/allocation.js';
import { type AllocationProblem, orReport, placedIn } from '../allocation/problems.js';
import { readNode } from '../allocation/read.js';
import { MEASURED } from './amounts.js';

/** A node with its metrics. */
export interface ReadNodeUsage {
  readonly name: string;
  /** Undefined without metrics. */
  readonly usage: Amounts | undefined;
  /** What the usage is compared with. */
  readonly whole: Amounts;
}

/** Reads nodes and their metrics, by name. The allocation has reported what is wrong with the nodes. */
export function readNodes(
  { nodeMetrics, nodes }: ClusterLists<'nodeMetrics' | 'nodes'>,
  showCapacity: boolean,
  problems: AllocationProblem[],
): readonly ReadNodeUsage[] {
  const wholes = new Map<string, Amounts>();
  for (const node of nodes) {
    const read = orReport(() => readNode(node, ABSENT), ABSENT);
    if (read !== undefined && read.name !== '' && !wholes.has(read.name)) {
      const capacity = () => readAmounts(fields(node, ABSENT).at('status').at('capacity'));
      wholes.set(read.name, showCapacity ? capacity() : read.allocatable);
    }
  }
  const found = new Map<string, ReadNodeUsage>();
  for (const [index, one] of nodeMetrics.entries()) {
    const { name, object } = readMetrics(one, placedIn(problems, ['nodeMetrics', index]));
    const usage = measured(readAmounts(object.at('usage')));
    found.set(name, { name, usage, whole: wholes.get(name) ?? new Map() });
  }
  for (const [name, whole] of wholes) {
    if (!found.has(name)) {
      found.set(name, { name, usage: undefined, whole });
    }
  }
  return [...found.values()];
}

/** Reads the name of metrics. */
export function readMetrics<Metrics extends NodeMetrics>(
  metrics: Metrics,
  policy: FieldPolicy,
): { readonly object: Fields<Metrics>; readonly name: string; readonly namespace: string } {
  const object = fields(metrics, policy);
  const metadata = (object as Fields<NodeMetrics>).at('metadata');
  return { object, name: metadata.text('name'), namespace: metadata.text('namespace') };
}

/** The amounts that kubectl shows; what is absent is zero. */
export function measured(amounts: Amounts): Amounts {
  return new Map(
    MEASURED.flatMap((name) => {
      const amount = amounts.get(name);
      return amount === undefined ? [] : [[name, amount]];
    }),
  );
}

/** The requests or limits of a node. */
export function amountsOf(allocated: AllocatedAmounts = {}): Amounts {
  const amounts: MutableAmounts = new Map();
  for (const name of MEASURED) {
    const amount: Quantity | undefined = allocated[name]?.amount;
    if (amount !== undefined) {
      amounts.set(name, amount);
    }
  }
  return amounts;
}
