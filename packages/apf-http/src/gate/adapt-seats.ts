import type { ApfObserver } from '@kubesem/apf';
import { raiseInvalidLimit } from './invalid-limit.js';
import type { GateUpdate } from './options.js';
import { attempt, report } from './report.js';

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** How much of a new limit counts at once; the rest stays as it was. */
const SMOOTHING = 0.2;
/** How much one window counts in the usual time of a request. */
const LONG_TERM = 0.02;
/** A window halves the seats at most. */
const LEAST_GRADIENT = 0.5;

/** Options of {@link adaptSeats}. */
export interface AdaptSeatsOptions {
  /** Fewest seats; 1 by default. */
  readonly minimum?: number | undefined;
  /** Most seats; 1000 by default. */
  readonly maximum?: number | undefined;
  /** Seats to start with; 20 by default, within the other two. */
  readonly initial?: number | undefined;
  /** How much slower than usual requests may be before seats are taken away; 1.5 by default, which is 50 % slower. */
  readonly tolerance?: number | undefined;
  /** Time between two adjustments in milliseconds; 1000 by default. An adjustment needs 10 finished requests. */
  readonly periodMs?: number | undefined;
  /** Receives the number of seats after each adjustment. If it fails, now or later, the process warns. */
  adjusted?(seats: number): void;
}

/** What can change its seats: a gate. */
export interface AdaptiveGate {
  /** Adds an observer of the engine. */
  on(observer: ApfObserver): () => void;
  /** Returns the time in nanoseconds. */
  nowNs(): number;
  /** Changes the number of seats. */
  reconfigure(update: GateUpdate): void;
}

const LEAST_SAMPLES = 10;

/**
 * Adapts the seats of a gate to its backend. Kubernetes does not do this: its servers have a fixed number of seats.
 *
 * It compares how long requests execute now and usually. If they become slower, the backend is overloaded and seats are
 * taken away; if they do not, and most seats are occupied, seats are added. The seats never change while few are occupied.
 *
 * Use it if one number of seats does not fit, for example because other programs share the backend. Otherwise measure the
 * capacity once and set `serverConcurrencyLimit`: that is easier to predict.
 *
 * @param gate - the gate
 * @param options - limits
 * @returns stops adapting; the seats stay as they are
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if an option is not a positive number, or
 *   if `minimum` exceeds `maximum`
 *
 * @example
 * ```ts
 * import { adaptSeats, Gate } from '@kubesem/apf-http';
 *
 * const gate = new Gate({ serverConcurrencyLimit: 20, priorityLevels: [], flowSchemas: [] });
 * const stop = adaptSeats(gate, { minimum: 5, maximum: 200 });
 * // Later:
 * stop();
 * gate.close();
 * adaptSeats(gate, { minimum: 0 }) // throws INVALID_LIMIT
 * ```
 */
export function adaptSeats(gate: AdaptiveGate, options: AdaptSeatsOptions = {}): () => void {
  const { minimum = 1, maximum = 1000, tolerance = 1.5, periodMs = 1000 } = options;
  check({ minimum, maximum, tolerance, periodMs, initial: options.initial ?? 1 });
  const within = (value: number): number => Math.min(maximum, Math.max(minimum, value));
  let limit = within(options.initial ?? 20);
  let usualNs: number | undefined;
  let executing = 0;
  let window = { startNs: gate.nowNs(), count: 0, sumNs: 0, most: 0 };
  const apply = (): void => {
    const seats = Math.floor(limit);
    gate.reconfigure({ serverConcurrencyLimit: seats });
    attempt(
      () => options.adjusted?.(seats),
      (error) => report(error, {}),
    );
  };
  const adjust = (nowNs: number): void => {
    const meanNs = window.sumNs / window.count;
    const isBusy = window.most >= limit / 2;
    window = { startNs: nowNs, count: 0, sumNs: 0, most: executing };
    usualNs = usualNs === undefined ? meanNs : usualNs + (meanNs - usualNs) * LONG_TERM;
    // After a long overload, the backend is as fast as before again: forget the overload soon.
    usualNs = Math.min(usualNs, 2 * meanNs);
    if (!isBusy) {
      return;
    }
    const gradient = Math.max(LEAST_GRADIENT, Math.min(1, (tolerance * usualNs) / meanNs));
    // The square root is room to grow: without it the limit could never rise.
    const wanted = limit * gradient + Math.sqrt(limit);
    const before = Math.floor(limit);
    limit = within(limit + (wanted - limit) * SMOOTHING);
    if (Math.floor(limit) !== before) {
      apply();
    }
  };
  apply();
  return gate.on({
    dispatched: () => {
      executing++;
      window.most = Math.max(window.most, executing);
    },
    finished: (_level, _request, executionNs) => {
      executing = Math.max(0, executing - 1);
      window.count++;
      window.sumNs += executionNs;
      const nowNs = gate.nowNs();
      const isOver = nowNs - window.startNs >= periodMs * NANOSECONDS_PER_MILLISECOND;
      if (isOver && window.count >= LEAST_SAMPLES) {
        adjust(nowNs);
      }
    },
  });
}

function check(values: { readonly [option: string]: number }): void {
  for (const option of Object.keys(values)) {
    const value = values[option];
    if (typeof value !== 'number' || !(value > 0) || value === Infinity) {
      raiseInvalidLimit(option, value, 'must be a positive number');
    }
  }
  const { minimum = 0, maximum = 0 } = values;
  if (minimum < 1 || minimum > maximum) {
    raiseInvalidLimit('minimum', minimum, 'must be 1 or more, and at most maximum');
  }
}
