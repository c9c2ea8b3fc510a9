// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1, `lockAndDigestConfigObjects` and `updateBorrowing`.

import type { EventClock } from '../clock/event-clock.js';
import type { ApfConfiguration } from '../objects/configuration.js';
import type { ApfObserver } from '../observe/observer.js';
import type { Observers } from '../observe/observers.js';
import { flowSchemaFinder } from '../requests/classifier.js';
import { nameOf } from '../requests/classify.js';
import {
  borrowSeats,
  concurrencyLimits,
  concurrencyShares,
  maxSeatsOf,
} from './concurrency-limits.js';
import { missingMandatoryLevels, usableFlowSchemas } from './effective-configuration.js';
import { PriorityLevel, queuingConfig } from './priority-level.js';
import { updateSeatDemandStats } from './seat-demand.js';

/** The priority levels and FlowSchemas that a server uses. */
export class Levels {
  /** The levels by name, in the order of their names. */
  byName: Map<string, PriorityLevel> = new Map();
  /** Finds the FlowSchema of a request among those in use. */
  findFlowSchema: ReturnType<typeof flowSchemaFinder> = () => undefined;
  /** Seats of the server, for the next configuration. */
  serverConcurrencyLimit: number;
  /** Removed levels whose last requests still occupied their final seats. */
  private readonly lingering: Set<PriorityLevel> = new Set();
  private readonly clock: EventClock;
  private readonly observers: Observers<ApfObserver>;

  /**
   * Starts without any level.
   *
   * @param clock - clock of the server
   * @param serverConcurrencyLimit - seats of the server
   * @param observers - observers of the server
   */
  constructor(
    clock: EventClock,
    serverConcurrencyLimit: number,
    observers: Observers<ApfObserver>,
  ) {
    this.clock = clock;
    this.serverConcurrencyLimit = serverConcurrencyLimit;
    this.observers = observers;
  }

  /**
   * Applies a configuration.
   *
   * @param configuration - all objects; levels that contradict themselves are ignored
   */
  digest(configuration: ApfConfiguration): void {
    const levels = new Map<string, PriorityLevel>();
    for (const object of configuration.priorityLevels) {
      const queuing = queuingConfig(object);
      const name = nameOf(object);
      if (queuing !== undefined) {
        levels.set(name, this.desired(name, object, queuing));
      }
    }
    const { used } = usableFlowSchemas(configuration.flowSchemas, new Set(levels.keys()));
    this.findFlowSchema = flowSchemaFinder(used);
    this.keepOldLevels(levels);
    for (const object of missingMandatoryLevels(new Set(levels.keys()))) {
      const queuing = queuingConfig(object);
      if (queuing !== undefined) {
        levels.set(nameOf(object), this.desired(nameOf(object), object, queuing));
      }
    }
    // The order of the objects must not decide about the rounding of sums, and with it about a seat.
    this.byName = new Map([...levels].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.divideSeats();
    this.borrow();
  }

  /** Divides the seats by the demand since the last time, and dispatches the requests that find a seat now. */
  borrow(): void {
    const levels = [...this.byName.values()];
    for (const level of levels) {
      level.stats = updateSeatDemandStats(level.stats, level.demand.reset());
    }
    const { currentLimits, targets, fairFraction } = borrowSeats(
      levels.map(({ isExempt, currentLimit, stats, limits }) => ({
        ...limits,
        isExempt,
        currentLimit,
        stats,
      })),
    );
    levels.forEach((level, i) => {
      const currentLimit = currentLimits[i] as number;
      const target = targets[i] as number;
      level.apply(currentLimit);
      level.concurrency = {
        ...level.limits,
        currentLimit,
        denominator: currentLimit || Math.max(1, Math.round(this.serverConcurrencyLimit / 10)),
        queuing: level.queueSet.queuing,
        stats: level.stats,
        target,
        fairFraction,
      };
      this.observers.events.adjusted.emit(level.name, level.concurrency);
    });
  }

  /** Releases all final seats: no scheduled event remains. */
  close(): void {
    for (const { queueSet } of [...this.byName.values(), ...this.lingering]) {
      queueSet.close();
    }
  }

  /** Returns the level of an object: the one that exists, or a new one. */
  private desired(
    name: string,
    object: PriorityLevel['configuration'],
    queuing: PriorityLevel['queuing'],
  ): PriorityLevel {
    const existing = this.byName.get(name);
    if (existing === undefined) {
      return new PriorityLevel(object, queuing, this.clock, this.observers);
    }
    existing.configuration = object;
    existing.queuing = queuing;
    existing.isQuiescing = false;
    return existing;
  }

  /** Keeps levels whose objects are gone while they have requests, and mandatory ones as they were. */
  private keepOldLevels(levels: Map<string, PriorityLevel>): void {
    for (const level of this.lingering) {
      if (level.queueSet.totalSeatsInUse === 0) {
        this.lingering.delete(level);
      }
    }
    for (const [name, level] of this.byName) {
      if (levels.has(name)) {
        continue;
      }
      const isMandatory = name === 'exempt' || name === 'catch-all';
      if (!isMandatory && level.isIdle) {
        if (level.queueSet.totalSeatsInUse > 0) {
          this.lingering.add(level);
        }
        this.observers.events.removed.emit(name);
        continue;
      }
      level.isQuiescing = !isMandatory;
      levels.set(name, level);
    }
  }

  private divideSeats(): void {
    const levels = [...this.byName.values()];
    const shareSum = levels.reduce(
      (sum, { configuration }) => sum + concurrencyShares(configuration),
      0,
    );
    for (const level of levels) {
      const limits = concurrencyLimits(level.configuration, this.serverConcurrencyLimit, shareSum);
      level.limits = limits;
      if (level.configuration.spec?.limited?.limitResponse?.queuing) {
        level.maxSeats = maxSeatsOf(limits.nominalLimit, level.queuing.handSize);
      }
    }
  }
}
