import type { KubesemError } from '@kubesem/core';
import type { Amounts } from '@kubesem/resources';
import { entryPath, type PodResourceProblemType, toProblem } from '@kubesem/resources';
import type { AllocationProblem, AllocationProblemCode } from './allocation.js';

/** The codes whose type is not `FieldValueInvalid`. */
const TYPES: { readonly [code: string]: PodResourceProblemType } = {
  INVALID_TYPE: 'FieldValueTypeInvalid',
  NOT_A_POD: 'FieldValueTypeInvalid',
  NOT_A_NODE: 'FieldValueTypeInvalid',
  NAME_MISSING: 'FieldValueRequired',
  DUPLICATE_NAME: 'FieldValueDuplicate',
  NODE_WITHOUT_CAPACITY: 'FieldValueRequired',
  UNKNOWN_NODE: 'FieldValueNotFound',
};

/** Takes down what is wrong with one object; the path is one in the object. */
export type Note = (
  code: AllocationProblemCode,
  path: string,
  value: string | undefined,
  message: string,
) => void;

/** Hands on the problems of the object at `objectPath`. */
export function notes(objectPath: string, add: (problem: AllocationProblem) => void): Note {
  return (code, path, value, message) => {
    const type = TYPES[code] ?? 'FieldValueInvalid';
    add({ type, path: path === '' ? objectPath : `${objectPath}.${path}`, value, code, message });
  };
}

/** Takes down an error of reading. */
export function noteError(note: Note, error: KubesemError): void {
  const { code, path, value, message } = toProblem(error);
  note(code as AllocationProblemCode, path, value, message);
}

/** Takes down the amounts below zero of a resource list. */
export function noteNegatives(amounts: Amounts, path: string, note: Note): void {
  for (const [name, amount] of amounts) {
    if (amount.sign() < 0) {
      const place = entryPath(path, name);
      note('NEGATIVE', place, amount.toString(), 'expected no less than zero');
    }
  }
}
