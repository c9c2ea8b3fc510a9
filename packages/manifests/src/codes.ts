/**
 * What the codes of findings about files mean.
 *
 * @packageDocumentation
 */
/** What is wrong with files and documents. */
export const MANIFEST_CODES = {
  NO_DOCUMENTS: {
    summary: 'The file contains only white space and comments.',
    severity: 'warning',
    source: 'k8s.io/cli-runtime/pkg/resource StreamVisitor.Visit',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  SYNTAX: {
    summary: 'The text is not valid YAML or JSON.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/yaml YAMLOrJSONDecoder.Decode',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  TOO_LARGE: {
    summary: 'A document exceeds the size limit of kubesem.',
    severity: 'error',
    source: 'kubesem',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  DUPLICATE_KEY: {
    summary: 'An object has the same key twice.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/util/yaml YAMLOrJSONDecoder.Decode',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  IGNORED_TEXT: {
    summary: 'kubectl ignores the rest of a document.',
    severity: 'warning',
    source: 'k8s.io/apimachinery/pkg/util/yaml YAMLOrJSONDecoder.Decode',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  NOT_AN_OBJECT: {
    summary: 'A document is not an object with apiVersion and kind.',
    severity: 'error',
    source: 'k8s.io/cli-runtime/pkg/resource StreamVisitor.Visit',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  NAMESPACE_DIFFERS: {
    summary: 'The namespace of the object differs from that of -n.',
    severity: 'error',
    source: 'k8s.io/cli-runtime/pkg/resource RequireNamespace',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
  },
  OBJECT_DUPLICATE: {
    summary: 'The object is defined twice, so one definition is ignored.',
    severity: 'warning',
    source: 'k8s.io/cli-runtime/pkg/resource StreamVisitor.Visit',
    page: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  },
} as const;
