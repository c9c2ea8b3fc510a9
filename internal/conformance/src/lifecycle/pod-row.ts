import type { Pod } from '@kubesem/core';
import { explainPodRow, type PodRow, podRow, podStatusText } from '@kubesem/lifecycle';
import type { Operation } from '../harness/operation.js';
import { podExamples } from './examples.js';
import { NOW, podWithStatus } from './generator.js';

interface RowCase {
  readonly pod: Pod;
  readonly now: string;
}

interface RowAnswer {
  readonly cells: readonly string[];
  readonly completed: boolean;
}

const CELLS = ['name', 'ready', 'status', 'restarts', 'age', 'ip', 'node', 'nominated', 'gates'];

function cellsOf(row: PodRow): readonly (string | undefined)[] {
  const { name, ready, status, restarts, age, ip, node, nominatedNode, readinessGates } = row;
  const wide = [ip, node, nominatedNode, readinessGates?.text];
  return [name, ready.text, status, restarts.text, age, ...wide.map((cell) => cell ?? '<none>')];
}

const row: Operation = {
  name: 'pod.row',
  program: 'kubernetes',
  *examples() {
    for (const pod of podExamples()) {
      yield { pod, now: NOW };
    }
  },
  generate: (random) => ({ pod: podWithStatus(random), now: NOW }),
  compare(input, theirs, comparison) {
    const { pod, now } = input as unknown as RowCase;
    const { cells, completed } = theirs.out as unknown as RowAnswer;
    const ours = podRow(pod, { now });
    const oursCells = cellsOf(ours);
    CELLS.forEach((name, index) => comparison.field(name, cells[index], oursCells[index]));
    comparison.field('completed', completed, ours.isCompleted);
    comparison.field('status alone', cells[2], podStatusText(pod));
    comparison.field('ready containers', cells[1], `${ours.ready.ready}/${ours.ready.total}`);
    comparison.field('restarts', Number.parseInt(cells[3] ?? '', 10), ours.restarts.count);
    comparison.field('last restart', cells[3]?.includes('('), ours.restarts.lastAt !== undefined);
    const { row: explained, steps } = explainPodRow(pod, { now });
    comparison.field('row explained', JSON.stringify(ours), JSON.stringify(explained));
    comparison.field('status of the last step', cells[2], steps.at(-1)?.status);
  },
  kind(input, { out }) {
    const { pod } = input as unknown as RowCase;
    const { cells } = out as unknown as RowAnswer;
    const [, , status = '', restarts = ''] = cells;
    const rules = explainPodRow(pod).steps.map(({ rule }) => rule);
    return [[...new Set(rules)], status.replace(/\d+/g, 'n'), restarts.includes('(')].join();
  },
};

/** Rows of `kubectl get pods`. */
export const podRowOperations: readonly Operation[] = [row];
