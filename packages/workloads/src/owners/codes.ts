/** Why the owners of an object are not known. */
export const OWNER_CODES = {
  UID_MISSING: {
    summary: 'The workload has no uid.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/apis/meta/v1 GetControllerOf',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/',
  },
  UID_DUPLICATE: {
    summary: 'Two objects have the same uid.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/apis/meta/v1 GetControllerOf',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#uids',
  },
  OWNER_NOT_FOUND: {
    summary: 'No object has the uid of the controller.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/apis/meta/v1 GetControllerOf',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/',
  },
  OWNER_CYCLE: {
    summary: 'An object controls itself, directly or through others.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/apis/meta/v1 GetControllerOf',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/',
  },
} as const;
