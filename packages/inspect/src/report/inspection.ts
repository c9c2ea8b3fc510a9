import {
  apiGroupOf,
  appendAll,
  childPath,
  fieldProblem,
  ignoreProblem,
  KUBERNETES_VERSION,
} from '@kubesem/core';
import { NODE, RUNTIME_CLASS } from '@kubesem/core/kinds';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import type { DnsNameOptions } from '@kubesem/dns';
import type { ManifestObject, ManifestObjects } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { findWorkloadKind, servedApiVersion, WORKLOAD_KINDS } from '@kubesem/workloads';
import type { QuotaCandidate } from '../admission/quota-unit.js';
import { admitCandidates, type QuotaAnswers } from '../admission/quotas.js';
import { AdmissionRules, type PlacedQuota } from '../admission/rules.js';
import { dnsNames, type PlacedDnsNames } from '../cluster/dns-names.js';
import { NETWORK_KINDS, type NetworkCluster, networkCluster } from '../cluster/network-cluster.js';
import { addAll, type ObjectCollector } from '../collector.js';
import { ConfigObjects } from '../config/config-objects.js';
import { BudgetFindings } from '../disruption/budget-findings.js';
import type { ImageCredentials } from '../images/image-credentials.js';
import { withCredentials } from '../images/pulled-pod.js';
import { type Problem, placeProblem } from '../problem.js';
import { ServiceFindings } from '../services/service-findings.js';
import { severityOf } from '../severity.js';
import { Autoscalers } from './autoscalers.js';
import { findDuplicates, withDuplicates } from './duplicates.js';
import { type Entry, type EntryOptions, otherEntry, WorkloadEntry } from './entry.js';
import { identify, isStored } from './identify.js';
import type { InspectReport, ObjectIdentity, ObjectReport } from './report.js';
import { Rereader } from './rereader.js';
import { summarizeLast } from './summary.js';
import { unknownFieldsOf } from './unknown-fields.js';

/** Options of {@link createInspection} and {@link inspectObjects}. */
export interface InspectOptions extends EntryOptions {
  /** Report only on objects of this namespace; those without a namespace are in `default`. */
  readonly namespace?: string | undefined;
  /**
   * Credentials to match against the images. The Secrets and ServiceAccounts of the files are added to them, in any order.
   * The report then has the credentials of each image, and warns of images without any.
   */
  readonly credentials?: ImageCredentials | undefined;
  /** Settings of the cluster whose DNS names to report, such as `{}`; without them, the report has no DNS names. */
  readonly dnsNames?: DnsNameOptions | undefined;
  /**
   * Decides for the ResourceQuotas of the files which objects exist; all others are to be created. An object that exists
   * uses the quotas that have no status, and one that is created with its name updates it. By default, objects with a
   * `metadata.uid` exist.
   */
  readonly exists?: ((object: ObjectIdentity) => boolean) | undefined;
}

/** Collects objects, and then reports on them. */
export interface Inspection extends ObjectCollector {
  /** Returns the report on everything that was added so far. */
  readonly report: () => InspectReport;
}

