import {
  type ConfigMapProjection,
  childPath,
  type DownwardAPIVolumeFile,
  type FieldPath,
  type FieldPathSegment,
  goQuote,
  INT32_RANGE,
  type KeyToPath,
  objectNamespace,
  type PodLike,
  type ProjectedVolumeSource,
  pathSegments,
  podParts,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  toByteString,
  type Volume,
  type VolumeProjection,
  wellFormed,
} from '@kubesem/core';
import type { ForgivenReference } from '../environment/explanation.js';
import { Failure } from '../environment/failure.js';
import { UNKNOWN } from '../environment/missing.js';
import { readPodField } from '../environment/pod-field.js';
import { readResourceField } from '../environment/resource-field.js';
import type { EnvironmentIndex, StoredData } from '../environment/sources.js';
import type {
  FileOrigin,
  FileUpdates,
  VolumeFailureCause,
  VolumeFailureCode,
} from './explanation.js';
import type { Ownership } from './ownership.js';
import { cleanPath } from './paths.js';

/** A file before it is written. */
export interface PayloadFile extends FileUpdates {
  /** Its bytes; undefined if only the node knows them. */
  readonly bytes: string | undefined;
  /** Its size if a marker replaces the bytes. */
  readonly sizeBytes?: number | undefined;
  readonly isSecret: boolean;
  readonly mode: number;
  readonly user: number;
  readonly origin: FileOrigin;
  readonly hides: readonly FileOrigin[];
}

/** The files of a volume by path as written, and what is missing. */
export interface Payload {
  readonly files: ReadonlyMap<string, PayloadFile>;
  readonly causes: readonly VolumeFailureCause[];
  readonly forgiven: readonly ForgivenReference[];
}

type NewFile = Omit<PayloadFile, 'hides' | 'user'> & { readonly user?: number };

const SYNCED: FileUpdates = { follows: 'UPDATES', followsReason: 'SYNCED' };
const RENEWED: FileUpdates = { follows: 'UPDATES', followsReason: 'RENEWED' };
const DEFAULT_MODE = 0o644;
/** Permissions of tokens and certificates that only one user or group may read. */
const PRIVATE_MODE = 0o600;

/**
 * Collects the files of a volume in the order of the kubelet; undefined if the API objects do not define its files.
 *
 * Source: `k8s.io/kubernetes/pkg/volume/configmap` v1.37.1, `MakePayload`; `k8s.io/kubernetes/pkg/volume/secret` v1.37.1,
 * `MakePayload`; `k8s.io/kubernetes/pkg/volume/downwardapi` v1.37.1, `CollectData`;
 * `k8s.io/kubernetes/pkg/volume/projected` v1.37.1, `SetUp`.
 */
export function collectPayload(
  pod: PodLike,
  volume: Volume,
  index: EnvironmentIndex,
  ownership: Ownership,
): Payload | undefined {
  const collector = new Collector(pod, index, ownership);
  const path = (field: keyof Volume): FieldPath => childPath(undefined, field);
  const configMap = readObject(volume.configMap, path('configMap'));
  const secret = readObject(volume.secret, path('secret'));
  const downwardAPI = readObject(volume.downwardAPI, path('downwardAPI'));
  const projected = readObject(volume.projected, path('projected'));
  if (configMap) {
    collector.addObject(configMap, false, modeOf(configMap, path('configMap')), path('configMap'));
  } else if (secret) {
    const name = readString(secret.secretName, childPath(path('secret'), 'secretName'));
    const source = { ...secret, name };
    collector.addObject(source, true, modeOf(secret, path('secret')), path('secret'));
  } else if (downwardAPI) {
    const mode = modeOf(downwardAPI, path('downwardAPI'));
    collector.addFields(downwardAPI.items, mode, path('downwardAPI'));
  } else if (projected) {
    collector.addProjected(projected, path('projected'));
  } else {
    return undefined;
  }
  return collector;
}

class Collector implements Payload {
  readonly files = new Map<string, PayloadFile>();
  readonly causes: VolumeFailureCause[] = [];
  readonly forgiven: ForgivenReference[] = [];
  private readonly namespace: string;

  constructor(
    readonly pod: PodLike,
    readonly index: EnvironmentIndex,
    readonly ownership: Ownership,
  ) {
    this.namespace = objectNamespace(podParts(pod).pod);
  }

  addProjected(projected: ProjectedVolumeSource, path: FieldPath): void {
    const mode = modeOf(projected, path);
    const listPath = childPath(path, 'sources');
    for (const [at, item] of readList(projected.sources, listPath).entries()) {
      const sourcePath = childPath(listPath, at);
      const source = readObject(item, sourcePath) ?? {};
      const field = PROJECTIONS.find((name) => isSet(source[name]));
      if (field !== undefined) {
        const fieldPath = childPath(sourcePath, field);
        readObject(source[field] as object, fieldPath);
        this.addProjection(source, field, mode, fieldPath);
      }
    }
  }

