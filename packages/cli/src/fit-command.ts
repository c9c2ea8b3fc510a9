import { KUBERNETES_VERSION, type Pod } from '@kubesem/core';
import {
  combineReports,
  type FileReport,
  inspectStream,
  type ObjectReport,
} from '@kubesem/inspect';
import { type ClusterFit, clusterFitter } from '@kubesem/resources';
import { writeErrors, writeProblems } from './cluster-input.js';
import { findSources, InputError, openSource } from './inputs.js';
import { readNodeObjects } from './node-objects-input.js';
import { renderFit } from './render-fit.js';
import { type NodeRoom, roomOn } from './room.js';
import { renderStructured } from './structured.js';
import type { Terminal } from './terminal.js';

/** The flags of `kubesem fit`. */
export interface FitFlags {
  readonly output: 'table' | 'json' | 'yaml';
  /** Files. */
  readonly cluster: readonly string[];
  readonly explain: boolean;
}

/** A Pod that is to be placed. */
interface Candidate {
  readonly object: ObjectReport;
  readonly pod: Pod;
}

/** Where a Pod fits. */
export interface ObjectFit {
  readonly object: ObjectReport;
  readonly nodes: readonly NodeRoom[];
  /** How many Pods like it there is room for at once. */
  readonly room: number;
  /** Whether there is room for as many as the object stands for. */
  readonly fits: boolean;
}

/**
 * Prints which nodes of a cluster have room for Pods.
 *
 * @param paths - of the Pods: files, folders, `-` for standard input
 * @param flags - of which cluster, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if a Pod does not fit, or anything is broken
 */
export async function fitCommand(
  paths: readonly string[],
  flags: FitFlags,
  terminal: Terminal,
): Promise<number> {
  const { candidates, problems, errors } = await readCandidates(paths, terminal);
  const fitter = clusterFitter();
  const read = await readNodeObjects(flags.cluster, terminal, fitter);
  errors.push(...read.unreadable);
  if (read.nodes === 0 && read.unreadable.length === 0) {
    errors.push(
      'expected Nodes in the cluster, found none: kubectl get nodes,pods -A -o json writes them',
    );
  }
  const found = candidates.map(({ object, pod }) => ({ object, cluster: fitter.fit(pod) }));
  // They are the same for each Pod.
  const ofCluster = (found[0]?.cluster.problems ?? [])
    .filter(({ code }) => read.nodes > 0 || code !== 'UNKNOWN_NODE')
    .map(read.locate);
  const fits = found.map(({ object, cluster }) => objectFit(object, cluster));
  const all = [...problems, ...read.problems, ...ofCluster];
  // Where there is nothing to compare with, a verdict would say that there is no room.
  if (read.nodes > 0) {
    writeFits(fits, all, flags, terminal);
  }
  writeProblems(all, terminal);
  writeErrors(errors, terminal);
  const isBroken = errors.length > 0 || all.some(({ severity }) => severity === 'error');
  return !isBroken && fits.every((one) => one.fits) ? 0 : 1;
}

async function readCandidates(paths: readonly string[], terminal: Terminal) {
  const { sources, problems: errors } = findSources(paths);
  const candidates: Candidate[] = [];
  const reports: FileReport[] = [];
  const onPod = (pod: Pod, object: ObjectReport) => {
    candidates.push({ object, pod });
  };
  for (const source of sources) {
    try {
      const chunks = openSource(source, terminal, () => {});
      reports.push(await inspectStream({ name: source.name, chunks }, { onPod }));
    } catch (error) {
      if (!(error instanceof InputError)) {
        throw error;
      }
      errors.push(`${source.name}: ${error.message}`);
    }
  }
  const { objects, problems: ofFiles } = combineReports(reports);
  // Warnings of images and limits are another matter.
  const ofObjects = objects.flatMap((object) => object.problems);
  const problems = [...ofFiles, ...ofObjects].filter(({ severity }) => severity === 'error');
  if (candidates.length + problems.length + errors.length === 0) {
    errors.push('expected Pods, or workloads that make Pods, found none');
  }
  return { candidates, problems, errors };
}

function objectFit(object: ObjectReport, cluster: ClusterFit): ObjectFit {
  const nodes = cluster.nodes.map((fit) => ({ ...fit, room: roomOn(fit) }));
  const room = nodes.reduce((sum, node) => sum + node.room, 0);
  const { count, per } = object.pods;
  // A DaemonSet runs on every node; what has ended or is suspended needs one day what a Pod of it needs.
  const fits = per === 'node' ? nodes.every((node) => node.fits) : room >= Math.max(count, 1);
  return { object, nodes, room, fits };
}

function writeFits(
  fits: readonly ObjectFit[],
  problems: readonly object[],
  { output, explain }: FitFlags,
  { stdout, stderr }: Terminal,
): void {
  if (output !== 'table') {
    const objects = fits.map(({ object, ...fit }) => {
      const { file, line, item, apiVersion, kind, namespace, name, pods } = object;
      return { file, line, item, apiVersion, kind, namespace, name, pods, ...fit };
    });
    stdout.write(
      renderStructured({ kubernetesVersion: KUBERNETES_VERSION, objects, problems }, output),
    );
    return;
  }
  stdout.write(fits.map((fit) => renderFit(fit, explain, stdout.colors)).join('\n'));
  const note = (text: string) => stderr.write(`${stderr.colors.dim(text)}\n`);
  if (fits.length > 0) {
    note('the resources alone: taints, affinity, volumes and host ports can keep a Pod away, too');
  }
  if (fits.length > 1) {
    note('each by itself: there may be room for one or the other, and not for all of them');
  }
}
