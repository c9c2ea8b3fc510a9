import type { PodQosRule } from '@kubesem/qos';
import type { ResourceRule } from '@kubesem/resources';
import type { Rule, Rules } from '../area.js';

const DOCS = 'https://kubernetes.io/docs';
const SIDECARS = `${DOCS}/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers`;
const QOS = `${DOCS}/concepts/workloads/pods/pod-qos/`;
const LIFECYCLE = `${DOCS}/concepts/workloads/pods/pod-lifecycle/`;
const REQUESTS = 'k8s.io/component-helpers/resource PodRequests';

/** What decides a request or a limit. */
export const RESOURCE_RULES: Rules<ResourceRule> = {
  RUNNING_PHASE: {
    text: 'App containers and sidecars run at the same time, so their amounts add up. No init step needs more.',
    source: REQUESTS,
    docs: SIDECARS,
  },
  INIT_STEP: {
    text: 'An init container runs together with the sidecars before it. They need more than the containers that run later, so they decide.',
    source: REQUESTS,
    docs: SIDECARS,
  },
  POD_STATUS: {
    text: 'During an in-place resize, the higher of the spec and the status counts.',
    source: REQUESTS,
    docs: `${DOCS}/tasks/configure-pod-container/resize-container-resources/`,
  },
  DRA_CLAIMS: {
    text: 'Only the devices of resource claims ask for it.',
    source: REQUESTS,
    docs: `${DOCS}/concepts/scheduling-eviction/dynamic-resource-allocation/`,
  },
  POD_LEVEL: {
    text: 'spec.resources sets it for the whole Pod and replaces the sum of the containers.',
    source: REQUESTS,
    docs: `${DOCS}/concepts/configuration/manage-resources-containers/#pod-level-resource-specification`,
  },
  OVERHEAD: {
    text: 'No container sets it; only spec.overhead of the RuntimeClass does.',
    source: REQUESTS,
    docs: `${DOCS}/concepts/scheduling-eviction/pod-overhead/`,
  },
};

const qosRule = (text: string): Rule => ({
  text,
  source: 'k8s.io/kubernetes/pkg/apis/core/v1/helper/qos ComputePodQOS',
  docs: QOS,
});

/** What decides the class of a Pod. */
export const QOS_RULES: Rules<PodQosRule> = {
  POD_LEVEL: qosRule('spec.resources sets cpu or memory for the whole Pod, so only it counts.'),
  NO_CONTAINERS: qosRule('The Pod has no containers, so it is BestEffort.'),
  ALL_ALIKE: qosRule('Every container has the same class, so the Pod has it.'),
  ONE_BURSTABLE: qosRule('At least one container is Burstable, so the Pod is Burstable.'),
  MIXED: qosRule('Some containers are Guaranteed and others BestEffort, so the Pod is Burstable.'),
};

/** The column STATUS of `kubectl get pods`. */
export const STATUS_RULE: Rule = {
  text: 'kubectl computes the status from the phase and from the states of all containers. The last rule that applies wins.',
  source: 'k8s.io/kubernetes/pkg/printers/internalversion printPod',
  docs: LIFECYCLE,
};

/** The condition Ready. */
export const READY_RULE: Rule = {
  text: 'A Pod is ready if all of its containers are ready and all readiness gates are True.',
  source: 'k8s.io/kubernetes/pkg/kubelet/status GeneratePodReadyCondition',
  docs: `${LIFECYCLE}#pod-readiness-gate`,
};

/** The values of cgroups. */
export const CGROUP_RULE: Rule = {
  text: 'The kubelet converts requests of cpu to a weight, and limits to a quota and a maximum, for cgroup v2.',
  source: 'k8s.io/kubernetes/pkg/kubelet/cm ResourceConfigForPod',
  docs: `${DOCS}/concepts/configuration/manage-resources-containers/#how-pods-with-resource-limits-are-run`,
};
