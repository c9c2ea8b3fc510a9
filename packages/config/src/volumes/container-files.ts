import {
  type Container,
  type PodLike,
  pathSegments,
  type Volume,
  type VolumeMount,
} from '@kubesem/core';
import { type Fields, fields, goQuote, podFields, THROW, wellFormed } from '@kubesem/core/internal';
import { type CheckedSubPath, checkSubPath } from '../environment/command.js';
import type { ContainerEnvironment } from '../environment/explanation.js';
import { Failure } from '../environment/failure.js';
import { resolveEnvironment } from '../environment/resolve.js';
import { byKey } from '../environment/service-variables.js';
import {
  type Environment,
  type EnvironmentCluster,
  type EnvironmentOptions,
  environmentOf,
} from '../environment/sources.js';
import { cleanPath } from '../paths.js';
import type {
  BlockedMount,
  ContainerFile,
  ContainerFiles,
  ContainerFilesFailure,
  ContainerMount,
  CoveredFile,
} from './container-explanation.js';
import type { FileUpdates, VolumeFiles } from './explanation.js';
import { closestAbove } from './mount-points.js';
import { PodVolumes } from './volume-files.js';
import { UNKNOWN_PART, type VolumePart, VolumeParts } from './volume-part.js';

/** Options of {@link containerFiles}. */
export interface ContainerFilesOptions extends EnvironmentOptions {
  /**
   * Whether to list the files of the other mounts if the container cannot be created, as if it did not have the mounts that fail.
   * Off by default.
   */
  readonly partial?: boolean | undefined;
}

/**
 * Computes the files that volumes add to a container, by their paths in the container: where each one comes from, what it
 * replaces, and which files are covered.
 *
 * A `subPath` mounts one file or folder, which never follows changes of its source. A mount covers what other mounts have
 * at its path. The Pod does not start if one of its mounted volumes cannot be written.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param container - the container, from its spec
 * @param cluster - ConfigMaps, Secrets and Services; for many containers, an index of them
 * @param options - the node and the addresses of the Pod, its env files, and whether to list files although the container
 * cannot be created
 * @returns the mounts, files and folders, with the origins of the files and the files that are covered; or why the container
 * cannot be created
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type or the data of a Secret is not base64
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { containerFiles } from '@kubesem/config';
 *
 * const container = {
 *   name: 'web',
 *   volumeMounts: [
 *     { name: 'config', mountPath: '/etc/web' },
 *     { name: 'config', mountPath: '/etc/hosts.allow', subPath: 'hosts' },
 *   ],
 * };
 * const volumes = [{ name: 'config', configMap: { name: 'web' } }];
 * const { files } = containerFiles({ containers: [container], volumes }, container, {
 *   configMaps: [{ metadata: { name: 'web' }, data: { hosts: 'ALL: ALL' } }],
 * });
 * files.map(({ path, follows }) => `${path} ${follows}`) // => [
 * //   '/etc/hosts.allow NEVER',
 * //   '/etc/web/hosts UPDATES',
 * // ]
 * ```
 *
 * @example
 * ```ts
 * import { containerFiles } from '@kubesem/config';
 *
 * const container = {
 *   volumeMounts: [
 *     { name: 'config', mountPath: '/etc/web' },
 *     { name: 'cache', mountPath: '/etc/web/cache' },
 *   ],
 * };
 * const volumes = [
 *   { name: 'config', configMap: { name: 'web' } },
 *   { name: 'cache', emptyDir: {} },
 * ];
 * const { files, folders } = containerFiles({ containers: [container], volumes }, container, {
 *   configMaps: [{ metadata: { name: 'web' }, immutable: true, data: { conf: 'a' } }],
 * });
 * files.map(({ path, followsReason, origin }) => [path, followsReason, origin.key]) // => [['/etc/web/conf', 'IMMUTABLE', 'conf']]
 * folders.map(({ path, mount }) => [path, mount]) // => [['/etc/web', 0], ['/etc/web/cache', 1]]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet` v1.37.1, `makeMounts`; `k8s.io/kubernetes/pkg/volume/util/subpath` v1.37.1,
 * `PrepareSafeSubpath`.
 */
