import { type PriorityLevelConfiguration } from '@kubesem/core';
import { ABSENT, fields } from '@kubesem/core/internal';
import type { EventClock } from '../clock/event-clock.js';
import type { QueueSetObserver, QueuingConfig } from '../engine/fair-queuing.js';
import { QueueSet } from '../engine/queue-set.js';
import type { LevelConcurrency } from '../observe/observer.js';
import type { Observers } from '../observe/observers.js';
import { nameOf } from '../requests/classify.js';
import { canDeal } from '../requests/shuffle-sharding.js';
import type { ConcurrencyLimits } from './concurrency-limits.js';
import { NO_SEAT_DEMAND, SeatDemandIntegrator, type SeatDemandStats } from './seat-demand.js';

/**
 * Reads how the requests of a level wait.
 *
 * @param level - the level, as stored
 * @returns the configuration of its queue set; undefined if the level contradicts itself, so the server ignores it
 *
 * Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `queueSetCompleterForPL`.
 */
export function queuingConfig(level: PriorityLevelConfiguration): QueuingConfig | undefined {
  const spec = fields(level, ABSENT).at('spec');
  const [type, limited] = [spec.text('type'), spec.at('limited')];
  const isExempt = type === 'Exempt';
  if ((type === 'Limited') !== limited.isPresent || isExempt !== spec.at('exempt').isPresent) {
    return undefined;
  }
  if (isExempt !== (nameOf(level) === 'exempt')) {
    return undefined;
  }
  if (!limited.isPresent) {
    return { desiredNumQueues: -1, queueLengthLimit: 0, handSize: 0 };
  }
  const response = limited.at('limitResponse');
  const queuing = response.at('queuing');
  if ((response.text('type') === 'Reject') === queuing.isPresent) {
    return undefined;
  }
  const desiredNumQueues = queuing.integer('queues') ?? 0;
  const handSize = queuing.integer('handSize') ?? 0;
  if (desiredNumQueues > 0 && !canDeal({ deckSize: desiredNumQueues, handSize })) {
    return undefined;
  }
  const queueLengthLimit = queuing.integer('queueLengthLimit') ?? 0;
  return { desiredNumQueues, queueLengthLimit, handSize };
}

/** The state of one priority level in a server. */
export class PriorityLevel {
  /** Its name. */
  readonly name: string;
  /** The object, as stored or built in. */
  configuration: PriorityLevelConfiguration;
  /** How requests wait. */
  queuing: QueuingConfig;
  /** Its seats according to its configuration. */
  limits: ConcurrencyLimits = { nominalLimit: 0, lowerLimit: 0, upperLimit: 0 };
  /** The seats that it has now, including borrowed ones and without lent ones. */
  currentLimit = 0;
  /** How the seats were divided the last time. */
  concurrency: LevelConcurrency | undefined;
  /** The most seats of one request; 0 if its requests never waited in queues. */
  maxSeats = 0;
  /** Whether its object is gone, so the level goes with its last request. */
  isQuiescing = false;
  /** Number of requests whose work is being estimated; they are not in the queue set yet. */
  requestsPending = 0;
  /** The demand up to the last adjustment. */
  stats: SeatDemandStats = NO_SEAT_DEMAND;
  /** The demand since then. */
  readonly demand: SeatDemandIntegrator;
  /** Its requests. */
  readonly queueSet: QueueSet;

  /**
   * Makes a level without requests.
   *
   * @param configuration - its object
   * @param queuing - the result of {@link queuingConfig}
   * @param clock - clock of the server
   * @param observers - observers of the server
   */
  constructor(
    configuration: PriorityLevelConfiguration,
    queuing: QueuingConfig,
    clock: EventClock,
    observers: Observers<QueueSetObserver>,
  ) {
    this.configuration = configuration;
    this.queuing = queuing;
    const seatDemand = new SeatDemandIntegrator(clock);
    this.demand = seatDemand;
    // It has no seats until all levels are known.
    const concurrencyLimit = 0;
    const name = nameOf(configuration);
    this.name = name;
    this.queueSet = new QueueSet({ clock, queuing, concurrencyLimit, name, observers, seatDemand });
  }

  /** Whether its requests are never limited. */
  get isExempt(): boolean {
    return this.configuration.spec?.type === 'Exempt';
  }

  /** Whether it has no requests. */
  get isIdle(): boolean {
    return this.requestsPending === 0 && this.queueSet.isIdle;
  }

  /** Whether it has more than one queue, so the flow of a request matters. */
  get shardsFlows(): boolean {
    return this.queuing.desiredNumQueues > 1;
  }

  /**
   * Sets its seats until the next adjustment, and dispatches the requests that find one.
   *
   * @param currentLimit - whole seats
   */
  apply(currentLimit: number): void {
    this.currentLimit = currentLimit;
    this.queueSet.configure(this.queuing, currentLimit);
  }
}
