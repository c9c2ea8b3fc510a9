/** What the diagrams show, for pages that show a single one, such as the guides. Runs without a browser. */
export { drainOf } from './areas/disruption/drain.js';
export { type ResourceDetail, resourceDetail } from './areas/pods/detail.js';
export { type Chain, chainOf } from './areas/services/model.js';
export { Case } from './case/case.js';
export type { Lane, Span } from './shared/lanes.js';
