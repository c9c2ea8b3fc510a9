import type { PodSpec, PodTemplateSpec } from '@kubesem/core';
import { roundedAmounts } from '@kubesem/resources/internal';
import { CONTAINER, RESOURCES } from './container.js';
import type { Rule } from './rule.js';
import { VOLUME } from './volume.js';

/**
 * The spec of a Pod or a template.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Pod`.
 */
export const POD_SPEC: Rule<PodSpec> = {
  set(spec) {
    const serviceAccount = spec.text('serviceAccountName') || spec.text('serviceAccount');
    // The old name stays the same as the new one.
    return serviceAccount === '' ? {} : { serviceAccountName: serviceAccount, serviceAccount };
  },
  empty: {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
  },
  absent: { securityContext: {}, terminationGracePeriodSeconds: 30 },
  convert: { overhead: roundedAmounts },
  within: { resources: RESOURCES },
  items: {
    volumes: VOLUME,
    initContainers: CONTAINER,
    containers: CONTAINER,
    ephemeralContainers: CONTAINER,
  },
};

/** The template of a workload. */
export const POD_TEMPLATE_SPEC: Rule<PodTemplateSpec> = { parts: { spec: POD_SPEC } };
