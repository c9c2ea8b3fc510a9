import { type QuotaObject, quotaAdmission, quotaMessage } from '@kubesem/admission';
import { objectNamespace, type ResourceQuota } from '@kubesem/core';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { Maker } from '../../resources/maker.js';
import { CLAIMS, SERVICES } from './examples.js';
import { claim, inNamespace, NOW, pod, service, withKind } from './objects.js';

/** Amounts that change their suffix, or lose it, when they are added up. */
const AMOUNTS = [
  '0',
  '1',
  '512',
  '1Ki',
  '0.5Ki',
  '1Mi',
  '1500Mi',
  '1Gi',
  '100M',
  '1e3',
  '5e2',
  '1k',
  '333',
  '1Gi',
];
const LIMITS = ['9E', '9E', '9E', '20', '5Gi', '3', '1G'];
const NAMES: { readonly [resource: string]: readonly string[] } = {
  pods: [
    'pods',
    'count/pods',
    'memory',
    'requests.memory',
    'limits.memory',
    'cpu',
    'ephemeral-storage',
  ],
  services: ['services', 'services.nodeports', 'services.loadbalancers', 'count/services'],
  persistentvolumeclaims: [
    'persistentvolumeclaims',
    'requests.storage',
    'count/persistentvolumeclaims',
  ],
  secrets: ['secrets', 'count/secrets'],
};

/** Scopes that an update can enter or leave. */
function scopesOf(random: Random, resource: string): JsonObject {
  if (resource === 'pods') {
    return random.maybe(85, () => ({
      spec: {
        scopes: [random.pick(['Terminating', 'Terminating', 'NotTerminating', 'NotBestEffort'])],
      },
    }));
  }
  const operator = random.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist']);
  const values = operator.endsWith('In') ? { values: ['fast'] } : {};
  const expression = { scopeName: 'VolumeAttributesClass', operator, ...values };
  return random.maybe(resource === 'persistentvolumeclaims' ? 50 : 0, () => ({
    spec: { scopeSelector: { matchExpressions: [expression] } },
  }));
}

function quotaOf(random: Random, resource: string, name: string, isScoped: boolean): JsonObject {
  const names = (NAMES[resource] ?? []).filter(() => random.percent(60));
  const pick = (from: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, random.pick(from)]));
  const used = pick(AMOUNTS);
  if (random.percent(5)) {
    delete used[names[0] ?? ''];
  }
  const scopes = isScoped ? scopesOf(random, resource) : {};
  return {
    metadata: { name, ...inNamespace(random) },
    ...scopes,
    status: { hard: pick(LIMITS), used },
  };
}

/** A Pod whose amounts are likely to be added up in another format. */
function addedPod(random: Random, maker: Maker): JsonObject {
  if (random.percent(30)) {
    return pod(random, maker);
  }
  const list = () => ({ memory: random.pick(AMOUNTS), cpu: random.pick(['1', '100m', '1e-3']) });
  const containers = [{ name: 'a', resources: { requests: list(), limits: list() } }];
  return { metadata: { name: 'x', ...inNamespace(random) }, spec: { containers } };
}

/** Quotas, and an object that is created several times, or that replaces another one. */
function quotasAndObject(random: Random): JsonObject {
  const maker = new Maker(random);
  const resource = random.pick(Object.keys(NAMES));
  const makers: { readonly [resource: string]: (() => JsonObject) | undefined } = {
    pods: () => addedPod(random, maker),
    services: () => service(random),
    persistentvolumeclaims: () => claim(random, maker),
  };
  const object = (): JsonObject =>
    makers[resource]?.() ?? { metadata: { name: 'x', ...inNamespace(random) } };
  const isUpdate = random.percent(40);
  return {
    quotas: Array.from({ length: 1 + random.below(2) }, (_, index) =>
      quotaOf(random, resource, `q${index}`, isUpdate),
    ),
    ...{ resource, object: object(), now: NOW },
    ...(isUpdate ? { before: object(), count: 1 } : { count: 1 + random.below(25) }),
  };
}

