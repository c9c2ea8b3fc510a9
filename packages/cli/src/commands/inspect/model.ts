import {
  combineReports,
  type DnsNames,
  dnsNames,
  type FileReport,
  type InspectReport,
  type ObjectIdentity,
  type Problem,
  readCluster,
} from '@kubesem/inspect';
import type { InspectFlags } from './flags.js';
import type { InspectInput } from './read.js';

/** What `kubesem inspect` reports. */
export interface InspectModel extends InspectReport {
  /** The DNS names of Services and Pods, if they are wanted. */
  readonly dnsNames?: readonly DnsNames[] | undefined;
}

/** Combines what was read into one report. */
export function inspectModel(input: InspectInput, { dns, namespace }: InspectFlags): InspectModel {
  const reports = input.reports.map((report) => inNamespace(report, namespace));
  const report = combineReports(reports, { credentials: input.credentials });
  const problems = [...input.problems, ...report.problems];
  if (!dns) {
    return { ...report, problems };
  }
  const cluster = readCluster(input.texts);
  const names = dnsNames(cluster);
  const others = [...cluster.problems, ...names.problems];
  return {
    ...report,
    problems: [...problems, ...unreported(others, report)],
    dnsNames: names.objects.filter((object) => isIn(namespace, object)),
  };
}

/** All problems, those of the files first. */
export function problemsIn({ problems, objects }: InspectModel): readonly Problem[] {
  return [...problems, ...objects.flatMap((object) => object.problems)];
}

function inNamespace(report: FileReport, namespace: string | undefined): FileReport {
  const isWanted = (object: ObjectIdentity) => isIn(namespace, object);
  return {
    ...report,
    objects: report.objects.filter(isWanted),
    others: report.others.filter(isWanted),
  };
}

function isIn(namespace: string | undefined, object: { readonly namespace: string }): boolean {
  return namespace === undefined || object.namespace === namespace;
}

/** The names are computed from the same files, which have the same problems. */
function unreported(others: readonly Problem[], report: InspectReport): readonly Problem[] {
  const keyOf = ({ file, line, column, code }: Problem) =>
    JSON.stringify([file, line, column, code]);
  const reported = [...report.problems, ...report.objects.flatMap((object) => object.problems)];
  const known = new Set(reported.map(keyOf));
  return others.filter((problem) => !known.has(keyOf(problem)));
}
