import { readFileSync } from 'node:fs';
import { parseQuantity } from '@kubesem/quantity';
import { corpus } from './corpora.js';
import { loadPeer, type PeerParser, peers } from './peers.js';

/** How many inputs one function gets right. */
export interface Correctness {
  /** The package and the function. */
  readonly subject: string;
  /** Valid vectors that it reads rightly. */
  readonly valid: number;
  /** Invalid vectors that it refuses: it throws or gives NaN. */
  readonly invalid: number;
  /** Texts of the realistic corpus that it reads rightly. */
  readonly realistic: number;
}

/** How many inputs there are. */
export interface CorrectnessCounts {
  /** Valid vectors. */
  readonly valid: number;
  /** Invalid vectors. */
  readonly invalid: number;
  /** Texts of the realistic corpus. */
  readonly realistic: number;
  /** The functions. */
  readonly rows: readonly Correctness[];
}

interface Expected {
  readonly text: string;
  /** Undefined if Kubernetes refuses the text. */
  readonly value: { readonly unscaled: bigint; readonly scale: number } | undefined;
}

/** The vectors that are texts: what the released Kubernetes code answered to each. */
function readVectors(file: string): Expected[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter((vector) => typeof vector.in === 'string')
    .map((vector) => ({
      text: vector.in,
      value: vector.out && { unscaled: BigInt(vector.out.unscaled), scale: vector.out.exponent },
    }));
}

/** A bigint has to be the value, a number the nearest one to it. */
function isRight(answer: number | bigint | undefined, { value }: Expected): boolean {
  if (value === undefined) {
    return answer === undefined || Number.isNaN(answer);
  }
  const { unscaled, scale } = value;
  if (typeof answer !== 'bigint') {
    return answer === Number(`${unscaled}e${scale}`);
  }
  const power = BigInt(`1${'0'.repeat(Math.abs(scale))}`);
  return scale < 0 ? answer * power === unscaled : answer === unscaled * power;
}

function answerOf(parse: PeerParser, text: string): number | bigint | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Ours as a bigint where the value is whole, and else as the nearest number. */
const ours: PeerParser = (text) => {
  const quantity = parseQuantity(text);
  return quantity.equals(quantity.value()) ? quantity.value() : quantity.toNumber();
};

/**
 * Counts how many of the committed vectors, and of the realistic corpus, each function reads rightly.
 *
 * @param vectorFile - `vectors/quantity/parse.ndjson` of the conformance package
 * @returns the counts
 */
export async function countCorrect(vectorFile: string): Promise<CorrectnessCounts> {
  const vectors = readVectors(vectorFile);
  const valid = vectors.filter(({ value }) => value !== undefined);
  const invalid = vectors.filter(({ value }) => value === undefined);
  // The value of these comes from ours, which the vectors and the fuzzing hold to Kubernetes.
  const realistic = corpus('realistic').map((text) => {
    const nano = parseQuantity(text).scaledValue(-9);
    return { text, value: { unscaled: nano, scale: -9 } };
  });
  const count = (subject: string, parse: PeerParser): Correctness => {
    const right = (list: readonly Expected[]) =>
      list.filter((expected) => isRight(answerOf(parse, expected.text), expected)).length;
    return {
      subject,
      valid: right(valid),
      invalid: right(invalid),
      realistic: right(realistic),
    };
  };
  const rows = [count('@kubesem/quantity.parseQuantity', ours)];
  for (const peer of peers) {
    rows.push(count(`${peer.package}.${peer.name}`, await loadPeer(peer)));
  }
  return {
    valid: valid.length,
    invalid: invalid.length,
    realistic: realistic.length,
    rows,
  };
}
