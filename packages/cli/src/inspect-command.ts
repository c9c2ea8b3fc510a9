import {
  combineReports,
  type DnsNames,
  dnsNames,
  type FileReport,
  type InspectReport,
  inspectStream,
  type ManifestFile,
  type ObjectIdentity,
  type Problem,
  readCluster,
} from '@kubesem/inspect';
import { readCredentials } from './credentials-input.js';
import { findSources, InputError, openSource, readSource } from './inputs.js';
import { startProgress } from './progress.js';
import { renderDnsNames } from './render-dns.js';
import { renderExplanation } from './render-explanation.js';
import { renderImagesOf } from './render-images-of.js';
import { renderProblem } from './render-problems.js';
import { renderSummary } from './render-summary.js';
import { renderObjects, renderOthers } from './render-table.js';
import { renderStructured } from './structured.js';
import { type Terminal, visible } from './terminal.js';

/** The flags of `kubesem inspect`. */
export interface InspectFlags {
  readonly output: 'table' | 'wide' | 'json' | 'yaml';
  readonly explain: boolean;
  readonly summary: boolean;
  readonly images: boolean;
  readonly dns: boolean;
  /** Files. */
  readonly credentials?: readonly string[] | undefined;
  readonly verbose: boolean;
  readonly namespace?: string | undefined;
}

/**
 * Reports on manifests.
 *
 * @param paths - files, folders, `-` for standard input; none is standard input, too
 * @param flags - what to report, and how
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken, or there is no object at all
 */
export async function inspectCommand(
  paths: readonly string[],
  flags: InspectFlags,
  terminal: Terminal,
): Promise<number> {
  const { sources, problems: unreadable } = findSources(paths);
  const given = await readCredentials(flags.credentials ?? [], terminal);
  unreadable.push(...(given?.unreadable ?? []));
  const credentials = given?.credentials;
  const reports: FileReport[] = [];
  const texts: ManifestFile[] = [];
  const progress = startProgress(
    sources.reduce((sum, { bytes }) => sum + bytes, 0),
    terminal.stderr,
  );
  for (const source of sources) {
    try {
      const { name } = source;
      let chunks: AsyncIterable<string> | [string] = openSource(source, terminal, progress.advance);
      if (flags.dns) {
        // A Service and its EndpointSlices may stand in different files.
        chunks = [await readSource(source, terminal)];
        texts.push({ name, text: chunks[0] });
      }
      const { explain } = flags;
      const report = await inspectStream({ name, chunks }, { explain, credentials });
      reports.push(inNamespace(report, flags));
    } catch (error) {
      if (!(error instanceof InputError)) {
        throw error;
      }
      unreadable.push(`${source.name}: ${error.message}`);
    }
  }
  progress.stop();
  const report = combineReports(reports, { credentials });
  const names = namesOf(texts, report, flags);
  writeReport(flags.dns ? { ...report, dnsNames: names.objects } : report, flags, terminal);
  const others = [...(given?.problems ?? []), ...names.problems];
  return writeProblems(report, others, unreadable, flags, terminal);
}

/** The DNS names, and what is wrong with the objects that have them beyond what the report says. */
function namesOf(
  texts: readonly ManifestFile[],
  report: InspectReport,
  { namespace }: InspectFlags,
): ReturnType<typeof dnsNames> {
  const cluster = readCluster(texts);
  const { objects, problems } = dnsNames(cluster);
  const isWanted = (object: DnsNames) => namespace === undefined || object.namespace === namespace;
  const keyOf = ({ file, line, column, code }: Problem) =>
    JSON.stringify([file, line, column, code]);
  const reported = [...report.problems, ...report.objects.flatMap((object) => object.problems)];
  const known = new Set(reported.map(keyOf));
  const others = [...cluster.problems, ...problems].filter((problem) => !known.has(keyOf(problem)));
  return { objects: objects.filter(isWanted), problems: others };
}

