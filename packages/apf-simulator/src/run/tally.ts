import { LogHistogram } from './log-histogram.js';
import type { RejectionCounts, RequestStatistics } from './result.js';

/** Counts the requests of one flow, one FlowSchema and one priority level. */
export class Tally {
  /** Name of the flow of the scenario. */
  readonly flow: string;
  /** Name of the priority level. */
  readonly priorityLevel: string;
  /** Name of the FlowSchema. */
  readonly flowSchema: string;
  /** Requests that arrived. */
  arrived = 0;
  /** Retries among them. */
  retried = 0;
  /** Requests that started to execute. */
  dispatched = 0;
  /** Requests that finished. */
  finished = 0;
  /** Requests that wait. */
  waiting = 0;
  /** Rejected requests by reason. */
  readonly rejected: { -readonly [Reason in keyof RejectionCounts]: number } = {
    'queue-full': 0,
    'concurrency-limit': 0,
    'time-out': 0,
    cancelled: 0,
  };
  /** How long the dispatched requests waited. */
  readonly wait: LogHistogram = new LogHistogram();
  /** How long the finished requests executed. */
  readonly execution: LogHistogram = new LogHistogram();

  /**
   * Starts at 0.
   *
   * @param flow - name of the flow of the scenario
   * @param priorityLevel - name of the priority level
   * @param flowSchema - name of the FlowSchema
   */
  constructor(flow: string, priorityLevel: string, flowSchema: string) {
    this.flow = flow;
    this.priorityLevel = priorityLevel;
    this.flowSchema = flowSchema;
  }

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
   * Adds up tallies.
   *
   * @param tallies - the tallies; not changed
   * @returns the sum as plain data
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

/** The tallies of a simulation by flow, priority level and FlowSchema. */
export class Tallies {
  private readonly byFlow: Map<string, Tally[]> = new Map();

  /** Returns the tally of one combination, a new one if necessary. */
  find(flow: string, priorityLevel: string, flowSchema: string): Tally {
    let tallies = this.byFlow.get(flow);
    if (tallies === undefined) {
      tallies = [];
      this.byFlow.set(flow, tallies);
    }
    // There are few: one, and one more for each change of the configuration and kind of request.
    for (const tally of tallies) {
      if (tally.flowSchema === flowSchema && tally.priorityLevel === priorityLevel) {
        return tally;
      }
    }
    const added = new Tally(flow, priorityLevel, flowSchema);
    tallies.push(added);
    return added;
  }

  /** All tallies. */
  get all(): readonly Tally[] {
    return [...this.byFlow.values()].flat();
  }
}
