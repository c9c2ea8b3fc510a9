import type { ApfTicket } from '../engine/apf-ticket.js';
import type { PriorityLevel } from '../engine/priority-level.js';
import type { QueuedRequest } from '../engine/queued-request.js';
import { UNITS_PER_SEAT_SECOND } from '../engine/seat-seconds.js';
import type { RequestInfo } from '../requests/request-digest.js';

/** What a dump contains. */
export interface ApfDumpOptions {
  /** Whether who asked for what is told of each request, too. */
  readonly includeRequestDetails?: boolean | undefined;
}

/** A request that waits or executes. */
export interface RequestDump {
  /** Name of the flow schema that it matched. */
  readonly flowSchema: string;
  /** What tells its flow from others of the schema. */
  readonly flowDistinguisher: string;
  /** Its queue; -1 if it went through none. */
  readonly queueIndex: number;
  /** Its place among those that wait there; -1 if it executes. */
  readonly requestIndexInQueue: number;
  /** When it arrived, in nanoseconds of the clock. */
  readonly arrivalNs: number;
  /** When it was dispatched, in nanoseconds of the clock; -1 if it waits. */
  readonly startNs: number;
  /** The seats that it occupies while it executes. */
  readonly initialSeats: number;
  /** The seats that it occupies afterwards. */
  readonly finalSeats: number;
  /** For how long it occupies those, in nanoseconds. */
  readonly additionalLatencyNs: number;
  /** Name of the user, if details were wanted. */
  readonly userName?: string | undefined;
  /** What the user asked for, if details were wanted. */
  readonly requestInfo?: RequestInfo | undefined;
}

/** One queue of a priority level. */
export interface QueueDump {
  /** The requests that wait in it. */
  readonly pendingRequests: number;
  /** The requests from it that execute. */
  readonly executingRequests: number;
  /** The seats that requests from it occupy. */
  readonly seatsInUse: number;
  /** Where the next request of it starts, in seat-seconds on the progress meter. */
  readonly nextDispatchR: number;
  /** The initial seats of the requests that wait. */
  readonly initialSeatsSum: number;
  /** The seats for which they wait. */
  readonly maxSeatsSum: number;
  /** The work that they are expected to be, in seat-seconds. */
  readonly totalWorkSum: number;
}

/** A priority level. */
export interface PriorityLevelDump {
  /** The number of queues in which requests wait. */
  readonly activeQueues: number;
  /** Whether no request waits or executes. */
  readonly isIdle: boolean;
  /** Whether it is wanted no more, and goes with its last request. */
  readonly isQuiescing: boolean;
  /** The requests that wait. */
  readonly waitingRequests: number;
  /** The requests that execute. */
  readonly executingRequests: number;
  /** The requests that were dispatched since the level came. */
  readonly dispatchedRequests: number;
  /** The requests that were rejected, those that were cancelled among them. */
  readonly rejectedRequests: number;
  /** The requests that were cancelled while they waited, or waited as long as they may. */
  readonly cancelledRequests: number;
  /** The seats that are occupied. */
  readonly seatsInUse: number;
  /** The seats that are waited for. */
  readonly seatsWaiting: number;
  /** Its queues, by their index. */
  readonly queues: readonly QueueDump[];
  /** Its requests: those that wait, queue by queue, and then those that execute, in the order of their dispatch. */
  readonly requests: readonly RequestDump[];
}

/** The state of a controller at one moment. */
export interface ApfDump {
  /** The priority levels, by their names; the map has no prototype. */
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
 * Tells of the state of all levels.
 *
 * @param levels - by their names
 * @param executing - the tickets whose requests execute, in the order of their dispatch
 * @param options - what is told
 * @returns plain data
 */
export function dumpLevels(
  levels: ReadonlyMap<string, PriorityLevel>,
  executing: Iterable<ApfTicket>,
  { includeRequestDetails = false }: ApfDumpOptions,
): ApfDump {
  const priorityLevels: { [name: string]: PriorityLevelDump } = Object.create(null);
  const running = [...executing];
  for (const name of [...levels.keys()].sort()) {
    const level = levels.get(name) as PriorityLevel;
    const requests = running.flatMap((ticket) =>
      ticket.level === level && ticket.request ? [ticket.request] : [],
    );
    priorityLevels[name] = dumpLevel(level, requests, includeRequestDetails);
  }
  return { priorityLevels };
}
