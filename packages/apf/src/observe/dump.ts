import { bareObject } from '@kubesem/core/internal';
import type { QueuedRequest, RequestList } from '../engine/request-queue.js';
import type { ApfTicket } from '../engine/ticket.js';
import type { PriorityLevel } from '../levels/priority-level.js';
import type { RequestInfo } from '../requests/digest.js';
import { UNITS_PER_SEAT_SECOND } from '../requests/work-estimate.js';

/** Options of a dump. */
export interface ApfDumpOptions {
  /** Whether to include the user and the request info of each request; off by default. */
  readonly includeRequestDetails?: boolean | undefined;
}

/** A waiting or executing request. */
export interface RequestDump {
  /** Name of the FlowSchema that it matched. */
  readonly flowSchema: string;
  /** Distinguishes its flow from other flows of the FlowSchema. */
  readonly flowDistinguisher: string;
  /** Index of its queue; -1 if it did not wait in one. */
  readonly queueIndex: number;
  /** Position in the queue; -1 if it executes. */
  readonly requestIndexInQueue: number;
  /** Time of its arrival, in nanoseconds of the clock. */
  readonly arrivalNs: number;
  /** Time of its dispatch, in nanoseconds of the clock; -1 if it waits. */
  readonly startNs: number;
  /** Seats that it occupies while it executes. */
  readonly initialSeats: number;
  /** Seats that it occupies after that. */
  readonly finalSeats: number;
  /** How long it occupies the final seats, in nanoseconds. */
  readonly additionalLatencyNs: number;
  /** Name of the user; only with request details. */
  readonly userName?: string | undefined;
  /** What the request is for; only with request details. */
  readonly requestInfo?: RequestInfo | undefined;
}

/** One queue of a priority level. */
export interface QueueDump {
  /** Number of waiting requests. */
  readonly pendingRequests: number;
  /** Number of executing requests from this queue. */
  readonly executingRequests: number;
  /** Seats that requests from this queue occupy. */
  readonly seatsInUse: number;
  /** Where its next request starts on the progress meter, in seat-seconds. */
  readonly nextDispatchR: number;
  /** Initial seats of the waiting requests. */
  readonly initialSeatsSum: number;
  /** Seats that they wait for. */
  readonly maxSeatsSum: number;
  /** Their estimated work, in seat-seconds. */
  readonly totalWorkSum: number;
}

/** A priority level. */
export interface PriorityLevelDump {
  /** Number of queues in which requests wait. */
  readonly activeQueues: number;
  /** Whether no request waits or executes. */
  readonly isIdle: boolean;
  /** Whether its object was deleted, so the level is removed after its last request. */
  readonly isQuiescing: boolean;
  /** Number of waiting requests. */
  readonly waitingRequests: number;
  /** Number of executing requests. */
  readonly executingRequests: number;
  /** Number of requests dispatched since the level was created. */
  readonly dispatchedRequests: number;
  /** Number of rejected requests, including cancelled ones. */
  readonly rejectedRequests: number;
  /** Number of requests that were cancelled or timed out while they waited. */
  readonly cancelledRequests: number;
  /** Occupied seats. */
  readonly seatsInUse: number;
  /** Seats that the waiting requests need. */
  readonly seatsWaiting: number;
  /** Its queues by index. */
  readonly queues: readonly QueueDump[];
  /** Its requests: the waiting ones by queue, then the executing ones in the order of their dispatch. */
  readonly requests: readonly RequestDump[];
}

/** The state of a controller at one moment. */
export interface ApfDump {
  /** The priority levels by name; the map inherits no string key. */
  readonly priorityLevels: { readonly [name: string]: PriorityLevelDump | undefined };
}

function dumpRequest(request: QueuedRequest, place: number, hasDetails: boolean): RequestDump {
  const { flowSchema, flowDistinguisher, arrivalNs, startNs, queue } = request;
  const { initialSeats, finalSeats, additionalLatencyNs, context } = request;
  const { user, requestInfo } = (context as ApfTicket).digest;
  return {
    flowSchema,
    flowDistinguisher,
    queueIndex: queue ? queue.index : -1,
    requestIndexInQueue: place,
    arrivalNs,
    startNs,
    initialSeats,
    finalSeats,
    additionalLatencyNs,
    ...(hasDetails ? { userName: user.name, requestInfo } : {}),
  };
}

function dumpLevel(
  { queueSet, isQuiescing }: PriorityLevel,
  executing: readonly QueuedRequest[],
  hasDetails: boolean,
): PriorityLevelDump {
  const requests: RequestDump[] = [];
  const queues = queueSet.currentQueues.map((queue): QueueDump => {
    let initialSeatsSum = 0;
    let place = 0;
    for (let request = queue.oldest; request !== undefined; request = request.next) {
      initialSeatsSum += request.initialSeats;
      requests.push(dumpRequest(request, place++, hasDetails));
    }
    return {
      pendingRequests: queue.waiting,
      executingRequests: queue.executing,
      seatsInUse: queue.seatsInUse,
      nextDispatchR: queueSet.nextDispatch(queue),
      initialSeatsSum,
      maxSeatsSum: queue.waitingSeats,
      totalWorkSum: queue.waitingWork / UNITS_PER_SEAT_SECOND,
    };
  });
  for (const request of executing) {
    requests.push(dumpRequest(request, -1, hasDetails));
  }
  return {
    activeQueues: queues.filter(({ pendingRequests }) => pendingRequests > 0).length,
    isIdle: queueSet.isIdle,
    isQuiescing,
    waitingRequests: queueSet.requestsWaiting,
    executingRequests: queueSet.requestsExecuting,
    dispatchedRequests: queueSet.requestsDispatched,
    rejectedRequests: queueSet.requestsRejected,
    cancelledRequests: queueSet.requestsCancelled,
    seatsInUse: queueSet.totalSeatsInUse,
    seatsWaiting: queueSet.totalSeatsWaiting,
    queues,
    requests,
  };
}

/**
 * Dumps the state of all levels.
 *
 * @param levels - the levels by name
 * @param executing - the executing requests, in the order of their dispatch
 * @param options - whether to include request details
 * @returns plain data
 */
export function dumpLevels(
  levels: ReadonlyMap<string, PriorityLevel>,
  executing: RequestList,
  { includeRequestDetails = false }: ApfDumpOptions,
): ApfDump {
  const running: QueuedRequest[] = [];
  for (let request = executing.oldest; request !== undefined; request = request.next) {
    running.push(request);
  }
  const priorityLevels = bareObject(levels, (level): PriorityLevelDump => {
    const requests = running.filter(({ context }) => (context as ApfTicket).level === level);
    return dumpLevel(level, requests, includeRequestDetails);
  });
  return { priorityLevels };
}
