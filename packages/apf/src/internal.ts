/**
 * What the other packages of the family need of this one. It promises nothing: names can change in any release. Packages
 * depend on the exact version, so they always fit together.
 *
 * @packageDocumentation
 */

export { RetryAfterTracker } from './engine/retry-after.js';
export { nameOf } from './requests/classify.js';
export { interestedWatches } from './requests/interested-watches.js';
export { parameterFromUrl, pathFromUrl } from './requests/url.js';
