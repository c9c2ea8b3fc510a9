import { isFailureStatus } from '@kubesem/inspect';

/** The color of a QoS class. */
export function qosTone(qosClass: string): string {
  return qosClass === 'Guaranteed'
    ? 'ks-badge-good'
    : qosClass === 'BestEffort'
      ? 'ks-badge-warn'
      : 'ks-badge-run';
}

/** The color of a status. */
export function statusTone(status: string): string {
  return /^(?:Running|Completed|Succeeded)$/.test(status)
    ? 'ks-badge-good'
    : isFailureStatus(status)
      ? 'ks-badge-bad'
      : 'ks-badge-warn';
}
