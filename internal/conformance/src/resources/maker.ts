import type { Node, Pod } from '@kubesem/core';
import type { Json, JsonObject } from '../harness/json.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { validQuantityText } from '../quantity/texts.js';

/** Chooses an amount. */
type Amount = (random: Random) => Json;

/** Few amounts of similar size, so ties, exact fits and changes of format are common. */
const CORES: readonly Json[] = [
  ...words(`
    0 100m 250m 500m 1 1 2 1500m 0.1 1.5 +326m 007 3 1n 100u 0.1m 1e-1 1E0 1k 333m 0.0005
  `),
  ...[0, 1, 2, 0.5],
];
const BYTES: readonly Json[] = [
  ...words(`
    0 0Ki 64Mi 128Mi 1Gi 1Gi 1.5Gi 2Gi 64M 1G 1e9 128974848 1048576Ki +326 3.M 100m 1.5 0.5Ki
    1Ti 123456789 12e6 1k
  `),
  ...[0, 1073741824],
];
const COUNTS: readonly Json[] = ['0', '1', '1', '2', '3', '4', '1k', '0.5', '1500m', '2e0', 2];

/** Amounts at the limits of int64, negative ones, and suffixes that lose digits. */
const ODD: readonly Json[] = words(`
  -1 -1Gi -100m -1.5 -1u 9Ei 8Ei 10E 9E 1000E 10P 10000T 9223372036854775807 9223372036854775
  9223372036854776 -9223372036854775808 4611686018427387904 9007199254740993
  18446744073709551616 1.0000000001Ki -0.5 -1.50000000000000000000 1.00000000000000000001
  -0.1234567890123456789 0.00000000000000000000 1234567890123456789012m -1.5Gi -0.3Ki
`);

const RESOURCES: readonly string[] = [
  ...words(`
    cpu cpu cpu memory memory memory ephemeral-storage hugepages-2Mi hugepages-1Gi hugepages-
    example.com/gpu example.com/gpu example.com/a a.example.org/b kubernetes.io/native
    notkubernetes.io/x requests.example.com/gpu attachable-volumes-csi-x attachable-volumes-a/b
    storage pods foo a/b/c __proto__ constructor Example.com/gpu hugepages
  `),
  `example.com/${'x'.repeat(64)}`,
];

function ordinary(name: string): readonly Json[] {
  return name === 'cpu'
    ? CORES
    : name.startsWith('hugepages-') || ['memory', 'ephemeral-storage', 'storage'].includes(name)
      ? BYTES
      : COUNTS;
}

/** One case in four has unusual amounts. */
function amounts(random: Random): (name: string) => Amount {
  const oddPercent = random.percent(75) ? 0 : random.pick([2, 10, 40]);
  return (name) => (next) => {
    if (!next.percent(oddPercent)) {
      return next.pick(ordinary(name));
    }
    return next.percent(70) ? next.pick(ODD) : validQuantityText(next);
  };
}

/** A node or a Pod of a cluster. */
export interface ClusterObject {
  readonly node?: Node;
  readonly pod?: Pod;
}

/** Makes the objects of one case, with amounts that fit together. */
export class Maker {
  readonly #random: Random;
  readonly #amount: (name: string) => Amount;

  constructor(random: Random) {
    this.#random = random;
    this.#amount = amounts(random);
  }

