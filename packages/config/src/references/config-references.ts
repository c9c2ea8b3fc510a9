import {
  childPath,
  type FieldPath,
  type FieldPathSegment,
  FieldReader,
  formatFieldPath,
  type PodLike,
  pathSegments,
  podContainers,
  podParts,
} from '@kubesem/core';

/**
 * What a Pod uses a ConfigMap or Secret for.
 *
 * - `ENV`: one variable of a container
 * - `ENV_FROM`: many variables of a container
 * - `VOLUME`: the files of a volume
 * - `PROJECTED`: files of a projected volume
 * - `IMAGE_PULL`: credentials for images
 * - `VOLUME_PLUGIN`: credentials for another kind of volume, such as `csi`
 */
export type ConfigReferenceUse =
  | 'ENV'
  | 'ENV_FROM'
  | 'VOLUME'
  | 'PROJECTED'
  | 'IMAGE_PULL'
  | 'VOLUME_PLUGIN';

/** A reference of a Pod to a ConfigMap or Secret. */
export interface ConfigReference {
  /** Kind of the object. */
  readonly kind: 'ConfigMap' | 'Secret';
  /** Its name; its namespace is that of the Pod. */
  readonly name: string;
  /** What the Pod uses it for. */
  readonly use: ConfigReferenceUse;
  /** The keys that the Pod uses; absent for all keys. */
  readonly keys?: readonly string[] | undefined;
  /** Whether the Pod starts if the object or a key is missing. The kubelet skips missing image pull Secrets. */
  readonly isOptional: boolean;
  /** The field that refers to it. */
  readonly segments: readonly FieldPathSegment[];
  /** The segments as text, such as `spec.containers[0].envFrom[0].configMapRef`. Do not parse it. */
  readonly path: string;
}

/**
 * Lists the ConfigMaps and Secrets that a Pod refers to: variables of all its containers, volumes and image pull Secrets.
 *
 * References without a name are skipped. Secrets of a ServiceAccount or of a PersistentVolume are not references of the Pod.
 *
 * @param podLike - a Pod, a Pod template or a Pod spec; it is not changed
 * @returns the references: image pull Secrets, then those of containers, then those of volumes, each in its order
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `NOT_A_POD` if the object is of another kind
 *
 * @example
 * ```ts
 * import { configReferences } from '@kubesem/config';
 *
 * const env = [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } }];
 * const volumes = [{ name: 'config', configMap: { name: 'web', optional: true } }];
 * const references = configReferences({ spec: { containers: [{ name: 'app', env }], volumes } });
 * references.map(({ kind, name, use, isOptional }) => [kind, name, use, isOptional]) // => [
 * //   ['Secret', 'api', 'ENV', false],
 * //   ['ConfigMap', 'web', 'VOLUME', true],
 * // ]
 * references[0]?.keys // => ['token']
 * references[0]?.path // => 'spec.containers[0].env[0].valueFrom.secretKeyRef'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/api/v1/pod` v1.37.1, `VisitPodConfigmapNames` and `VisitPodSecretNames`.
 */
export function configReferences(podLike: PodLike): readonly ConfigReference[] {
  const { spec, specPath } = podParts(podLike);
  const references = new References();
  for (const { entry, at } of references.objects(spec, 'imagePullSecrets', specPath)) {
    references.add({ kind: 'Secret', use: 'IMAGE_PULL', isOptional: true }, entry, at);
  }
  for (const { container, path } of podContainers(podLike)) {
    for (const { entry, at } of references.objects(container, 'envFrom', path)) {
      references.read('ConfigMap', 'ENV_FROM', entry, 'configMapRef', at);
      references.read('Secret', 'ENV_FROM', entry, 'secretRef', at);
    }
    for (const { entry, at } of references.objects(container, 'env', path)) {
      const from = references.object<Fields>(entry, 'valueFrom', at) ?? {};
      const fromPath = childPath(at, 'valueFrom');
      references.read('ConfigMap', 'ENV', from, 'configMapKeyRef', fromPath);
      references.read('Secret', 'ENV', from, 'secretKeyRef', fromPath);
    }
  }
  for (const { entry, at } of references.objects<Fields>(spec, 'volumes', specPath)) {
    references.readVolume('ConfigMap', entry, at);
    references.readVolume('Secret', entry, at);
  }
  return references.found;
}

/** An object whose fields are read by name. */
interface Fields {
  readonly [field: string]: unknown;
}

/** Kubernetes reads the first of the sources that a volume has; a valid volume has one. */
const SOURCES = {
  ConfigMap: ['projected', 'configMap'],
  Secret: [
    'azureFile',
    'cephfs',
    'cinder',
    'flexVolume',
    'projected',
    'rbd',
    'secret',
    'scaleIO',
    'iscsi',
    'storageos',
    'csi',
  ],
} as const;

/** Collects references. */
class References extends FieldReader {
  readonly found: ConfigReference[] = [];

  add(
    reference: Pick<ConfigReference, 'kind' | 'use' | 'keys' | 'isOptional'>,
    source: object,
    path: FieldPath,
    nameField = 'name',
  ): void {
    const name = this.text(source, nameField, path);
    if (name !== '') {
      const segments = pathSegments(path);
      this.found.push({ name, ...reference, segments, path: formatFieldPath(segments) });
    }
  }

  read(
    kind: ConfigReference['kind'],
    use: ConfigReferenceUse,
    parent: object,
    field: string,
    parentPath: FieldPath,
    nameField?: string,
  ): void {
    const source = this.object(parent, field, parentPath);
    if (source === undefined) {
      return;
    }
    const path = childPath(parentPath, field);
    const isOptional = this.flag(source, 'optional', path) === true;
    const keys =
      use === 'ENV'
        ? [this.text(source, 'key', path)]
        : this.objects(source, 'items', path).map(({ entry, at }) => this.text(entry, 'key', at));
    const ofKeys = keys.length > 0 && { keys };
    this.add({ kind, use, ...ofKeys, isOptional }, source, path, nameField);
  }

  readVolume(kind: ConfigReference['kind'], volume: Fields, path: FieldPath): void {
    const field = SOURCES[kind].find((name) => volume[name] != null);
    const at = childPath(path, field ?? '');
    switch (field) {
      case undefined:
        return;
      case 'configMap':
        this.read(kind, 'VOLUME', volume, field, path);
        return;
      case 'secret':
        this.read(kind, 'VOLUME', volume, field, path, 'secretName');
        return;
      case 'azureFile':
        this.read(kind, 'VOLUME_PLUGIN', volume, field, path, 'secretName');
        return;
      case 'projected':
        for (const source of this.objects(this.object(volume, field, path) ?? {}, 'sources', at)) {
          const sourceField = kind === 'ConfigMap' ? 'configMap' : 'secret';
          this.read(kind, 'PROJECTED', source.entry, sourceField, source.at);
        }
        return;
      default: {
        const plugin = this.object(volume, field, path) ?? {};
        const reference = field === 'csi' ? 'nodePublishSecretRef' : 'secretRef';
        this.read(kind, 'VOLUME_PLUGIN', plugin, reference, at);
      }
    }
  }
}
