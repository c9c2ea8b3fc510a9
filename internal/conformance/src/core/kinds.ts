import { isNamespacedKind } from '@kubesem/core';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
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

/** Which kinds have a namespace. */
export const kindOperations: readonly Operation[] = [scope];
