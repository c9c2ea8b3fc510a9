import {
  createEffectiveClassifier,
  type EffectiveClassification,
  isSubjectToApf,
  type RequestDigest,
} from '@kubesem/apf';
import type { ReadApfConfiguration } from './configuration.js';
import type { WrittenRequest } from './requests.js';

/** What is known about the work of requests. */
export interface WorkFlags {
  /** The number of objects of the resource. */
  readonly objects?: number | undefined;
  /** The average size of an object, in bytes. */
  readonly objectBytes?: number | undefined;
  /** The number of watches that a write notifies. */
  readonly watches?: number | undefined;
}

/** How a server treats a request. */
export interface ClassifiedRequest extends EffectiveClassification {
  /** Whether API Priority and Fairness handles it. */
  readonly isSubject: boolean;
}

/** A request, and how a server treats it. */
export type ClassifiedLine = WrittenRequest & ClassifiedRequest;

/** Classifies a request. */
export type Classify = (request: RequestDigest, url: string) => ClassifiedRequest;

/** The requests that match a flow schema. */
export interface SchemaCount {
  /** Absent for requests that API Priority and Fairness does not handle. */
  readonly flowSchema?: string | undefined;
  readonly priorityLevel?: string | undefined;
  readonly requests: number;
  /** The number of flows among them. */
  readonly flows?: number | undefined;
  /** The seats of all of them together, without those of the end of a write. */
  readonly seats?: number | undefined;
}

/**
 * Prepares the classification of requests.
 *
 * @param configuration - of the server
 * @param work - what is known about the work
 * @returns the classifier; it assumes a current etcd, so that the watch cache answers consistent lists
 */
export function classifier(
  configuration: ReadApfConfiguration,
  { objects, objectBytes, watches }: WorkFlags,
): Classify {
  const classify = createEffectiveClassifier(configuration, {
    objects:
      objects === undefined ? undefined : { objectCount: objects, averageObjectBytes: objectBytes },
    watches,
  });
  return (request, url) => ({
    isSubject: isSubjectToApf(request.requestInfo),
    ...classify(request, url),
  });
}

/** The requests of a flow schema while they are counted. */
interface Hits {
  readonly found: ClassifiedRequest;
  readonly flows: Set<string>;
  requests: number;
  seats: number;
}

/** Counts requests by flow schema: the most frequent first, those that no flow schema handles last. */
export function countBySchema(
  requests: readonly { readonly request: RequestDigest; readonly url: string }[],
  classify: Classify,
): readonly SchemaCount[] {
  const bySchema = new Map<string, Hits>();
  let others = 0;
  for (const { request, url } of requests) {
    const found = classify(request, url);
    // The server rejects unauthenticated requests before it classifies them.
    if (!found.isSubject || request.user.name === '') {
      others += 1;
      continue;
    }
    const { flowSchema, flowDistinguisher, workEstimate } = found;
    const hits = bySchema.get(flowSchema) ?? { found, requests: 0, seats: 0, flows: new Set() };
    hits.requests += 1;
    hits.seats += workEstimate.initialSeats;
    hits.flows.add(flowDistinguisher);
    bySchema.set(flowSchema, hits);
  }
  const counts = [...bySchema].map(
    ([flowSchema, { found, requests: number, seats, flows }]): SchemaCount => ({
      flowSchema,
      priorityLevel: found.priorityLevel,
      requests: number,
      flows: flows.size,
      seats,
    }),
  );
  counts.sort((a, b) => b.requests - a.requests);
  return others === 0 ? counts : [...counts, { requests: others }];
}

/** A request for programs. */
export function plainLine({ line, method, url, request, ...found }: ClassifiedLine): object {
  return { line, method, url, ...request, ...found };
}
