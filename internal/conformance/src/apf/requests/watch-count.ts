import { interestedWatches } from '@kubesem/apf/internal';
import type { Json } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { infoOf, type Line, METHODS } from './line.js';

const WATCH_PATHS = words(`
  /api/v1/pods /api/v1/namespaces/ns/pods /api/v1/namespaces/other/pods /api/v1/nodes
  /apis/apps/v1/pods /api/v1/watch/pods /api/v1/watch/namespaces/ns/pods/x
`);
const WATCH_QUERIES = [
  '',
  ...words(`
  &fieldSelector=metadata.name%3Dx &fieldSelector=spec.nodeName%3Dn &limit=x
  &fieldSelector=spec.nodeName%3D &fieldSelector=spec.nodeName!%3Dn &fieldSelector=a
`),
];

/** Watches, and writes that may notify them. */
function watches(random: Random): Json {
  const watch = () => {
    const path = random.pick(WATCH_PATHS);
    // Field selectors of watches with the verb in the path are a known difference: see DEVIATIONS.md.
    const selects = !path.includes('/watch/');
    return `${path}?watch=1${selects ? random.pick(WATCH_QUERIES) : ''}`;
  };
  const write = () => ({
    method: random.pick(METHODS),
    url: random.pick([...WATCH_PATHS, '/api/v1/namespaces/ns/pods/x', '/api/v1/nodes/x']),
  });
  return {
    watches: Array.from({ length: random.below(6) }, watch),
    requests: Array.from({ length: 1 + random.below(3) }, write),
  };
}

const watchCount: Operation = {
  name: 'apf.watchCount',
  program: 'apf',
  examples: () => [],
  generate: watches,
  compare(input, theirs, comparison) {
    const { watches, requests } = input as unknown as { watches: string[]; requests: Line[] };
    const infos = watches.map((url) => infoOf({ method: 'GET', url }));
    const ours = requests.map((request) => interestedWatches(infoOf(request), infos));
    comparison.field('counts', String(theirs.out), String(ours));
  },
  kind: (input, { out }) => `${(input as { watches: Json[] }).watches.length},${String(out)}`,
};

/** How many watches a write notifies. */
export const watchCountOperations: readonly Operation[] = [watchCount];
