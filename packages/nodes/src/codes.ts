/**
 * What the codes of findings about nodes mean.
 *
 * @packageDocumentation
 */
/** What is wrong with nodes and the Pods on them. */
export const NODE_CODES = {
  NOT_A_NODE: {
    summary: 'An object in the list of nodes is of another kind.',
    severity: 'error',
    source: 'k8s.io/kubectl/pkg/describe NodeDescriber.Describe',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/#capacity',
  },
  NAME_MISSING: {
    summary: 'The object has no name.',
    severity: 'error',
    source: 'k8s.io/kubectl/pkg/describe NodeDescriber.Describe',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/#capacity',
  },
  NODE_WITHOUT_CAPACITY: {
    summary: 'A node has neither allocatable resources nor a capacity.',
    severity: 'warning',
    source: 'k8s.io/kubectl/pkg/describe NodeDescriber.Describe',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/#capacity',
  },
  UNKNOWN_NODE: {
    summary: 'A Pod is on a node that does not exist; it is skipped.',
    severity: 'warning',
    source: 'k8s.io/kubectl/pkg/describe NodeDescriber.Describe',
    page: 'https://kubernetes.io/docs/concepts/architecture/nodes/#capacity',
  },
} as const;
