import type { PriorityLevelConfiguration } from '@kubesem/core';
import type { EventClock } from '../clock/event-clock.js';
import type { LevelConcurrency } from '../observe/apf-observer.js';
import { nameOf } from '../requests/classify.js';
import type { ConcurrencyLimits } from './concurrency-limits.js';
import type { QueueSetObserver, QueuingConfig } from './queue-set.js';
import { QueueSet } from './queue-set.js';
import { RetryAfterTracker } from './retry-after.js';
import { NO_SEAT_DEMAND, SeatDemandIntegrator, type SeatDemandStats } from './seat-demand.js';
import { canDeal } from './shuffle-sharding.js';

/**
 * Reads how the requests of a level wait.
 *
 * @param level - as stored
 * @returns the configuration of its queue set; nothing if the level contradicts itself and is left out by the server
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`queueSetCompleterForPL`).
 */
export function queuingConfig(level: PriorityLevelConfiguration): QueuingConfig | undefined {
  const { type, limited, exempt } = level.spec || {};
  const isExempt = type === 'Exempt';
  if ((type === 'Limited') !== Boolean(limited) || isExempt !== Boolean(exempt)) {
    return undefined;
  }
  if (isExempt !== (nameOf(level) === 'exempt')) {
    return undefined;
  }
  if (!limited) {
    return { desiredNumQueues: -1, queueLengthLimit: 0, handSize: 0 };
  }
  const { queuing } = limited.limitResponse || {};
  if ((limited.limitResponse?.type === 'Reject') === Boolean(queuing)) {
    return undefined;
  }
  const desiredNumQueues = queuing?.queues || 0;
  const handSize = queuing?.handSize || 0;
  if (desiredNumQueues > 0 && !canDeal({ deckSize: desiredNumQueues, handSize })) {
    return undefined;
  }
  return { desiredNumQueues, queueLengthLimit: queuing?.queueLengthLimit || 0, handSize };
}

/** What the server knows of one priority level. */
export class PriorityLevel {
  /** The object, as stored or imagined. */
  configuration: PriorityLevelConfiguration;
  /** How requests wait. */
  queuing: QueuingConfig;
  /** Its seats by its configuration. */
  limits: ConcurrencyLimits = { nominalLimit: 0, lowerLimit: 0, upperLimit: 0 };
  /** The seats that it has for now, with those that it borrows and without those that it lends. */
  currentLimit = 0;
  /** How the seats were divided the last time. */
  concurrency: LevelConcurrency | undefined;
  /** The most seats of one request; 0 if its requests never waited in queues. */
  maxSeats = 0;
  /** Whether it is wanted no more, and goes when its last request has gone. */
  isQuiescing = false;
  /** The demand up to the last adjustment. */
  stats: SeatDemandStats = NO_SEAT_DEMAND;
  /** The demand since then. */
  readonly demand: SeatDemandIntegrator;
  /** Its requests. */
  readonly queueSet: QueueSet;
  /** What it has rejected lately. */
  readonly retryAfter: RetryAfterTracker = new RetryAfterTracker();
  /**
   * @param configuration - the object
   * @param queuing - what {@link queuingConfig} makes of it
   * @param clock - of the server
   * @param observer - is told what happens to the requests
   */
  constructor(
    configuration: PriorityLevelConfiguration,
    queuing: QueuingConfig,
    clock: EventClock,
    observer: QueueSetObserver,
  ) {
    this.configuration = configuration;
    this.queuing = queuing;
    const demand = new SeatDemandIntegrator(clock);
    this.demand = demand;
    const seatDemand = (seats: number): void => {
      demand.set(seats);
      observer.seatDemand?.(seats);
    };
    // It has no seats until all levels are known.
    const queueSet = { clock, queuing, concurrencyLimit: 0, observer: { ...observer, seatDemand } };
    this.queueSet = new QueueSet(queueSet);
  }

  /** Its name. */
  get name(): string {
    return nameOf(this.configuration);
  }

  /** Whether its requests are never limited. */
  get isExempt(): boolean {
    return this.configuration.spec?.type === 'Exempt';
  }

  /** Whether it has more than one queue, so that the flow of a request matters. */
  get shardsFlows(): boolean {
    return (
      this.configuration.spec?.limited?.limitResponse?.type === 'Queue' &&
      this.queuing.desiredNumQueues > 1
    );
  }

  /**
   * Gives it its seats for the next time, and lets requests go that find one now.
   *
   * @param currentLimit - whole seats
   */
  apply(currentLimit: number): void {
    this.currentLimit = currentLimit;
    this.queueSet.configure(this.queuing, currentLimit);
  }
}
