import { type PodLike, type Volume } from '@kubesem/core';
import {
  encodeBase64,
  type Fields,
  fields,
  fromByteString,
  goQuote,
  THROW,
  toByteString,
  wellFormed,
} from '@kubesem/core/internal';
import { byKey } from '../environment/service-variables.js';
import {
  type Environment,
  type EnvironmentCluster,
  type EnvironmentOptions,
  environmentOf,
} from '../environment/sources.js';
import { cleanPath, conflictingPath, foldersOf, pathFault } from '../paths.js';
import type {
  HiddenVolumeFile,
  VolumeFailureCause,
  VolumeFile,
  VolumeFiles,
  VolumeFolder,
} from './explanation.js';
import { type MountPoints, podMountPoints } from './mount-points.js';
import { modeForGroup, type Ownership, podOwnership } from './ownership.js';
import { collectPayload, type Payload, type PayloadFile } from './payload.js';

/**
 * Computes the files that the kubelet writes into a volume, of a ConfigMap, a Secret, fields of the Pod, or several of these
 * (`projected`): where each one comes from, what it replaces, and what is missing.
 *
 * A later source or item replaces a file of an earlier one with the same path. An optional reference to a missing object or
 * key makes no file. Any other missing reference keeps the Pod from starting. Content that only the node knows, such as a
 * token, is absent.
 *
 * @param pod - a Pod, a Pod template or a Pod spec; it is not changed
 * @param volume - the volume, from its spec
 * @param cluster - ConfigMaps and Secrets; for many volumes, an index of them
 * @param options - the node of the Pod
 * @returns the files and folders by path, with the origins of the files, the files that are hidden, and the optional references
 * that are missing; or why the Pod cannot start
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type or the data of a Secret is not base64
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { volumeFiles } from '@kubesem/config';
 *
 * const volume = {
 *   name: 'config',
 *   configMap: { name: 'web', items: [{ key: 'nginx.conf', path: 'conf.d/web.conf', mode: 0o600 }] },
 * };
 * const pod = { metadata: { namespace: 'shop' }, spec: { volumes: [volume] } };
 * const web = { metadata: { namespace: 'shop', name: 'web' }, data: { 'nginx.conf': 'listen 80;' } };
 * const { files } = volumeFiles(pod, volume, { configMaps: [web] });
 * files.map(({ path, content, mode }) => [path, content, mode]) // => [['conf.d/web.conf', 'listen 80;', 0o600]]
 * volumeFiles(pod, volume, {}).failure?.message // => 'MountVolume.SetUp failed for volume "config" : configmap "web" not found'
 * ```
 *
 * @example
 * ```ts
 * import { volumeFiles } from '@kubesem/config';
 *
 * const sources = [
 *   { configMap: { name: 'web' } },
 *   { secret: { name: 'web', items: [{ key: 'password', path: 'user' }] } },
 *   { configMap: { name: 'extra', optional: true } },
 * ];
 * const volume = { name: 'all', projected: { sources } };
 * const { files, forgiven } = volumeFiles({ volumes: [volume] }, volume, {
 *   configMaps: [{ metadata: { name: 'web' }, data: { user: 'admin' } }],
 *   secrets: [{ metadata: { name: 'web' }, data: { password: 'cGFzcw==' } }],
 * });
 * files[0]?.origin.segments // => ['projected', 'sources', 1, 'secret', 'items', 0]
 * files[0]?.hides.map(({ object, key }) => `${object?.name} ${key}`) // => ['web user']
 * forgiven[0]?.message // => 'configmap "extra" not found'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/volume/configmap`, `secret`, `downwardapi` and `projected` v1.37.1, `SetUp`.
 */
export function volumeFiles(
  pod: PodLike,
  volume: Volume,
  cluster: EnvironmentCluster,
  options: EnvironmentOptions = {},
): VolumeFiles {
  return new PodVolumes(pod, environmentOf(cluster, options)).explain(
    fields<Volume>(volume, THROW),
  );
}

/** Volumes of a Pod: what they share is computed once. */
export class PodVolumes {
  private readonly ownership: Ownership;
  private readonly mountPoints: ReadonlyMap<string, MountPoints>;

  constructor(
    readonly pod: PodLike,
    readonly environment: Environment,
  ) {
    this.ownership = podOwnership(pod);
    this.mountPoints = podMountPoints(pod);
  }

  /** Whether a container mounts the volume; the kubelet ignores all others. */
  isMounted(volume: string): boolean {
    return this.mountPoints.has(volume);
  }

  explain(volume: Fields<Volume>): VolumeFiles {
    const name = volume.text('name');
    const payload = collectPayload(this.pod, volume, this.environment, this.ownership);
    return payload === undefined
      ? this.withoutFiles(volume)
      : this.written(name, payload, this.mountPoints.get(name));
  }

  /** A volume whose content is not from API objects. */
  private withoutFiles(volume: Fields<Volume>): VolumeFiles {
    const { isPresent } = volume.at('emptyDir');
    // The API server makes a volume without a source an emptyDir.
    const isKnown = isPresent || Object.values(volume.value).filter(isSet).length <= 1;
    const folders = isKnown ? [this.folder('', ROOT_MODE)] : [];
    return { isKnown, isReadOnly: false, files: [], folders, hidden: [], forgiven: [] };
  }

