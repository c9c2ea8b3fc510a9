import { pick, seededRandom } from '../random.js';

type RandomBelow = (bound: number) => number;
type ResourceList = Record<string, string>;

/** Number of nodes that Kubernetes supports in a cluster. */
export const NODES = 5000;
/** Number of Pods that Kubernetes supports in a cluster. */
export const PODS = 150_000;

const SEED = 5000;
/** As in real clusters: log shipper, node exporter, network and storage plugins. */
const DAEMON_SETS = 4;

interface Requirements {
  requests?: ResourceList;
  limits?: ResourceList;
}

interface Template {
  readonly kind: string;
  readonly name: string;
  readonly spec: Record<string, unknown>;
}

/** CPU: whole cores, millicores, and sometimes a decimal fraction. */
function cores(random: RandomBelow, milli: number): string {
  if (milli % 1000 === 0) {
    return String(milli / 1000);
  }
  return milli % 100 === 0 && random(10) === 0 ? String(milli / 1000) : `${milli}m`;
}

/** Memory: gibibytes, mebibytes, and sometimes half a gibibyte, a decimal suffix or no suffix. */
function bytes(random: RandomBelow, mebibytes: number): string {
  const kind = random(20);
  if (kind === 0) {
    return String(mebibytes * 2 ** 20);
  }
  if (kind === 1) {
    return `${mebibytes}M`;
  }
  if (mebibytes % 1024 === 0) {
    return `${mebibytes / 1024}Gi`;
  }
  return mebibytes % 512 === 0 && kind < 10 ? `${mebibytes / 1024}Gi` : `${mebibytes}Mi`;
}

const MILLICORES = [10, 50, 100, 100, 200, 250, 500, 500, 1000, 2000, 4000] as const;
const MEBIBYTES = [32, 64, 128, 128, 256, 256, 512, 1024, 1536, 2048, 4096, 8192] as const;

/** Most containers request CPU and memory and limit memory. Some limit both, a few set nothing, some set more. */
function requirements(random: RandomBelow): Requirements {
  const kind = random(20);
  if (kind < 2) {
    return {};
  }
  const milli = pick(random, MILLICORES);
  const mebibytes = pick(random, MEBIBYTES);
  const requests: ResourceList = {
    cpu: cores(random, milli),
    memory: bytes(random, mebibytes),
  };
  if (kind < 5) {
    return { requests, limits: { ...requests } };
  }
  if (kind < 7) {
    return { requests };
  }
  const limits: ResourceList = { memory: bytes(random, mebibytes * (1 + random(3))) };
  if (kind < 13) {
    limits['cpu'] = cores(random, milli * (1 + random(4)));
  }
  if (kind === 18) {
    requests['ephemeral-storage'] = limits['ephemeral-storage'] = '1Gi';
  }
  if (kind === 19 && random(4) === 0) {
    requests['nvidia.com/gpu'] = limits['nvidia.com/gpu'] = '1';
  }
  return { requests, limits };
}

function container(random: RandomBelow, name: string): Record<string, unknown> {
  return {
    name,
    image: `registry.example.com/team-${random(40)}/${name}:1.${random(60)}.${random(10)}`,
    imagePullPolicy: 'IfNotPresent',
    resources: requirements(random),
  };
}

/** Two in five Pods have a second container, one in four a sidecar, one in four an ordinary init container. */
function template(random: RandomBelow, kind: string, name: string): Template {
  const containers = [container(random, 'app')];
  if (random(5) < 2) {
    containers.push(container(random, 'metrics'));
  }
  if (random(8) === 0) {
    containers.push(container(random, 'cache'));
  }
  const initContainers: Record<string, unknown>[] = [];
  if (random(4) === 0) {
    initContainers.push(container(random, 'prepare'));
  }
  if (random(4) === 0) {
    initContainers.push({ ...container(random, 'proxy'), restartPolicy: 'Always' });
  }
  const spec: Record<string, unknown> = { containers, restartPolicy: 'Always' };
  if (initContainers.length > 0) {
    spec['initContainers'] = initContainers;
  }
  if (random(50) === 0) {
    spec['overhead'] = { cpu: '250m', memory: '120Mi' };
  }
  if (random(50) === 0) {
    const requests = { cpu: '6', memory: '12Gi' };
    spec['resources'] = { requests, limits: random(2) > 0 ? requests : { memory: '16Gi' } };
  }
  return { kind, name, spec };
}

/** A Pod of the template as the API server stores it, without fields that do not affect resources. */
function pod({ kind, name, spec }: Template, replica: number, node: number): object {
  const containers = spec['containers'] as { name: string; resources: Requirements }[];
  const isResized = replica % 37 === 36;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${name}-${replica}`,
      namespace: `team-${name.length}`,
      uid: `${name}-${replica}`,
      labels: { 'app.kubernetes.io/name': name, 'pod-template-hash': '5d4f8c7b9' },
      ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: name, controller: true }],
    },
    spec: { ...spec, nodeName: `node-${node}`, serviceAccountName: 'default' },
    status: {
      phase: 'Running',
      containerStatuses: containers.map(({ name: container, resources }) => ({
        name: container,
        ready: true,
        restartCount: 0,
        ...(isResized && { allocatedResources: resources.requests, resources }),
      })),
    },
  };
}

/**
 * Returns a node of the cluster as the API server stores it, without fields that do not affect resources.
 *
 * @param index - number of the node
 * @returns the node
 */
export function clusterNode(index: number): object {
  const allocatable = { cpu: '31850m', memory: '129Gi', 'ephemeral-storage': '90Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${index}` },
    status: { allocatable },
  };
}

/**
 * Generates the Pods of a cluster, the same in every run.
 *
 * @param count - number of Pods, at most {@link PODS}
 * @returns the Pods, one workload after the other
 */
export function* clusterPods(count: number = PODS): Generator<object> {
  const random = seededRandom(SEED);
  let made = 0;
  for (let workload = 0; made < count; workload++) {
    const isDaemon = workload < DAEMON_SETS;
    const kind = isDaemon
      ? 'DaemonSet'
      : pick(random, ['ReplicaSet', 'ReplicaSet', 'ReplicaSet', 'StatefulSet', 'Job']);
    const replicas = isDaemon ? Math.ceil((count * NODES) / PODS) : 1 + random(60);
    const shape = template(random, kind, `workload-${workload}`);
    for (let replica = 0; replica < replicas && made < count; replica++, made++) {
      yield pod(shape, replica, isDaemon ? replica : random(NODES));
    }
  }
}