/**
 * Creates an inspection, for files that are read one object at a time.
 *
 * The inspection keeps only the report on each stored object. It also keeps the text of manifests, because the LimitRanges and
 * ResourceQuotas of the files apply to them, in any order. With `credentials`, it also keeps the names that its credentials
 * depend on; with `dnsNames`, the Services, EndpointSlices, Pods and Namespaces. Of Pods, it keeps what endpoints of Services
 * depend on.
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
  const { namespace, credentials } = options;
  const entries: Entry[] = [];
  const others: ObjectIdentity[] = [];
  const problems: Problem[] = [];
  const rules = new AdmissionRules();
  const rereader = new Rereader();
  const context = { rules, rereader, options, controllers: new Set<string>() };
  const configs = new ConfigObjects();
  const autoscalers = new Autoscalers();
  const services = new ServiceFindings();
  const budgets = new BudgetFindings();
  const reader =
    options.dnsNames && new ClusterReader({ kinds: NETWORK_KINDS, types: BUILT_IN_TYPES });
  const isWanted = (object: { readonly namespace: string }) =>
    namespace === undefined || object.namespace === namespace;

  const add = (placed: ManifestObject) => {
    credentials?.add(placed);
    reader?.add(placed);
    const { identity } = identify(placed, ignoreProblem);
    // RuntimeClasses have no namespace.
    if (placed.kind === RUNTIME_CLASS.kind) {
      rules.add(placed, identity);
    }
    if (!isWanted(identity)) {
      if (placed.kind === NODE.kind) {
        services.add(placed);
      }
      return;
    }
    services.add(placed);
    budgets.add(placed, identity);
    if (placed.kind !== RUNTIME_CLASS.kind) {
      rules.add(placed, identity);
    }
    const found = [...configs.add(placed, identity)];
    const kind = findWorkloadKind(placed.apiVersion, placed.kind);
    if (kind === undefined) {
      appendAll(found, unservedVersion(placed, isStored(placed)));
      appendAll(found, autoscalers.add(placed, identity, isStored(placed)));
      for (const problem of unknownFieldsOf(placed, isStored(placed))) {
        found.push(placeProblem(placed, severityOf(problem, isStored(placed)), problem));
      }
      appendAll(problems, found);
      others.push(identity);
      entries.push(otherEntry(placed, identity, context, found));
    } else {
      entries.push(new WorkloadEntry(placed, kind, identity, context));
    }
  };
  const report = (): InspectReport => {
    const found = reportEntries(entries, rules.quotas, autoscalers, configs, options);
    rereader.forget();
    const { objects, duplicates, ...admission } = found;
    const own = [
      ...problems,
      ...rules.problems,
      ...admission.problems,
      ...services.problems(),
      ...budgets.problems(),
    ];
    const known = [...own, ...objects.flatMap((object) => object.problems)];
    const limitRanges = rules.limitRangeReports;
    const names = reader && namesOf(networkCluster(reader.read()), options.dnsNames, known);
    return {
      kubernetesVersion: KUBERNETES_VERSION,
      objects,
      others: [...others],
      problems: [...own, ...(names?.problems ?? [])],
      summary: summarizeLast(objects, duplicates),
      ...(limitRanges.length > 0 && { limitRanges }),
      ...(rules.quotas.length > 0 && {
        quotas: admission.quotas,
        quotaVerdicts: admission.verdicts,
      }),
      ...(names && { dnsNames: names.objects.filter(isWanted) }),
    };
  };
  return { add, addProblem: (problem) => void problems.push(problem), report };
}

/** The reports on Pods and workloads, and what quotas do with all objects. */
interface ReportedEntries extends Omit<QuotaAnswers, 'problems'> {
  readonly objects: readonly ObjectReport[];
  readonly duplicates: ReturnType<typeof findDuplicates>;
  /** The problems of objects without a report. */
  readonly problems: readonly Problem[];
}

function reportEntries(
  entries: readonly Entry[],
  placedQuotas: readonly PlacedQuota[],
  autoscalers: Autoscalers,
  configs: ConfigObjects,
  { credentials, onPod, now }: InspectOptions,
): ReportedEntries {
  for (const entry of entries) {
    entry.update?.();
  }
  const find = credentials?.podKeyrings();
  const workloads = entries.flatMap((entry) => {
    const { object, pulled } = entry;
    if (object === undefined) {
      return [];
    }
    const pod = onPod && entry.pod?.();
    if (pod !== undefined) {
      onPod?.(pod, object);
    }
    const reported = find && pulled ? withCredentials(object, pulled, find) : object;
    return [{ entry, object: autoscalers.applyTo(reported) }];
  });
  const reports = workloads.map(({ object }) => object);
  const duplicates = findDuplicates(reports);
  const objects = withDuplicates(reports, duplicates);
  const candidates = placedQuotas.length === 0 ? [] : candidatesOf(entries);
  const { quotas, verdicts, problems } = admitCandidates(placedQuotas, candidates, now);
  const rejections = ({ identity }: Entry) => (identity && problems.get(identity)) ?? [];
  const uids = new Set(objects.map(({ uid }) => uid));
  const found = (entry: Entry, { controllerUid }: ObjectReport) => [
    ...rejections(entry),
    // The controller has the same references.
    ...(controllerUid !== undefined && uids.has(controllerUid)
      ? []
      : (entry.missingConfig?.(configs) ?? [])),
  ];
  return {
    quotas,
    verdicts,
    duplicates,
    objects: objects.map((object, index) => {
      const more = found((workloads[index] as { readonly entry: Entry }).entry, object);
      return more.length === 0 ? object : { ...object, problems: [...object.problems, ...more] };
    }),
    problems: entries
      .filter(({ object }) => object === undefined)
      .flatMap((entry) => [...(entry.problems ?? []), ...rejections(entry)]),
  };
}

