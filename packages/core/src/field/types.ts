import type { StringMap } from '../api/meta/metadata.js';
import type { FieldPath } from './path.js';
import { childPath, keyPath } from './path.js';
import {
  INT32_RANGE,
  INT64_RANGE,
  type ReportProblem,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  wrongType,
} from './read.js';

/**
 * JSON type of a field. A list has the type of its items; of an object, the listed fields are checked.
 *
 * @internal
 */
export type FieldType =
  | 'string'
  | 'strings' // a map
  | 'integer'
  | 'int32'
  | 'boolean'
  | readonly [FieldType]
  | { readonly [field: string]: FieldType };

/**
 * Checks the JSON types of the fields of a value that nothing else reads.
 *
 * @param value - the value
 * @param type - its type
 * @param path - its path
 * @param report - receives fields of the wrong type
 *
 * @internal
 */
export function checkTypes(
  value: unknown,
  type: FieldType,
  path: FieldPath | undefined,
  report: ReportProblem<'INVALID_TYPE'>,
): void {
  if (type === 'string') {
    readString(value, path, report);
  } else if (type === 'strings') {
    for (const [key, text] of Object.entries(readObject(value as StringMap, path, report) ?? {})) {
      if (typeof text !== 'string') {
        readString(text, keyPath(path, key), report);
      }
    }
  } else if (type === 'boolean') {
    readBoolean(value, path, report);
  } else if (type === 'int32' || type === 'integer') {
    readInteger(value, path, type === 'int32' ? INT32_RANGE : INT64_RANGE, report);
  } else if (isListType(type)) {
    for (const [index, item] of readList(value as readonly unknown[], path, report).entries()) {
      const itemPath = childPath(path, index);
      if (item === null) {
        report(wrongType(item, itemPath, 'a value'));
      } else {
        checkTypes(item, type[0], itemPath, report);
      }
    }
  } else {
    const fields = readObject(value as { readonly [field: string]: unknown }, path, report) ?? {};
    for (const field of Object.keys(type)) {
      const own = Object.prototype.hasOwnProperty.call(fields, field) ? fields[field] : undefined;
      // Most fields are absent.
      if (own !== undefined && own !== null) {
        checkTypes(own, type[field] as FieldType, childPath(path, field), report);
      }
    }
  }
}

function isListType(type: FieldType): type is readonly [FieldType] {
  return Array.isArray(type);
}

/**
 * The fields of metadata that everybody may set.
 *
 * @internal
 */
export const METADATA_TYPES: FieldType = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  uid: 'string',
  resourceVersion: 'string',
  creationTimestamp: 'string',
  deletionTimestamp: 'string',
  generation: 'integer',
  deletionGracePeriodSeconds: 'integer',
  labels: 'strings',
  annotations: 'strings',
  finalizers: ['string'],
  ownerReferences: [
    {
      apiVersion: 'string',
      kind: 'string',
      name: 'string',
      uid: 'string',
      controller: 'boolean',
      blockOwnerDeletion: 'boolean',
    },
  ],
};

/**
 * The fields that all objects have.
 *
 * @internal
 */
export const OBJECT_TYPES: { readonly [field: string]: FieldType } = {
  apiVersion: 'string',
  kind: 'string',
  metadata: METADATA_TYPES,
};

/**
 * The conditions of a status.
 *
 * @internal
 */
export const CONDITION_TYPES: FieldType = [
  {
    ...{ type: 'string', status: 'string', reason: 'string', message: 'string' },
    lastTransitionTime: 'string',
    observedGeneration: 'integer',
  },
];