/** Each Service and each claim instead of each other, Pods with other deadlines, and sums in several formats. */
function* examples(): Iterable<Json> {
  for (const [resource, list] of [
    ['services', SERVICES],
    ['persistentvolumeclaims', CLAIMS],
  ] as const) {
    const hard = Object.fromEntries((NAMES[resource] ?? []).map((name) => [name, '2Gi']));
    const used = Object.fromEntries((NAMES[resource] ?? []).map((name) => [name, '1']));
    const quotas = [{ metadata: { name: 'q' }, status: { hard, used } }];
    for (const object of list) {
      for (const before of list) {
        yield { quotas, resource, object, before, count: 1, now: NOW };
      }
      yield { quotas, resource, object, count: 3, now: NOW };
    }
  }
  const deadlines = [undefined, -1, 0, 60];
  for (const scope of ['Terminating', 'NotTerminating']) {
    for (const [before, after] of deadlines.flatMap((one) => deadlines.map((two) => [one, two]))) {
      const status = { hard: { pods: '2', cpu: '1' }, used: { pods: '1', cpu: '1' } };
      const quotas = [{ metadata: { name: 'q' }, spec: { scopes: [scope] }, status }];
      const podWith = (seconds: number | undefined): JsonObject => ({
        spec: {
          ...(seconds !== undefined && { activeDeadlineSeconds: seconds }),
          containers: [{ name: 'a', resources: { requests: { cpu: after === 60 ? '1' : '0' } } }],
        },
      });
      yield {
        ...{ quotas, resource: 'pods', object: podWith(after), before: podWith(before) },
        ...{ count: 1, now: NOW },
      };
    }
  }
  for (const before of AMOUNTS) {
    for (const memory of AMOUNTS) {
      const quotas = [
        { metadata: { name: 'q' }, status: { hard: { memory: '9E' }, used: { memory: before } } },
      ];
      const containers = [{ name: 'a', resources: { requests: { memory } } }];
      yield { quotas, resource: 'pods', object: { spec: { containers } }, count: 16, now: NOW };
    }
  }
}

interface AdmitCase {
  readonly quotas: readonly ResourceQuota[];
  readonly resource: string;
  readonly object: QuotaObject;
  readonly before?: QuotaObject;
  readonly count: number;
  readonly now: string;
}

const admit: Operation = {
  name: 'quota.admit',
  program: 'kubernetes',
  examples,
  generate: quotasAndObject,
  compare(input, { out, err }, comparison) {
    const { quotas, resource, object, before, count, now } = input as unknown as AdmitCase;
    const theirs = out as unknown as {
      readonly admitted: number;
      readonly message: string;
      readonly used: readonly { readonly [name: string]: string }[];
    };
    const known = quotas.filter(
      ({ metadata }) => objectNamespace({ metadata }) === objectNamespace(object),
    );
    const ours = quotaAdmission(known, withKind(resource, object), {
      ...{ now, count },
      ...(before && { before: withKind(resource, before) }),
    });
    comparison.field('error', err, undefined);
    comparison.field('admitted', known.length === 0 ? count : theirs.admitted, ours.admitted);
    // Of a status that is not known yet, Kubernetes lists all names.
    const told = (message: string) => message.replace(/^(status unknown .*), resources: .*$/, '$1');
    comparison.field('message', told(theirs.message), told(quotaMessage(ours.violations) ?? ''));
    theirs.used.forEach((used, index) => {
      for (const [name, amount] of Object.entries(used)) {
        const own = ours.quotas[index]?.status?.used?.[name];
        const isChanged = own !== known[index]?.status?.used?.[name];
        // What nothing was added to keeps its spelling here.
        if (isChanged) {
          comparison.field(`used ${index} ${name}`, amount, `${own}`);
        }
      }
    });
  },
  kind: (input, { out }) => {
    const { quotas, resource, before, count } = input as unknown as AdmitCase;
    const { admitted = 0 } = (out ?? {}) as { readonly admitted?: number };
    const isScoped = quotas.some(({ spec }) => spec !== undefined);
    return [resource, before ? 'update' : 'create', admitted < count, isScoped].join();
  },
};

/** What ResourceQuotas count of several objects, and of updates. */
export const quotaAdmitOperations: readonly Operation[] = [admit];