  private addProjection(
    source: VolumeProjection,
    field: keyof VolumeProjection,
    mode: number,
    path: FieldPath,
  ): void {
    switch (field) {
      case 'secret':
      case 'configMap':
        this.addObject(source[field] ?? {}, field === 'secret', mode, path);
        break;
      case 'downwardAPI':
        this.addFields(source.downwardAPI?.items, mode, path);
        break;
      case 'serviceAccountToken':
        this.addGenerated(source.serviceAccountToken?.path, 'SERVICE_ACCOUNT_TOKEN', mode, path);
        break;
      case 'clusterTrustBundle': {
        const { name, signerName, path: file } = source.clusterTrustBundle ?? {};
        if (isSet(name) || isSet(signerName)) {
          this.addGenerated(file, 'CLUSTER_TRUST_BUNDLE', mode, path);
        } else {
          const message =
            'ClusterTrustBundle projection requires either name or signerName to be set';
          this.fail('TRUST_BUNDLE_NOT_SELECTED', message, path);
        }
        break;
      }
      default:
        for (const name of ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const) {
          const file = readString(source.podCertificate?.[name], childPath(path, name));
          if (file !== '') {
            this.addGenerated(file, 'POD_CERTIFICATE', mode, path, name !== 'certificateChainPath');
          }
        }
    }
  }

  /** A file whose content is made on the node. */
  private addGenerated(
    file: string | null | undefined,
    source: FileOrigin['source'],
    defaultMode: number,
    path: FieldPath,
    isSecret: boolean = source === 'SERVICE_ACCOUNT_TOKEN',
  ): void {
    const { user, group } = this.ownership;
    this.define(readString(file, childPath(path, 'path')), {
      bytes: undefined,
      isSecret,
      mode: user === undefined && group === undefined ? defaultMode : PRIVATE_MODE,
      ...(user !== undefined && { user }),
      origin: { source, segments: pathSegments(path) },
      ...(source === 'CLUSTER_TRUST_BUNDLE' ? SYNCED : RENEWED),
    });
  }

  addObject(source: ConfigMapProjection, isSecret: boolean, mode: number, path: FieldPath): void {
    const name = readString(source.name, childPath(path, 'name'));
    const isOptional = readBoolean(source.optional, childPath(path, 'optional')) === true;
    const items = readList(source.items, childPath(path, 'items'));
    const stored = this.index.stored(isSecret, this.namespace, name);
    if (stored === undefined) {
      const kind = isSecret ? 'secret' : 'configmap';
      const code = isSecret ? 'SECRET_NOT_FOUND' : 'CONFIG_MAP_NOT_FOUND';
      this.missing(code, `${kind} ${goQuote(wellFormed(name))} not found`, path, isOptional);
      return;
    }
    const updates: FileUpdates = stored.isImmutable
      ? { follows: 'NEVER', followsReason: 'IMMUTABLE' }
      : SYNCED;
    const sizeOf = this.sizes(isSecret, name);
    const file = (bytes: string, key: string, at: FieldPath): NewFile => ({
      bytes,
      sizeBytes: sizeOf(key),
      isSecret,
      mode,
      origin: {
        source: isSecret ? 'SECRET' : 'CONFIG_MAP',
        segments: pathSegments(at),
        object: { namespace: this.namespace, name },
        key,
      },
      ...updates,
    });
    if (items.length === 0) {
      for (const [key, bytes] of [...stored.data, ...stored.binaryData]) {
        this.define(key, file(bytes, key, path));
      }
      return;
    }
    this.addItems(items, stored, isOptional, path, file);
  }

  /** Sizes of the values of a Secret, if markers replace these. */
  private sizes(isSecret: boolean, name: string): (key: string) => number | undefined {
    const { index, namespace } = this;
    const data = isSecret && index.isMasked ? index.forChecks.secret(namespace, name) : undefined;
    return (key) => data?.get(key)?.length;
  }

