import { type ConfigReference, configReferences } from '@kubesem/config';
import type { Pod } from '@kubesem/core';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';

const NAMES = ['one', 'two', 'three', '__proto__', ''];
const CREDENTIALS = ['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'];

function reference(random: Random, field = 'name'): JsonObject {
  return {
    ...random.maybe(95, () => ({ [field]: random.pick(NAMES) })),
    ...random.maybe(20, () => ({ optional: random.percent(50) })),
    ...random.maybe(20, () => ({ items: [{ key: 'a', path: 'a' }] })),
  };
}

function keyReference(random: Random): JsonObject {
  return { name: random.pick(NAMES), key: 'a', ...random.maybe(20, () => ({ optional: true })) };
}

function source(random: Random): JsonObject {
  switch (random.below(6)) {
    case 0:
      return { configMap: reference(random) };
    case 1:
      return { secret: reference(random, 'secretName') };
    case 2:
      return {
        projected: {
          sources: random.list(3, () => ({
            ...random.maybe(50, () => ({ configMap: reference(random) })),
            ...random.maybe(50, () => ({ secret: reference(random) })),
          })),
        },
      };
    case 3:
      return { azureFile: { secretName: random.pick(NAMES), shareName: 'a' } };
    case 4:
      return {
        csi: {
          driver: 'd',
          ...random.maybe(80, () => ({ nodePublishSecretRef: { name: random.pick(NAMES) } })),
        },
      };
    default:
      return {
        [random.pick(CREDENTIALS)]: random.maybe(80, () => ({
          secretRef: { name: random.pick(NAMES) },
        })),
      };
  }
}

function container(random: Random): JsonObject {
  return {
    name: 'app',
    envFrom: random.list(3, () => ({
      ...random.maybe(50, () => ({ configMapRef: reference(random) })),
      ...random.maybe(50, () => ({ secretRef: reference(random) })),
    })),
    env: random.list(3, () => ({
      name: 'A',
      ...random.maybe(80, () => ({
        valueFrom: {
          ...random.maybe(50, () => ({ configMapKeyRef: keyReference(random) })),
          ...random.maybe(50, () => ({ secretKeyRef: keyReference(random) })),
        },
      })),
    })),
  };
}

function podCase(random: Random): JsonObject {
  const containers = (): Json => random.list(2, () => container(random));
  return {
    pod: {
      spec: {
        ...random.maybe(50, () => ({
          imagePullSecrets: random.list(3, () => ({ name: random.pick(NAMES) })),
        })),
        ...random.maybe(80, () => ({ containers: containers() })),
        ...random.maybe(30, () => ({ initContainers: containers() })),
        ...random.maybe(20, () => ({ ephemeralContainers: containers() })),
        volumes: random.list(4, (index) => ({
          name: `v${index}`,
          ...source(random),
          ...random.maybe(5, () => source(random)),
        })),
      },
    },
  };
}

const references: Operation = {
  name: 'config.references',
  program: 'kubernetes',
  *examples() {
    const volumes = [
      { configMap: { name: 'one' } },
      { secret: { secretName: 'one' } },
      { projected: { sources: [{ configMap: { name: 'one' } }, { secret: { name: 'two' } }] } },
      { azureFile: { secretName: 'one' } },
      { csi: { nodePublishSecretRef: { name: 'one' } } },
      { emptyDir: {} },
      ...CREDENTIALS.map((field) => ({ [field]: { secretRef: { name: 'one' } } })),
    ];
    for (const volume of volumes) {
      yield { pod: { spec: { volumes: [{ name: 'a', ...volume }] } } } as unknown as Json;
      for (const other of volumes) {
        yield {
          pod: { spec: { volumes: [{ name: 'a', ...volume, ...other }] } },
        } as unknown as Json;
      }
    }
  },
  generate: podCase,
  compare(input, theirs, comparison) {
    const { configMaps, secrets } = theirs.out as { configMaps: string[]; secrets: string[] };
    const ours = configReferences((input as JsonObject).pod as Pod);
    const names = (kind: ConfigReference['kind']): string =>
      ours.flatMap((each) => (each.kind === kind ? [each.name] : [])).join();
    comparison.field('ConfigMaps', configMaps.join(), names('ConfigMap'));
    comparison.field('Secrets', secrets.join(), names('Secret'));
    for (const { name, segments } of ours) {
      const found = segments.reduce<Json | undefined>(
        (at, segment) => (at as JsonObject | undefined)?.[segment],
        (input as JsonObject).pod,
      ) as { name?: string; secretName?: string };
      comparison.field('object at the path', name, found.name ?? found.secretName);
    }
  },
  kind(_, { out }) {
    const { configMaps, secrets } = out as { configMaps: string[]; secrets: string[] };
    return [configMaps, secrets].map((names) => Math.min(names.length, 4)).join();
  },
};

/** The ConfigMaps and Secrets of Pods. */
export const configReferenceOperations: readonly Operation[] = [references];
