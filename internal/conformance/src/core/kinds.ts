import { isNamespacedKind } from '@kubesem/core';
import { BUILT_IN_KINDS, type Kind, kindNamed } from '@kubesem/core/kinds';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

/** Built-in kinds by API group, in namespaces and outside of them. */
const KINDS: { readonly [group: string]: string } = {
  '': 'Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount',
  'admissionregistration.k8s.io': 'MutatingWebhookConfiguration ValidatingAdmissionPolicy',
  apps: 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
  'authentication.k8s.io': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io': 'LocalSubjectAccessReview SubjectAccessReview',
  autoscaling: 'HorizontalPodAutoscaler',
  batch: 'CronJob Job',
  'certificates.k8s.io': 'CertificateSigningRequest ClusterTrustBundle PodCertificateRequest',
  'coordination.k8s.io': 'Lease LeaseCandidate',
  'discovery.k8s.io': 'EndpointSlice',
  'events.k8s.io': 'Event',
  extensions: 'Ingress',
  'flowcontrol.apiserver.k8s.io': 'FlowSchema PriorityLevelConfiguration',
  'internal.apiserver.k8s.io': 'StorageVersion',
  'networking.k8s.io': 'IPAddress Ingress IngressClass NetworkPolicy ServiceCIDR',
  'node.k8s.io': 'RuntimeClass',
  policy: 'Eviction PodDisruptionBudget',
  'rbac.authorization.k8s.io': 'ClusterRole ClusterRoleBinding Role RoleBinding',
  'resource.k8s.io':
    'DeviceClass DeviceTaintRule ResourceClaim ResourceClaimTemplate ResourceSlice',
  'scheduling.k8s.io': 'PodGroup PriorityClass Workload',
  'storage.k8s.io': 'CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment',
  'storagemigration.k8s.io': 'StorageVersionMigration',
};
const GROUPS = Object.keys(KINDS);
const kindsOf = (group: string) => words(KINDS[group] ?? '');
const ALL_KINDS = GROUPS.flatMap(kindsOf);

const scope: Operation = {
  name: 'kind.scope',
  program: 'kubernetes',
  *examples() {
    for (const group of GROUPS) {
      for (const kind of kindsOf(group)) {
        yield { group, kind };
      }
    }
  },
  // Kinds of other groups too: those that are unknown are in namespaces.
  generate: (random) => ({ group: random.pick(GROUPS), kind: random.pick(ALL_KINDS) }),
  compare(input, theirs, comparison) {
    const { group, kind } = input as { group: string; kind: string };
    const { known, namespaced, clusterKinds } = theirs.out as JsonObject;
    const apiVersion = group === '' ? 'v1' : `${group}/v1`;
    comparison.field('namespaced', known ? namespaced : true, isNamespacedKind(apiVersion, kind));
    for (const each of clusterKinds as string[]) {
      comparison.field(`${each} has no namespace`, false, isNamespacedKind(apiVersion, each));
    }
  },
  kind(input, { out }) {
    const { group } = input as { group: string };
    const { known, namespaced } = out as JsonObject;
    return [group, known, namespaced].join();
  },
};

/** What follows the name: groups, their starts, and versions. */
const SUFFIXES = ['', '.', '..', ...words('.v1 .v1. .v9. .apps .v1.apps .v9.apps .APPS .k8s.io')];
const UNKNOWN = ['', ...words('gateways podlist PodList lists status pods/status __proto__ all')];
const MANY: readonly string[] = words('events event ev Event Events EV');

function namesOf({ plural, singular, shortNames, kind }: Kind): readonly string[] {
  return [plural, singular, kind, ...shortNames];
}

function groupSuffix(random: Random, { group, versions }: Kind): string {
  const version = random.pick([...versions, 'v1', 'v9', 'V1', '']);
  const end = random.percent(30) ? random.below(group.length + 1) : group.length;
  return `${random.percent(50) ? `.${version}` : ''}.${group.slice(0, end)}`;
}

const named: Operation = {
  name: 'kind.named',
  program: 'kubernetes',
  *examples() {
    for (const each of BUILT_IN_KINDS) {
      yield* namesOf(each);
      yield* [`${each.plural}.${each.group}`, `${each.kind}.${each.versions[0]}.${each.group}`];
    }
    for (const name of [...words('deploy deployments DEPLOY pods Pod svc SVC'), ...UNKNOWN]) {
      yield* SUFFIXES.map((suffix) => `${name}${suffix}`);
    }
    yield* MANY;
  },
  generate(random) {
    const each = random.pick(BUILT_IN_KINDS);
    const name = random.pick(random.percent(80) ? namesOf(each) : [...UNKNOWN, ...MANY]);
    const written = random.pick([name, name, name, name.toUpperCase(), name.toLowerCase()]);
    const other = random.percent(85) ? each : random.pick(BUILT_IN_KINDS);
    const suffix = random.percent(75) ? groupSuffix(random, other) : random.pick(SUFFIXES);
    const text = random.percent(25) ? written : `${written}${suffix}`;
    return random.percent(10) ? random.edited(text, [...'.vs1k/']) : text;
  },
  compare(input, { out }, comparison) {
    const { group, kind, plural } = (out ?? {}) as JsonObject;
    // kubectl guesses that each kind has a list with a plural, which no server serves.
    const isList = out !== null && String(kind).endsWith('List');
    const theirs = out === null || isList ? undefined : `${plural}.${group} ${kind}`;
    const ours = kindNamed(input as string);
    comparison.field('kind', theirs, ours && `${ours.plural}.${ours.group} ${ours.kind}`);
  },
  kind(input, { out }) {
    const [word = '', ...suffix] = (input as string).split('.');
    const { group, kind, plural } = (out ?? {}) as JsonObject;
    const form =
      word === kind ? 'kind' : word === plural ? 'plural' : /[A-Z]/.test(word) ? 'upper' : 'other';
    return [out && form, out && group === suffix.join('.'), suffix.length].join();
  },
};

/** Which kinds have a namespace, and which one a name means. */
export const kindOperations: readonly Operation[] = [scope, named];
