// Source: `k8s.io/apiserver/pkg/util/flowcontrol` v0.37.1 (`lockAndDigestConfigObjects`, `updateBorrowing`).

import type { EventClock } from '../clock/event-clock.js';
import {
  type ApfConfiguration,
  missingMandatoryLevels,
  usableFlowSchemas,
} from '../objects/apf-configuration.js';
import type { LevelConcurrency } from '../observe/apf-observer.js';
import { nameOf } from '../requests/classify.js';
import { flowSchemaFinder } from '../requests/create-classifier.js';
import {
  borrowSeats,
  concurrencyLimits,
  concurrencyShares,
  maxSeatsOf,
} from './concurrency-limits.js';
import { PriorityLevel, queuingConfig } from './priority-level.js';
import type { QueueSetObserver } from './queue-set.js';
import { updateSeatDemandStats } from './seat-demand.js';

/** Who hears of the levels. */
interface LevelsObserver {
  /** Makes the observer of the queue set of one level. */
  observerOf(priorityLevel: string): QueueSetObserver;
  /** The seats of a level were divided anew. */
  adjusted(priorityLevel: string, concurrency: LevelConcurrency): void;
  /** A level is gone. */
  removed(priorityLevel: string): void;
}

/** The priority levels of a server and its flow schemas: what it makes of its configuration. */
export class ApfLevels {
  /** The levels by their names. */
  byName: Map<string, PriorityLevel> = new Map();
  /** Finds the flow schema of a request among those that are used. */
  findFlowSchema: ReturnType<typeof flowSchemaFinder> = () => undefined;
  /** Names of the flow schemas that are not used, because their level does not exist. */
  dangling: readonly string[] = [];
  private readonly clock: EventClock;
  private readonly serverConcurrencyLimit: number;
  private readonly observer: LevelsObserver;

  /**
   * @param clock - of the server
   * @param serverConcurrencyLimit - the seats of the server
   * @param observer - hears of the levels
   */
  constructor(clock: EventClock, serverConcurrencyLimit: number, observer: LevelsObserver) {
    this.clock = clock;
    this.serverConcurrencyLimit = serverConcurrencyLimit;
    this.observer = observer;
  }

  /**
   * Takes over a configuration.
   *
   * @param configuration - all objects; those that contradict themselves count as not there
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
    const { used, dangling } = usableFlowSchemas(configuration.flowSchemas, new Set(levels.keys()));
    this.findFlowSchema = flowSchemaFinder(used);
    this.dangling = dangling;
    this.keepOldLevels(levels);
    for (const object of missingMandatoryLevels(new Set(levels.keys()))) {
      const queuing = queuingConfig(object);
      if (queuing !== undefined) {
        levels.set(nameOf(object), this.desired(nameOf(object), object, queuing));
      }
    }
    this.byName = levels;
    this.divideSeats();
    this.borrow();
  }

  /** Divides the seats by the demand since the last time, and lets requests go that find a seat now. */
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
      this.observer.adjusted(level.name, level.concurrency);
    });
  }

  /** The level of an object that is there: the one that was there before, or a new one. */
  private desired(
    name: string,
    object: PriorityLevel['configuration'],
    queuing: PriorityLevel['queuing'],
  ): PriorityLevel {
    const existing = this.byName.get(name);
    if (existing === undefined) {
      return new PriorityLevel(object, queuing, this.clock, this.observer.observerOf(name));
    }
    existing.configuration = object;
    existing.queuing = queuing;
    existing.isQuiescing = false;
    return existing;
  }

  /** Levels whose objects are gone stay while they have requests, and mandatory ones stay as they were. */
  private keepOldLevels(levels: Map<string, PriorityLevel>): void {
    for (const [name, level] of this.byName) {
      if (levels.has(name)) {
        continue;
      }
      const isMandatory = name === 'exempt' || name === 'catch-all';
      if (!isMandatory && level.queueSet.isIdle) {
        level.queueSet.close();
        this.observer.removed(name);
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
