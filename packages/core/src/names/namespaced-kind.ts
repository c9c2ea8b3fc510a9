/** The built-in kinds outside of namespaces, by API group. */
const CLUSTER_KINDS: { readonly [group: string]: string } = {
  '': 'ComponentStatus Namespace Node PersistentVolume',
  'admissionregistration.k8s.io':
    'MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration',
  'apiextensions.k8s.io': 'CustomResourceDefinition',
  'apiregistration.k8s.io': 'APIService',
  'authentication.k8s.io': 'SelfSubjectReview TokenReview',
  'authorization.k8s.io': 'SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview',
  'certificates.k8s.io': 'CertificateSigningRequest ClusterTrustBundle',
  'flowcontrol.apiserver.k8s.io': 'FlowSchema PriorityLevelConfiguration',
  'internal.apiserver.k8s.io': 'StorageVersion',
  'networking.k8s.io': 'IPAddress IngressClass ServiceCIDR',
  'node.k8s.io': 'RuntimeClass',
  'rbac.authorization.k8s.io': 'ClusterRole ClusterRoleBinding',
  'resource.k8s.io': 'DeviceClass DeviceTaintRule ResourcePoolStatusRequest ResourceSlice',
  'scheduling.k8s.io': 'PriorityClass',
  'storage.k8s.io': 'CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass',
  'storagemigration.k8s.io': 'StorageVersionMigration',
};

/**
 * Reports whether the objects of a kind are in a namespace.
 *
 * @param apiVersion - API group and version, such as `rbac.authorization.k8s.io/v1`
 * @param kind - kind, such as `ClusterRole`
 * @returns false for the built-in kinds outside of namespaces; true for all other kinds, because only their cluster knows
 *
 * @example
 * ```ts
 * import { isNamespacedKind } from '@kubesem/core';
 *
 * isNamespacedKind('v1', 'Pod') // => true
 * isNamespacedKind('v1', 'Node') // => false
 * isNamespacedKind('example.com/v1', 'Node') // => true
 * ```
 *
 * Source: `k8s.io/api` and `k8s.io/apiextensions-apiserver` v0.37.1, the types marked `genclient:nonNamespaced`.
 */
export function isNamespacedKind(apiVersion: string, kind: string): boolean {
  const slash = apiVersion.indexOf('/');
  const group = slash < 0 ? '' : apiVersion.slice(0, slash);
  return (
    !Object.prototype.hasOwnProperty.call(CLUSTER_KINDS, group) ||
    !(CLUSTER_KINDS[group] ?? '').split(' ').includes(kind)
  );
}
