import { LogHistogram } from './log-histogram.js';
import type { RejectionCounts, RequestStatistics } from './simulation-result.js';

/** Counts what becomes of the requests of one flow in one priority level by one flow schema. */
export class Tally {
  /** The flow of the scenario. */
  readonly flow: string;
  /** Name of the priority level. */
  readonly priorityLevel: string;
  /** Name of the flow schema. */
  readonly flowSchema: string;
  /** How many came. */
  arrived = 0;
  /** How many of them came again. */
  retried = 0;
  /** How many began to execute. */
  dispatched = 0;
  /** How many of these have finished. */
  finished = 0;
  /** How many wait. */
  waiting = 0;
  /** How many were rejected. */
  readonly rejected: { -readonly [Reason in keyof RejectionCounts]: number } = {
    'queue-full': 0,
    'concurrency-limit': 0,
    'time-out': 0,
    cancelled: 0,
  };
  /** How long the dispatched ones waited. */
  readonly wait: LogHistogram = new LogHistogram();
  /** How long the finished ones executed. */
  readonly execution: LogHistogram = new LogHistogram();

  /**
   * @param flow - of the scenario
   * @param priorityLevel - name of the level
   * @param flowSchema - name of the schema
   */
  constructor(flow: string, priorityLevel: string, flowSchema: string) {
    this.flow = flow;
    this.priorityLevel = priorityLevel;
    this.flowSchema = flowSchema;
  }

  /**
   * Adds what another one has counted.
   *
   * @param other - stays as it is
   */
  private add(other: Tally): void {
    this.arrived += other.arrived;
    this.retried += other.retried;
    this.dispatched += other.dispatched;
    this.finished += other.finished;
    this.waiting += other.waiting;
    for (const reason of Object.keys(this.rejected) as (keyof RejectionCounts)[]) {
      this.rejected[reason] += other.rejected[reason];
    }
    this.wait.add(other.wait);
    this.execution.add(other.execution);
  }

  /**
   * Adds up what several have counted.
   *
   * @param tallies - stay as they are
   * @returns plain data
   */
  static sum(tallies: Iterable<Tally>): RequestStatistics {
    const all = new Tally('', '', '');
    for (const tally of tallies) {
      all.add(tally);
    }
    const { arrived, retried, dispatched, finished, waiting, rejected } = all;
    return {
      arrived,
      retried,
      dispatched,
      executing: dispatched - finished,
      waiting,
      rejected,
      wait: all.wait.summary(),
      execution: all.execution.summary(),
    };
  }
}

/** All counts of a simulation, found by flow, priority level and flow schema. */
export class Tallies {
  private readonly byFlow: Map<string, Tally[]> = new Map();

  /** The counts of one combination, which are there from now on. */
  find(flow: string, priorityLevel: string, flowSchema: string): Tally {
    let tallies = this.byFlow.get(flow);
    if (tallies === undefined) {
      tallies = [];
      this.byFlow.set(flow, tallies);
    }
    // There is one, or one more for each change of the configuration and kind of request.
    for (const tally of tallies) {
      if (tally.flowSchema === flowSchema && tally.priorityLevel === priorityLevel) {
        return tally;
      }
    }
    const added = new Tally(flow, priorityLevel, flowSchema);
    tallies.push(added);
    return added;
  }

  /** All of them. */
  get all(): readonly Tally[] {
    return [...this.byFlow.values()].flat();
  }
}
