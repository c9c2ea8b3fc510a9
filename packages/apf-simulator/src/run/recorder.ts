import type { ApfTicket, ConcurrencyLimits, LevelConcurrency } from '@kubesem/apf';
import { bareObject } from '@kubesem/core/internal';
import { type FlowShare, fairnessIndex } from './fairness.js';
import type { RejectionCounts, SimulatedFlow, SimulatedLevel, SimulationResult } from './result.js';
import { SeriesRecorder } from './series.js';
import { Tallies, Tally } from './tally.js';

const NANOSECONDS_PER_SECOND = 1e9;

type Share = { -readonly [Field in keyof FlowShare]: number };

/** Where the requests of one client are counted. */
export interface Account {
  /** Their outcome. */
  readonly tally: Tally;
  /** The work that their flow demands and gets. */
  readonly share: Share;
  /** Distinguishes that flow from others of the FlowSchema. */
  readonly flowDistinguisher: string;
}

interface LevelRecord {
  readonly series: SeriesRecorder;
  readonly shares: Map<string, Share>;
  limits: ConcurrencyLimits;
}

function byName<T>(
  tallies: readonly Tally[],
  nameOf: (tally: Tally) => string,
  make: (own: Tally[]) => T,
): { [name: string]: T } {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) {
    const own = groups.get(nameOf(tally));
    if (own === undefined) {
      groups.set(nameOf(tally), [tally]);
    } else {
      own.push(tally);
    }
  }
  return bareObject(groups, make);
}

function names(tallies: readonly Tally[], nameOf: (tally: Tally) => string): string[] {
  return [...new Set(tallies.map(nameOf))].sort();
}

const levelOf = ({ priorityLevel }: Tally): string => priorityLevel;
const schemaOf = ({ flowSchema }: Tally): string => flowSchema;

/** Records what happens in a simulation. */
export class SimulationRecorder {
  private readonly tallies: Tallies = new Tallies();
  private readonly levels: Map<string, LevelRecord> = new Map();
  private samples = 0;

  /** The seats of a level were divided. */
  adjusted(name: string, concurrency: LevelConcurrency, nowNs: number): void {
    const level = this.levelAt(name, nowNs);
    const { nominalLimit, lowerLimit, upperLimit } = concurrency;
    level.limits = { nominalLimit, lowerLimit, upperLimit };
    level.series.setLimit(concurrency.currentLimit, nowNs);
  }

  /** Changes the number of occupied seats of a level. */
  addSeats(name: string, seats: number, nowNs: number): void {
    this.levelAt(name, nowNs).series.addSeats(seats, nowNs);
  }

  /** Changes the number of waiting requests of a level. */
  addWaiting(name: string, requests: number, nowNs: number): void {
    this.levelAt(name, nowNs).series.addWaiting(requests, nowNs);
  }

  /** A request no longer waits: it was dispatched or gave up. */
  waited(name: string, seconds: number, nowNs: number): void {
    this.levelAt(name, nowNs).series.waited(seconds);
  }

  /** A request was rejected. */
  rejected(tally: Tally, reason: keyof RejectionCounts, nowNs: number): void {
    tally.rejected[reason]++;
    this.levelAt(tally.priorityLevel, nowNs).series.rejected();
  }

  /** Finds the account for the requests of a client that are classified like this one. */
  accountOf(flow: string, ticket: ApfTicket, nowNs: number): Account {
    const { priorityLevel, flowSchema, flowDistinguisher } = ticket;
    const { shares } = this.levelAt(priorityLevel, nowNs);
    const key = `${flowSchema}\0${flowDistinguisher}`;
    let share = shares.get(key);
    if (share === undefined) {
      share = { demanded: 0, served: 0 };
      shares.set(key, share);
    }
    const tally = this.tallies.find(flow, priorityLevel, flowSchema);
    return { tally, share, flowDistinguisher };
  }

  /** Ends a sample of a length in nanoseconds. */
  sample(nowNs: number, lengthNs: number): void {
    this.samples++;
    for (const { series } of this.levels.values()) {
      series.sample(nowNs, lengthNs);
    }
  }

  /**
   * Makes the result.
   *
   * @param seed - seed of the simulation
   * @param durationSeconds - length of the simulation
   * @returns plain data
   */
  result(seed: number, durationSeconds: number): SimulationResult {
    const { all } = this.tallies;
    return {
      seed,
      durationSeconds,
      sampleSeconds: durationSeconds / Math.max(1, this.samples),
      total: Tally.sum(all),
      flows: byName(
        all,
        ({ flow }) => flow,
        (own): SimulatedFlow => ({
          flowSchemas: names(own, schemaOf),
          priorityLevels: names(own, levelOf),
          ...Tally.sum(own),
        }),
      ),
      flowSchemas: byName(all, schemaOf, (own) => ({
        priorityLevels: names(own, levelOf),
        ...Tally.sum(own),
      })),
      priorityLevels: this.levelResults(all),
    };
  }

  private levelResults(all: readonly Tally[]): { [name: string]: SimulatedLevel } {
    const statistics = byName(all, levelOf, (own) => Tally.sum(own));
    return bareObject(this.levels, ({ limits, shares, series }, name) => ({
      limits,
      ...(statistics[name] ?? Tally.sum([])),
      flowCount: shares.size,
      fairnessIndex: fairnessIndex(shares.values()),
      series: series.series,
    }));
  }

  private levelAt(name: string, nowNs: number): LevelRecord {
    let level = this.levels.get(name);
    if (level === undefined) {
      level = {
        series: new SeriesRecorder(this.samples, nowNs),
        shares: new Map(),
        limits: { nominalLimit: 0, lowerLimit: 0, upperLimit: 0 },
      };
      this.levels.set(name, level);
    }
    return level;
  }
}

/** Converts nanoseconds to seconds. */
export function secondsOf(nanoseconds: number): number {
  return nanoseconds / NANOSECONDS_PER_SECOND;
}
