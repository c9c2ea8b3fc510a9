import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareCase, requestLine } from './fuzz.js';
import type { Json } from './json.js';
import type { Answer, Operation, PackageOperation } from './operation.js';
import type { Oracle } from './oracle.js';
import { packageFolder } from './paths.js';
import { Random } from './random.js';

const SEED = 1;
/** Number of random cases considered for kinds that the examples lack. */
const CANDIDATES = 5000;

/** First line of a vector file. */
interface VectorsHeader {
  /** Kubernetes release, such as `v1.37.1`. */
  readonly kubernetes: string;
  readonly operation: string;
  readonly seed: number;
  readonly command: string;
}

/** One case and the answer of Kubernetes: `out`, `err` or `panic`. */
type Vector = Answer & { readonly in: Json };

/** Vector file of an operation, such as `vectors/quantity/add.ndjson` or `vectors/resources/pod.limits.ndjson`. */
function vectorsFile({ name, package: owner }: PackageOperation): string {
  const file = name.startsWith(`${owner}.`) ? name.slice(owner.length + 1) : name;
  return join(packageFolder, 'vectors', owner, `${file}.ndjson`);
}

/** Reads the vectors of an operation. */
export function readVectors(operation: PackageOperation): {
  header: VectorsHeader;
  vectors: Vector[];
} {
  const [header, ...lines] = readFileSync(vectorsFile(operation), 'utf8').trimEnd().split('\n');
  return {
    header: JSON.parse(header as string) as VectorsHeader,
    vectors: lines.map((line) => JSON.parse(line) as Vector),
  };
}

/** Writes the vectors of an operation: all its examples, and random cases of each further kind. */
export async function writeVectors(
  operation: PackageOperation,
  oracle: Oracle,
  kubernetes: string,
): Promise<number> {
  const header: VectorsHeader = {
    kubernetes,
    operation: operation.name,
    seed: SEED,
    command: 'npm run conformance:generate',
  };
  const lines = [JSON.stringify(header)];
  const kinds = new Set<string>();
  const keep = (input: Json, { message: _, ...answer }: Answer) => {
    kinds.add(operation.kind(input, answer));
    const { out } = answer;
    const kept = out === undefined || !operation.trim ? answer : { out: operation.trim(out) };
    lines.push(JSON.stringify({ in: input, ...kept }));
  };
  for (const [input, answer] of await answers(operation, oracle, [...operation.examples()])) {
    keep(input, answer);
  }
  const random = new Random(SEED);
  const candidates = Array.from({ length: operation.candidates ?? CANDIDATES }, () =>
    operation.generate(random),
  );
  for (const [input, answer] of await answers(operation, oracle, candidates)) {
    if (!kinds.has(operation.kind(input, answer))) {
      keep(input, answer);
    }
  }
  const file = vectorsFile(operation);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return lines.length - 1;
}

/** Asks the oracle; omits cases outside its domain, and throws at the first difference. */
async function answers(
  operation: Operation,
  oracle: Oracle,
  inputs: readonly Json[],
): Promise<(readonly [Json, Answer])[]> {
  const lines = await oracle.ask(inputs.map((input) => requestLine(operation.name, input)));
  const pairs = inputs.map(
    (input, index) => [input, JSON.parse(lines[index] as string) as Answer] as const,
  );
  for (const [input, answer] of pairs) {
    const [difference] =
      answer.refused === undefined ? (await compareCase(operation, input, answer)).differences : [];
    if (difference !== undefined) {
      throw new Error(`${operation.name} ${JSON.stringify({ input, answer, difference })}`);
    }
  }
  return pairs.filter(([, { refused }]) => refused === undefined);
}
