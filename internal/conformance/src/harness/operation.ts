import type { Comparison } from './comparison.js';
import type { Json } from './json.js';
import type { Program } from './oracle.js';
import type { Random } from './random.js';

/** Answer of the oracle to one case; see the README of the oracle. */
export interface Answer {
  readonly out?: Json;
  readonly err?: string;
  readonly message?: string;
  readonly panic?: string;
  readonly refused?: string;
  readonly fault?: string;
}

/** A field error of the API server. */
export interface FieldError {
  readonly type: string;
  readonly field: string;
  readonly detail: string;
}

/** A question that both Kubernetes and kubesem answer. */
export interface Operation {
  /** Name in the oracle, such as `quantity.add`. */
  readonly name: string;
  readonly program: Program;
  /** Hand-picked cases. */
  examples(): Iterable<Json>;
  /** Generates a random case. */
  generate(random: Random): Json;
  /** Runs kubesem and compares the two answers; with a promise if that takes real time, as with a server. */
  compare(input: Json, theirs: Answer, comparison: Comparison): void | Promise<void>;
  /** Number of random cases considered for the vectors if the usual 5,000 take too long; 1 if there is a single case. */
  readonly candidates?: number;
  /** Reduces an answer to the part that the vectors keep; by default all of it. */
  trim?(out: Json): Json;
  /** The kind of a case: the vectors hold a case of each kind. */
  kind(input: Json, theirs: Answer): string;
}

/** An operation with its package, which is also the folder of its vectors. */
export interface PackageOperation extends Operation {
  readonly package: string;
}
