import { containerPullPolicy } from '@kubesem/image';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { imageExamples } from '../reference/examples.js';
import { imageText } from '../reference/generator.js';

const pullPolicy: Operation = {
  name: 'image.pullPolicy',
  program: 'kubernetes',
  *examples() {
    // Only the tag matters here; the vectors of image.parse hold the other images.
    for (const image of imageExamples()) {
      if (/latest|^a/.test(image) && image.length < 100) {
        yield image;
      }
    }
  },
  generate: imageText,
  compare(input, theirs, comparison) {
    const { container, volume } = theirs.out as JsonObject;
    const ours = containerPullPolicy({ image: input as string });
    comparison.field('container', container, ours.pullPolicy);
    comparison.field('volume', volume, ours.pullPolicy);
    comparison.field('default', container, ours.defaultPolicy);
    const set = containerPullPolicy({ image: input as string, imagePullPolicy: 'Never' });
    comparison.field('default of a set policy', container, set.defaultPolicy);
  },
  kind: (_input, theirs) => String((theirs.out as JsonObject).container),
};

/** Default pull policy. */
export const pullPolicyOperations: readonly Operation[] = [pullPolicy];
