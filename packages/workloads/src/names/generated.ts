import {
  COUNT_RANGE,
  dns1123SubdomainErrors,
  fields,
  fromByteString,
  GENERATED_PREFIX_BYTES,
  maskTrailingDash,
  THROW,
  toByteString,
} from '@kubesem/core';

/** Options of {@link generatedNamePrefix}. */
export interface GeneratedNameOptions {
  /** Index of the Pod, if the controller is a Job with the completion mode `Indexed`. */
  readonly index?: number | undefined;
}

/**
 * Computes what the names of the Pods of a controller start with. The API server adds 5 random characters.
 *
 * A long name is cut, so the names of Pods do not always start with the name of their controller. The index of a Job is kept.
 *
 * @param name - name of the ReplicaSet, ReplicationController, DaemonSet or Job
 * @param options - the index of a Pod of an Indexed Job
 * @returns the prefix, at most 58 bytes
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name is not a string, or the index is not a whole number
 *
 * @example
 * ```ts
 * import { generatedNamePrefix } from '@kubesem/workloads';
 *
 * generatedNamePrefix('web-6db867d447') // => 'web-6db867d447-'
 * generatedNamePrefix('import', { index: 7 }) // => 'import-7-'
 * generatedNamePrefix('a'.repeat(60), { index: 7 }) === `${'a'.repeat(55)}-7-` // => true
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller` v1.37.1, `getPodsPrefix`; `k8s.io/kubernetes/pkg/controller/job` v1.37.1,
 * `podGenerateNameWithIndex`.
 */
export function generatedNamePrefix(name: string, options: GeneratedNameOptions = {}): string {
  const bytes = toByteString(fields({ name }, THROW).text('name'));
  const index = fields(options, THROW).integer('index', COUNT_RANGE);
  if (index === undefined) {
    return fromByteString(withDash(bytes).slice(0, GENERATED_PREFIX_BYTES));
  }
  const end = `-${index}-`;
  return fromByteString(bytes.slice(0, GENERATED_PREFIX_BYTES - end.length) + end);
}

/** A name that is invalid with a dash stays as it is. */
function withDash(name: string): string {
  const prefix = `${name}-`;
  return dns1123SubdomainErrors(maskTrailingDash(prefix)).length === 0 ? prefix : name;
}
