import { Comparison, type Difference } from './comparison.js';
import type { DeviationId } from './deviations.js';
import type { Json } from './json.js';
import type { Answer, Operation } from './operation.js';
import type { Oracle } from './oracle.js';
import { Random } from './random.js';

const BATCH = 1000;

/** Limits of a run. */
export interface FuzzLimits {
  readonly seed: number;
  /** Maximum of cases. */
  readonly count: number;
  /** Maximum of seconds. */
  readonly seconds: number;
}

/** Result of a run of one operation. */
export interface FuzzResult {
  readonly op: string;
  readonly seed: number;
  /** Number of answers compared. */
  cases: number;
  /** Number of cases outside the domain of the oracle: not compared, and not part of `cases`. */
  refused: number;
  readonly deviations: { [id in DeviationId]?: number };
  seconds: number;
  /** The first differing case. */
  difference?: DifferingCase;
}

/** A case with differences. */
export interface DifferingCase {
  readonly input: Json;
  readonly answer: Answer;
  readonly differences: readonly Difference[];
}

interface Batch {
  readonly inputs: readonly Json[];
  readonly answers: Promise<string[]>;
}

/** Formats a request to the oracle. */
export function requestLine(op: string, input: Json): string {
  return `{"op":${JSON.stringify(op)},"in":${JSON.stringify(input)}}`;
}

/** Runs kubesem and compares; an undocumented error is also a difference. */
export async function compareCase(
  operation: Operation,
  input: Json,
  theirs: Answer,
): Promise<Comparison> {
  const comparison = new Comparison();
  if (theirs.fault !== undefined) {
    comparison.field('request', theirs.fault, 'none');
    return comparison;
  }
  const before = JSON.stringify(input);
  try {
    const pending = operation.compare(input, theirs, comparison);
    if (pending !== undefined) {
      await pending;
    }
    comparison.field('input afterwards', before, JSON.stringify(input));
  } catch (error) {
    const ours = error instanceof Error ? (error.stack ?? error.message) : String(error);
    comparison.differences.push({ field: 'thrown', theirs: 'no such thing', ours });
  }
  return comparison;
}

/** Compares random cases of one operation until the first difference or a limit. */
export async function fuzz(
  operation: Operation,
  oracle: Oracle,
  limits: FuzzLimits,
  progress: (result: FuzzResult) => void,
): Promise<FuzzResult> {
  const { seed, count, seconds } = limits;
  const random = new Random(seed);
  const started = Date.now();
  const result: FuzzResult = {
    op: operation.name,
    seed,
    cases: 0,
    refused: 0,
    deviations: {},
    seconds: 0,
  };
  let asked = 0;
  const next = (): Batch | undefined => {
    if (asked >= count || Date.now() - started > seconds * 1000) {
      return undefined;
    }
    const inputs: Json[] = [];
    while (inputs.length < BATCH && asked < count) {
      inputs.push(operation.generate(random));
      asked++;
    }
    const answers = oracle.ask(inputs.map((input) => requestLine(operation.name, input)));
    answers.catch(() => {}); // reported where it is awaited
    return { inputs, answers };
  };

  // The oracle answers one batch while the previous one is compared.
  let current = next();
  while (current !== undefined) {
    const following = next();
    await compareBatch(operation, current.inputs, await current.answers, result);
    result.seconds = Math.round((Date.now() - started) / 100) / 10;
    if (result.difference !== undefined) {
      await following?.answers;
      break;
    }
    progress(result);
    current = following;
  }
  return result;
}

async function compareBatch(
  operation: Operation,
  inputs: readonly Json[],
  answers: readonly string[],
  result: FuzzResult,
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    const answer = JSON.parse(answers[index] as string) as Answer;
    if (answer.refused !== undefined) {
      result.refused++;
      continue;
    }
    const { deviations, differences } = await compareCase(operation, input, answer);
    result.cases++;
    for (const id of new Set(deviations)) {
      result.deviations[id] = (result.deviations[id] ?? 0) + 1;
    }
    if (differences.length > 0) {
      result.difference = { input, answer, differences };
      return;
    }
  }
}
