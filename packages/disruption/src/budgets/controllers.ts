// Which controller a Pod has, and how many Pods it should have.
import {
  type Controller,
  controllerOf,
  goQuote,
  ignoreProblem,
  listOf,
  type ObjectMeta,
  objectOf,
  objectsOf,
  type Pod,
  textOf,
} from '@kubesem/core';
import type { ApiKind, DisruptionCluster, ObjectScale } from '../cluster.js';
import { integerOf, keyOf, namespaceOf } from '../lenient.js';

/** What is known about the scale of the controller of a Pod. */
export type FoundScale =
  /** The Pod has no controller. */
  | { readonly type: 'UNMANAGED' }
  | {
      readonly type: 'SCALE';
      readonly controller: Controller;
      readonly uid: string;
      readonly scale: number;
    }
  /** The cluster has no such object. */
  | { readonly type: 'NOT_FOUND'; readonly controller: Controller }
  | { readonly type: 'FAILED'; readonly controller: Controller; readonly message: string }
  /** The input does not show it. */
  | { readonly type: 'UNKNOWN'; readonly controller: Controller };

interface ScaledObject {
  readonly metadata?: ObjectMeta | null | undefined;
  readonly spec?: { readonly replicas?: number | null | undefined } | null | undefined;
}

/** An object, `undefined` if there is none, and `null` if that is not known. */
type Found = ScaledObject | null | undefined;

/** The built-in kinds that control Pods, and others of their groups. All have only one version. */
const BUILT_IN: readonly ApiKind[] = [
  {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    resource: 'replicationcontrollers',
    hasScale: true,
  },
  { apiVersion: 'v1', kind: 'Node', resource: 'nodes' },
  { apiVersion: 'v1', kind: 'Pod', resource: 'pods' },
  { apiVersion: 'apps/v1', kind: 'Deployment', resource: 'deployments', hasScale: true },
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', resource: 'replicasets', hasScale: true },
  { apiVersion: 'apps/v1', kind: 'StatefulSet', resource: 'statefulsets', hasScale: true },
  { apiVersion: 'apps/v1', kind: 'DaemonSet', resource: 'daemonsets' },
  { apiVersion: 'batch/v1', kind: 'Job', resource: 'jobs' },
  { apiVersion: 'batch/v1', kind: 'CronJob', resource: 'cronjobs' },
];

/** The groups of which {@link BUILT_IN} has every kind that could control Pods. */
const BUILT_IN_GROUPS: readonly string[] = ['apps', 'batch', 'extensions'];

/** The group of `apps/v1` and `v1`; undefined if it is no API version. */
function groupOf(apiVersion: string): string | undefined {
  const parts = apiVersion.split('/');
  if (parts.length > 2 && apiVersion !== '/') {
    return undefined;
  }
  return parts.length === 2 ? parts[0] : '';
}

/** The controllers of a cluster, by kind and name. */
export class ControllerIndex {
  private readonly replicaSets: ReadonlyMap<string, ScaledObject> | undefined;
  private readonly objects: {
    readonly [kind: string]: ReadonlyMap<string, ScaledObject> | undefined;
  };
  private readonly scales: ReadonlyMap<string, ObjectScale>;
  private readonly kinds: ReadonlyMap<string, ApiKind>;
  private readonly knowsKinds: boolean;
  /** The known kinds, in any version. */
  private readonly groupKinds: ReadonlySet<string>;

  constructor(cluster: DisruptionCluster) {
    this.replicaSets = byKey(cluster.replicaSets);
    this.objects = {
      ReplicationController: byKey(cluster.replicationControllers),
      Deployment: byKey(cluster.deployments),
      ReplicaSet: this.replicaSets,
      StatefulSet: byKey(cluster.statefulSets),
    };
    this.knowsKinds = Array.isArray(cluster.kinds) && cluster.lacksKinds !== true;
    this.groupKinds = new Set(
      listOf(cluster.kinds).map(({ apiVersion, kind }) => `${groupOf(apiVersion)} ${kind}`),
    );
    this.kinds = new Map(
      [...listOf(cluster.kinds), ...BUILT_IN].map((each) => [
        `${each.apiVersion} ${each.kind}`,
        each,
      ]),
    );
    this.scales = new Map(
      listOf(cluster.scales).map((each) => [scaleKey(each, each.namespace, each.name), each]),
    );
  }

  /** The scale of the controller of a Pod. */
  scaleOf(pod: Pod): FoundScale {
    const controller = controllerOf(pod, ignoreProblem);
    if (controller === undefined) {
      return { type: 'UNMANAGED' };
    }
    const group = groupOf(controller.apiVersion);
    if (group === undefined) {
      return failed(controller, `unexpected GroupVersion string: ${controller.apiVersion}`);
    }
    const key = `${namespaceOf(pod)}/${controller.name}`;
    return this.listedScale(controller, group, key) ?? this.subresource(controller, group, key);
  }

