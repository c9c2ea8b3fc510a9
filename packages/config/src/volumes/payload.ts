import {
  type ClusterTrustBundleProjection,
  type ConfigMapProjection,
  type DownwardAPIProjection,
  type DownwardAPIVolumeFile,
  type KeyToPath,
  objectNamespace,
  type PodLike,
  type ProjectedVolumeSource,
  pathSegments,
  type Volume,
  type VolumeProjection,
} from '@kubesem/core';
import {
  type Fields,
  goQuote,
  podFields,
  THROW,
  toByteString,
  wellFormed,
} from '@kubesem/core/internal';
import type { ForgivenReference } from '../environment/explanation.js';
import { Failure } from '../environment/failure.js';
import { UNKNOWN } from '../environment/missing.js';
import { readPodField } from '../environment/pod-field.js';
import { readResourceField } from '../environment/resource-field.js';
import type { Environment, StoredData } from '../environment/sources.js';
import { cleanPath } from '../paths.js';
import type {
  FileOrigin,
  FileUpdates,
  VolumeFailureCause,
  VolumeFailureCode,
} from './explanation.js';
import type { Ownership } from './ownership.js';

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

/** A field of the volume, which a file or a fault comes from. */
type Place = Pick<Fields, 'path'>;

/** What takes keys of a ConfigMap or Secret. */
type ObjectSource = Pick<ConfigMapProjection, 'items' | 'optional'>;

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
  volume: Fields<Volume>,
  environment: Environment,
  ownership: Ownership,
): Payload | undefined {
  const collector = new Collector(pod, environment, ownership);
  const configMap = volume.at('configMap');
  const secret = volume.at('secret');
  const downwardAPI = volume.at('downwardAPI');
  const projected = volume.at('projected');
  if (configMap.isPresent) {
    const mode = modeOf(configMap);
    collector.addObject(configMap, { isSecret: false, name: configMap.text('name'), mode });
  } else if (secret.isPresent) {
    const name = secret.text('secretName');
    collector.addObject(secret, { isSecret: true, name, mode: modeOf(secret) });
  } else if (downwardAPI.isPresent) {
    collector.addFields(downwardAPI, modeOf(downwardAPI));
  } else if (projected.isPresent) {
    collector.addProjected(projected);
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
    readonly environment: Environment,
    readonly ownership: Ownership,
  ) {
    this.namespace = objectNamespace(podFields(pod, THROW).pod.value);
  }

  addProjected(projected: Fields<ProjectedVolumeSource>): void {
    const mode = modeOf(projected);
    projected.each('sources', (source) => {
      const field = PROJECTIONS.find((name) => source.has(name));
      if (field !== undefined) {
        this.addProjection(source, field, mode);
      }
    });
  }

  private addProjection(
    source: Fields<VolumeProjection>,
    field: keyof VolumeProjection,
    mode: number,
  ): void {
    switch (field) {
      case 'secret':
      case 'configMap': {
        const object = source.at(field);
        const name = object.text('name');
        this.addObject(object, { isSecret: field === 'secret', name, mode });
        break;
      }
      case 'downwardAPI':
        this.addFields(source.at(field), mode);
        break;
      case 'serviceAccountToken': {
        const token = source.at(field);
        this.addGenerated(token, token.text('path'), 'SERVICE_ACCOUNT_TOKEN', mode);
        break;
      }
      case 'clusterTrustBundle':
        this.addTrustBundle(source.at(field), mode);
        break;
      default: {
        const certificate = source.at('podCertificate');
        for (const name of ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const) {
          const file = certificate.text(name);
          if (file !== '') {
            const isSecret = name !== 'certificateChainPath';
            this.addGenerated(certificate, file, 'POD_CERTIFICATE', mode, isSecret);
          }
        }
      }
    }
  }

  private addTrustBundle(bundle: Fields<ClusterTrustBundleProjection>, mode: number): void {
    if (bundle.has('name') || bundle.has('signerName')) {
      this.addGenerated(bundle, bundle.text('path'), 'CLUSTER_TRUST_BUNDLE', mode);
    } else {
      const message = 'ClusterTrustBundle projection requires either name or signerName to be set';
      this.fail('TRUST_BUNDLE_NOT_SELECTED', message, bundle);
    }
  }

  /** A file whose content is made on the node. */
  private addGenerated(
    { path }: Place,
    file: string,
    source: FileOrigin['source'],
    defaultMode: number,
    isSecret: boolean = source === 'SERVICE_ACCOUNT_TOKEN',
  ): void {
    const { user, group } = this.ownership;
    this.define(file, {
      bytes: undefined,
      isSecret,
      mode: user === undefined && group === undefined ? defaultMode : PRIVATE_MODE,
      ...(user !== undefined && { user }),
      origin: { source, segments: pathSegments(path) },
      ...(source === 'CLUSTER_TRUST_BUNDLE' ? SYNCED : RENEWED),
    });
  }

  addObject(
    source: Fields<ObjectSource>,
    {
      isSecret,
      name,
      mode,
    }: { readonly isSecret: boolean; readonly name: string; readonly mode: number },
  ): void {
    const isOptional = source.flag('optional') === true;
    const items = source.objects('items');
    const stored = this.environment.index.stored(isSecret, this.namespace, name);
    if (stored === undefined) {
      const kind = isSecret ? 'secret' : 'configmap';
      const code = isSecret ? 'SECRET_NOT_FOUND' : 'CONFIG_MAP_NOT_FOUND';
      this.missing(code, `${kind} ${goQuote(wellFormed(name))} not found`, source, isOptional);
      return;
    }
    const updates: FileUpdates = stored.isImmutable
      ? { follows: 'NEVER', followsReason: 'IMMUTABLE' }
      : SYNCED;
    const sizeOf = this.sizes(isSecret, name);
    const file = (bytes: string, key: string, { path }: Place): NewFile => ({
      bytes,
      sizeBytes: sizeOf(key),
      isSecret,
      mode,
      origin: {
        source: isSecret ? 'SECRET' : 'CONFIG_MAP',
        segments: pathSegments(path),
        object: { namespace: this.namespace, name },
        key,
      },
      ...updates,
    });
    if (items.length === 0) {
      for (const [key, bytes] of [...stored.data, ...stored.binaryData]) {
        this.define(key, file(bytes, key, source));
      }
      return;
    }
    this.addItems(items, stored, isOptional, file);
  }

  /** Sizes of the values of a Secret, if markers replace these. */
  private sizes(isSecret: boolean, name: string): (key: string) => number | undefined {
    const { index } = this.environment;
    const data =
      isSecret && index.isMasked ? index.forChecks.secret(this.namespace, name) : undefined;
    return (key) => data?.get(key)?.length;
  }

  private addItems(
    items: readonly Fields<KeyToPath>[],
    { data, binaryData }: StoredData,
    isOptional: boolean,
    file: (bytes: string, key: string, at: Place) => NewFile,
  ): void {
    // All or none: a missing key of a projected volume leaves out its source.
    const found: (readonly [string, NewFile])[] = [];
    for (const item of items) {
      const key = item.text('key');
      const target = item.text('path');
      const mode = item.integer('mode');
      const bytes = data.get(key) ?? binaryData.get(key);
      if (bytes !== undefined) {
        const made = file(bytes, key, item);
        found.push([target, mode === undefined ? made : { ...made, mode }]);
        continue;
      }
      const message =
        file('', key, item).origin.source === 'SECRET'
          ? `references non-existent secret key: ${wellFormed(key)}`
          : `configmap references non-existent config key: ${wellFormed(key)}`;
      this.missing('KEY_NOT_FOUND', message, item, isOptional);
      if (!isOptional) {
        return;
      }
    }
    for (const [target, made] of found) {
      this.define(target, made);
    }
  }

  addFields(source: Fields<DownwardAPIProjection>, defaultMode: number): void {
    source.each('items', (item) => {
      const target = cleanPath(item.text('path'));
      const mode = item.integer('mode') ?? defaultMode;
      try {
        this.define(target, { mode, ...this.field(item) });
      } catch (error) {
        if (!(error instanceof Failure)) {
          throw error;
        }
        this.fail(error.code as VolumeFailureCode, error.message, item);
      }
    });
  }

  private field(item: Fields<DownwardAPIVolumeFile>): Omit<NewFile, 'mode'> {
    const ofPod = item.at('fieldRef');
    const ofResource = item.at('resourceFieldRef');
    const field = ofPod.isPresent ? ofPod.text('fieldPath') : ofResource.text('resource');
    const isFixed = /^metadata\.(name|namespace|uid)$/.test(field);
    return {
      bytes: ofPod.isPresent
        ? toByteString(readPodField(podFields(this.pod, THROW), 'v1', field, { use: 'volume' }))
        : ofResource.isPresent
          ? known(() =>
              readResourceField(this.pod, ofResource.value, undefined, this.environment.node),
            )
          : '',
      isSecret: false,
      origin: {
        source: 'DOWNWARD_API',
        segments: pathSegments(item.path),
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
    at: Place,
    isOptional: boolean,
  ): void {
    if (isOptional) {
      this.forgiven.push({ segments: pathSegments(at.path), code, message });
    } else {
      this.fail(code, message, at);
    }
  }

  private fail(code: VolumeFailureCode, message: string, { path }: Place): void {
    this.causes.push({ code, message, segments: pathSegments(path) });
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

function modeOf(source: Fields<{ readonly defaultMode?: number | null | undefined }>): number {
  return source.integer('defaultMode') ?? DEFAULT_MODE;
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
