import {
  borrowSeats,
  concurrencyLimits,
  MANDATORY_PRIORITY_LEVELS,
  SeatDemandIntegrator,
  type SeatDemandStats,
  updateSeatDemandStats,
  VirtualClock,
} from '@kubesem/apf';
import type { PriorityLevelConfiguration } from '@kubesem/core';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { configuration } from './controller/generator.js';

/** Seat demand over time. */
function demandCourse(random: Random): Json {
  const { priorityLevels } = configuration(random);
  const stored = (priorityLevels as readonly PriorityLevelConfiguration[]).map(nameOf);
  const serverConcurrencyLimit = random.pick([
    1,
    10,
    100,
    600,
    random.below(1000),
    random.below(1000),
  ]);
  const most = random.pick([2, 20, serverConcurrencyLimit, 2 * serverConcurrencyLimit]);
  const demand = () => {
    const names = ['exempt', 'catch-all', ...stored].filter(() => random.percent(50));
    return Object.fromEntries(names.map((name) => [name, random.below(most)]));
  };
  const steps = Array.from({ length: 1 + random.below(30) }, () => ({
    afterNs: random.pick([0, 1, 1_000_000_000, random.below(3_000_000_000)]),
    demand: demand(),
    adjust: random.percent(30),
  }));
  return { serverConcurrencyLimit, priorityLevels, flowSchemas: [], steps } as unknown as Json;
}

interface Course {
  readonly serverConcurrencyLimit: number;
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  readonly steps: readonly {
    readonly afterNs: number;
    readonly demand: { readonly [level: string]: number };
    readonly adjust: boolean;
  }[];
}

interface Stats {
  readonly current: number;
  readonly highWatermark: number;
  readonly average: string;
  readonly standardDeviation: string;
  readonly smoothed: string;
}

const nameOf = ({ metadata }: PriorityLevelConfiguration): string => metadata?.name ?? '';

function sharesOf({ spec }: PriorityLevelConfiguration): number {
  return (spec?.limited ?? spec?.exempt)?.nominalConcurrencyShares ?? 0;
}

/** The levels of a course, computed with the parts of our controller. */
class Levels {
  readonly clock = new VirtualClock();
  readonly integrators = new Map<string, SeatDemandIntegrator>();
  stats: SeatDemandStats[];
  current: readonly number[];
  readonly #levels: readonly PriorityLevelConfiguration[];
  readonly #limits: readonly ReturnType<typeof concurrencyLimits>[];

  constructor({ serverConcurrencyLimit, priorityLevels }: Course) {
    const names = new Set(priorityLevels.map(nameOf));
    const missing = MANDATORY_PRIORITY_LEVELS.filter((level) => !names.has(nameOf(level)));
    this.#levels = [...priorityLevels, ...missing].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    const sum = this.#levels.reduce((total, level) => total + sharesOf(level), 0);
    this.#limits = this.#levels.map((level) =>
      concurrencyLimits(level, serverConcurrencyLimit, sum),
    );
    for (const level of this.#levels) {
      this.integrators.set(nameOf(level), new SeatDemandIntegrator(this.clock));
    }
    this.stats = this.#levels.map(() => ({
      highWatermark: 0,
      average: 0,
      deviation: 0,
      smoothed: 0,
    }));
    this.current = this.#limits.map(({ nominalLimit }) => nominalLimit);
    this.adjust();
  }

  adjust(): void {
    this.stats = this.#levels.map((level, index) => {
      const integrator = this.integrators.get(nameOf(level)) as SeatDemandIntegrator;
      return updateSeatDemandStats(this.stats[index] as SeatDemandStats, integrator.reset());
    });
    const levels = this.#levels.map(({ spec }, index) => ({
      ...(this.#limits[index] as ReturnType<typeof concurrencyLimits>),
      isExempt: spec?.type === 'Exempt',
      currentLimit: this.current[index] as number,
      stats: this.stats[index] as SeatDemandStats,
    }));
    this.current = borrowSeats(levels).currentLimits;
  }

  each(action: (name: string, stats: SeatDemandStats, current: number) => void): void {
    for (const [index, level] of this.#levels.entries()) {
      action(nameOf(level), this.stats[index] as SeatDemandStats, this.current[index] as number);
    }
  }
}

const borrow: Operation = {
  name: 'apf.borrow',
  program: 'apf',
  candidates: 500,
  examples: () => [],
  generate: demandCourse,
  compare(input, theirs, comparison) {
    const course = input as unknown as Course;
    const levels = new Levels(course);
    const answers = [...(theirs.out as unknown as { [level: string]: Stats }[])];
    let nowNs = 0;
    for (const { afterNs, demand, adjust } of course.steps) {
      nowNs += afterNs;
      levels.clock.run(nowNs);
      for (const [name, seats] of Object.entries(demand)) {
        levels.integrators.get(name)?.set(seats);
      }
      if (!adjust) {
        continue;
      }
      levels.adjust();
      const answer = answers.shift() ?? {};
      levels.each((name, stats, current) => {
        const wanted = answer[name];
        comparison.field(`${name} current`, wanted?.current, current);
        comparison.field(`${name} watermark`, wanted?.highWatermark, stats.highWatermark);
        comparison.field(`${name} average`, Number(wanted?.average), stats.average);
        comparison.field(`${name} deviation`, Number(wanted?.standardDeviation), stats.deviation);
        comparison.field(`${name} smoothed`, Number(wanted?.smoothed), stats.smoothed);
      });
    }
  },
  kind(input, { out }) {
    const { steps, priorityLevels, serverConcurrencyLimit } = input as unknown as Course;
    const { length } = out as readonly JsonObject[];
    return steps.length <= 8 && length <= 3
      ? `${priorityLevels.length},${length},${serverConcurrencyLimit}`
      : 'long';
  },
};

/** Seat demand and borrowing. */
export const borrowingOperations: readonly Operation[] = [borrow];