  private written(
    name: string,
    { files, causes, forgiven }: Payload,
    mountPoints: MountPoints | undefined,
  ): VolumeFiles {
    const failed = [causes, mountFaults(mountPoints), pathFaults(files)].find(
      ({ length }) => length > 0,
    );
    const byPath = failed === undefined ? cleaned(files) : new Map<string, CleanedFile>();
    const failures = failed ?? conflicts(byPath);
    if (failures.length > 0) {
      const failure = failureOf(name, failures, failed === causes);
      return { ...WRITTEN, files: [], folders: [], hidden: [], forgiven, failure };
    }
    return { ...WRITTEN, ...this.shown(byPath, mountPoints?.folders ?? new Set()), forgiven };
  }

  /** Splits the files into those that containers see, and those behind a mount point. */
  private shown(
    byPath: ReadonlyMap<string, CleanedFile>,
    mountPoints: ReadonlySet<string>,
  ): Pick<VolumeFiles, 'files' | 'folders' | 'hidden'> {
    const taken = new Set([...mountPoints].map(firstName));
    const files: VolumeFile[] = [];
    const hidden: HiddenVolumeFile[] = [];
    const folders = new Set([
      '',
      ...[...mountPoints].flatMap((path) => [...foldersOf(path), path]),
    ]);
    for (const [path, file] of [...byPath].sort(byKey)) {
      const folder = firstName(path);
      if (taken.has(folder)) {
        hidden.push({ ...this.file(path, file), folder });
        continue;
      }
      for (const each of foldersOf(path)) {
        folders.add(each);
      }
      files.push(this.file(path, file));
    }
    return {
      files,
      folders: [...folders]
        .sort()
        .map((path) => this.folder(path, path === '' ? ROOT_MODE : 0o755, mountPoints.has(path))),
      hidden,
    };
  }

  private folder(path: string, mode: number, isMountPoint: boolean = false): VolumeFolder {
    const group = this.ownership.group ?? 0;
    return { path, mode: modeForGroup(mode, this.ownership, true), group, isMountPoint };
  }

  private file(path: string, { bytes, mode, ...file }: CleanedFile): VolumeFile {
    const content = bytes === undefined ? undefined : fromByteString(bytes);
    const isText = content === undefined || toByteString(content) === bytes;
    return {
      path,
      ...(content !== undefined && { content, sizeBytes: file.sizeBytes ?? bytes?.length }),
      ...(!isText && { base64: encodeBase64(bytes ?? '') }),
      isSecret: file.isSecret,
      mode: modeForGroup(mode, this.ownership, false),
      user: file.user,
      group: this.ownership.group ?? 0,
      source: file.origin.source,
      follows: file.follows,
      followsReason: file.followsReason,
      origin: file.origin,
      hides: file.hides,
      candidates: file.candidates,
    };
  }
}

const WRITTEN = { isKnown: true, isReadOnly: true } as const;
/** Permissions of the root folder of a volume. */
const ROOT_MODE = 0o777;

interface CleanedFile extends PayloadFile {
  readonly candidates: VolumeFile['candidates'];
}

/** Files by their shortest path. Of two spellings of one path, either can win in Kubernetes. */
function cleaned(files: ReadonlyMap<string, PayloadFile>): ReadonlyMap<string, CleanedFile> {
  const byPath = new Map<string, CleanedFile>();
  for (const [written, file] of files) {
    const path = cleanPath(written);
    const other = byPath.get(path);
    const candidates =
      other === undefined
        ? []
        : [...(other.candidates.length > 0 ? other.candidates : [other.origin]), file.origin];
    byPath.set(path, { ...file, candidates });
  }
  return byPath;
}

function mountFaults(mountPoints: MountPoints | undefined): readonly VolumeFailureCause[] {
  return mountPoints?.fault === undefined
    ? []
    : [{ code: 'INVALID_MOUNT_PATH', ...mountPoints.fault }];
}

function pathFaults(files: ReadonlyMap<string, PayloadFile>): readonly VolumeFailureCause[] {
  return [...files].flatMap(([path, { origin }]) => {
    const message = pathFault(path);
    return message === undefined
      ? []
      : [{ code: 'INVALID_PATH', message, segments: origin.segments }];
  });
}

function conflicts(byPath: ReadonlyMap<string, CleanedFile>): readonly VolumeFailureCause[] {
  const path = conflictingPath(new Set(byPath.keys()));
  const file = path === undefined ? undefined : byPath.get(path);
  return file === undefined
    ? []
    : [
        {
          code: 'PATH_CONFLICT',
          message: `open ${path}: is a directory`,
          segments: file.origin.segments,
        },
      ];
}

function failureOf(
  volume: string,
  causes: readonly VolumeFailureCause[],
  isTogether: boolean,
): VolumeFiles['failure'] {
  const messages = [...new Set(causes.map(({ message }) => message))];
  const [first = ''] = messages;
  const text = isTogether && messages.length > 1 ? `[${messages.join(', ')}]` : first;
  return {
    reason: 'FailedMount',
    message: `MountVolume.SetUp failed for volume ${goQuote(wellFormed(volume))} : ${text}`,
    causes,
  };
}

function firstName(path: string): string {
  return path.split('/', 1)[0] ?? '';
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
