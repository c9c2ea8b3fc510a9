import { type QuotaObject, quotaUsage } from '@kubesem/admission';
import type { ResourceQuotaSpec } from '@kubesem/core';
import { quantityFromJSON, sumQuantities } from '@kubesem/quantity';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { Maker } from '../../resources/maker.js';
import { CLAIMS, EVERYTHING, NONE, PODS, SCOPED, SERVICES } from './examples.js';
import { hardNames, inNamespace, NOW, objects, scoped, withKind } from './objects.js';

/** What a quota limits, and the objects of its namespace. */
function quotaAndObjects(random: Random): JsonObject {
  const maker = new Maker(random);
  return {
    ...inNamespace(random),
    hard: maker.list(hardNames(random)),
    ...scoped(random),
    objects: objects(random, maker),
    now: NOW,
  };
}

/** All objects in each scope, and each object alone. */
function* quotasAndObjects(): Iterable<Json> {
  const all = {
    pods: PODS,
    services: SERVICES,
    persistentvolumeclaims: CLAIMS,
    'deployments.apps': [{}, {}],
    configmaps: [{}],
  };
  for (const scope of SCOPED) {
    yield { hard: EVERYTHING, ...scope, objects: all, now: NOW };
  }
  for (const [name, list] of Object.entries(all)) {
    for (const one of list) {
      yield { hard: EVERYTHING, objects: { ...NONE, [name]: [one] }, now: NOW };
    }
  }
  yield { hard: EVERYTHING, objects: NONE, now: NOW };
  // Objects of another namespace do not count.
  const secrets = [{}, { namespace: 'default' }, { namespace: 'a' }, { namespace: 'b' }];
  for (const place of secrets) {
    const objects = { secrets: secrets.map((metadata) => ({ metadata })) };
    yield { ...place, hard: { secrets: '3', 'count/secrets': '1' }, objects, now: NOW };
  }
  const unknown = { spec: { containers: [{ name: 'a' }] }, status: { qosClass: 'Unknown' } };
  const hard = { pods: '5', 'count/pods': '5', cpu: '5', memory: '5' };
  yield { hard, scopes: ['NotBestEffort'], objects: { ...NONE, pods: [unknown] }, now: NOW };
}

interface UsageCase extends ResourceQuotaSpec {
  readonly namespace?: string;
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
    const { namespace, objects, now, ...spec } = input as unknown as UsageCase;
    const quota = { metadata: { namespace }, spec };
    const all = Object.entries(objects).flatMap(([resource, list]) =>
      list.map((object) => withKind(resource, object)),
    );
    const { used } = out as unknown as { readonly used: Texts };
    // The shares of each name must add up to its usage.
    const explained = Object.entries(quotaUsage(quota, all, { now }));
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
      const hard = quantityFromJSON(spec.hard?.[name]);
      comparison.field(`limit of ${name}`, `${hard}`, `${how?.hard}`);
      const left = how?.used && `${hard.sub(how.used)}`;
      comparison.field(`left of ${name}`, left, how?.left?.toString());
    }
  },
  kind(input, { out }) {
    const { scopes, scopeSelector } = input as unknown as UsageCase;
    const { used } = out as unknown as { readonly used: Texts };
    const operators = scopeSelector?.matchExpressions?.map(({ operator }) => operator) ?? '';
    const isUsed = Object.values(used).some((amount) => amount !== '0');
    return [
      [...new Set(scopes)].sort().slice(0, 2),
      operators,
      Math.min(Object.keys(used).length, 2),
      isUsed,
    ].join();
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

/** Usage of ResourceQuotas. */
export const quotaUsageOperations: readonly Operation[] = [usage];
