import type { LabelSelector, LabelSelectorRequirement } from '@kubesem/core';
import { type Fields, fields, writtenPath } from '@kubesem/core/internal';
import { checkName } from '../../rules/names.js';

/**
 * The labels of a new Pod; undefined for a template, into whose selectors the API server merges none, and for a stored Pod, whose
 * selectors have them already.
 */
export type PodLabels = ReadonlyMap<string, string> | undefined;

/** A term of a Pod affinity, or a topology spread constraint. */
export interface LabelKeys {
  readonly labelSelector?: LabelSelector | null | undefined;
  readonly matchLabelKeys?: readonly string[] | null | undefined;
  readonly mismatchLabelKeys?: readonly string[] | null | undefined;
}

/**
 * Returns the selector of a term with the labels of the Pod that its keys name, which the API server adds before it validates.
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/pod` v1.37.1, `applyMatchLabelKeysAndMismatchLabelKeys`.
 */
export function withPodLabels(term: Fields<LabelKeys>, labels: PodLabels): Fields<LabelSelector> {
  const selector = term.at('labelSelector');
  const merged = (
    [
      ['matchLabelKeys', 'In'],
      ['mismatchLabelKeys', 'NotIn'],
    ] as const
  ).flatMap(([field, operator]) =>
    term.texts(field).flatMap((key): LabelSelectorRequirement[] => {
      const value = labels?.get(key);
      return value === undefined ? [] : [{ key, operator, values: [value] }];
    }),
  );
  if (merged.length === 0 || !selector.isPresent) {
    return selector;
  }
  const matchExpressions = [...selector.list('matchExpressions'), ...merged];
  return fields({ ...selector.value, matchExpressions }, selector.policy, selector.path);
}

/**
 * Checks the keys of a term.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateMatchLabelKeysAndMismatchLabelKeys`.
 *
 * @param term - the term
 * @param selector - its selector with the labels of the Pod
 */
export function checkLabelKeys(term: Fields<LabelKeys>, selector: Fields<LabelSelector>): void {
  for (const field of ['matchLabelKeys', 'mismatchLabelKeys'] as const) {
    const keys = term.texts(field);
    if (keys.length > 0 && !selector.isPresent) {
      term.forbidden(field, 'must not be specified when labelSelector is not set');
    } else {
      keys.forEach((key, index) =>
        checkName(term, term.pathOf(field, index), 'qualifiedName', key),
      );
    }
  }
  const keys = term.texts('matchLabelKeys');
  const indexes = new Map(keys.map((key, index) => [key, index]));
  const seen = new Set(selector.map('matchLabels').keys());
  selector.each('matchExpressions', (requirement) => {
    const key = requirement.text('key');
    const index = indexes.get(key);
    if (index !== undefined && seen.has(key)) {
      // The server writes the index without the field.
      const list = writtenPath(term.path, 'matchLabelKeys', '');
      const path = writtenPath(list, index, undefined);
      term.invalid(path, 'exists in both matchLabelKeys and labelSelector', key);
    }
    seen.add(key);
  });
  const mismatched = new Set(term.texts('mismatchLabelKeys'));
  keys.forEach((key, index) => {
    if (mismatched.has(key)) {
      const message = 'exists in both matchLabelKeys and mismatchLabelKeys';
      term.invalid(term.pathOf('matchLabelKeys', index), message, key);
    }
  });
}