  /** Amounts of these resources. */
  list(names: readonly string[]): JsonObject {
    return Object.fromEntries(names.map((name) => [name, this.#amount(name)(this.#random)]));
  }

  /** Amounts of some resources. */
  some(): JsonObject {
    const count = 1 + this.#random.below(this.#random.percent(80) ? 3 : 7);
    return this.list(Array.from({ length: count }, () => this.#random.pick(RESOURCES)));
  }

  /** Requests and limits. */
  requirements(): JsonObject {
    return {
      ...this.#random.maybe(80, () => ({ requests: this.some() })),
      ...this.#random.maybe(50, () => ({ limits: this.some() })),
    };
  }

  private container(name: string, isInit: boolean): JsonObject {
    return {
      name,
      ...this.#random.maybe(90, () => ({ resources: this.requirements() })),
      ...(isInit ? this.#random.maybe(60, () => ({ restartPolicy: 'Always' })) : {}),
      ...this.#random.maybe(10, () => ({
        resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
      })),
    };
  }

  private containers(isInit: boolean): Json[] {
    const names = isInit ? ['i', 'j', 'k'] : ['a', 'b', 'c'];
    const count = this.#random.below(4);
    return names.slice(0, count).map((name) => this.container(name, isInit));
  }

  private status(): JsonObject {
    const status = (name: string) => ({
      name,
      ...this.#random.maybe(50, () => ({ allocatedResources: this.some() })),
      ...this.#random.maybe(60, () => ({ resources: this.requirements() })),
    });
    return {
      ...this.#random.maybe(30, () => ({
        conditions: [
          {
            type: 'PodResizePending',
            status: 'True',
            reason: this.#random.pick(['Infeasible', 'Infeasible', 'Deferred']),
          },
        ],
      })),
      ...this.#random.maybe(80, () => ({ containerStatuses: ['a', 'b'].map(status) })),
      ...this.#random.maybe(40, () => ({ initContainerStatuses: ['j', 'i'].map(status) })),
      ...this.#random.maybe(30, () => ({ allocatedResources: this.some() })),
      ...this.#random.maybe(30, () => ({ resources: this.requirements() })),
      // Counts only behind a feature gate that is off, so it must change nothing.
      ...this.#random.maybe(10, () => ({
        nodeAllocatableResourceClaimStatuses: [
          { resourceClaimName: 'claim', mapping: [{ name: 'cpu', quantity: '1' }] },
        ],
      })),
    };
  }

  /** A Pod. */
  pod(metadata: JsonObject, nodeName: Json | undefined): JsonObject {
    const phase = this.#random.pick(PHASES);
    return {
      metadata,
      spec: {
        ...(nodeName === undefined ? {} : { nodeName }),
        containers: this.containers(false),
        ...this.#random.maybe(40, () => ({ initContainers: this.containers(true) })),
        ...this.#random.maybe(20, () => ({ overhead: this.some() })),
        ...this.#random.maybe(20, () => ({ resources: this.requirements() })),
      },
      status: {
        ...(phase === undefined ? {} : { phase }),
        ...this.#random.maybe(35, () => this.status()),
      },
    };
  }

  /** A node. */
  node(name: string = this.#random.pick(['node', 'node', 'node-1'])): JsonObject {
    const standard = ['cpu', 'memory', 'pods', 'ephemeral-storage'];
    const resources = (): JsonObject => ({
      ...this.list(standard.filter(() => this.#random.percent(90))),
      ...this.#random.maybe(60, () => this.some()),
      ...this.#random.maybe(40, () => AMPLE),
      ...this.#random.maybe(60, () => ({
        pods: this.#random.pick(['110', '2', '3', '4', '1k', '0.5']),
      })),
    });
    return {
      metadata: { name },
      status: {
        ...this.#random.maybe(75, () => ({
          allocatable: this.#random.percent(92) ? resources() : this.#random.pick([{}, null]),
        })),
        ...this.#random.maybe(70, () => ({ capacity: resources() })),
      },
    };
  }

  /** The Pods of a cluster, most of them on the node; names are unique. */
  pods(node: JsonObject, metadata: () => JsonObject): JsonObject[] {
    const { name } = node.metadata as JsonObject;
    const nodes = [
      name as string,
      name as string,
      name as string,
      name as string,
      'other',
      undefined,
    ];
    return this.podsOn(nodes, this.#random.below(this.#random.percent(90) ? 6 : 14), metadata);
  }

  /** A cluster of some nodes and Pods, in random order. */
  cluster(metadata: () => JsonObject): JsonObject[] {
    const names = ['n1', 'n2', 'n3', 'n4'].slice(0, this.#random.below(5));
    const pods = this.podsOn(
      [...names, ...names, 'other', undefined],
      this.#random.below(9),
      metadata,
    );
    const objects = [
      ...names.map((name) => ({ node: this.node(name) })),
      ...pods.map((pod) => ({ pod })),
    ];
    const order = objects.map((object) => [this.#random.bits(), object] as const);
    return order.sort(([a], [b]) => a - b).map(([, object]) => object);
  }

  private podsOn(
    nodes: readonly (string | undefined)[],
    count: number,
    metadata: () => JsonObject,
  ): JsonObject[] {
    return Array.from({ length: count }, (_, index) =>
      this.pod(
        {
          name: this.#random.percent(30) ? `pod-with-a-longer-name-${index}` : `p${index}`,
          namespace: this.#random.pick(NAMESPACES),
          ...metadata(),
        },
        this.#random.pick(nodes),
      ),
    );
  }
}

/** Enough of the less common resources for several Pods. */
const AMPLE: JsonObject = {
  'example.com/gpu': '5',
  'a.example.org/b': '4',
  'kubernetes.io/native': '4',
  'attachable-volumes-csi-x': '5',
  'hugepages-2Mi': '2Gi',
  'hugepages-1Gi': '3Gi',
};

const PHASES = [...words('Running Running Running Pending Succeeded Failed Unknown'), undefined];
const NAMESPACES = ['default', 'kube-system', 'x', 'a-namespace-with-more-than-thirty-letters'];
