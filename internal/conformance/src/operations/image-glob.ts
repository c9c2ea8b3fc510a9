import { matchImageGlob } from '@kubesem/image';
import { attempt } from '../comparison.js';
import { globPair } from '../generators/image-glob.js';
import { globPairs } from '../generators/image-glob-examples.js';
import type { Operation } from '../operation.js';

const glob: Operation = {
  name: 'image.glob',
  program: 'kubernetes',
  examples: globPairs,
  generate: globPair,
  compare(input, theirs, comparison) {
    const { pattern, image } = input as { pattern: string; image: string };
    const ours = attempt(() => matchImageGlob(pattern, image));
    const classOfOurs = ours.code === 'INVALID_GLOB' ? 'ErrBadPattern' : 'URL';
    comparison.field(
      'match',
      theirs.out ?? theirs.err,
      ours.code === undefined ? ours.value : classOfOurs,
    );
  },
  kind(input, theirs) {
    const { pattern } = input as { pattern: string };
    return `${theirs.out ?? theirs.err},${pattern.replace(/[a-z]+/g, 'a').slice(0, 7)}`;
  },
};

/** Patterns of registries. */
export const imageGlobOperations: readonly Operation[] = [glob];
