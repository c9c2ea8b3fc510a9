/**
 * What the codes of findings about nodes mean.
 *
 * @packageDocumentation
 */
/** What is wrong with nodes and the Pods on them. */
export const NODE_CODES = {
  NOT_A_NODE: {
    summary: 'An object in the list of nodes is not a Node.',
    severity: 'error',
    source: 'k8s.io/kubectl/pkg/describe NodeDescriber.Describe',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/',
  },
  NAME_MISSING: {
    summary: 'The object has no name.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/api/validation ValidateObjectMeta',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names',
  },
  NAME_DUPLICATE: {
    summary: 'Two objects in the input have the same name.',
    severity: 'warning',
    source: 'k8s.io/apiserver/pkg/registry/generic/registry Store.Create',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names',
  },
  NODE_CAPACITY_MISSING: {
    summary: 'A node has neither allocatable resources nor capacity.',
    severity: 'warning',
    source: 'k8s.io/kubectl/pkg/describe describeNodeResource',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/#node-capacity',
  },
  NODE_NOT_FOUND: {
    summary: 'A Pod runs on a node that does not exist, so it is skipped.',
    severity: 'warning',
    source: 'k8s.io/kubectl/pkg/describe NodeDescriber.Describe',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/',
  },
} as const;
