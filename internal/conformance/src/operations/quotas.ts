import type { ResourceQuota, ResourceQuotaSpec } from '@kubesem/core';
import { sumQuantities } from '@kubesem/quantity';
import {
  checkQuota,
  explainQuotaUsage,
  type QuotaObject,
  type QuotaViolation,
  quotaUsage,
} from '@kubesem/resources';
import type { Comparison } from '../comparison.js';
import { quotasAndObjects, quotasToCheck } from '../generators/quota-examples.js';
import { quotaAndObjects, quotasAndObject } from '../generators/quotas.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

/** How objects of a resource say what they are. */
const KINDS: { readonly [resource: string]: QuotaObject | undefined } = {
  pods: { apiVersion: 'v1', kind: 'Pod' },
  services: { apiVersion: 'v1', kind: 'Service' },
  persistentvolumeclaims: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  configmaps: { apiVersion: 'v1', kind: 'ConfigMap' },
  secrets: { apiVersion: 'v1', kind: 'Secret' },
  resourcequotas: { apiVersion: 'v1', kind: 'ResourceQuota' },
  replicationcontrollers: { apiVersion: 'v1', kind: 'ReplicationController' },
  'deployments.apps': { apiVersion: 'apps/v1', kind: 'Deployment' },
};

function withKind(resource: string, object: QuotaObject): QuotaObject {
  return { ...KINDS[resource], ...object };
}

interface UsageCase extends ResourceQuotaSpec {
  readonly objects: { readonly [resource: string]: readonly QuotaObject[] };
  readonly now: string;
}

/** Amounts as texts, by name. */
type Texts = { readonly [name: string]: string };

const usage: Operation = {
  name: 'quota.usage',
  program: 'kubernetes',
  candidates: 2000,
  examples: quotasAndObjects,
  generate: quotaAndObjects,
  compare(input, { out }, comparison) {
    const { objects, now, ...spec } = input as unknown as UsageCase;
    const all = Object.entries(objects).flatMap(([resource, list]) =>
      list.map((object) => withKind(resource, object)),
    );
    const { used } = out as unknown as { readonly used: Texts };
    compareTexts(used, quotaUsage({ spec }, all, { now }), comparison);
    // The twin that explains has to end at the same values, and its shares add up to them.
    const explained = Object.entries(explainQuotaUsage({ spec }, all, { now }));
    const known = explained.flatMap(([name, how]) =>
      how?.used ? [[name, how.used] as const] : [],
    );
    compareTexts(used, Object.fromEntries(known), comparison);
    for (const [name, how] of explained) {
      const amounts = how?.shares.map(({ amount }) => amount) ?? [];
      comparison.field(
        `shares of ${name}`,
        Object.hasOwn(used, name) ? used[name] : '0',
        `${sumQuantities(amounts)}`,
      );
    }
  },
  kind(input, { out }) {
    const { scopes, scopeSelector } = input as unknown as UsageCase;
    const { used } = out as unknown as { readonly used: Texts };
    const operators = scopeSelector?.matchExpressions?.map(({ operator }) => operator) ?? '';
    const isUsed = Object.values(used).some((amount) => amount !== '0');
    return [scopes ?? '', operators, Math.min(Object.keys(used).length, 2), isUsed].join();
  },
};

function compareTexts(
  theirs: Texts,
  ours: { readonly [name: string]: { toString(): string } | undefined },
  comparison: Comparison,
): void {
  comparison.field('names', Object.keys(theirs).sort().join(), Object.keys(ours).sort().join());
  for (const [name, text] of Object.entries(theirs)) {
    comparison.field(name, text, `${ours[name]}`);
  }
}

interface CheckCase {
  readonly quotas: readonly ResourceQuota[];
  readonly resource: string;
  readonly object: QuotaObject;
  readonly now: string;
}

/** What the API server says: the first violation with the others of its code and quota. */
function messageOf(violations: readonly QuotaViolation[]): string {
  const [first] = violations;
  const told = violations.filter(
    ({ code, quota }) => code === first?.code && quota === first.quota,
  );
  const names = told.map(({ resource }) => resource).join();
  const amounts = (side: 'requested' | 'used' | 'hard') =>
    told.map((violation) => `${violation.resource}=${violation[side]}`).join();
  switch (first?.code) {
    case undefined:
      return '';
    case 'SCOPE_INVALID':
      return 'Scope';
    case 'NOT_SPECIFIED': {
      const missing = told.map(({ resource, containers }) => `${resource} for: ${containers}`);
      return `failed quota: ${first.quota}: must specify ${missing.join('; ')}`;
    }
    case 'STATUS_UNKNOWN':
      return `status unknown for quota: ${first.quota}`;
    case 'NEGATIVE':
      return `quota usage is negative for resource(s): ${names}`;
    case 'EXCEEDED':
      return `exceeded quota: ${first.quota}, requested: ${amounts('requested')}, used: ${amounts('used')}, limited: ${amounts('hard')}`;
  }
}

const check: Operation = {
  name: 'quota.check',
  program: 'kubernetes',
  candidates: 2000,
  examples: quotasToCheck,
  generate: quotasAndObject,
  compare(input, { out, err }, comparison) {
    const { quotas, resource, object, now } = input as unknown as CheckCase;
    const { message } = (out ?? { message: err }) as { readonly message: string };
    const violations = checkQuota(quotas, withKind(resource, object), { now });
    // Kubernetes names all that the quota counts there, not only what is unknown.
    const [, unknown, names] =
      /^(status unknown for quota: .*), resources: (.*)$/.exec(message) ?? [];
    comparison.field('message', unknown ?? message, messageOf(violations));
    if (names !== undefined) {
      const isAmong = violations
        .filter(({ code, quota }) => code === 'STATUS_UNKNOWN' && unknown?.endsWith(` ${quota}`))
        .every((violation) => names.split(',').includes(violation.resource));
      comparison.field('unknown names', true, isAmong);
    }
  },
  trim: (out) => ({ message: (out as JsonObject).message ?? '' }),
  kind(input, { out, err }) {
    const { resource, quotas } = input as unknown as CheckCase;
    const { message } = (out ?? { message: err }) as { readonly message: string };
    const scopes = quotas.map(
      ({ spec }) => spec?.scopes ?? (spec?.scopeSelector ? 'selector' : ''),
    );
    return [resource, scopes[0], message.split(/[ :]/, 2)].join();
  },
};

/** What is used of quotas, and what they admit. */
export const quotaOperations: readonly Operation[] = [usage, check];
