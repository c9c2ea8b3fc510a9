import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { type ImageReference, parseImage, safeParseImage } from '@kubesem/image';
import { imageCorpus } from './image-corpus.js';
import { type ImageParts, imagePeerLabel, imagePeers, loadImagePeer } from './image-peers.js';

/** How many references one function gets right. */
export interface ImageCorrectness {
  /** The package and the function. */
  readonly subject: string;
  /** Valid vectors that it reads rightly. */
  readonly valid: number;
  /** Invalid vectors that it refuses. */
  readonly invalid: number;
  /** Vectors on which it gives no answer in time. */
  readonly hangs: number;
  /** References of the corpus that it reads rightly. */
  readonly realistic: number;
}

/** How many references there are. */
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

/** What a function has at most for one reference. */
export const HANG_MILLISECONDS = 200;

type Reader = (text: string) => ImageParts | undefined;

type Parts = Pick<ImageReference, 'name' | 'tag' | 'digest'>;

interface Expected {
  readonly text: string;
  /** Undefined if Kubernetes refuses the text. */
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

/** Right, if it says the same once Kubernetes' own defaults are filled in. */
function isRight(answer: ImageParts | undefined, { parts }: Expected): boolean {
  if (answer === undefined || parts === undefined) {
    return answer === parts;
  }
  const { name, digest, tag = digest ? undefined : 'latest' } = answer;
  const isName = name === parts.name || safeParseImage(name).value?.name === parts.name;
  return isName && tag === parts.tag && digest === parts.digest;
}

const call = new Script('kubesemCall()');

/** Calls a function for as long as it may take; `hang` if that is not enough. */
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
    } else if (isRight(answer, expected)) {
      counts[expected.parts ? 'valid' : 'invalid']++;
    }
  }
  // What is expected of these comes from ours, which the vectors and the fuzzing hold to Kubernetes.
  const realistic = imageCorpus().filter((text) => {
    const answer = answerOf(read, text);
    return answer !== 'hang' && isRight(answer, { text, parts: partsOf(parseImage(text)) });
  }).length;
  return { subject, ...counts, realistic };
}

/**
 * Counts how many of the committed vectors, and of the corpus, each function reads rightly.
 *
 * @param vectorFile - `vectors/image/parse.ndjson` of the conformance package
 * @returns the counts
 */
export async function countCorrectImages(vectorFile: string): Promise<ImageCorrectnessCounts> {
  const vectors = readVectors(vectorFile);
  const rows = [count('@kubesem/image.parseImage', (text) => partsOf(parseImage(text)), vectors)];
  for (const peer of imagePeers) {
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
