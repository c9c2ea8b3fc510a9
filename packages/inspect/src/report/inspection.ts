import {
  childPath,
  fieldProblem,
  KUBERNETES_VERSION,
  type Pod,
  type ReportProblem,
} from '@kubesem/core';
import type { DnsNameOptions } from '@kubesem/dns';
import type { ManifestObject, ManifestObjects } from '@kubesem/manifests';
import { findWorkloadKind, servedApiVersion } from '@kubesem/workloads';
import { type Cluster, createClusterReader } from '../cluster/cluster.js';
import { dnsNames, type PlacedDnsNames } from '../cluster/dns-names.js';
import { addAll, type ObjectCollector } from '../collector.js';
import { type Problem, placeProblem } from '../problem.js';
import { severityOf } from '../severity.js';
import { Autoscalers } from './autoscalers.js';
import { withDuplicates } from './duplicates.js';
import { identify } from './identify.js';
import type { ImageCredentials } from './image-credentials.js';
import { inspectObject } from './object-report.js';
import type { PodReportOptions } from './pod-report.js';
import { type PulledPod, pulledPod, withCredentials } from './pulled-pod.js';
import type { InspectReport, ObjectIdentity, ObjectReport } from './report.js';
import { summarize } from './summary.js';

/** Options of {@link createInspection} and {@link inspectObjects}. */
export interface InspectOptions extends PodReportOptions {
  /** Report only on objects of this namespace; those without a namespace are in `default`. */
  readonly namespace?: string | undefined;
  /**
   * Credentials to match against the images. The Secrets and ServiceAccounts of the files are added to them, in any order.
   * The report then has the credentials of each image, and warns of images without any.
   */
  readonly credentials?: ImageCredentials | undefined;
  /** Settings of the cluster whose DNS names to report, such as `{}`; without them there are none. */
  readonly dnsNames?: DnsNameOptions | undefined;
  /** Receives each Pod and Pod template that can be read, with its defaults. */
  readonly onPod?: ((pod: Pod, object: ObjectReport) => void) | undefined;
}

/** Collects objects, and then reports on them. */
export interface Inspection extends ObjectCollector {
  /** Returns the report on everything that was added so far. */
  readonly report: () => InspectReport;
}

/**
 * Creates an inspection, for files that are read one object at a time.
 *
 * The inspection keeps only the report on each object. With `credentials`, it also keeps the names that its credentials
 * depend on; with `dnsNames`, the Services, EndpointSlices, Pods and Namespaces.
 *
 * @param options - what to report
 * @returns the inspection: add objects and problems, then ask for the report
 *
 * @example
 * ```ts
 * import { createInspection } from '@kubesem/inspect';
 * import { readObjects } from '@kubesem/manifests';
 *
 * const chunks = ['{"apiVersion": "v1", "kind": "Pod", ', '"spec": {"containers": [{"name": "app"}]}}'];
 * const { add, addProblem, report } = createInspection();
 * for await (const object of readObjects({ name: 'pod.json', chunks }, { onProblem: addProblem })) {
 *   add(object);
 * }
 * report().objects.map(({ pod }) => pod?.qosClass) // => ['BestEffort']
 * ```
 */