/**
 * What exists and what is created, in the order of the files. Of an object that is defined several times, the last definition
 * counts; it updates the object if that exists.
 */
function candidatesOf(entries: readonly Entry[]): readonly QuotaCandidate[] {
  const existing = new Map<string, Candidate>();
  const created = new Map<string, Candidate>();
  const replaced = new Set<Candidate>();
  const candidates = entries.flatMap(({ candidate: own, object }): Candidate[] => {
    return own === undefined ? [] : [{ own, uid: object?.uid, key: keyOf(own.identity) }];
  });
  for (const candidate of candidates) {
    const { own, uid, key } = candidate;
    if (key !== undefined) {
      const known = own.exists ? existing : created;
      const earlier = known.get(key);
      // Two stored objects of a name are from two clusters, or one has replaced the other.
      if (earlier !== undefined && (earlier.uid ?? uid) === (uid ?? earlier.uid)) {
        replaced.add(earlier);
      }
      known.set(key, candidate);
    }
  }
  return candidates
    .filter((candidate) => !replaced.has(candidate))
    .map(({ own, key = '' }) => (own.exists ? own : { ...own, before: existing.get(key)?.own }));
}

interface Candidate {
  readonly own: QuotaCandidate;
  readonly uid: string | undefined;
  /** What identifies the object; undefined if its name is not final. */
  readonly key: string | undefined;
}

function keyOf({ apiVersion, kind, namespace, name }: ObjectIdentity): string | undefined {
  const isNamed = name !== '' && !name.endsWith('*');
  const group = apiGroupOf(apiVersion);
  return isNamed ? JSON.stringify([group, kind, namespace, name]) : undefined;
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

function unservedVersion(placed: ManifestObject, isStored: boolean): readonly Problem[] {
  const { apiVersion, kind } = placed;
  const served = servedApiVersion(apiVersion, kind);
  const isVersion = served !== undefined;
  const message = isVersion
    ? `Kubernetes ${KUBERNETES_VERSION} serves ${kind} only as ${served}; object skipped`
    : unknownKind(apiVersion, kind);
  if (message === undefined) {
    return [];
  }
  const problem = fieldProblem({
    type: 'FieldValueNotSupported',
    code: 'UNSERVED_VERSION',
    path: childPath(undefined, isVersion ? 'apiVersion' : 'kind'),
    value: isVersion ? apiVersion : kind,
    message,
  });
  return [placeProblem(placed, severityOf(problem, isStored), problem)];
}

/**
 * Explains why Kubernetes serves no workload of a kind: a misspelled name, such as `Statefulset`, or one that the groups
 * `apps` and `batch` do not have. Undefined if it may be another kind.
 *
 * Source: `k8s.io/api/apps/v1` and `k8s.io/api/batch/v1` v0.37.1, `register.go`.
 */
function unknownKind(apiVersion: string, kind: string): string | undefined {
  const spelling = kind.toLowerCase().replace(/s$/, '');
  const meant = WORKLOAD_KINDS.find((known) => known.kind.toLowerCase() === spelling)?.kind;
  const isMeant = meant !== undefined && servedApiVersion(apiVersion, meant) !== undefined;
  const isMissing =
    /^(?:apps|batch)\//.test(apiVersion) && !/^ControllerRevision$|List$/.test(kind);
  return isMeant || isMissing
    ? `Kubernetes ${KUBERNETES_VERSION} has no such kind${isMeant ? `; did you mean ${meant}?` : ` in ${apiVersion}`}; object skipped`
    : undefined;
}

/** Returns the DNS names, and the problems of the objects that have them beyond those that are known. */
function namesOf(
  cluster: NetworkCluster,
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
