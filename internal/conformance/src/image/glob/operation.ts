import { matchesImageGlob } from '@kubesem/image';
import { attempt } from '../../harness/comparison.js';
import type { Operation } from '../../harness/operation.js';
import { globPairs } from './examples.js';
import { globPair } from './generator.js';

const glob: Operation = {
  name: 'image.glob',
  program: 'kubernetes',
  examples: globPairs,
  generate: globPair,
  compare(input, theirs, comparison) {
    const { pattern, image } = input as { pattern: string; image: string };
    const ours = attempt(() => matchesImageGlob(pattern, image));
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
export const globOperations: readonly Operation[] = [glob];
