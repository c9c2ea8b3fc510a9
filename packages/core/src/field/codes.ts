/** What is wrong with a field: the types of the errors of the API server, and what it cannot decode. */
export const FIELD_CODES = {
  REQUIRED: {
    summary: 'A required field is missing.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  INVALID: {
    summary: 'A field has an invalid value.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  NOT_SUPPORTED: {
    summary: 'The field does not support the value.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  DUPLICATE: {
    summary: 'A value that must be unique appears twice.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  FORBIDDEN: {
    summary: 'The field or its value is not allowed here.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  TOO_LONG: {
    summary: 'A value is too long.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  TOO_MANY: {
    summary: 'A list has too many items.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  TOO_FEW: {
    summary: 'A list has too few items.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  TOO_SHORT: {
    summary: 'A value is too short.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  TYPE_INVALID: {
    summary: 'The field does not accept a value of this type.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  INTERNAL: {
    summary: 'The API server fails with an internal error.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  NOT_FOUND: {
    summary: 'A field names something that does not exist.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/util/validation/field ErrorType',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  INVALID_TYPE: {
    summary: 'A field has the wrong JSON type.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/runtime/serializer/json Serializer.Decode',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  UNKNOWN_FIELD: {
    summary: 'Kubernetes has no field of this name.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/runtime/serializer/json Serializer.Decode',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  NOT_A_POD: {
    summary: 'The object is not a Pod, a Pod template or a Pod spec.',
    severity: 'error',
    source: 'k8s.io/apimachinery/pkg/runtime/serializer/json Serializer.Decode',
    page: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
} as const;
