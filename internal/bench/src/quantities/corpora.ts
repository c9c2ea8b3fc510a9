import { pick, seededRandom } from '../random.js';

type RandomBelow = (bound: number) => number;

/** Number of quantities in a corpus. */
export const CORPUS_SIZE = 10_000;

const SEED = 20_261_121;

/** Names of the corpora. Each internal representation has its own corpus, since their costs differ. */
export const CORPUS_NAMES = ['realistic', 'small', 'bigint'] as const;

/** Name of a corpus. */
export type CorpusName = (typeof CORPUS_NAMES)[number];

const MILLICORES = [10, 25, 50, 100, 150, 200, 250, 300, 500, 750, 1500, 2500] as const;
const MEBIBYTES = [16, 32, 64, 100, 128, 170, 200, 256, 300, 512, 768] as const;

/** CPU amounts as in manifests and API objects. */
function cpu(random: RandomBelow): string {
  const kind = random(20);
  if (kind < 12) {
    return `${pick(random, MILLICORES) + random(3)}m`;
  }
  if (kind < 18) {
    return `${1 + random(16)}`;
  }
  return `${random(3)}.${1 + random(9)}`;
}

/** Memory amounts as in manifests and API objects. */
function memory(random: RandomBelow): string {
  const kind = random(20);
  if (kind < 9) {
    return `${pick(random, MEBIBYTES) + random(3)}Mi`;
  }
  if (kind < 15) {
    return `${1 + random(64)}Gi`;
  }
  if (kind < 17) {
    return `${1 + random(9)}.5Gi`;
  }
  if (kind < 18) {
    return `${100_000_000 + random(2_000_000_000)}`;
  }
  if (kind < 19) {
    return `${1 + random(900)}${pick(random, ['M', 'G', 'Ki', 'Ti'])}`;
  }
  return `${1 + random(900)}${pick(random, ['000000000m', 'e6', 'e3'])}`;
}

/** Fits into one machine word on both sides: no fractions, nothing beyond 2^53. */
function small(random: RandomBelow, isCpu: boolean): string {
  if (isCpu) {
    return random(3) > 0 ? `${1 + random(4000)}m` : `${1 + random(64)}`;
  }
  const kind = random(4);
  if (kind === 0) {
    return `${1 + random(64)}Gi`;
  }
  return kind === 1 ? `${100_000_000 + random(2_000_000_000)}` : `${1 + random(4000)}Mi`;
}

function digits(random: RandomBelow, count: number): string {
  let text = String(1 + random(9));
  while (text.length < count) {
    text += random(10);
  }
  return text;
}

/** Fits neither into a machine word of Go (it becomes an `inf.Dec`) nor into a safe integer. */
function bigint(random: RandomBelow, isCpu: boolean): string {
  if (isCpu) {
    return `${digits(random, 20 + random(6))}${pick(random, ['m', '', 'u'])}`;
  }
  return random(2) > 0
    ? `${digits(random, 8)}.${digits(random, 9)}${pick(random, ['Mi', 'Gi'])}`
    : `${digits(random, 20 + random(6))}.${digits(random, 3)}`;
}

const TEXTS: Readonly<Record<CorpusName, (random: RandomBelow, isCpu: boolean) => string>> = {
  realistic: (random, isCpu) => (isCpu ? cpu(random) : memory(random)),
  small,
  bigint,
};

/**
 * Generates a corpus, the same in every run.
 *
 * Neighbors, at `i` and `i ^ 1`, are amounts of the same resource, so they can be added and compared. The pairs are in
 * random order.
 *
 * @param name - name of the corpus
 * @returns the texts
 */
export function corpus(name: CorpusName): string[] {
  const random = seededRandom(SEED);
  return Array.from({ length: CORPUS_SIZE / 2 }, () => {
    const isCpu = random(2) === 0;
    return [TEXTS[name](random, isCpu), TEXTS[name](random, isCpu)];
  }).flat();
}