  private addItems(
    items: readonly KeyToPath[],
    { data, binaryData }: StoredData,
    isOptional: boolean,
    path: FieldPath,
    file: (bytes: string, key: string, at: FieldPath) => NewFile,
  ): void {
    // All or none: a missing key of a projected volume leaves out its source.
    const found: (readonly [string, NewFile])[] = [];
    for (const [at, item] of items.entries()) {
      const itemPath = childPath(childPath(path, 'items'), at);
      const { key: keyField, path: pathField, mode } = readObject(item, itemPath) ?? {};
      const key = readString(keyField, childPath(itemPath, 'key'));
      const target = readString(pathField, childPath(itemPath, 'path'));
      const ownMode = readInteger(mode, childPath(itemPath, 'mode'), INT32_RANGE);
      const bytes = data.get(key) ?? binaryData.get(key);
      if (bytes !== undefined) {
        const made = file(bytes, key, itemPath);
        found.push([target, ownMode === undefined ? made : { ...made, mode: ownMode }]);
        continue;
      }
      const message =
        file('', key, itemPath).origin.source === 'SECRET'
          ? `references non-existent secret key: ${wellFormed(key)}`
          : `configmap references non-existent config key: ${wellFormed(key)}`;
      this.missing('KEY_NOT_FOUND', message, itemPath, isOptional);
      if (!isOptional) {
        return;
      }
    }
    for (const [target, made] of found) {
      this.define(target, made);
    }
  }

  addFields(
    list: readonly DownwardAPIVolumeFile[] | null | undefined,
    mode: number,
    path: FieldPath,
  ): void {
    const listPath = childPath(path, 'items');
    for (const [at, value] of readList(list, listPath).entries()) {
      const itemPath = childPath(listPath, at);
      const item = readObject(value, itemPath) ?? {};
      const target = cleanPath(readString(item.path, childPath(itemPath, 'path')));
      const ownMode = readInteger(item.mode, childPath(itemPath, 'mode'), INT32_RANGE);
      try {
        this.define(target, { mode: ownMode ?? mode, ...this.field(item, itemPath) });
      } catch (error) {
        if (!(error instanceof Failure)) {
          throw error;
        }
        this.fail(error.code as VolumeFailureCode, error.message, itemPath);
      }
    }
  }

  private field(item: DownwardAPIVolumeFile, path: FieldPath): Omit<NewFile, 'mode'> {
    const fieldRef = readObject(item.fieldRef, childPath(path, 'fieldRef'));
    const resourceFieldRef = readObject(item.resourceFieldRef, childPath(path, 'resourceFieldRef'));
    const field = fieldRef
      ? readString(fieldRef.fieldPath, childPath(childPath(path, 'fieldRef'), 'fieldPath'))
      : readString(
          resourceFieldRef?.resource,
          childPath(childPath(path, 'resourceFieldRef'), 'resource'),
        );
    const bytes = fieldRef
      ? toByteString(readPodField(podParts(this.pod), 'v1', field, { use: 'volume' }))
      : resourceFieldRef
        ? known(() => readResourceField(this.pod, resourceFieldRef, undefined, this.index.node))
        : '';
    const isFixed = /^metadata\.(name|namespace|uid)$/.test(field);
    return {
      bytes,
      isSecret: false,
      origin: {
        source: 'DOWNWARD_API',
        segments: pathSegments(path),
        ...(field !== '' && { field }),
      },
      ...(isFixed ? ({ follows: 'NEVER', followsReason: 'FIXED_FIELD' } as const) : SYNCED),
    };
  }

  private define(target: string, { user = 0, ...file }: NewFile): void {
    const path = wellFormed(target);
    const hidden = this.files.get(path);
    const hides = hidden === undefined ? [] : [hidden.origin, ...hidden.hides];
    this.files.set(path, { ...file, user, hides });
  }

  private missing(
    code: VolumeFailureCode & ForgivenReference['code'],
    message: string,
    path: FieldPath,
    isOptional: boolean,
  ): void {
    if (isOptional) {
      this.forgiven.push({ segments: pathSegments(path), code, message });
    } else {
      this.fail(code, message, path);
    }
  }

  private fail(code: VolumeFailureCode, message: string, path: FieldPath): void {
    const segments: readonly FieldPathSegment[] = pathSegments(path);
    this.causes.push({ code, message, segments });
  }
}

/** The sources of a projected volume in the order in which the kubelet looks for them. */
const PROJECTIONS: readonly (keyof VolumeProjection)[] = [
  'secret',
  'configMap',
  'downwardAPI',
  'serviceAccountToken',
  'clusterTrustBundle',
  'podCertificate',
];

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function modeOf(
  { defaultMode }: { readonly defaultMode?: number | null | undefined },
  path: FieldPath,
): number {
  return readInteger(defaultMode, childPath(path, 'defaultMode'), INT32_RANGE) ?? DEFAULT_MODE;
}

/** The bytes of a value; undefined if it depends on the node. */
function known(value: () => string): string | undefined {
  try {
    return toByteString(value());
  } catch (error) {
    if (error === UNKNOWN) {
      return undefined;
    }
    throw error;
  }
}
