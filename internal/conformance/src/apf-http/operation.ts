import type { Json } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import { exampleScenarios } from './examples.js';
import { randomScenario } from './generator.js';
import { runScenario } from './run.js';
import type { HttpAnswer, Scenario, Trace } from './scenario.js';

/** An answer as text. How long a client should stay away depends on real time; `apf.retryAfter` compares that. */
function timeless(answer: HttpAnswer): string {
  return JSON.stringify(answer).replace(/("retry-after":)"\d+"/, '$1"seconds"');
}

const filter: Operation = {
  name: 'apf.http',
  program: 'apf',
  candidates: 300,
  examples: () => exampleScenarios() as unknown as Json[],
  generate: (random) => randomScenario(random) as unknown as Json,
  async compare(input, { out, ...failure }, comparison) {
    const scenario = input as unknown as Scenario;
    if (out === undefined) {
      comparison.field('answer', JSON.stringify(failure), 'a trace');
      return;
    }
    const theirs = out as unknown as Trace;
    const ours = await runScenario(scenario);
    comparison.field('states', theirs.states.join(' '), ours.states.join(' '));
    theirs.answers.forEach((answer, id) => {
      const own = ours.answers[id] ?? null;
      comparison.field(`answer ${id}`, timeless(answer), timeless(own));
    });
  },
  kind: (input, { out }) => {
    const { http2, steps } = input as unknown as Scenario;
    const { answers, states } = out as unknown as Trace;
    const statuses = new Set(answers.map((answer) => answer?.status ?? 0));
    const did = new Set(steps.map((step) => step.do));
    const waited = states.some((each) => each.includes('W'));
    return [http2, waited, ...[...statuses].sort(), ...[...did].sort()].join();
  },
};

/** What clients of a protected server receive. */
export const apfHttpOperations: readonly Operation[] = [filter];
