import {
  type Container,
  type FieldPathSegment,
  formatFieldPath,
  type KeyToPath,
  type PodLike,
  pathSegments,
  type Volume,
} from '@kubesem/core';
import { everyContainer, type Fields, podFields, THROW } from '@kubesem/core/internal';

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
  const { spec } = podFields(podLike, THROW);
  const references = new References();
  spec.each('imagePullSecrets', (secret) =>
    references.add({ kind: 'Secret', use: 'IMAGE_PULL', isOptional: true }, secret),
  );
  for (const container of everyContainer(spec, (each) => each)) {
    references.readContainer(container);
  }
  spec.each('volumes', (volume) => {
    references.readVolume('ConfigMap', volume);
    references.readVolume('Secret', volume);
  });
  return references.found;
}

/** What names a ConfigMap or a Secret. */
interface Source {
  readonly name?: string | null | undefined;
  readonly secretName?: string | null | undefined;
  readonly optional?: boolean | null | undefined;
  readonly key?: string | null | undefined;
  readonly items?: readonly KeyToPath[] | null | undefined;
}

/** The source of a volume that a plugin makes. */
interface PluginSource {
  readonly nodePublishSecretRef?: Source;
  readonly secretRef?: Source;
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
class References {
  readonly found: ConfigReference[] = [];

  add(
    reference: Pick<ConfigReference, 'kind' | 'use' | 'keys' | 'isOptional'>,
    source: Fields<Source>,
    nameField: 'name' | 'secretName' = 'name',
  ): void {
    const name = source.text(nameField);
    if (name !== '') {
      const segments = pathSegments(source.path);
      this.found.push({ name, ...reference, segments, path: formatFieldPath(segments) });
    }
  }

  readContainer(container: Fields<Container>): void {
    container.each('envFrom', (entry) => {
      this.read('ConfigMap', 'ENV_FROM', entry.at('configMapRef'));
      this.read('Secret', 'ENV_FROM', entry.at('secretRef'));
    });
    container.each('env', (variable) => {
      const from = variable.at('valueFrom');
      this.read('ConfigMap', 'ENV', from.at('configMapKeyRef'));
      this.read('Secret', 'ENV', from.at('secretKeyRef'));
    });
  }

  readVolume(kind: ConfigReference['kind'], volume: Fields<Volume>): void {
    const field = SOURCES[kind].find((name) => volume.has(name));
    switch (field) {
      case undefined:
        return;
      case 'configMap':
        this.read(kind, 'VOLUME', volume.at(field));
        return;
      case 'secret':
        this.read(kind, 'VOLUME', volume.at(field), 'secretName');
        return;
      case 'azureFile':
        this.read(kind, 'VOLUME_PLUGIN', volume.at(field), 'secretName');
        return;
      case 'projected':
        volume.at(field).each('sources', (source) => {
          this.read(kind, 'PROJECTED', source.at(kind === 'ConfigMap' ? 'configMap' : 'secret'));
        });
        return;
      default: {
        const plugin: Fields<PluginSource> = volume.at(field);
        const reference = field === 'csi' ? 'nodePublishSecretRef' : 'secretRef';
        this.read(kind, 'VOLUME_PLUGIN', plugin.at(reference));
      }
    }
  }

  private read(
    kind: ConfigReference['kind'],
    use: ConfigReferenceUse,
    source: Fields<Source>,
    nameField?: 'name' | 'secretName',
  ): void {
    if (!source.isPresent) {
      return;
    }
    const isOptional = source.flag('optional') === true;
    const keys =
      use === 'ENV' ? [source.text('key')] : source.each('items', (item) => item.text('key'));
    this.add({ kind, use, ...(keys.length > 0 && { keys }), isOptional }, source, nameField);
  }
}
