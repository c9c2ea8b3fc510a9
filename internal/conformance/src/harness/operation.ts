import type { Comparison } from './comparison.js';
import type { Json } from './json.js';
import type { Program } from './oracle.js';
import type { Random } from './random.js';

/** What the oracle answers to one case; the README of the oracle says what each key means. */
export interface Answer {
  readonly out?: Json;
  readonly err?: string;
  readonly message?: string;
  readonly panic?: string;
  readonly refused?: string;
  readonly fault?: string;
}

/** One thing that can be asked of Kubernetes and of us. */
export interface Operation {
  /** Its name in the oracle, such as `quantity.add`. */
  readonly name: string;
  readonly program: Program;
  /** The cases that nobody should have to find by chance. */
  examples(): Iterable<Json>;
  /** A random case. */
  generate(random: Random): Json;
  /** Asks us and says where the two differ. */
  compare(input: Json, theirs: Answer, comparison: Comparison): void;
  /** How many random cases are looked at for the vectors, where the usual 5,000 would take too long; 1 if there is one case. */
  readonly candidates?: number;
  /** What of an answer is kept in the vectors; all of it, if this is left out. */
  trim?(out: Json): Json;
  /** What is special about a case, so that the vectors hold some of each kind. */
  kind(input: Json, theirs: Answer): string;
}

/** An operation with the package that answers it; the vectors are in the folder of that name. */
export interface PackageOperation extends Operation {
  readonly package: string;
}
