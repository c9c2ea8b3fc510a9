// Source: `k8s.io/api/flowcontrol/v1` v0.37.1, and `v1beta1` to `v1beta3` of earlier releases.
import {
  childPath,
  type FieldPath,
  type FlowSchema,
  INT32_RANGE,
  INT64_RANGE,
  type PriorityLevelConfiguration,
  type ReportProblem,
  raise,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  wrongType,
} from '@kubesem/core';

/** The type of a field, with those of its entries or fields. */
type Shape =
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'string'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly fields: { readonly [name: string]: Shape } };

const STRINGS: Shape = { list: 'string' };
const NAMED: Shape = { fields: { name: 'string' } };

/** The fields of every object that are read. */
const OBJECT: { readonly [name: string]: Shape } = {
  apiVersion: 'string',
  kind: 'string',
  metadata: {
    fields: {
      name: 'string',
      generateName: 'string',
      namespace: 'string',
      uid: 'string',
      generation: 'int64',
      labels: { map: 'string' },
      annotations: { map: 'string' },
    },
  },
};

const SUBJECT: Shape = {
  fields: {
    kind: 'string',
    user: NAMED,
    group: NAMED,
    serviceAccount: { fields: { namespace: 'string', name: 'string' } },
  },
};

const RESOURCE_RULE: Shape = {
  fields: {
    verbs: STRINGS,
    apiGroups: STRINGS,
    resources: STRINGS,
    clusterScope: 'boolean',
    namespaces: STRINGS,
  },
};

const NON_RESOURCE_RULE: Shape = { fields: { verbs: STRINGS, nonResourceURLs: STRINGS } };

const FLOW_SCHEMA_SPEC: Shape = {
  fields: {
    priorityLevelConfiguration: NAMED,
    matchingPrecedence: 'int32',
    distinguisherMethod: { fields: { type: 'string' } },
    rules: {
      list: {
        fields: {
          subjects: { list: SUBJECT },
          resourceRules: { list: RESOURCE_RULE },
          nonResourceRules: { list: NON_RESOURCE_RULE },
        },
      },
    },
  },
};

const LIMIT_RESPONSE: Shape = {
  fields: {
    type: 'string',
    queuing: { fields: { queues: 'int32', handSize: 'int32', queueLengthLimit: 'int32' } },
  },
};

const PRIORITY_LEVEL_SPEC: Shape = {
  fields: {
    type: 'string',
    limited: {
      fields: {
        nominalConcurrencyShares: 'int32',
        assuredConcurrencyShares: 'int32',
        lendablePercent: 'int32',
        borrowingLimitPercent: 'int32',
        limitResponse: LIMIT_RESPONSE,
      },
    },
    exempt: { fields: { nominalConcurrencyShares: 'int32', lendablePercent: 'int32' } },
  },
};

/** The server alone writes it, but decodes it from every request. */
const STATUS: Shape = {
  fields: {
    conditions: {
      list: {
        fields: {
          type: 'string',
          status: 'string',
          lastTransitionTime: 'string',
          reason: 'string',
          message: 'string',
        },
      },
    },
  },
};

type Report = ReportProblem<'INVALID_TYPE'>;

/** Reports every field of the wrong type. Null counts as absent; in a list only if `allowsNull`. */
function checkType(
  value: unknown,
  shape: Shape,
  path: FieldPath | undefined,
  report: Report,
  allowsNull: boolean,
): void {
  switch (shape) {
    case 'boolean':
      readBoolean(value, path, report);
      return;
    case 'int32':
      readInteger(value, path, INT32_RANGE, report);
      return;
    case 'int64':
      readInteger(value, path, INT64_RANGE, report);
      return;
    case 'string':
      readString(value, path, report);
      return;
  }
  if ('list' in shape) {
    readList(value as readonly unknown[], path, report).forEach((entry, index) => {
      const entryPath = childPath(path, index);
      if (entry === null && !allowsNull) {
        report(wrongType(entry, entryPath, shape.list === 'string' ? 'a string' : 'an object'));
      }
      checkType(entry, shape.list, entryPath, report, allowsNull);
    });
    return;
  }
  const object = readObject(value as { readonly [name: string]: unknown }, path, report) ?? {};
  for (const name of Object.keys('map' in shape ? object : shape.fields)) {
    const inner = 'map' in shape ? shape.map : (shape.fields[name] as Shape);
    checkType(object[name], inner, childPath(path, name), report, allowsNull);
  }
}