  /** The scale of an object of the lists that the disruption controller watches. */
  private listedScale(controller: Controller, group: string, key: string): FoundScale | undefined {
    const { kind } = controller;
    const isListed =
      (kind === 'ReplicationController' && group === '') ||
      (kind === 'ReplicaSet' && (group === 'apps' || group === 'extensions')) ||
      (kind === 'StatefulSet' && group === 'apps');
    if (!isListed) {
      return undefined;
    }
    const object = this.find(kind, key, controller.uid);
    if (object === null) {
      return { type: 'UNKNOWN', controller };
    }
    if (object === undefined) {
      return undefined;
    }
    return kind === 'ReplicaSet'
      ? this.replicaSetScale(controller, object)
      : scaleFrom(controller, object);
  }

  /** The Deployment of a ReplicaSet counts instead of it. */
  private replicaSetScale(
    controller: Controller,
    replicaSet: ScaledObject,
  ): FoundScale | undefined {
    const owner = controllerOf(replicaSet, ignoreProblem);
    if (owner === undefined) {
      return scaleFrom(controller, replicaSet);
    }
    const group = groupOf(owner.apiVersion);
    if (group === undefined) {
      return failed(controller, `unexpected GroupVersion string: ${owner.apiVersion}`);
    }
    if (owner.kind !== 'Deployment') {
      return scaleFrom(controller, replicaSet);
    }
    const isDeployment = group === 'apps' || group === 'extensions';
    const key = `${namespaceOf(replicaSet)}/${owner.name}`;
    const deployment = isDeployment ? this.find('Deployment', key, owner.uid) : undefined;
    if (deployment === null) {
      return { type: 'UNKNOWN', controller };
    }
    return deployment === undefined ? undefined : scaleFrom(controller, deployment);
  }

  /** The subresource `scale` of any object. */
  private subresource(controller: Controller, group: string, key: string): FoundScale {
    const { apiVersion, kind, uid } = controller;
    const known = this.kinds.get(`${apiVersion} ${kind}`);
    if (known === undefined) {
      const isMissing =
        this.knowsKinds ||
        BUILT_IN_GROUPS.includes(group) ||
        this.groupKinds.has(`${group} ${kind}`);
      const scale = isMissing ? undefined : this.scaleAt(controller, key);
      if (scale !== undefined) {
        return scale;
      }
      const text = `no matches for kind ${goQuote(kind)} in version ${goQuote(apiVersion)}`;
      return isMissing ? failed(controller, text) : { type: 'UNKNOWN', controller };
    }
    if (known.hasScale !== true) {
      const resource = group === '' ? known.resource : `${known.resource}.${group}`;
      return failed(controller, `${resource} does not implement the scale subresource`);
    }
    if (kind in this.objects && BUILT_IN.includes(known)) {
      const object = this.find(kind, key, uid);
      return object === null ? { type: 'UNKNOWN', controller } : scaleFrom(controller, object);
    }
    return this.scaleAt(controller, key) ?? { type: 'NOT_FOUND', controller };
  }

  private scaleAt(controller: Controller, key: string): FoundScale | undefined {
    const scale = this.scales.get(scaleKey(controller, ...splitKey(key)));
    if (scale?.failure !== undefined) {
      return failed(controller, scale.failure);
    }
    return scale?.uid === controller.uid
      ? { type: 'SCALE', controller, uid: scale.uid, scale: scale.replicas }
      : undefined;
  }

  private find(kind: string, key: string, uid: string): Found {
    const objects = this.objects[kind];
    if (objects === undefined) {
      return null;
    }
    const object = objects.get(key);
    return object !== undefined && uidOf(object) === uid ? object : undefined;
  }
}

function byKey<T extends ScaledObject>(
  list: readonly T[] | null | undefined,
): ReadonlyMap<string, ScaledObject> | undefined {
  return list === null || list === undefined
    ? undefined
    : new Map(objectsOf(list).map((each) => [keyOf(each), each]));
}

function scaleFrom(controller: Controller, object: ScaledObject | undefined): FoundScale {
  return object === undefined
    ? { type: 'NOT_FOUND', controller }
    : {
        type: 'SCALE',
        controller,
        uid: uidOf(object),
        scale: integerOf(objectOf(object.spec).replicas) ?? 1,
      };
}

function failed(controller: Controller, message: string): FoundScale {
  return { type: 'FAILED', controller, message };
}

function uidOf({ metadata }: ScaledObject): string {
  return textOf(objectOf(metadata).uid);
}

/** All versions of a kind have the same scale. */
function scaleKey(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  namespace: string,
  name: string,
): string {
  return `${groupOf(apiVersion)} ${kind} ${namespace}/${name}`;
}

function splitKey(key: string): [string, string] {
  const at = key.indexOf('/');
  return [key.slice(0, at), key.slice(at + 1)];
}
