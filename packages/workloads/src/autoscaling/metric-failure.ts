/** Why a metric gives no number of Pods, in the words of the controller. */
export class MetricFailure extends Error {}

/** Puts words in front of a failure. */
export function inContext<T>(context: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof MetricFailure
      ? new MetricFailure(`${context}: ${error.message}`)
      : error;
  }
}
