import { collisionProbability } from '@kubesem/apf';
import { KUBERNETES_VERSION, KubesemError } from '@kubesem/core';
import { writeErrors } from './cluster-input.js';
import { renderStructured } from './structured.js';
import { renderTable } from './table.js';
import type { Terminal } from './terminal.js';

/** The flags of `kubesem apf table`. */
export interface ApfTableFlags {
  readonly output: 'table' | 'json' | 'yaml';
  readonly handSize?: readonly number[] | undefined;
  readonly queues?: readonly number[] | undefined;
  readonly elephants?: readonly number[] | undefined;
}

/** Sizes of hands and numbers of queues. Source: the documentation, "API Priority and Fairness". */
const DOCUMENTED: readonly (readonly [handSize: number, queues: number])[] = [
  [12, 32],
  [10, 32],
  [10, 64],
  [9, 64],
  [8, 64],
  [8, 128],
  [7, 128],
  [7, 256],
  [6, 256],
  [6, 512],
  [6, 1024],
];
const DOCUMENTED_ELEPHANTS = [1, 4, 16];

/** What the API server fills in. Source: `k8s.io/kubernetes/pkg/apis/flowcontrol/v1` v1.37.1. */
const DEFAULT_HAND_SIZE = 8;
const DEFAULT_QUEUES = 64;

/**
 * Prints how likely it is that some flows leave another one no queue: by default the table of the documentation.
 *
 * @param flags - which sizes, and how to print
 * @param terminal - where to write to
 * @returns the exit status: 2 if a hand cannot be dealt
 */
export function apfTableCommand(flags: ApfTableFlags, terminal: Terminal): number {
  const { stdout } = terminal;
  const { handSize, queues, elephants = DOCUMENTED_ELEPHANTS, output } = flags;
  const sizes =
    handSize === undefined && queues === undefined
      ? DOCUMENTED
      : (handSize ?? [DEFAULT_HAND_SIZE]).flatMap((hand) =>
          (queues ?? [DEFAULT_QUEUES]).map((count) => [hand, count] as const),
        );
  try {
    const rows = sizes.map(([hand, count]) => ({
      handSize: hand,
      queues: count,
      probabilities: elephants.map((flows) => ({
        elephants: flows,
        probability: collisionProbability(hand, count, flows),
      })),
    }));
    const heads = [
      'HAND SIZE',
      'QUEUES',
      ...elephants.map((count) => `${count} ELEPHANT${count === 1 ? '' : 'S'}`),
    ];
    const table = () =>
      renderTable(
        heads.map((head) => ({ head: stdout.colors.bold(head) })),
        rows.map((row) => [
          `${row.handSize}`,
          `${row.queues}`,
          ...row.probabilities.map(({ probability }) => asGoPrints(probability)),
        ]),
      );
    const report = { kubernetesVersion: KUBERNETES_VERSION, rows };
    stdout.write(output === 'table' ? table() : renderStructured(report, output));
    return 0;
  } catch (error) {
    if (!(error instanceof KubesemError)) {
      throw error;
    }
    writeErrors([error.message], terminal);
    return 2;
  }
}

/** The documentation shows more digits; those behind the twelfth are what its program rounded. */
const DIGITS = 12;

/** A number as the documentation has it: small ones with an exponent of at least two digits. */
function asGoPrints(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = rounded < 1e-4 ? rounded.toExponential() : `${rounded}`;
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
