import { httpProbeAnswer } from '@kubesem/lifecycle';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';

interface AnswerCase {
  readonly statusCode: number;
  readonly redirects: number;
  /** Whether the last response redirects to another host. */
  readonly elsewhere?: boolean;
}

const STATUS_CODES = [
  ...[0, 100, 101, 199, 200, 201, 204, 299, 300, 301, 302, 303, 304, 307, 308, 399],
  ...[400, 401, 404, 429, 499, 500, 503, 599, 999],
];

const answer: Operation = {
  name: 'probe.answer',
  program: 'kubernetes',
  *examples() {
    for (const statusCode of STATUS_CODES) {
      yield { statusCode, redirects: 0 };
      yield { statusCode, redirects: 1, elsewhere: true };
    }
    for (let redirects = 2; redirects <= 12; redirects++) {
      yield { statusCode: 200, redirects };
      yield { statusCode: 302, redirects, elsewhere: true };
    }
  },
  generate: (random) => ({
    statusCode: random.percent(50) ? random.pick(STATUS_CODES) : random.below(1000),
    redirects: random.percent(50) ? 8 + random.below(4) : random.below(40),
    ...random.maybe(30, () => ({ elsewhere: true })),
  }),
  compare(input, theirs, comparison) {
    const { statusCode, redirects } = input as unknown as AnswerCase;
    // The kubelet counts a warning as a success.
    const result = `${(theirs.out as JsonObject).result}`.replace('warning', 'success');
    const ours = httpProbeAnswer({ statusCode, redirects });
    comparison.field('result', result, ours.toLowerCase());
  },
  kind(input, { out }) {
    const { statusCode, redirects, elsewhere } = input as unknown as AnswerCase;
    const { result } = out as JsonObject;
    return [result, Math.floor(statusCode / 100), Math.min(redirects, 11), elsewhere].join();
  },
};

/** What responses to HTTP probes mean. */
export const probeAnswerOperations: readonly Operation[] = [answer];