export function createInspection(options: InspectOptions = {}): Inspection {
  const { namespace, credentials, onPod } = options;
  const inspected: { readonly object: ObjectReport; readonly pulled: PulledPod | undefined }[] = [];
  const others: ObjectIdentity[] = [];
  const problems: Problem[] = [];
  const autoscalers = new Autoscalers();
  const cluster = options.dnsNames && createClusterReader();
  const isWanted = (object: { readonly namespace: string }) =>
    namespace === undefined || object.namespace === namespace;

  const add = (placed: ManifestObject) => {
    credentials?.add(placed);
    cluster?.add(placed);
    const kind = findWorkloadKind(placed.apiVersion, placed.kind);
    if (kind === undefined || namespace !== undefined) {
      const { identity, uid } = identify(placed, ignore);
      if (!isWanted(identity)) {
        return;
      }
      if (kind === undefined) {
        problems.push(...unservedVersion(placed, uid !== ''));
        problems.push(...autoscalers.add(placed, identity, uid !== ''));
        others.push(identity);
        return;
      }
    }
    const { report: object, pod } = inspectObject(placed, kind, options);
    const pulled = pod && credentials && pulledPod(pod, object, placed, kind.templateSegments);
    inspected.push({ object, pulled });
    if (pod !== undefined) {
      onPod?.(pod, object);
    }
  };
  const report = (): InspectReport => {
    const find = credentials?.podKeyrings();
    const objects = withDuplicates(
      inspected.map(({ object, pulled }) =>
        autoscalers.applyTo(find && pulled ? withCredentials(object, pulled, find) : object),
      ),
    );
    const found = [...problems, ...objects.flatMap((object) => object.problems)];
    const names = cluster && namesOf(cluster.cluster(), options.dnsNames, found);
    return {
      kubernetesVersion: KUBERNETES_VERSION,
      objects,
      others: [...others],
      problems: [...problems, ...(names?.problems ?? [])],
      summary: summarize(objects),
      ...(names && { dnsNames: names.objects.filter(isWanted) }),
    };
  };
  return { add, addProblem: (problem) => void problems.push(problem), report };
}

/**
 * Reports on the Pods and workloads of some files: their effective requests and limits, QoS class and images, and what is
 * wrong with them.
 *
 * Manifests get the defaults of the API server first. Stored Pods, which have a `metadata.uid`, get no defaults; their
 * status counts, as in `kubectl describe node`.
 *
 * @param files - results of `parseObjects` of `@kubesem/manifests`
 * @param options - what to report
 * @returns plain data: leaves are strings, numbers and quantities; nothing is thrown
 *
 * @example
 * ```ts
 * import { inspectObjects } from '@kubesem/inspect';
 * import { parseObjects } from '@kubesem/manifests';
 *
 * const text = `
 * apiVersion: v1
 * kind: Pod
 * metadata: { name: web }
 * spec:
 *   containers:
 *   - name: app
 *     resources: { limits: { cpu: 0.5, memory: 1.5Gi } }
 * `;
 * const { objects, summary } = inspectObjects([parseObjects({ name: 'web.yaml', text })]);
 * objects[0]?.pod?.qosClass // => 'Guaranteed'
 * summary.requests // => { cpu: '500m', memory: '1536Mi' }
 * ```
 */
export function inspectObjects(
  files: Iterable<ManifestObjects>,
  options: InspectOptions = {},
): InspectReport {
  const inspection = createInspection(options);
  addAll(inspection, files);
  return inspection.report();
}

const ignore: ReportProblem = () => {};

function unservedVersion(placed: ManifestObject, isStored: boolean): readonly Problem[] {
  const { apiVersion, kind } = placed;
  const served = servedApiVersion(apiVersion, kind);
  if (served === undefined) {
    return [];
  }
  const problem = fieldProblem({
    type: 'FieldValueNotSupported',
    code: 'UNSERVED_VERSION',
    path: childPath(undefined, 'apiVersion'),
    value: apiVersion,
    message: `Kubernetes ${KUBERNETES_VERSION} serves ${kind} only as ${served}; object skipped`,
  });
  return [placeProblem(placed, severityOf(problem, isStored), problem)];
}

/** Returns the DNS names, and the problems of the objects that have them beyond those that are known. */
function namesOf(
  cluster: Cluster,
  options: DnsNameOptions | undefined,
  known: readonly Problem[],
): PlacedDnsNames {
  const { objects, problems } = dnsNames(cluster, options);
  const keyOf = ({ file, line, column, code }: Problem) =>
    JSON.stringify([file, line, column, code]);
  const keys = new Set(known.map(keyOf));
  const all = [...cluster.problems, ...problems];
  return { objects, problems: all.filter((problem) => !keys.has(keyOf(problem))) };
}
