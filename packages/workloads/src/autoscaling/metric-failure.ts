/** Why a metric gives no number of Pods, in the words of the controller. */
export class MetricFailure extends Error {
  /** The words of the condition, which can be fewer than those of the error. */
  readonly condition: string;

  constructor(message: string, condition: string = message) {
    super(message);
    this.condition = condition;
  }
}

/** Puts words before a failure: in the error, and by default in the condition as well. */
export function inContext<T>(context: string, action: () => T, where?: 'ERROR_ONLY'): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof MetricFailure)) {
      throw error;
    }
    const message = `${context}: ${error.message}`;
    throw new MetricFailure(message, where === undefined ? message : error.condition);
  }
}
