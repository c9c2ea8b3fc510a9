import type { Toleration } from '@kubesem/core';
import { type Fields, INT64_RANGE } from '@kubesem/core/internal';
import { checkName, nameErrors } from '../../rules/names.js';

/**
 * Checks a toleration. The operators `Lt` and `Gt` need a feature gate that is off by default.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateTolerations`.
 */
export function checkToleration(toleration: Fields<Toleration>): void {
  const [key, operator] = [toleration.text('key'), toleration.text('operator')];
  const [value, effect] = [toleration.text('value'), toleration.text('effect')];
  if (key !== '') {
    checkName(toleration, 'key', 'qualifiedName', key);
  } else if (operator !== 'Exists') {
    const message =
      'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    toleration.invalid('operator', message, operator);
  }
  if (
    toleration.integer('tolerationSeconds', INT64_RANGE) !== undefined &&
    effect !== 'NoExecute'
  ) {
    const message = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    toleration.invalid('effect', message, effect);
  }
  if (operator === '' || operator === 'Equal') {
    const errors = nameErrors('labelValue', value);
    if (errors.length > 0) {
      toleration.invalid('operator', errors.join(';'), value);
    }
  } else if (operator === 'Exists') {
    if (value !== '') {
      toleration.invalid('operator', "value must be empty when `operator` is 'Exists'", value);
    }
  } else {
    const gated = operator === 'Lt' || operator === 'Gt' ? ['Lt', 'Gt'] : [];
    toleration.notSupported('operator', operator, ['Equal', 'Exists', ...gated]);
  }
  if (effect !== '') {
    toleration.supported('effect', effect, EFFECTS);
  }
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
