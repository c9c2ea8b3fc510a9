import { hostnamePod, hostnamePods } from '../../dns/hostname.js';
import { resolverExamples } from '../../dns/resolver/examples.js';
import { resolverPod } from '../../dns/resolver/generator.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';

/** A Pod with resolver fields and host name fields. */
export function dnsPod(random: Random): Json {
  const spec = {
    ...(resolverPod(random).spec as JsonObject),
    ...(random.percent(50) ? (hostnamePod(random).spec as JsonObject) : {}),
  };
  return { metadata: { name: 'web', namespace: 'prod' }, spec };
}

/** Pods at the edges of the rules about DNS. */
export function* dnsPods(): Iterable<Json> {
  yield* hostnamePods();
  for (const { pod } of resolverExamples()) {
    yield pod as Json;
  }
}
