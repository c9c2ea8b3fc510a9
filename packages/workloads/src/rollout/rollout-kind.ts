import {
  ABSENT,
  type DaemonSet,
  type Deployment,
  FieldError,
  fieldProblem,
  fields,
  type StatefulSet,
} from '@kubesem/core';

/** A workload that Kubernetes rolls out. Each object needs its `kind`. */
export type RolloutWorkload = Deployment | DaemonSet | StatefulSet;

/** A kind that Kubernetes rolls out. */
export type RolloutKind = 'Deployment' | 'DaemonSet' | 'StatefulSet';

/** Returns the kind; throws `NOT_A_ROLLOUT` for kinds and groups without a rollout. */
export function rolloutKind(workload: RolloutWorkload): RolloutKind {
  const object = fields<RolloutWorkload>(workload, ABSENT);
  const [apiVersion, kind] = [object.text('apiVersion'), object.text('kind')];
  const isOld = apiVersion.startsWith('extensions/') && kind !== 'StatefulSet';
  const isKnown = kind === 'Deployment' || kind === 'DaemonSet' || kind === 'StatefulSet';
  if (isKnown && (apiVersion.startsWith('apps/') || isOld)) {
    return kind;
  }
  throw new FieldError(
    fieldProblem({
      type: 'FieldValueNotSupported',
      code: 'NOT_A_ROLLOUT',
      path: undefined,
      value: `${apiVersion} ${kind}`,
      message: 'expected a Deployment, a DaemonSet or a StatefulSet of the group apps',
    }),
  );
}
