import { readFileSync } from 'node:fs';
import { parseQuantity } from '@kubesem/quantity';
import { corpus } from './corpora.js';
import { loadPeer, PEERS, type PeerParser, peerLabel } from './peers.js';

/** Number of inputs that one function parses correctly. */
export interface Correctness {
  /** Package and function. */
  readonly subject: string;
  /** Valid vectors that it parses correctly. */
  readonly valid: number;
  /** Invalid vectors that it rejects: it throws or returns NaN. */
  readonly invalid: number;
  /** Texts of the realistic corpus that it parses correctly. */
  readonly realistic: number;
}

/** Number of inputs. */
export interface CorrectnessCounts {
  /** Valid vectors. */
  readonly valid: number;
  /** Invalid vectors. */
  readonly invalid: number;
  /** Texts of the realistic corpus. */
  readonly realistic: number;
  /** The functions, ours first. */
  readonly rows: readonly Correctness[];
}

interface Expected {
  readonly text: string;
  /** Undefined if Kubernetes rejects the text. */
  readonly value: { readonly unscaled: bigint; readonly scale: number } | undefined;
}

/** The vectors whose input is a string, with the answers of the released Kubernetes code. */
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

/** A bigint must be the exact value, a number the nearest one. */
function isCorrect(answer: number | bigint | undefined, { value }: Expected): boolean {
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

/** Ours as a bigint if the value is an integer, otherwise as the nearest number. */
const ours: PeerParser = (text) => {
  const quantity = parseQuantity(text);
  return quantity.equals(quantity.value()) ? quantity.value() : quantity.toNumber();
};

/**
 * Counts the vectors and the texts of the realistic corpus that each function parses correctly.
 *
 * @param vectorFile - `vectors/quantity/parse.ndjson` of the conformance package
 * @returns the counts
 */
export async function countCorrect(vectorFile: string): Promise<CorrectnessCounts> {
  const vectors = readVectors(vectorFile);
  const valid = vectors.filter(({ value }) => value !== undefined);
  const invalid = vectors.filter(({ value }) => value === undefined);
  // These values come from ours, which is tested against Kubernetes with the vectors and by fuzzing.
  const realistic = corpus('realistic').map((text) => {
    const nano = parseQuantity(text).scaledValue(-9);
    return { text, value: { unscaled: nano, scale: -9 } };
  });
  const count = (subject: string, parse: PeerParser): Correctness => {
    const correct = (list: readonly Expected[]) =>
      list.filter((expected) => isCorrect(answerOf(parse, expected.text), expected)).length;
    return {
      subject,
      valid: correct(valid),
      invalid: correct(invalid),
      realistic: correct(realistic),
    };
  };
  const rows = [count('@kubesem/quantity.parseQuantity', ours)];
  for (const peer of PEERS) {
    rows.push(count(peerLabel(peer), await loadPeer(peer)));
  }
  return {
    valid: valid.length,
    invalid: invalid.length,
    realistic: realistic.length,
    rows,
  };
}
