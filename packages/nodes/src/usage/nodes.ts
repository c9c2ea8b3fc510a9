import {
  childPath,
  type FieldPathSegment,
  type Node,
  type NodeMetrics,
  readObject,
  readString,
} from '@kubesem/core';
import type { Quantity } from '@kubesem/quantity';
import { type Amounts, type MutableAmounts, readAmounts } from '@kubesem/resources';
import type { AllocatedAmounts } from '../allocation/allocation.js';
import {
  type AllocationProblem,
  orReport,
  placed,
  type ReportAllocation,
} from '../allocation/problems.js';
import { readNode } from '../allocation/read-node.js';
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
  metrics: Iterable<NodeMetrics>,
  nodes: Iterable<Node>,
  showCapacity: boolean,
  problems: AllocationProblem[],
): readonly ReadNodeUsage[] {
  const wholes = new Map<string, Amounts>();
  for (const node of nodes) {
    const read = orReport(() => readNode(node, ignore), ignore);
    if (read !== undefined && read.name !== '' && !wholes.has(read.name)) {
      const status = readObject(node.status, undefined, ignore);
      const capacity = () => readAmounts(status?.capacity, undefined, ignore);
      wholes.set(read.name, showCapacity ? capacity() : read.allocatable);
    }
  }
  const found = new Map<string, ReadNodeUsage>();
  let index = 0;
  for (const one of metrics) {
    const report = reportAt(['nodeMetrics', index], problems);
    const { name, object } = readMetrics(one, report);
    const usage = measured(readAmounts(object.usage, childPath(undefined, 'usage'), report));
    found.set(name, { name, usage, whole: wholes.get(name) ?? new Map() });
    index += 1;
  }
  for (const [name, whole] of wholes) {
    if (!found.has(name)) {
      found.set(name, { name, usage: undefined, whole });
    }
  }
  return [...found.values()];
}

const ignore: ReportAllocation = () => {};

/** Reports problems of the object at a place. */
export function reportAt(
  place: readonly FieldPathSegment[],
  problems: AllocationProblem[],
): ReportAllocation {
  return (problem) => {
    problems.push(placed(place, problem));
  };
}

/** Reads the name of metrics. */
export function readMetrics<Metrics extends NodeMetrics>(
  metrics: Metrics,
  report: ReportAllocation,
): { readonly object: Partial<Metrics>; readonly name: string; readonly namespace: string } {
  const object = readObject<Metrics>(metrics, undefined, report) ?? {};
  const path = childPath(undefined, 'metadata');
  const metadata = readObject((object as NodeMetrics).metadata, path, report);
  const text = (field: 'name' | 'namespace') =>
    readString(metadata?.[field], childPath(path, field), report);
  return { object, name: text('name'), namespace: text('namespace') };
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
