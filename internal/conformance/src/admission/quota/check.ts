import {
  type QuotaObject,
  type QuotaViolation,
  quotaMessage,
  quotaViolations,
} from '@kubesem/admission';
import { objectNamespace, type ResourceQuota } from '@kubesem/core';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { Maker } from '../../resources/maker.js';
import { CLAIMS, PODS, SCOPED, SERVICES } from './examples.js';
import { claim, hardNames, inNamespace, NOW, pod, scoped, service, withKind } from './objects.js';

/** A quota; its status usually has a used amount for each hard one. */
function quota(random: Random, maker: Maker, name: string): JsonObject {
  const names = hardNames(random);
  const isComplete = random.percent(92);
  return {
    metadata: { name, ...inNamespace(random) },
    spec: { hard: maker.list(names), ...scoped(random) },
    status: {
      hard: maker.list(names),
      used: maker.list(names.filter(() => isComplete || random.percent(50))),
    },
  };
}

/** Quotas, and an object to create. */
function quotasAndObject(random: Random): JsonObject {
  const maker = new Maker(random);
  const quotas = Array.from({ length: random.percent(60) ? 1 : 1 + random.below(4) }, (_, index) =>
    quota(random, maker, `q${index}`),
  );
  const resource = random.pick(
    words('pods pods pods services persistentvolumeclaims secrets deployments.apps'),
  );
  const makers: { readonly [resource: string]: (() => JsonObject) | undefined } = {
    pods: () => pod(random, maker),
    services: () => service(random),
    persistentvolumeclaims: () => claim(random, maker),
  };
  return {
    quotas,
    resource,
    object: makers[resource]?.() ?? { metadata: { name: 'x', ...inNamespace(random) } },
    now: NOW,
  };
}

/** Each object with a quota that it just meets or exceeds, or whose status is unknown. */
function* quotasToCheck(): Iterable<Json> {
  const checks: readonly JsonObject[] = [
    { hard: { pods: '1' }, used: { pods: '0' } },
    { hard: { pods: '0' }, used: { pods: '0' } },
    { hard: { cpu: '1', memory: '2Gi' }, used: { cpu: '750m', memory: '1Gi' } },
    { hard: { cpu: '1', memory: '2Gi' }, used: { cpu: '751m', memory: '9Gi' } },
    { hard: { 'limits.cpu': '1', 'limits.ephemeral-storage': '1' }, used: { 'limits.cpu': '0' } },
    {
      hard: { 'requests.example.com/gpu': '1', 'count/pods': '5' },
      used: { 'requests.example.com/gpu': '1', 'count/pods': '1' },
    },
    {
      hard: { services: '2', 'services.nodeports': '1' },
      used: { services: '1', 'services.nodeports': '0' },
    },
    {
      hard: { 'requests.storage': '1Gi', persistentvolumeclaims: '1' },
      used: { 'requests.storage': '1', persistentvolumeclaims: '0' },
    },
    {
      hard: { 'count/deployments.apps': '1', secrets: '1' },
      used: { 'count/deployments.apps': '1', secrets: '0' },
    },
    {},
  ];
  for (const status of checks) {
    const quotas = [{ metadata: { name: 'q' }, status }];
    for (const [resource, list] of Object.entries({
      pods: PODS,
      services: SERVICES,
      persistentvolumeclaims: CLAIMS,
    })) {
      for (const object of list) {
        yield { quotas, resource, object, now: NOW };
      }
    }
    yield { quotas, resource: 'deployments.apps', object: {}, now: NOW };
    yield { quotas, resource: 'secrets', object: {}, now: NOW };
  }
  // A quota applies only in its own namespace.
  const full = { hard: { secrets: '1', 'count/secrets': '3' }, used: { secrets: '2' } };
  const namespaces = [undefined, 'default', 'a'].map((namespace) =>
    namespace ? { namespace } : {},
  );
  for (const metadata of namespaces) {
    const quotas = namespaces.map((place, index) => ({
      metadata: { name: `q${index}`, ...place },
      status: full,
    }));
    yield { quotas, resource: 'secrets', object: { metadata }, now: NOW };
  }
  const status = { hard: { pods: '1' }, used: { pods: '1' } };
  for (const spec of SCOPED) {
    yield {
      quotas: [{ metadata: { name: 'q' }, spec, status }],
      resource: 'pods',
      object: PODS[3] as Json,
      now: NOW,
    };
  }
}

