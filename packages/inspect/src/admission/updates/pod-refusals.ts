import type { Pod, Toleration } from '@kubesem/core';
import { ABSENT, type Fields, fields } from '@kubesem/core/internal';
import { validatePodUpdate } from '@kubesem/validation/pod';
import type { FoundProblem } from '../../problem.js';

/** Why validation rejects an update of a Pod. */
export function podRefusal(before: Pod, after: Pod): FoundProblem | undefined {
  const pod = { ...after, spec: { ...after.spec, tolerations: withAdmitted(after) } };
  const [problem] = validatePodUpdate(pod, { before });
  return problem && { ...problem, apiServer: 'rejects' };
}

/**
 * The tolerations of a Pod, with two that admission adds if they are missing.
 *
 * Source: `k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds` v1.37.1, `Admit`.
 */
function withAdmitted(pod: Pod): readonly Toleration[] {
  const tolerations = fields(pod, ABSENT).at('spec').objects('tolerations');
  const effect = 'NoExecute';
  const tolerates = (toleration: Fields<Toleration>, key: string) =>
    ['', key].includes(toleration.text('key')) && ['', effect].includes(toleration.text('effect'));
  const missing = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
    (key) => !tolerations.some((each) => tolerates(each, key)),
  );
  return [
    ...tolerations.map(({ value }) => value),
    ...missing.map((key) => ({ key, operator: 'Exists', effect })),
  ];
}
