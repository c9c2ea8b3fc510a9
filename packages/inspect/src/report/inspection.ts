import { KUBERNETES_VERSION, type ObjectReference, originOf, type Service } from '@kubesem/core';
import { SERVICE } from '@kubesem/core/kinds';
import type { ManifestObject, ManifestObjects, ManifestProblem } from '@kubesem/manifests';
import { workloadKind } from '@kubesem/workloads';
import { lastDefinitions } from '../admission/candidate.js';
import { admitCandidates, refusedUpdates } from '../admission/quotas.js';
import { admissionRules } from '../admission/rules.js';
import { dnsNames, type PlacedDnsNames } from '../cluster/dns-names.js';
import { type NetworkCluster, networkCluster } from '../cluster/network-cluster.js';
import { missingConfig } from '../config/missing-config.js';
import { budgetFindings } from '../disruption/budget-findings.js';
import { withCredentials } from '../images/pulled-pod.js';
import type { Problem } from '../problem.js';
import { serviceFindings } from '../services/service-findings.js';
import { type AutoscalerRanges, autoscalerRanges, withAutoscaler } from './autoscalers.js';
import { Collection, type InspectOptions } from './collection.js';
import { findDuplicates, withDuplicates } from './duplicates.js';
import type { InspectedObject, InspectedWorkload } from './inspected-object.js';
import type { InspectReport, ObjectReport } from './report.js';
import { summarizeLast } from './summary.js';

/** Receives the objects and the problems of files, in any order. */
export interface ObjectCollector {
  /** Adds an object; objects that do not matter are skipped. */
  readonly add: (object: ManifestObject) => void;
  /** Adds a problem of a file. */
  readonly addProblem: (problem: ManifestProblem) => void;
}

/** Collects objects, and then reports on them. */
export interface Inspection extends ObjectCollector {
  /** Returns the report on everything that was added so far. */
  readonly report: () => InspectReport;
}

/**
 * Creates an inspection, for files that are read one object at a time.
 *
 * What an API server has stored is inspected at once: the inspection keeps the report on it, and what quotas count. Manifests are
 * kept until the report is made, because the LimitRanges and ResourceQuotas of the files apply to them, in any order. With
 * `credentials`, the inspection also keeps the names that its credentials depend on; with `dnsNames`, the Services,
 * EndpointSlices, Pods and Namespaces. Of Pods, it keeps what endpoints of Services depend on.
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
  const collection = new Collection(options);
  return {
    add: (placed) => collection.add(placed),
    addProblem: (problem) => void collection.problems.push(problem),
    report: () => reportOn(collection, options),
  };
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
  const { add, addProblem, report } = createInspection(options);
  for (const { objects, problems } of files) {
    problems.forEach(addProblem);
    objects.forEach(add);
  }
  return report();
}

/** Reports on everything that was collected. */
function reportOn(collection: Collection, options: InspectOptions): InspectReport {
  const { namespace, dnsNames: wantsNames, now } = options;
  const read = collection.reader.read();
  const rules = admissionRules(read);
  const inspected = collection.inspected(rules);
  const workloads = inspected.filter(isWorkload);
  const reports = reportsOn(workloads, autoscalerRanges(read.cluster), options);
  const duplicates = findDuplicates(reports);
  const hasUpdates = new Set(inspected.map(({ exists }) => exists)).size > 1;
  const candidates = rules.quotas.length > 0 || hasUpdates ? lastDefinitions(inspected) : [];
  const admission = admitCandidates(rules.quotas, candidates, now);
  const refusals = refusedUpdates(candidates);
  const missing = missingConfig(workloads, read.cluster);
  const rejections = ({ identity }: InspectedObject) => [
    ...(refusals.get(identity) ?? []),
    ...(admission.problems.get(identity) ?? []),
  ];
  const objects = withDuplicates(reports, duplicates).map((object, index) => {
    const workload = workloads[index] as WithWorkload;
    const more = [...rejections(workload), ...(missing.get(workload) ?? [])];
    return more.length === 0 ? object : { ...object, problems: [...object.problems, ...more] };
  });
  const others = inspected.filter((object) => !isWorkload(object));
  const isWanted = (name: string) => namespace === undefined || name === namespace;
  const changed = changedServices(others);
  const own = [
    ...collection.problems,
    ...read.problems.filter(({ object }) => !isWorkloadKind(object)),
    ...rules.problems,
    ...others.flatMap((object) => [...(object.problems ?? []), ...rejections(object)]),
    ...serviceFindings(
      read,
      (of, name) => !isWanted(of) || changed.has(JSON.stringify([of, name])),
    ),
    ...budgetFindings(read, collection.unreadable),
  ];
  const known = [...own, ...objects.flatMap((object) => object.problems)];
  const names = wantsNames && namesOf(networkCluster(read), options, known);
  const { limitRanges } = rules;
  return {
    kubernetesVersion: KUBERNETES_VERSION,
    objects,
    others: others.map(({ identity }) => identity),
    problems: [...own, ...(names?.problems ?? [])],
    summary: summarizeLast(objects, duplicates),
    ...(limitRanges.length > 0 && { limitRanges }),
    ...(rules.quotas.length > 0 && {
      quotas: admission.quotas,
      quotaVerdicts: admission.verdicts,
    }),
    ...(names && { dnsNames: names.objects }),
  };
}

/** The reports on Pods and workloads say themselves that these are defined twice. */
function isWorkloadKind({ apiVersion, kind }: ObjectReference = {}): boolean {
  return workloadKind(apiVersion ?? '', kind ?? '') !== undefined;
}

/** The Services that manifests define, as JSON of namespace and name. */
function changedServices(objects: readonly InspectedObject[]): ReadonlySet<string> {
  return new Set(
    objects
      .filter(({ identity, measured }) => identity.kind === SERVICE.kind && measured)
      .filter(({ measured }) => originOf(measured as Service) === 'MANIFEST')
      .map(({ identity: { namespace, name } }) => JSON.stringify([namespace, name])),
  );
}

interface WithWorkload extends InspectedObject {
  readonly workload: InspectedWorkload;
}

function isWorkload(object: InspectedObject): object is WithWorkload {
  return object.workload !== undefined;
}

/** The reports on Pods and workloads, with what other objects say about them. */
function reportsOn(
  workloads: readonly WithWorkload[],
  autoscalers: AutoscalerRanges,
  { credentials, onPod }: InspectOptions,
): readonly ObjectReport[] {
  const find = credentials?.podKeyrings();
  return workloads.map(({ workload: { report, pod, pulled } }) => {
    if (pod !== undefined) {
      onPod?.(pod, report);
    }
    const known = find && pulled ? withCredentials(report, pulled, find) : report;
    return withAutoscaler(known, autoscalers);
  });
}

/** Returns the DNS names, and the problems of the objects that have them beyond those that are known. */
function namesOf(
  cluster: NetworkCluster,
  { dnsNames: settings, namespace: wanted }: InspectOptions,
  known: readonly Problem[],
): PlacedDnsNames {
  const { objects, problems } = dnsNames(cluster, settings);
  const keyOf = ({ file, line, column, code }: Problem) =>
    JSON.stringify([file, line, column, code]);
  const keys = new Set(known.map(keyOf));
  const all = [...cluster.problems, ...problems];
  return {
    objects: objects.filter(({ namespace }) => wanted === undefined || namespace === wanted),
    problems: all.filter((problem) => !keys.has(keyOf(problem))),
  };
}
