import { buildZone, type Zone, type ZoneOptions } from '@kubesem/dns';
import { type Cluster, type ManifestFile, readCluster } from '@kubesem/inspect';
import { findSources, InputError, readSource, STDIN_NAME } from './inputs.js';
import { type PlacedProblem, renderProblem } from './render-problems.js';
import { type Terminal, visible } from './terminal.js';

/** A cluster from files, and whether all of it could be read. */
export interface ReadCluster {
  readonly cluster: Cluster;
  readonly isBroken: boolean;
}

/**
 * Reads the objects of a cluster, and writes what is wrong with the files to standard error.
 *
 * @param paths - files, folders, `-` for standard input; none is standard input, too
 * @param terminal - where to read from and to write to
 * @returns the objects
 */
export async function readClusterFiles(
  paths: readonly string[],
  terminal: Terminal,
): Promise<ReadCluster> {
  const { files, unreadable } = await readManifestFiles(paths, terminal);
  const cluster = readCluster(files);
  const { services, pods, endpointSlices, problems } = cluster;
  writeProblems(problems, terminal);
  const isBroken = unreadable.length > 0 || problems.some(({ severity }) => severity === 'error');
  if (!isBroken && services.length + pods.length + endpointSlices.length === 0) {
    unreadable.push('expected Services, EndpointSlices or Pods, found none');
  }
  writeErrors(unreadable, terminal);
  return { cluster, isBroken: isBroken || unreadable.length > 0 };
}

/**
 * Reads files with manifests.
 *
 * @param paths - files, folders, `-` for standard input; none is standard input, too
 * @param terminal - where standard input comes from
 * @returns their texts, and what could not be read, each in a sentence
 */
export async function readManifestFiles(
  paths: readonly string[],
  terminal: Terminal,
): Promise<{ readonly files: readonly ManifestFile[]; readonly unreadable: string[] }> {
  const { sources, problems: unreadable } = findSources(paths);
  const files: ManifestFile[] = [];
  for (const source of sources) {
    try {
      files.push({ name: source.name, text: await readSource(source, terminal) });
    } catch (error) {
      if (!(error instanceof InputError)) {
        throw error;
      }
      unreadable.push(`${source.name}: ${error.message}`);
    }
  }
  return { files, unreadable };
}

/**
 * Prepares the zone of a cluster, and warns of what is odd about its objects.
 *
 * @param cluster - the objects
 * @param options - of the DNS server
 * @param terminal - where to write to
 * @returns the zone, and the warnings
 */
export function zoneOf(
  cluster: Cluster,
  options: ZoneOptions,
  terminal: Terminal,
): { readonly zone: Zone; readonly warnings: readonly LocatedProblem[] } {
  const zone = buildZone(cluster, options);
  const warnings = locate('warning', [...zone.problems, ...withoutAddress(cluster)], cluster);
  writeProblems(warnings, terminal);
  return { zone, warnings };
}

/** A problem of an object, and where in which file it is. */
export interface LocatedProblem extends PlacedProblem {
  readonly code: string;
  /** Path of the field within the object; empty for all of it. */
  readonly path: string;
}

/**
 * Finds the places of problems.
 *
 * @param severity - of all of them
 * @param problems - with paths that start with a list of the cluster, such as `services[3].spec`
 * @param cluster - the objects
 * @returns the same problems, with paths within their objects
 */
export function locate(
  severity: PlacedProblem['severity'],
  problems: readonly Pick<LocatedProblem, 'code' | 'path' | 'message'>[],
  cluster: Cluster,
): readonly LocatedProblem[] {
  return problems.flatMap(({ code, path, message }) => {
    const place = cluster.placeOf(path);
    const field = path.slice(path.indexOf(']') + 2);
    return place === undefined ? [] : [{ severity, code, message, ...place, path: field }];
  });
}

/** The Services of manifests have no address before the API server gives them one. */
function withoutAddress({
  services,
}: Cluster): Pick<LocatedProblem, 'code' | 'path' | 'message'>[] {
  return services.flatMap(({ metadata, spec }, index) => {
    const has = spec?.type === 'ExternalName' || spec?.clusterIP || spec?.clusterIPs?.length;
    const name = `${metadata?.namespace || 'default'}/${metadata?.name ?? ''}`;
    const message = `Service ${name} has no clusterIP: the API server gives it one, and its name has no address before`;
    return has ? [] : [{ code: 'NO_CLUSTER_IP', path: `services[${index}].spec`, message }];
  });
}

/** Writes problems to standard error. */
export function writeProblems(problems: readonly PlacedProblem[], { stderr }: Terminal): void {
  for (const problem of problems) {
    stderr.write(renderProblem(problem, stderr.colors));
  }
}

/** Writes errors without a place to standard error. */
export function writeErrors(messages: readonly string[], { stderr }: Terminal): void {
  for (const message of messages) {
    stderr.write(`${stderr.colors.red('error:')} ${visible(message)}\n`);
  }
}

/**
 * Reads a file that is no manifest.
 *
 * @param path - of the file; `-` is standard input
 * @param terminal - where standard input comes from
 * @returns its text, without a byte order mark
 * @throws InputError if it cannot be read; the message names the file
 */
export async function readTextFile(path: string, terminal: Terminal): Promise<string> {
  const name = path === '-' ? STDIN_NAME : path;
  try {
    const text = await readSource({ name, bytes: 0 }, terminal);
    return text.replace(/^\ufeff/, '');
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${name}: ${error.message}`) : error;
  }
}
