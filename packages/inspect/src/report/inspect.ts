import { KUBERNETES_VERSION, type Pod } from '@kubesem/core';
import type { ManifestFile, ManifestStream, PlacedObject } from '@kubesem/manifests';
import { ObjectStream } from '@kubesem/manifests';
import { withDuplicates } from './duplicates.js';
import { Fields } from './fields.js';
import type { ImageCredentials } from './image-credentials.js';
import { findPodKind, findServedVersion } from './kinds.js';
import { identify, reportObject } from './object-report.js';
import type { Problem } from './problem.js';
import type { FileReport, InspectReport, ObjectIdentity, ObjectReport } from './report.js';
import { summarize } from './summary.js';

/** Options of {@link inspectManifest} and {@link inspectManifests}. */
export interface InspectOptions {
  /** Whether to say how each number came about; off by default. */
  readonly explain?: boolean | undefined;
  /** Called with each Pod and Pod template that could be read, as what the report says of it was computed from. */
  readonly onPod?: ((pod: Pod, object: ObjectReport) => void) | undefined;
  /**
   * Credentials for registries. They take up the Secrets and ServiceAccounts of the manifests, and then the report says
   * what each image is pulled with, and warns of those that none match. `inspectManifest` only takes up; `combineReports`
   * says so.
   */
  readonly credentials?: ImageCredentials | undefined;
}

/**
 * Reports what the Pods and workloads of one file ask for.
 *
 * Manifests get the API server's defaults first; stored Pods, which have a `metadata.uid`, are taken as they are,
 * status included, as `kubectl describe node` counts them.
 *
 * @param file - the text and what to call it
 * @param options - whether to explain, and who wants the Pods
 * @returns a report on every object, and what is wrong with the rest; nothing is thrown
 *
 * @example
 * ```ts
 * import { inspectManifest } from '@kubesem/inspect';
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
 * const { objects } = inspectManifest({ name: 'web.yaml', text });
 * objects[0]?.pod?.qosClass // => 'Guaranteed'
 * objects[0]?.pod?.requests.memory?.toString() // => '1536Mi'
 * ```
 */
export function inspectManifest(file: ManifestFile, options: InspectOptions = {}): FileReport {
  const inspection = startInspection(file.name, options);
  inspection.stream.push(file.text);
  inspection.stream.end();
  return inspection.report;
}

/**
 * Reports what the Pods and workloads of one file ask for, which is read piece by piece.
 *
 * Of the text no more is held than one object at a time, so that a dump may be longer than any string. What can be read
 * of a dump that is cut off is reported.
 *
 * @param file - the text, in chunks of any length, and what to call it
 * @param options - as of {@link inspectManifest}
 * @returns a report on every object, and what is wrong with the rest
 * @throws whatever the chunks throw
 *
 * @example
 * ```ts
 * import { inspectStream } from '@kubesem/inspect';
 *
 * const chunks = ['{"apiVersion": "v1", "kind": "Pod", ', '"spec": {"containers": [{"name": "app"}]}}'];
 * const { objects } = await inspectStream({ name: 'pod.json', chunks });
 * objects[0]?.pod?.qosClass // => 'BestEffort'
 * ```
 */
export async function inspectStream(
  file: ManifestStream,
  options: InspectOptions = {},
): Promise<FileReport> {
  const inspection = startInspection(file.name, options);
  for await (const chunk of file.chunks) {
    inspection.stream.push(chunk);
  }
  inspection.stream.end();
  return inspection.report;
}

/** A report that grows with its text. */
interface Inspection {
  readonly stream: ObjectStream;
  readonly report: FileReport;
}

function startInspection(file: string, options: InspectOptions): Inspection {
  const problems: Problem[] = [];
  const objects: ObjectReport[] = [];
  const others: ObjectIdentity[] = [];
  const takeObject = (placed: PlacedObject) => {
    const kind = findPodKind(placed.apiVersion, placed.kind);
    if (kind === undefined) {
      options.credentials?.addObject(placed);
      others.push(identify(placed, new Fields(placed.object)));
      problems.push(...unservedVersion(placed));
    } else {
      objects.push(reportObject(placed, kind, options));
    }
  };
  const stream = new ObjectStream(file, {
    object: takeObject,
    problem: (problem) => problems.push(problem),
  });
  return { stream, report: { file, objects, others, problems } };
}

function unservedVersion({ document, base, apiVersion, kind }: PlacedObject): readonly Problem[] {
  const served = findServedVersion(apiVersion, kind);
  if (served === undefined) {
    return [];
  }
  const path = 'apiVersion';
  const message = `${path} ${JSON.stringify(apiVersion)}: Kubernetes ${KUBERNETES_VERSION} serves ${kind} as ${served} alone; this one is not counted`;
  const place = { file: document.file, ...document.positionOf([...base, path]) };
  return [{ severity: 'warning', code: 'UNSERVED_VERSION', message, path, ...place }];
}

/**
 * Puts the reports on several files together, so that files can be read one after the other.
 *
 * @param reports - of {@link inspectManifest}
 * @param options - the same credentials as for the reports, if there were any
 * @returns everything in them, and the totals
 *
 * @example
 * ```ts
 * import { combineReports, inspectManifest } from '@kubesem/inspect';
 *
 * const report = inspectManifest({ name: 'empty.yaml', text: '# nothing' });
 * const { problems, summary } = combineReports([report, report]);
 * problems.map(({ code }) => code) // => ['NO_DOCUMENTS', 'NO_DOCUMENTS']
 * summary.pods // => 0
 * ```
 */
export function combineReports(
  reports: readonly FileReport[],
  { credentials }: Pick<InspectOptions, 'credentials'> = {},
): InspectReport {
  const all = reports.flatMap((report) => report.objects);
  const objects = withDuplicates(credentials === undefined ? all : credentials.judged(all));
  return {
    kubernetesVersion: KUBERNETES_VERSION,
    objects,
    others: reports.flatMap((report) => report.others),
    problems: reports.flatMap((report) => report.problems),
    summary: summarize(objects),
  };
}

/**
 * Reports what the Pods and workloads of several files ask for, each and together.
 *
 * @param files - texts and what to call them
 * @param options - whether to explain, and who wants the Pods
 * @returns plain data: leaves are strings, numbers and quantities; nothing is thrown
 *
 * @example
 * ```ts
 * import { inspectManifests } from '@kubesem/inspect';
 *
 * const text = '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "app"}]}}';
 * const { objects, summary } = inspectManifests([{ name: 'a.json', text }, { name: 'b.json', text }]);
 * objects.map(({ file, pod }) => [file, pod?.qosClass]) // => [['a.json', 'BestEffort'], ['b.json', 'BestEffort']]
 * summary.pods // => 2
 * ```
 */
export function inspectManifests(
  files: readonly ManifestFile[],
  options: InspectOptions = {},
): InspectReport {
  return combineReports(
    files.map((file) => inspectManifest(file, options)),
    options,
  );
}
