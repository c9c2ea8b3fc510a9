import {
  type CronJob,
  dns1123SubdomainErrors,
  type StatefulSet,
  type Timestamp,
} from '@kubesem/core';
import {
  COUNT_RANGE,
  fields,
  fromByteString,
  GENERATED_PREFIX_BYTES,
  type IntegerRange,
  maskTrailingDash,
  readTime,
  THROW,
  toByteString,
} from '@kubesem/core/internal';

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

/**
 * Computes the name of the Job that a CronJob creates for a run: the name of the CronJob, and the time in minutes since 1970.
 *
 * @param cronJob - the CronJob; it is not changed
 * @param time - the time for which the run is scheduled
 * @returns the name
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if `time` is not a time, or the metadata or the name has the wrong type
 *
 * @example
 * ```ts
 * import { jobName } from '@kubesem/workloads';
 *
 * jobName({ metadata: { name: 'backup' } }, '2026-01-01T03:00:00Z') // => 'backup-29453940'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/cronjob` v1.37.1, `getJobName` and `getTimeHashInMinutes`.
 */
export function jobName(cronJob: CronJob, time: Timestamp): string {
  const name = fields(cronJob, THROW).at('metadata').text('name');
  const ms = readTime(time, fields({ time }, THROW).pathOf('time'));
  return `${name}-${Math.trunc(Math.floor(ms / 1000) / 60)}`;
}

/** Options of {@link podNames} and {@link claimNames}. */
export interface PodNamesOptions {
  /** How many Pods are listed at most; 10,000 by default. */
  readonly limit?: number | undefined;
}

/** The claims of one Pod of a StatefulSet. */
export interface PodClaims {
  /** Name of the Pod. */
  readonly pod: string;
  /** Names of its PersistentVolumeClaims, in the order of the templates. */
  readonly claims: readonly string[];
}

const DEFAULT_LIMIT = 10_000;
const LIMIT_RANGE: IntegerRange = { min: 0, max: 10_000_000 };

/**
 * Lists the names of the Pods of a StatefulSet.
 *
 * @param statefulSet - the StatefulSet; defaults apply, and it is not changed
 * @param options - how many Pods are listed at most
 * @returns the names by ordinal, from `spec.ordinals.start` on
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the limit or a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { podNames } from '@kubesem/workloads';
 *
 * podNames({ metadata: { name: 'db' }, spec: { replicas: 2 } }) // => ['db-0', 'db-1']
 * podNames({ metadata: { name: 'db' }, spec: { ordinals: { start: 5 } } }) // => ['db-5']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `getPodName`, `getStartOrdinal` and `getEndOrdinal`.
 */
export function podNames(
  statefulSet: StatefulSet,
  options: PodNamesOptions = {},
): readonly string[] {
  return suffixes(statefulSet, options).map((suffix) => suffix.slice(1));
}

/**
 * Lists the names of the PersistentVolumeClaims that a StatefulSet creates from its templates.
 *
 * @param statefulSet - the StatefulSet; defaults apply, and it is not changed
 * @param options - how many Pods are listed at most
 * @returns the claims of each Pod, in the order of {@link podNames}
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the limit or a field that counts has the wrong type
 *
 * @example
 * ```ts
 * import { claimNames } from '@kubesem/workloads';
 *
 * const volumeClaimTemplates = [{ metadata: { name: 'data' } }];
 * claimNames({ metadata: { name: 'db' }, spec: { replicas: 2, volumeClaimTemplates } }) // => [
 * //   { pod: 'db-0', claims: ['data-db-0'] },
 * //   { pod: 'db-1', claims: ['data-db-1'] },
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/statefulset` v1.37.1, `getPersistentVolumeClaimName`.
 */
export function claimNames(
  statefulSet: StatefulSet,
  options: PodNamesOptions = {},
): readonly PodClaims[] {
  const templates = fields(statefulSet, THROW)
    .at('spec')
    .each('volumeClaimTemplates', (template) => template.at('metadata').text('name'));
  return suffixes(statefulSet, options).map((suffix) => ({
    pod: suffix.slice(1),
    claims: templates.map((template) => template + suffix),
  }));
}

/** What the names of Pods and claims end with: `-db-0` and so on. */
function suffixes(statefulSet: StatefulSet, options: PodNamesOptions): readonly string[] {
  const object = fields(statefulSet, THROW);
  const name = object.at('metadata').text('name');
  const spec = object.at('spec');
  const replicas = spec.integer('replicas') ?? 1;
  const start = spec.at('ordinals').integer('start') ?? 0;
  const most = fields(options, THROW).integer('limit', LIMIT_RANGE) ?? DEFAULT_LIMIT;
  const length = Math.min(Math.max(replicas, 0), most);
  return Array.from({ length }, (_, index) => `-${name}-${start + index}`);
}
