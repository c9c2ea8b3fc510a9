// Source: `k8s.io/apimachinery/pkg/apis/meta/v1/validation` v0.37.1.
import type {
  LabelSelector,
  LabelSelectorRequirement,
  NodeSelectorRequirement,
} from '@kubesem/core';
import { type Fields, utf8Length } from '@kubesem/core/internal';
import { checkName } from './names.js';

/** Checks labels. The server names the map, not the label. Source: `ValidateLabels`, as above. */
export function checkLabels<T extends object>(object: Fields<T>, field: keyof T & string): void {
  for (const [key, value] of object.map(field)) {
    checkName(object, field, 'qualifiedName', key);
    checkName(object, field, 'labelValue', value);
  }
}

/** The most bytes of all keys and values. */
const MAX_ANNOTATION_BYTES = 256 * 1024;

/**
 * Checks annotations. Their keys may have upper case prefixes.
 *
 * Source: `k8s.io/apimachinery/pkg/api/validation` v0.37.1, `ValidateAnnotations`.
 */
export function checkAnnotations<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
): void {
  let bytes = 0;
  for (const [key, value] of object.map(field)) {
    checkName(object, field, 'qualifiedName', key, key.toLowerCase());
    bytes += utf8Length(key) + utf8Length(value);
  }
  if (bytes > MAX_ANNOTATION_BYTES) {
    object.problem(field, 'TOO_LONG', `may not be more than ${MAX_ANNOTATION_BYTES} bytes`);
  }
}

/** Checks a label selector. Source: `ValidateLabelSelector`, as above. */
export function checkLabelSelector(selector: Fields<LabelSelector>): void {
  checkLabels(selector, 'matchLabels');
  selector.each('matchExpressions', (requirement) => {
    checkOperator(requirement, false);
    checkRequirementTexts(requirement);
  });
}

/**
 * Checks the operator of a requirement, and how many values it has.
 *
 * Source: `ValidateLabelSelectorRequirement`, as above, and `ValidateNodeSelectorRequirement` of
 * `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, which knows more operators.
 */
export function checkOperator(
  requirement: Fields<NodeSelectorRequirement>,
  isOfNodes: boolean,
): void {
  const operator = requirement.text('operator');
  const { length } = requirement.texts('values');
  if (operator === 'In' || operator === 'NotIn') {
    if (length === 0) {
      const message = "must be specified when `operator` is 'In' or 'NotIn'";
      requirement.required('values', message);
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (length > 0) {
      const message = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      requirement.forbidden('values', message);
    }
  } else if (isOfNodes && (operator === 'Gt' || operator === 'Lt')) {
    if (length !== 1) {
      const message = "must be specified single value when `operator` is 'Lt' or 'Gt'";
      requirement.required('values', message);
    }
  } else {
    requirement.invalid('operator', 'not a valid selector operator', operator);
  }
}

/** Checks the key and the values of a requirement. */
export function checkRequirementTexts(requirement: Fields<LabelSelectorRequirement>): void {
  checkName(requirement, 'key', 'qualifiedName', requirement.text('key'));
  requirement
    .texts('values')
    .forEach((value, index) =>
      checkName(requirement, requirement.pathOf('values', index), 'labelValue', value),
    );
}
