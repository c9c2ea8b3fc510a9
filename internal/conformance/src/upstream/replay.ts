// Asks the oracle and kubesem again what a test of the release asked.

import type { DeviationId } from '../harness/deviations.js';
import { compareCase, requestLine } from '../harness/fuzz.js';
import type { Json } from '../harness/json.js';
import type { Answer, Operation } from '../harness/operation.js';
import type { Oracle } from '../harness/oracle.js';
import type { RecordedCall } from './recording.js';

/** The calls of one operation in the tests of one package. */
export interface UpstreamCount {
  readonly package: string;
  readonly op: string;
  /** Number of test functions with a call. */
  readonly tests: number;
  /** Number of different calls compared. */
  compared: number;
  /** Calls with another result because the test had set a feature gate. */
  gated: number;
  /** Calls outside the domain of the oracle. */
  notAsked: number;
  /** Number of test functions with calls that the operation cannot express. */
  readonly testsWithSkipped: number;
  readonly deviations: { [id in DeviationId]?: number };
}

/** A call with another answer. */
export interface UpstreamDifference {
  readonly call: RecordedCall;
  readonly answer: Answer;
  /** Fields that differ; if it is `recorded`, the oracle has another answer than the test. */
  readonly fields: readonly string[];
}

/** The result of a replay. */
export interface Replay {
  readonly counts: readonly UpstreamCount[];
  readonly differences: readonly UpstreamDifference[];
}

/** Replays calls of one operation in the tests of one package. */
export async function replay(
  operation: Operation,
  calls: readonly RecordedCall[],
  oracle: Oracle,
): Promise<{ readonly count: UpstreamCount; readonly differences: readonly UpstreamDifference[] }> {
  const skipped = calls.filter((call) => call.skipped !== undefined);
  const asked = distinct(calls.filter((call) => call.skipped === undefined));
  const count: UpstreamCount = {
    package: calls[0]?.package ?? '',
    op: operation.name,
    tests: countTests(calls),
    compared: 0,
    gated: 0,
    notAsked: 0,
    testsWithSkipped: countTests(skipped),
    deviations: {},
  };
  const differences: UpstreamDifference[] = [];
  const answers = await askAll(operation, asked, oracle);
  for (const [index, call] of asked.entries()) {
    const answer = answers[index] as Answer;
    if (answer.refused !== undefined) {
      count.notAsked++;
    } else if (!agrees(call, answer)) {
      if (call.gated) {
        count.gated++;
      } else {
        differences.push({ call, answer, fields: ['recorded'] });
      }
    } else {
      const compared = await compareCase(operation, call.in as Json, answer);
      count.compared++;
      for (const id of new Set(compared.deviations)) {
        count.deviations[id] = (count.deviations[id] ?? 0) + 1;
      }
      if (compared.differences.length > 0) {
        const fields = compared.differences.map(
          ({ field, theirs, ours }) => `${field}: Kubernetes ${theirs}, kubesem ${ours}`,
        );
        differences.push({ call, answer, fields });
      }
    }
  }
  return { count, differences };
}

function countTests(calls: readonly RecordedCall[]): number {
  return new Set(calls.map((call) => call.test)).size;
}

/** One of several equal calls in different tests. */
function distinct(calls: readonly RecordedCall[]): RecordedCall[] {
  const found = new Map<string, RecordedCall>();
  for (const call of calls) {
    found.set(JSON.stringify([call.in, call.out, call.err, call.gated]), call);
  }
  return [...found.values()];
}

const BATCH = 1000;

async function askAll(
  operation: Operation,
  calls: readonly RecordedCall[],
  oracle: Oracle,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < calls.length; start += BATCH) {
    const batch = calls.slice(start, start + BATCH);
    const lines = batch.map((call) => requestLine(operation.name, call.in as Json));
    for (const line of await oracle.ask(lines)) {
      answers.push(JSON.parse(line) as Answer);
    }
  }
  return answers;
}

/** The class of an error whose class the wrapper does not know. */
const ANY_ERROR = '*';

/** Reports whether the oracle answers as the function did in the test; a test may know only a part of the answer. */
export function agrees(call: Pick<RecordedCall, 'out' | 'err'>, answer: Answer): boolean {
  if (call.err !== undefined) {
    return call.err === ANY_ERROR ? answer.err !== undefined : answer.err === call.err;
  }
  return call.out === undefined || includes(answer.out, call.out);
}

/** Reports whether `whole` has all that `part` has; lists must have the same length. */
function includes(whole: Json | undefined, part: Json): boolean {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null) {
    return whole === part;
  }
  if (Array.isArray(part) && (!Array.isArray(whole) || whole.length !== part.length)) {
    return false;
  }
  return Object.entries(part).every(
    ([key, value]) =>
      Object.hasOwn(whole, key) && includes((whole as { [key: string]: Json })[key], value),
  );
}
