import type { Pod } from '@kubesem/core';
import type { NodeAllocation } from '@kubesem/nodes';
import { Quantity } from '@kubesem/quantity';
import type { Comparison } from '../harness/comparison.js';
import type { DeviationId } from '../harness/deviations.js';
import { int64Scale, possibleInt64s } from '../quantity/int64.js';
import { overheadAddedAgain } from './overhead.js';

type Side = 'requests' | 'limits';

/** One amount in the tables, and what decides how Go prints it. */
interface Cell {
  readonly side: Side;
  readonly resource: string;
  /** Our amount. */
  readonly amount: Quantity;
  /** The Pods that a total adds up; none for the row of a Pod. */
  readonly pods: readonly Pod[];
  /** Whether kubectl prints 0 % if nothing is allocatable. */
  readonly isTotal: boolean;
}

/** The cells of a line; no text in the tables has two spaces. */
const cellsOf = (line: string): string[] => line.trim().split(/\s{2,}/);

/** The columns of a row with amounts, counted from its end. */
const ROW_COLUMNS: readonly (readonly [Side, string])[] = [
  ['limits', 'memory'],
  ['requests', 'memory'],
  ['limits', 'cpu'],
  ['requests', 'cpu'],
];

/** Number of lines above the rows of the Pods. */
const ROWS_START = 3;
/** Number of lines between the rows and the totals. */
const BETWEEN = 4;

/** Finds the amount of a cell; undefined if the cell has none. */
function cellAt(
  line: number,
  fromEnd: number,
  name: string,
  allocation: NodeAllocation,
  pods: readonly Pod[],
): Cell | undefined {
  const row = allocation.pods[line - ROWS_START];
  if (row !== undefined) {
    const [side, resource] = ROW_COLUMNS[fromEnd - 1] ?? [];
    if (side === undefined || resource === undefined) {
      return undefined;
    }
    const amount = row[side][resource]?.amount ?? Quantity.of(0);
    return { side, resource, amount, pods: [], isTotal: false };
  }
  if (line < ROWS_START + allocation.pods.length + BETWEEN || fromEnd > 1) {
    return undefined;
  }
  const side = fromEnd === 1 ? 'requests' : 'limits';
  const amount = allocation[side][name]?.amount ?? Quantity.of(0);
  return { side, resource: name, amount, pods, isTotal: true };
}

/** The whole percentage as Go computes it from two int64s. */
function goPercent(part: bigint, whole: bigint, isTotal: boolean): bigint {
  if (isTotal && whole === BigInt(0)) {
    return BigInt(0);
  }
  const percent = Math.trunc((Number(part) / Number(whole)) * 100);
  const isInt64 = percent >= -(2 ** 63) && percent < 2 ** 63;
  return BigInt(isInt64 ? percent : -(2 ** 63));
}

/** Why a cell may differ: Go's amount has an overhead too much, or its percentage is of other int64s. */
function explainCell(
  theirs: string,
  cell: Cell,
  allocatable: NodeAllocation['allocatable'],
): DeviationId | undefined {
  const [, text = theirs, percent] = /^(.*) \((-?\d+)%\)$/.exec(theirs) ?? [];
  const { side, resource, isTotal } = cell;
  const again = overheadAddedAgain(cell.pods, side, resource);
  const withOverhead = again.reduce((sum, overhead) => sum.add(overhead), cell.amount);
  const isAgain = again.length > 0 && withOverhead.toString() === text;
  const amount = isAgain ? withOverhead : cell.amount;
  if (amount.toString() !== text) {
    return undefined;
  }
  const scale = int64Scale(resource);
  // The API server rounds the amounts of a node up to thousandths.
  const ofNode = (allocatable[resource] ?? Quantity.of(0)).roundUp(-3);
  for (const [whole, ofWhole] of possibleInt64s(ofNode, scale)) {
    for (const [part, ofPart] of possibleInt64s(amount, scale)) {
      if (percent === undefined || `${goPercent(part, whole, isTotal)}` === percent) {
        return isAgain ? 'overhead-added-again' : (ofPart ?? ofWhole);
      }
    }
  }
  return undefined;
}

/** Compares the tables of a node. If they differ, each cell must be equal or have a reason of its own. */
export function compareTables(
  name: string,
  theirs: string,
  ours: string,
  allocation: NodeAllocation,
  pods: readonly Pod[],
  comparison: Comparison,
): void {
  if (theirs === ours) {
    return;
  }
  const [theirLines, ourLines] = [theirs.split('\n').map(cellsOf), ours.split('\n').map(cellsOf)];
  const shape = (lines: readonly string[][]) => lines.map(({ length }) => length).join();
  comparison.field(`shape of ${name}`, shape(theirLines), shape(ourLines));
  let isEqual = true;
  theirLines.forEach((cells, line) => {
    cells.forEach((cell, column) => {
      const place = `${name}, line ${line}, cell ${column}`;
      const our = ourLines[line]?.[column];
      isEqual &&= cell === our;
      comparison.field(place, cell, our, () => {
        const found = cellAt(line, cells.length - 1 - column, cells[0] ?? '', allocation, pods);
        return found && explainCell(cell, found, allocation.allocatable);
      });
    });
  });
  // Equal cells in other columns: the alignment differs.
  comparison.field(name, theirs, isEqual ? ours : theirs);
}