export function containerFiles(
  pod: PodLike,
  container: Container,
  cluster: EnvironmentCluster,
  { partial = false, ...options }: ContainerFilesOptions = {},
): ContainerFiles {
  const environment = environmentOf(cluster, options);
  const volumes = explainMountedVolumes(pod, environment);
  const own = fields<Container>(container, THROW);
  const explained = resolveEnvironment(pod, own.value, environment).environment();
  let failure = volumeFailure(volumes) ?? environmentFailure(explained);
  if (failure !== undefined && !partial) {
    return failed(failure);
  }
  const byName = new Map(
    [...volumes].flatMap(([name, volume]) =>
      volume.failure === undefined ? [[name, new VolumeParts(volume)] as const] : [],
    ),
  );
  const parts: MountedPart[] = [];
  const subPathOf = subPaths(pod, own.value, environment, explained);
  for (const mount of own.objects('volumeMounts')) {
    try {
      parts.push(mountedPart(mount, own.text('name'), byName, subPathOf));
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      const { code, message } = error;
      const segments = pathSegments(mount.path);
      const reason = 'CreateContainerConfigError';
      failure ??= { reason, message, causes: [{ code, message, segments }] };
      if (!partial) {
        return failed(failure);
      }
    }
  }
  const mounted = new Set(parts.map(({ mount }) => mount.volume));
  const ofMounted = <T>(
    list: (volume: VolumeFiles) => readonly T[],
  ): readonly (T & { readonly volume: string })[] =>
    [...volumes].flatMap(([volume, explained]) =>
      mounted.has(volume) ? list(explained).map((each) => ({ ...each, volume })) : [],
    );
  return {
    ...composed(parts),
    hidden: ofMounted(({ hidden }) => hidden),
    forgiven: ofMounted(({ forgiven }) => forgiven),
    ...(failure && { failure }),
  };
}

function failed(failure: ContainerFilesFailure): ContainerFiles {
  return {
    mounts: [],
    files: [],
    folders: [],
    covered: [],
    blocked: [],
    hidden: [],
    forgiven: [],
    failure,
  };
}

/** The volumes of a Pod that a container mounts, by name. */
function explainMountedVolumes(
  pod: PodLike,
  environment: Environment,
): ReadonlyMap<string, VolumeFiles> {
  const volumes = new PodVolumes(pod, environment);
  const explained = new Map<string, VolumeFiles>();
  podFields(pod, THROW).spec.each('volumes', (volume) => {
    const name = volume.text('name');
    if (volumes.isMounted(name)) {
      // Its paths start at the volume.
      explained.set(name, volumes.explain(fields<Volume>(volume.value, THROW)));
    }
  });
  return explained;
}

function volumeFailure(
  volumes: ReadonlyMap<string, VolumeFiles>,
): ContainerFilesFailure | undefined {
  for (const [volume, { failure }] of volumes) {
    if (failure !== undefined) {
      return { ...failure, volume };
    }
  }
  return undefined;
}

function environmentFailure({ failure }: ContainerEnvironment): ContainerFilesFailure | undefined {
  if (failure === undefined) {
    return undefined;
  }
  const { reason, code, message, segments } = failure;
  return { reason, message, causes: [{ code, message, segments }] };
}

/** A mount, and the part of the volume that it shows; its paths start at the mount. */
interface MountedPart extends Pick<VolumePart, 'files' | 'folders'> {
  readonly mount: ContainerMount;
}

