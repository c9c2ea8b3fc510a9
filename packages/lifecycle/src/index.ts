/**
 * The lifecycle of a Pod: its status, as kubectl prints it.
 *
 * Read `status/pod-row.ts` first: the row of `kubectl get pods`.
 *
 * Source: `k8s.io/kubernetes/pkg/printers/internalversion` v1.37.1.
 *
 * @packageDocumentation
 */
export type { PodStatusRule, PodStatusStep } from './status/explanation.js';
export {
  explainPodRow,
  type PodRow,
  type PodRowExplanation,
  type PodRowOptions,
  podRow,
  podStatusText,
  type ReadyCount,
  type RestartCount,
} from './status/pod-row.js';
export { type FormatPodTableOptions, formatPodTable } from './status/pod-table.js';
