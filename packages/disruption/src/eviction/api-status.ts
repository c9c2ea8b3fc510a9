import { goQuote } from '@kubesem/core/internal';
import { POD } from '@kubesem/core/kinds';

/**
 * A `Status` object, as the API server returns it. Source of this and the following:
 * `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1.
 */
export interface EvictionStatus {
  /** `Success` or `Failure`. */
  readonly status: string;
  /** Message for people; absent on success. */
  readonly message?: string | undefined;
  /** Why it failed, such as `TooManyRequests`. */
  readonly reason?: string | undefined;
  /** Details of the failure. */
  readonly details?: EvictionStatusDetails | undefined;
  /** HTTP status; absent on success. */
  readonly code?: number | undefined;
}

/** Why a request failed. */
export interface EvictionStatusDetails {
  /** Name of the object. */
  readonly name?: string | undefined;
  /** API group of its kind. */
  readonly group?: string | undefined;
  /** Its kind or resource. */
  readonly kind?: string | undefined;
  /** The causes. */
  readonly causes?: readonly EvictionStatusCause[] | undefined;
  /** Seconds to wait before the next try; absent if unknown. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A cause of a failure. */
export interface EvictionStatusCause {
  /** `DisruptionBudget`. */
  readonly reason: string;
  /** Message for people. */
  readonly message: string;
}

/** The Pod is deleted. */
export const SUCCESS: EvictionStatus = { status: 'Success' };

const CAUSE = 'DisruptionBudget';

/** The budget allows nothing now. */
export function tooManyRequests(cause: string, retryAfterSeconds: number): EvictionStatus {
  return {
    status: 'Failure',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    reason: 'TooManyRequests',
    details: {
      causes: [{ reason: CAUSE, message: cause }],
      ...(retryAfterSeconds !== 0 && { retryAfterSeconds }),
    },
    code: 429,
  };
}

/** The status of the budget is wrong. */
export function forbidden(pdb: string, reason: string, cause: string): EvictionStatus {
  return {
    status: 'Failure',
    message: `poddisruptionbudget.policy ${goQuote(pdb)} is forbidden: ${reason}`,
    reason: 'Forbidden',
    details: {
      name: pdb,
      group: 'policy',
      kind: 'poddisruptionbudget',
      causes: [{ reason: CAUSE, message: cause }],
    },
    code: 403,
  };
}

/** The Pod does not match the preconditions. */
export function conflict(pod: string, fault: string): EvictionStatus {
  return {
    status: 'Failure',
    message: `Operation cannot be fulfilled on Pod ${goQuote(pod)}: ${fault}`,
    reason: 'Conflict',
    details: { name: pod, kind: POD.kind },
    code: 409,
  };
}

/** Several budgets select the Pod. */
export function tooManyBudgets(): EvictionStatus {
  return {
    status: 'Failure',
    message:
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    code: 500,
  };
}
