import { Random } from '@kubesem/conformance/random';
import type { ServiceSpec, StatefulSetSpec } from '@kubesem/core';
import { applyDefaults } from '@kubesem/defaults';
import { canonical } from '../conformance/data.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { anyValidObject, KINDS } from '../conformance/valid-objects.js';

/** How many objects of each kind are created. */
const EACH = 40;

/** Fields of metadata that the server sets on every object. */
const SERVER_FIELDS = [
  'finalizers',
  // The annotation with the generation of the template of a DaemonSet.
  'annotations',

  'uid',
  'creationTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
];

/** Defaults of every kind of `@kubesem/defaults`, field by field. */
export const defaults: Scenario = {
  name: 'defaults',
  about: 'what the server fills in, of every kind of `@kubesem/defaults`',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('defaults');
    const random = new Random(7);
    for (const kind of KINDS) {
      for (let index = 0; index < EACH; index++) {
        const object = anyValidObject(random, kind, namespace, index);
        const { value, status } = await cluster.api.attempt(object, '?dryRun=All');
        if (value === undefined) {
          found.equal(`${kind} ${JSON.stringify(object)}`, status.message, 'accepted');
          continue;
        }
        found.objects++;
        compareFields(found, kind, without(value), without(applyDefaults(object) as object));
      }
    }
  },
};

/** What admission adds to Pods, and what the server sets on objects of some kinds, none of which is a default. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  Namespace: ['finalizers'],
  Node: ['taints'],
  Pod: ['tolerations', 'serviceAccountName', 'serviceAccount', 'priority', 'preemptionPolicy'],
  Service: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'],
};

function without(object: object): object {
  const { metadata, spec, status: _, ...rest } = canonical(object) as Record<string, object>;
  const drop = (from: object | undefined, names: readonly string[]) =>
    from && Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
  // The API writes the kind of claim templates, which is no default.
  // Source: `k8s.io/kubernetes/pkg/apis/apps/v1` v1.37.1, `Convert_apps_StatefulSetSpec_To_v1_StatefulSetSpec`.
  const { volumeClaimTemplates } = (spec ?? {}) as StatefulSetSpec;
  for (const claim of volumeClaimTemplates ?? []) {
    Object.assign(claim ?? {}, { apiVersion: undefined, kind: undefined });
  }
  for (const port of (String(rest.kind) === 'Service' ? (spec as ServiceSpec).ports : undefined) ??
    []) {
    Object.assign(port ?? {}, { nodePort: undefined });
  }
  return {
    ...rest,
    metadata: drop(metadata, SERVER_FIELDS),
    spec: drop(spec, ADDED[String(rest.kind)] ?? []),
  };
}

/** Whether Go leaves a value out, or writes it only because its type has no way to leave it out. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : [undefined, null, '', 0, '0', false].includes(value as undefined);
}

/** Compares each leaf of two objects, so that each counts. */
function compareFields(found: Findings, path: string, theirs: unknown, ours: unknown): void {
  const [left, right] = [theirs, ours].map((each) =>
    typeof each === 'object' && each !== null ? (each as Record<string, unknown>) : undefined,
  );
  if (left === undefined || right === undefined || Array.isArray(theirs) !== Array.isArray(ours)) {
    found.equal(path, theirs, ours);
    return;
  }
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (isEmpty(left[name]) && isEmpty(right[name])) {
      continue;
    }
    compareFields(found, `${path}.${name}`, left[name], right[name]);
  }
}