/** A report, with the DNS names if they are asked for. */
type Report = InspectReport & { readonly dnsNames?: readonly DnsNames[] };

function inNamespace(report: FileReport, { namespace }: InspectFlags): FileReport {
  if (namespace === undefined) {
    return report;
  }
  const isWanted = (object: ObjectIdentity) => object.namespace === namespace;
  return {
    ...report,
    objects: report.objects.filter(isWanted),
    others: report.others.filter(isWanted),
  };
}

function writeReport(report: Report, flags: InspectFlags, { stdout, stderr }: Terminal): void {
  const { output, summary, images, verbose } = flags;
  const { objects, others } = report;
  if (output === 'json' || output === 'yaml') {
    stdout.write(renderStructured(report, output));
    return;
  }
  if (report.dnsNames !== undefined) {
    stdout.write(renderDnsNames(report.dnsNames, stdout.colors));
  } else if (objects.length > 0) {
    if (images) {
      stdout.write(renderImagesOf(objects, flags.credentials !== undefined, stdout.colors));
    } else if (summary) {
      stdout.write(renderSummary(report.summary, stdout.colors));
    } else {
      stdout.write(renderObjects(objects, output === 'wide', stdout.colors));
    }
  }
  for (const object of objects) {
    stdout.write(renderExplanation(object, stdout.colors));
  }
  if (verbose && others.length > 0) {
    stdout.write(`\n${renderOthers(others, stdout.colors)}`);
  }
  for (const note of notes(report, flags)) {
    stderr.write(`${stderr.colors.dim(note)}\n`);
  }
}

/** What the tables do not say. */
function* notes(report: InspectReport, flags: InspectFlags): Generator<string, void> {
  const { objects, others, summary } = report;
  const stored = objects.filter(({ pod, defaulted }) => pod !== undefined && !defaulted).length;
  const defaulted = objects.filter(({ pod, defaulted }) => pod !== undefined && defaulted).length;
  if (stored + defaulted > 0 && !flags.dns) {
    const shown = flags.images ? 'images' : 'amounts';
    const amounts = flags.summary ? `${shown} of all Pods` : `${shown} of one Pod each`;
    const origins = [
      ...(defaulted > 0
        ? [`${count(defaulted, 'object')} with the defaults of the API server`]
        : []),
      ...(stored > 0 ? [`${count(stored, 'Pod')} as stored`] : []),
    ];
    yield `${amounts}: ${origins.join(', ')}`;
  }
  if (flags.summary && summary.controllersLeftOut > 0) {
    yield `${count(summary.controllersLeftOut, 'object')} left out: their Pods are there themselves`;
  }
  if (others.length > 0 && !flags.verbose && !flags.dns) {
    yield `${count(others.length, 'object')} of other kinds; --verbose lists them`;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Errors and warnings go to standard error in every format, so that no pipe swallows them. */
function writeProblems(
  { objects, others, problems }: InspectReport,
  ofCredentials: readonly Problem[],
  unreadable: readonly string[],
  { namespace }: InspectFlags,
  { stderr }: Terminal,
): number {
  const all: readonly Problem[] = [
    ...ofCredentials,
    ...problems,
    ...objects.flatMap((object) => object.problems),
  ];
  for (const problem of all) {
    stderr.write(renderProblem(problem, stderr.colors));
  }
  const errors = [...unreadable];
  const isBroken = all.some(({ severity }) => severity === 'error');
  if (objects.length + others.length + errors.length === 0 && !isBroken) {
    const where = namespace === undefined ? '' : ` in namespace ${JSON.stringify(namespace)}`;
    errors.push(`expected Kubernetes objects${where}, found none`);
  }
  for (const error of errors) {
    stderr.write(`${stderr.colors.red('error:')} ${visible(error)}\n`);
  }
  return isBroken || errors.length > 0 ? 1 : 0;
}
