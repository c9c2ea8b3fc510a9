import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { type ImageReference, parseImage, safeParseImage } from '@kubesem/image';
import { imageCorpus } from './image-corpus.js';
import { IMAGE_PEERS, type ImageParts, imagePeerLabel, loadImagePeer } from './image-peers.js';

/** Number of references that one function parses correctly. */
export interface ImageCorrectness {
  /** Package and function. */
  readonly subject: string;
  /** Valid vectors that it parses correctly. */
  readonly valid: number;
  /** Invalid vectors that it rejects. */
  readonly invalid: number;
  /** Vectors on which it exceeds {@link HANG_MILLISECONDS}. */
  readonly hangs: number;
  /** References of the corpus that it parses correctly. */
  readonly realistic: number;
}

/** Number of references. */
export interface ImageCorrectnessCounts {
  /** Valid vectors. */
  readonly valid: number;
  /** Invalid vectors. */
  readonly invalid: number;
  /** References of the corpus. */
  readonly realistic: number;
  /** The functions, ours first. */
  readonly rows: readonly ImageCorrectness[];
}

/** Time limit of a function for one reference. */
export const HANG_MILLISECONDS = 200;

type Reader = (text: string) => ImageParts | undefined;

type Parts = Pick<ImageReference, 'name' | 'tag' | 'digest'>;

interface Expected {
  readonly text: string;
  /** Undefined if Kubernetes rejects the text. */
  readonly parts: ImageParts | undefined;
}

function readVectors(file: string): Expected[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .map(({ in: text, out }) => ({ text, parts: out && partsOf(out) }));
}

function partsOf({ name, tag, digest }: Parts): ImageParts {
  return { name, tag: tag || undefined, digest: digest || undefined };
}

/** Compares an answer after adding the defaults of Kubernetes to it. */
function isCorrect(answer: ImageParts | undefined, { parts }: Expected): boolean {
  if (answer === undefined || parts === undefined) {
    return answer === parts;
  }
  const { name, digest, tag = digest ? undefined : 'latest' } = answer;
  const isName = name === parts.name || safeParseImage(name).value?.name === parts.name;
  return isName && tag === parts.tag && digest === parts.digest;
}

const call = new Script('kubesemCall()');

/** Calls a function; `hang` if it exceeds the time limit. */
function answerOf(read: Reader, text: string): ImageParts | undefined | 'hang' {
  let answer: ImageParts | undefined;
  Object.assign(globalThis, {
    kubesemCall: () => {
      try {
        answer = read(text);
      } catch {
        answer = undefined;
      }
    },
  });
  try {
    call.runInThisContext({ timeout: HANG_MILLISECONDS });
    return answer;
  } catch {
    return 'hang';
  }
}

function count(subject: string, read: Reader, vectors: readonly Expected[]): ImageCorrectness {
  const counts = { valid: 0, invalid: 0, hangs: 0 };
  for (const expected of vectors) {
    const answer = answerOf(read, expected.text);
    if (answer === 'hang') {
      counts.hangs++;
    } else if (isCorrect(answer, expected)) {
      counts[expected.parts ? 'valid' : 'invalid']++;
    }
  }
  // These answers come from ours, which is tested against Kubernetes with the vectors and by fuzzing.
  const realistic = imageCorpus().filter((text) => {
    const answer = answerOf(read, text);
    return answer !== 'hang' && isCorrect(answer, { text, parts: partsOf(parseImage(text)) });
  }).length;
  return { subject, ...counts, realistic };
}

/**
 * Counts the vectors and the references of the corpus that each function parses correctly.
 *
 * @param vectorFile - `vectors/image/parse.ndjson` of the conformance package
 * @returns the counts
 */
export async function countCorrectImages(vectorFile: string): Promise<ImageCorrectnessCounts> {
  const vectors = readVectors(vectorFile);
  const rows = [count('@kubesem/image.parseImage', (text) => partsOf(parseImage(text)), vectors)];
  for (const peer of IMAGE_PEERS) {
    const parse = await loadImagePeer(peer);
    const read: Reader = (text) => {
      const answer = parse(text);
      return answer ? peer.parts(answer as Parameters<typeof peer.parts>[0]) : undefined;
    };
    rows.push(count(imagePeerLabel(peer), read, vectors));
  }
  const valid = vectors.filter(({ parts }) => parts !== undefined).length;
  return {
    valid,
    invalid: vectors.length - valid,
    realistic: imageCorpus().length,
    rows,
  };
}
