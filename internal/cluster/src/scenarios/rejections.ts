import { Random } from '@kubesem/conformance/random';
import {
  CONFIG_MAP,
  ENDPOINT_SLICE,
  FLOW_SCHEMA,
  type Kind,
  POD,
  PRIORITY_LEVEL_CONFIGURATION,
  SECRET,
} from '@kubesem/core/kinds';
import { validateObject } from '@kubesem/validation';
import type { StatusCause } from '../client.js';
import type { Cluster } from '../cluster.js';
import { compareCauses } from '../conformance/causes.js';
import { generated } from '../conformance/generated.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import type { ManifestLike } from '../object.js';

/** How many objects of each operation are created. */
const EACH = 1000;

/** The operations whose cases are objects to reject, and the parameter with the object. */
const SOURCES: readonly (readonly [string, string])[] = [
  ['config.validate', 'object'],
  ['apf.validate', 'object'],
  ['service.validate', 'slice'],
  ['pod.validate', 'pod'],
  ['config.validatePod', 'pod'],
];

/** What the server rejects: type, field, value and detail of each cause. Services have a scenario of their own. */
export const rejections: Scenario = {
  name: 'rejections',
  about: 'the causes with which the server rejects objects of every kind of `@kubesem/validation`',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('rejections');
    for (const [operation, parameter] of SOURCES) {
      const random = new Random(9);
      for (let index = 0; index < EACH; index++) {
        const given = generated(random, operation)[parameter] as ManifestLike | undefined;
        if (given !== undefined) {
          await compareRejection(cluster, found, typed(given, namespace, parameter));
        }
      }
    }
  },
};

/** The kinds by their name, or by the parameter of an operation that says the kind. */
const KINDS: Readonly<Record<string, Kind>> = {
  ConfigMap: CONFIG_MAP,
  Secret: SECRET,
  FlowSchema: FLOW_SCHEMA,
  PriorityLevelConfiguration: PRIORITY_LEVEL_CONFIGURATION,
  slice: ENDPOINT_SLICE,
  pod: POD,
};

function typed(given: ManifestLike, namespace: string, parameter: string): ManifestLike {
  const { apiVersion, kind, namespaced } = KINDS[given.kind ?? parameter] ?? POD;
  const metadata = { ...given.metadata, ...(namespaced ? { namespace } : {}) };
  return { ...given, apiVersion, kind, metadata };
}

async function compareRejection(
  cluster: Cluster,
  found: Findings,
  object: ManifestLike,
): Promise<void> {
  const { status } = await cluster.api.attempt(object, '?dryRun=All');
  // What the server cannot decode, and what admission rejects, it does not validate.
  if (status === undefined || status.reason === 'Invalid') {
    found.objects++;
    const problems = validateObject(object).problems.filter(
      ({ message }) => !BY_INT64.test(message),
    );
    const causes = (status?.details?.causes ?? []).filter((cause) => isChecked(object, cause));
    compareCauses(found, String(object.kind), causes.map(withoutData), problems);
    // That there are no others.
    found.comparisons++;
  }
}

/** What Go computes with int64s, and kubesem exactly: see int64-overflow in `internal/conformance/DEVIATIONS.md`. */
const BY_INT64 = / is not positive integer multiple of | must be an integer$|^must be an integer$/;

function isChecked({ kind }: ManifestLike, { message = '' }: StatusCause): boolean {
  return kind !== 'Pod' || !BY_INT64.test(message);
}

/** The server's detail about the JSON of a registry quotes it, which ours never does. */
function withoutData(cause: StatusCause): StatusCause {
  return cause.field?.startsWith('data[.docker') && cause.reason === 'FieldValueInvalid'
    ? { ...cause, message: 'must be JSON of an object' }
    : cause;
}