interface CheckCase {
  readonly quotas: readonly ResourceQuota[];
  readonly resource: string;
  readonly object: QuotaObject;
  readonly now: string;
}

/** Compares the message for one name of a quota alone, which shows also what comes after the first violation. */
function compareName(
  quota: string,
  index: number,
  name: string,
  theirs: string,
  violations: readonly QuotaViolation[],
  comparison: Comparison,
): void {
  const concerned = violations.filter(
    (violation) =>
      violation.code === 'NEGATIVE' ||
      (violation.quota === quota && ['', name].includes(violation.resource)),
  );
  const place = `quotas[${index}] ${name}`;
  comparison.field(place, withoutNames(theirs), messageOf(concerned));
  for (const { code, segments } of concerned) {
    const isInQuota = code === 'QUOTA_STATUS_UNKNOWN' || code === 'QUOTA_SCOPE_INVALID';
    const expected =
      code === 'QUOTA_STATUS_UNKNOWN' ? ['status', 'used', name] : ['spec', 'scopeSelector'];
    comparison.field(
      `segments of ${place}`,
      JSON.stringify(isInQuota ? ['quotas', index, ...expected] : []),
      JSON.stringify(segments),
    );
  }
}

/** The message without what Kubernetes lists next to it: for an unknown status also the names that are known. */
function messageOf(violations: readonly QuotaViolation[]): string {
  const message = quotaMessage(violations) ?? '';
  return violations[0]?.code === 'QUOTA_SCOPE_INVALID' ? 'Scope' : withoutNames(message);
}

/** The message without the names of a quota whose status is unknown. */
function withoutNames(message: string): string {
  return /^(status unknown for quota: .*), resources: .*$/.exec(message)?.[1] ?? message;
}

const check: Operation = {
  name: 'quota.check',
  program: 'kubernetes',
  candidates: 2000,
  examples: quotasToCheck,
  generate: quotasAndObject,
  compare(input, { out, err }, comparison) {
    const { quotas, resource, object, now } = input as unknown as CheckCase;
    const { message, each = [] } = (out ?? { message: err }) as {
      readonly message: string;
      readonly each?: readonly { readonly [name: string]: string }[];
    };
    const violations = quotaViolations(quotas, withKind(resource, object), { now });
    each.forEach((byName, index) => {
      const { metadata, status } = quotas[index] ?? {};
      const isInNamespace = objectNamespace({ metadata }) === objectNamespace(object);
      const applicable = violations.filter(({ code }) => isInNamespace || code !== 'NEGATIVE');
      for (const name of Object.keys(status?.hard ?? {})) {
        const theirs = Object.hasOwn(byName, name) ? (byName[name] ?? '') : '';
        compareName(metadata?.name ?? '', index, name, theirs, applicable, comparison);
      }
    });
    // Kubernetes lists all resources of the quota, not only the unknown ones.
    const [, unknown, names] =
      /^(status unknown for quota: .*), resources: (.*)$/.exec(message) ?? [];
    comparison.field('message', unknown ?? message, messageOf(violations));
    if (names !== undefined) {
      const isAmong = violations
        .filter(
          ({ code, quota }) => code === 'QUOTA_STATUS_UNKNOWN' && unknown?.endsWith(` ${quota}`),
        )
        .every((violation) => names.split(',').includes(violation.resource));
      comparison.field('unknown names', true, isAmong);
    }
  },
  kind(input, { out, err }) {
    const { resource, quotas } = input as unknown as CheckCase;
    const { message } = (out ?? { message: err }) as { readonly message: string };
    const scopes = quotas.map(({ spec }) =>
      spec?.scopes
        ? [...new Set(spec.scopes)].sort().slice(0, 2)
        : spec?.scopeSelector
          ? 'selector'
          : '',
    );
    return [resource, scopes[0], message.split(/[ :]/, 2)].join();
  },
};

/** What ResourceQuotas admit. */
export const quotaCheckOperations: readonly Operation[] = [check];
