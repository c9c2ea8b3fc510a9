// Which controller a Pod has, and how many Pods it should have.
import { apiGroupOf, type Controller, type ObjectMeta, type Pod } from '@kubesem/core';
import { ABSENT, fields, goQuote } from '@kubesem/core/internal';
import {
  CRON_JOB,
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  type Kind,
  NODE,
  POD,
  REPLICA_SET,
  REPLICATION_CONTROLLER,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import type { ApiKind, DisruptionCluster, ObjectScale } from '../cluster.js';
import { keyOf, namespaceOf, ownerOf, uidOf } from '../stored.js';

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
const BUILT_IN: readonly Kind[] = [
  DEPLOYMENT,
  REPLICA_SET,
  STATEFUL_SET,
  REPLICATION_CONTROLLER,
  DAEMON_SET,
  JOB,
  CRON_JOB,
  NODE,
  POD,
];

/** The groups of which {@link BUILT_IN} has every kind that could control Pods. */
const BUILT_IN_GROUPS: readonly string[] = ['apps', 'batch', 'extensions'];

/** The built-in kinds with a scale, and the objects of each. */
export function scaledLists(
  cluster: DisruptionCluster,
): readonly (readonly [Kind, readonly ScaledObject[] | null | undefined])[] {
  return BUILT_IN.filter(hasScale).map((kind) => [kind, cluster[kind.listKey as 'deployments']]);
}

function hasScale({ subresources }: Kind): boolean {
  return subresources.includes('scale');
}

/** The group of `apps/v1` and `v1`; undefined if it is not an API version. */
function groupOf(apiVersion: string): string | undefined {
  return apiVersion.split('/').length > 2 ? undefined : apiGroupOf(apiVersion);
}

/** The controllers of a cluster, by kind and name. */
export class ControllerIndex {
  private readonly objects: ReadonlyMap<string, ReadonlyMap<string, ScaledObject> | undefined>;
  private readonly scales: ReadonlyMap<string, ObjectScale>;
  private readonly kinds: ReadonlyMap<string, ApiKind>;
  private readonly knowsKinds: boolean;
  /** The known kinds, in any version. */
  private readonly groupKinds: ReadonlySet<string>;

  constructor(cluster: DisruptionCluster) {
    this.objects = new Map(scaledLists(cluster).map(([{ kind }, list]) => [kind, byKey(list)]));
    this.knowsKinds = Array.isArray(cluster.kinds) && cluster.lacksKinds !== true;
    const given = fields(cluster, ABSENT);
    const kinds = given.list('kinds');
    this.groupKinds = new Set(
      kinds.map(({ apiVersion, kind }) => `${groupOf(apiVersion)} ${kind}`),
    );
    this.kinds = new Map(kinds.map((each) => [`${each.apiVersion} ${each.kind}`, each]));
    this.scales = new Map(
      given.list('scales').map((each) => [scaleKey(each, each.namespace, each.name), each]),
    );
  }

  /** The scale of the controller of a Pod. */
  scaleOf(pod: Pod): FoundScale {
    const controller = ownerOf(pod);
    if (controller === undefined) {
      return { type: 'UNMANAGED' };
    }
    const group = groupOf(controller.apiVersion);
    if (group === undefined) {
      return badVersion(controller, controller);
    }
    const key = `${namespaceOf(pod)}/${controller.name}`;
    return this.listedScale(controller, group, key) ?? this.subresource(controller, group, key);
  }

  /** The scale of an object of the lists that the disruption controller watches. */
  private listedScale(controller: Controller, group: string, key: string): FoundScale | undefined {
    const { kind } = controller;
    const isListed =
      (kind === REPLICATION_CONTROLLER.kind && group === '') ||
      (kind === REPLICA_SET.kind && (group === 'apps' || group === 'extensions')) ||
      (kind === STATEFUL_SET.kind && group === 'apps');
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
    return kind === REPLICA_SET.kind
      ? this.replicaSetScale(controller, object)
      : scaleFrom(controller, object);
  }

  /** The Deployment of a ReplicaSet counts instead of it. */
  private replicaSetScale(
    controller: Controller,
    replicaSet: ScaledObject,
  ): FoundScale | undefined {
    const owner = ownerOf(replicaSet);
    if (owner === undefined) {
      return scaleFrom(controller, replicaSet);
    }
    const group = groupOf(owner.apiVersion);
    if (group === undefined) {
      return badVersion(controller, owner);
    }
    if (owner.kind !== DEPLOYMENT.kind) {
      return scaleFrom(controller, replicaSet);
    }
    const isDeployment = group === 'apps' || group === 'extensions';
    const key = `${namespaceOf(replicaSet)}/${owner.name}`;
    const deployment = isDeployment ? this.find(DEPLOYMENT.kind, key, owner.uid) : undefined;
    if (deployment === null) {
      return { type: 'UNKNOWN', controller };
    }
    return deployment === undefined ? undefined : scaleFrom(controller, deployment);
  }

  /** The subresource `scale` of any object. */
  private subresource(controller: Controller, group: string, key: string): FoundScale {
    const { apiVersion, kind, uid } = controller;
    const builtIn = BUILT_IN.find((each) => each.apiVersion === apiVersion && each.kind === kind);
    const custom = this.kinds.get(`${apiVersion} ${kind}`);
    if (builtIn === undefined && custom === undefined) {
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
    if (builtIn ? !hasScale(builtIn) : custom?.hasScale !== true) {
      const plural = builtIn?.plural ?? custom?.resource;
      const resource = group === '' ? plural : `${plural}.${group}`;
      return failed(controller, `${resource} does not implement the scale subresource`);
    }
    if (builtIn !== undefined) {
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
    const objects = this.objects.get(kind);
    if (objects === undefined) {
      return null;
    }
    const object = objects.get(key);
    return object !== undefined && uidOf(object) === uid ? object : undefined;
  }
}

/** The controllers of a cluster. */
export function controllersOf(cluster: DisruptionCluster): ControllerIndex {
  return new ControllerIndex(cluster);
}

function byKey(
  list: readonly ScaledObject[] | null | undefined,
): ReadonlyMap<string, ScaledObject> | undefined {
  return list === null || list === undefined
    ? undefined
    : new Map(fields({ list }, ABSENT).each('list', ({ value }) => [keyOf(value), value]));
}

function scaleFrom(controller: Controller, object: ScaledObject | undefined): FoundScale {
  return object === undefined
    ? { type: 'NOT_FOUND', controller }
    : {
        type: 'SCALE',
        controller,
        uid: uidOf(object),
        scale: fields(object, ABSENT).at('spec').integer('replicas') ?? 1,
      };
}

function badVersion(controller: Controller, { apiVersion }: Controller): FoundScale {
  return failed(controller, `unexpected GroupVersion string: ${apiVersion}`);
}

function failed(controller: Controller, message: string): FoundScale {
  return { type: 'FAILED', controller, message };
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