function mountedPart(
  mount: Fields<VolumeMount>,
  container: string,
  volumes: ReadonlyMap<string, VolumeParts>,
  subPathOf: SubPathOf,
): MountedPart {
  const name = mount.text('name');
  const volume = volumes.get(name);
  const quoted = goQuote(wellFormed(name));
  const owner = goQuote(wellFormed(container));
  if (volume === undefined) {
    const message = `cannot find volume ${quoted} to mount into container ${owner}`;
    throw new Failure('VOLUME_NOT_FOUND', message);
  }
  const subPath = subPathOf(mount);
  const part = volume.at(subPath?.value);
  if (part === undefined) {
    const message = `failed to prepare subPath for volumeMount ${quoted} of container ${owner}`;
    throw new Failure('INVALID_SUB_PATH', message);
  }
  // What is at a path can show the path.
  const { content, files, folders } = subPath?.isHidden ? UNKNOWN_PART : part;
  return {
    mount: {
      segments: pathSegments(mount.path),
      mountPath: cleanPath(`/${mount.text('mountPath')}`),
      volume: name,
      ...(subPath !== undefined && { subPath: subPath.shown }),
      content,
      isReadOnly: volume.isReadOnly || mount.flag('readOnly') === true,
    },
    files: subPath?.value === '' ? files : files.map((file) => ({ ...file, ...NEVER })),
    folders,
  };
}

const NEVER: FileUpdates = { follows: 'NEVER', followsReason: 'SUB_PATH' };

/** The path in the volume; undefined if it depends on a variable that only the node knows. */
type SubPathOf = (
  mount: Fields<VolumeMount>,
) => (Pick<CheckedSubPath, 'value' | 'shown'> & { readonly isHidden: boolean }) | undefined;

function subPaths(
  pod: PodLike,
  container: Container,
  environment: Environment,
  { variables: markers, unknown }: ContainerEnvironment,
): SubPathOf {
  const { isMasked, forChecks } = environment.index;
  const variables = isMasked
    ? resolveEnvironment(pod, container, { ...environment, index: forChecks }).environment()
        .variables
    : markers;
  return (mount) => {
    const written = mount.text('subPathExpr');
    if (unknown.some((name) => written.includes(`$(${name})`))) {
      return undefined;
    }
    const path = checkSubPath(mount, variables, markers);
    if (!path.ok) {
      throw new Failure(path.code, path.message);
    }
    return { value: path.value, shown: path.shown, isHidden: path.isSecret && isMasked };
  };
}

/** Puts the mounts together: each covers what others have at its path or below. */
function composed(parts: readonly MountedPart[]): Omit<ContainerFiles, 'hidden' | 'forgiven'> {
  const mounts = parts.map(({ mount }) => mount);
  const at = new Map(mounts.map(({ mountPath }, index) => [mountPath, index]));
  const files = parts.flatMap(({ mount, files: own }, index) =>
    own.map((file) => ({ ...file, path: joined(mount.mountPath, file.path), mount: index })),
  );
  const folders = parts.flatMap(({ mount, folders: own }, index) =>
    own.map(({ path, mode, group, isMountPoint }) => ({
      folder: { path: joined(mount.mountPath, path), mode, group, mount: index },
      isMountPoint,
    })),
  );
  const closest = closestAbove(
    new Set([
      ...at.keys(),
      ...files.map(({ path }) => path),
      ...folders.map((each) => each.folder.path),
    ]),
    at,
  );
  // The mount that is visible at a path.
  const visibleAt = (path: string): number | undefined =>
    at.get(path) ?? at.get(closest.get(path) ?? '/');
  const visible: ContainerFile[] = [];
  const covered: CoveredFile[] = [];
  for (const file of files) {
    const coveredBy = visibleAt(file.path) ?? file.mount;
    if (coveredBy === file.mount) {
      visible.push(file);
    } else {
      covered.push({ ...file, coveredBy });
    }
  }
  const blocked: BlockedMount[] = folders.flatMap(({ folder, isMountPoint }) => {
    const mount = isMountPoint ? at.get(folder.path) : undefined;
    return mount !== undefined && mounts[mount]?.content === 'FILE'
      ? [{ mount, blockedBy: folder.mount }]
      : [];
  });
  return {
    mounts,
    files: visible.sort(byPath),
    folders: folders
      .map(({ folder }) => folder)
      .filter(({ path, mount }) => visibleAt(path) === mount)
      .sort(byPath),
    covered: covered.sort(byPath),
    blocked,
  };
}

function joined(folder: string, path: string): string {
  return path === '' ? folder : `${folder === '/' ? '' : folder}/${path}`;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return byKey([a.path, a], [b.path, b]);
}
