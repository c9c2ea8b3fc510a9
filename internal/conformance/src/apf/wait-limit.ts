import { ApfController, requestFromUrl, VirtualClock } from '@kubesem/apf';
import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

/** The default limit of the API server: a quarter of a minute. */
const DEFAULT_WAIT_NS = 15_000_000_000;
/** One 64th of a millisecond, so milliseconds can be converted to nanoseconds without rounding. */
const STEP_NS = 15_625;

/** Arrival and deadline of a request. */
function waitingRequest(random: Random): Json {
  const nowNs = random.pick([0, 1, random.below(1e12), random.below(1e12)]);
  const seconds = random.pick([0.001, 1, 60, 240, 241, 1000]);
  // Authentication comes first, and may take long.
  const pastNs = random.pick([0, 1, STEP_NS, 5e9, random.below(70e9)]);
  const receivedNs = random.percent(50) ? Math.max(0, nowNs - pastNs) : nowNs;
  const steps = random.below(Math.ceil((seconds * 1e9) / STEP_NS)) - random.pick([0, 0, 0, 100]);
  return {
    nowNs,
    ...(receivedNs < nowNs || random.percent(30) ? { receivedNs } : {}),
    ...random.maybe(80, () => ({ deadlineNs: receivedNs + steps * STEP_NS })),
    defaultNs: DEFAULT_WAIT_NS,
  };
}

interface Waiting {
  readonly nowNs: number;
  readonly receivedNs?: number;
  readonly deadlineNs?: number;
}

/** A level with one seat and one queue, used by all requests. */
const NARROW = {
  priorityLevels: [
    {
      metadata: { name: 'narrow' },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 100,
          limitResponse: { type: 'Queue', queuing: { queues: 1, handSize: 1 } },
        },
      },
    },
  ],
  flowSchemas: [
    {
      metadata: { name: 'all' },
      spec: {
        priorityLevelConfiguration: { name: 'narrow' },
        rules: [
          {
            subjects: [{ kind: 'User', user: { name: '*' } }],
            nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
          },
        ],
      },
    },
  ],
};

const waitLimit: Operation = {
  name: 'apf.waitLimit',
  program: 'apf',
  examples: () => [],
  generate: waitingRequest,
  compare(input, theirs, comparison) {
    const { nowNs, receivedNs, deadlineNs } = input as unknown as Waiting;
    const clock = new VirtualClock();
    clock.run(nowNs);
    const controller = new ApfController({ serverConcurrencyLimit: 1, clock, ...NARROW });
    const request = requestFromUrl('GET', '/version', { name: 'jane' });
    controller.request(request);
    const timeoutMs =
      deadlineNs === undefined ? undefined : (deadlineNs - (receivedNs ?? nowNs)) / 1e6;
    const ticket = controller.request(request, { timeoutMs, receivedNs });
    while (ticket.state === 'waiting' && clock.step()) {}
    // A request without any time left still waits for a moment.
    const wanted = Math.max(nowNs, Number(theirs.out));
    comparison.field('until', wanted, clock.nowNs());
    comparison.field('reason', 'time-out', ticket.rejection?.reason);
    controller.close();
  },
  kind(input, { out }) {
    const { nowNs, receivedNs = nowNs, deadlineNs } = input as unknown as Waiting;
    const seconds = (Number(out) - receivedNs) / 1e9;
    // A quarter of the time is not always a whole number of nanoseconds.
    const rest = deadlineNs === undefined ? 'default' : (deadlineNs - receivedNs) % 8;
    return `${receivedNs < nowNs},${rest},${Math.sign(seconds)},${Math.round(Math.log10(Math.abs(seconds)))},${seconds === 60}`;
  },
};

/** How long a request may wait. */
export const waitLimitOperations: readonly Operation[] = [waitLimit];
