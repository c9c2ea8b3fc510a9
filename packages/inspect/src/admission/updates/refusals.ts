import type { Pod } from '@kubesem/core';
import {
  DAEMON_SET,
  DEPLOYMENT,
  JOB,
  PERSISTENT_VOLUME_CLAIM,
  POD,
  STATEFUL_SET,
} from '@kubesem/core/kinds';
import type { JSONObject } from '@kubesem/manifests';
import type { FoundProblem } from '../../problem.js';
import { claimRefusal } from './claim-refusals.js';
import { podRefusal } from './pod-refusals.js';
import {
  type AnyFields,
  fieldsOf,
  fixedAffinity,
  isSame,
  listIn,
  rejectedChange,
} from './update-fields.js';

/** The fields of a spec that an update cannot change. */
const IMMUTABLE: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  [DEPLOYMENT.kind, ['selector']],
  [DAEMON_SET.kind, ['selector']],
  [STATEFUL_SET.kind, ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy']],
  [
    JOB.kind,
    [
      ...['selector', 'completionMode', 'podFailurePolicy', 'backoffLimitPerIndex'],
      ...['managedBy', 'successPolicy'],
    ],
  ],
]);

/**
 * Why validation rejects an update.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/apps/validation` v1.37.1, `ValidateDeploymentUpdate` and those of the other kinds.
 */
export function updateRefusal(
  kind: string,
  live: JSONObject,
  next: JSONObject,
): FoundProblem | undefined {
  // Only the report on some stored objects is kept.
  if (live.spec === undefined) {
    return undefined;
  }
  const [before, after] = [fieldsOf(live.spec), fieldsOf(next.spec)];
  if (kind === POD.kind) {
    return podRefusal(live as Pod, next as Pod);
  }
  if (kind === PERSISTENT_VOLUME_CLAIM.kind) {
    return claimRefusal(live, before, after);
  }
  const changed = (IMMUTABLE.get(kind) ?? []).find(
    (name) => !isSame({ [name]: before[name] }, { [name]: after[name] }),
  );
  if (changed !== undefined) {
    return fixed(['spec', changed]);
  }
  return kind === JOB.kind ? jobRefusal(fieldsOf(live.status), before, after) : undefined;
}

/** Source: `k8s.io/kubernetes/pkg/apis/batch/validation` v1.37.1, `ValidateJobSpecUpdate`. */
function jobRefusal(
  status: AnyFields,
  before: AnyFields,
  after: AnyFields,
): FoundProblem | undefined {
  const completions = completionsOf(after, before);
  if (completions !== completionsOf(before)) {
    if (after.completionMode !== 'Indexed') {
      return fixed(['spec', 'completions']);
    }
    if (completions !== undefined && completions !== (after.parallelism ?? 1)) {
      const message = 'can only be modified in tandem with spec.parallelism';
      return rejectedChange('INVALID', ['spec', 'completions'], message);
    }
  }
  const isMutable = isTemplateMutable(status, before);
  const template = (spec: AnyFields) =>
    isMutable ? fixedTemplate(fieldsOf(spec.template)) : fieldsOf(spec.template);
  return isSame({ template: template(before) }, { template: template(after) })
    ? undefined
    : fixed(['spec', 'template']);
}

/** The completions; 1 for a Job that has been created without them and without parallelism. */
function completionsOf(spec: AnyFields, created = spec): unknown {
  const isPreset = spec.parallelism == null || created.parallelism == null;
  return spec.completions ?? (isPreset ? 1 : undefined);
}

/** Source: `k8s.io/kubernetes/pkg/registry/batch/job` v1.37.1, `shouldAllowMutablePodTemplate`. */
function isTemplateMutable({ active, startTime, conditions }: AnyFields, spec: AnyFields): boolean {
  const isSuspended = listIn({ conditions }, 'conditions')
    .map(fieldsOf)
    .some(({ type, status }) => type === 'Suspended' && status === 'True');
  return spec.suspend === true && (startTime == null || isSuspended) && !active;
}

/**
 * What an update cannot change of the template of a Job that is suspended: all but where its Pods run and what they request.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/batch/validation` v1.37.1, `validatePodTemplateUpdate` and `validatePodResourceUpdatesOnly`.
 */
function fixedTemplate(template: AnyFields): AnyFields {
  const spec = fieldsOf(template.spec);
  const withoutResources = (list: string) =>
    listIn(spec, list).map((container) => ({ ...fieldsOf(container), resources: undefined }));
  return {
    spec: {
      ...spec,
      containers: withoutResources('containers'),
      initContainers: withoutResources('initContainers'),
      affinity: fixedAffinity(spec),
      ...{ nodeSelector: undefined, tolerations: undefined, schedulingGates: undefined },
    },
  };
}

function fixed(segments: readonly string[]): FoundProblem {
  return rejectedChange('INVALID', segments, 'field is immutable');
}