/**
 * Reports every field of a FlowSchema that has the wrong JSON type, as the API server decodes it: null counts as absent.
 *
 * @param value - any value
 * @param report - receives the problems
 */
export function checkFlowSchemaTypes(value: unknown, report: Report): void {
  const shape = { fields: { ...OBJECT, spec: FLOW_SCHEMA_SPEC, status: STATUS } };
  checkType(value, shape, undefined, report, true);
}

/**
 * Reports every field of a PriorityLevelConfiguration that has the wrong JSON type, as the API server decodes it: null
 * counts as absent.
 *
 * @param value - any value
 * @param report - receives the problems
 */
export function checkPriorityLevelTypes(value: unknown, report: Report): void {
  const shape = { fields: { ...OBJECT, spec: PRIORITY_LEVEL_SPEC, status: STATUS } };
  checkType(value, shape, undefined, report, true);
}

function readTyped<T>(
  value: unknown,
  spec: Shape,
  path: FieldPath | undefined,
  report: Report,
): T | undefined {
  let isTyped = true;
  const note: Report = (problem) => {
    isTyped = false;
    report(problem);
  };
  checkType(value, { fields: { ...OBJECT, spec } }, path, note, false);
  return isTyped ? ((value as T) ?? undefined) : undefined;
}

/**
 * Reads a FlowSchema from untrusted data: checks the JSON type of every field that this package reads.
 *
 * It does not check whether the API server accepts the values; see {@link validateFlowSchema}. Unlike the API server, it
 * rejects null as an entry of a list.
 *
 * @param value - any value
 * @param path - path of the object in its document; undefined by default
 * @param report - receives every problem; throws the first by default
 * @returns the value itself; undefined if it is absent or has a field of the wrong type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { readFlowSchema } from '@kubesem/apf';
 *
 * readFlowSchema({ spec: { matchingPrecedence: 500 } })?.spec?.matchingPrecedence // => 500
 * const paths: string[] = [];
 * readFlowSchema({ spec: { rules: [{ subjects: {} }] } }, undefined, ({ path }) => paths.push(path));
 * paths // => ['spec.rules[0].subjects']
 * readFlowSchema({ spec: { matchingPrecedence: '500' } }) // throws INVALID_TYPE
 * ```
 *
 * Source: `k8s.io/api/flowcontrol/v1` v0.37.1, `FlowSchema`.
 */
export function readFlowSchema(
  value: unknown,
  path?: FieldPath,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): FlowSchema | undefined {
  return readTyped(value, FLOW_SCHEMA_SPEC, path, report);
}

/**
 * Reads a PriorityLevelConfiguration from untrusted data: checks the JSON type of every field that this package reads.
 *
 * It does not check whether the API server accepts the values; see {@link validatePriorityLevel}.
 *
 * @param value - any value
 * @param path - path of the object in its document; undefined by default
 * @param report - receives every problem; throws the first by default
 * @returns the value itself; undefined if it is absent or has a field of the wrong type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 *
 * @example
 * ```ts
 * import { readPriorityLevel } from '@kubesem/apf';
 *
 * readPriorityLevel({ spec: { type: 'Exempt' } })?.spec?.type // => 'Exempt'
 * readPriorityLevel({ spec: { limited: { lendablePercent: '50' } } }) // throws INVALID_TYPE
 * ```
 *
 * Source: `k8s.io/api/flowcontrol/v1` v0.37.1, `PriorityLevelConfiguration`.
 */
export function readPriorityLevel(
  value: unknown,
  path?: FieldPath,
  report: ReportProblem<'INVALID_TYPE'> = raise,
): PriorityLevelConfiguration | undefined {
  return readTyped(value, PRIORITY_LEVEL_SPEC, path, report);
}
