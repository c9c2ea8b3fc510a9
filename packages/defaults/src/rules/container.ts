import type { Container, HTTPGetAction, Probe, ResourceRequirements } from '@kubesem/core';
import { containerPullPolicy } from '@kubesem/image';
import { PROBE_DEFAULTS } from '@kubesem/lifecycle/internal';
import { roundedAmounts } from '@kubesem/resources/internal';
import type { Rule } from './rule.js';

/** `resources` of a container, a Pod or a claim. */
export const RESOURCES: Rule<ResourceRequirements> = {
  convert: { limits: roundedAmounts, requests: roundedAmounts },
};

const HTTP_GET: Rule<HTTPGetAction> = { empty: { path: '/', scheme: 'HTTP' } };

/** A probe of a container. */
export const PROBE: Rule<Probe> = {
  empty: PROBE_DEFAULTS,
  within: { httpGet: HTTP_GET, grpc: { absent: { service: '' } } },
};

/** A field of an object, as an environment variable or a file. */
export const FIELD_REF = { empty: { apiVersion: 'v1' } } as const;

/**
 * A container, an init container or an ephemeral container.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/v1` v1.37.1, `SetObjectDefaults_Pod`.
 */
export const CONTAINER: Rule<Container> = {
  set(container) {
    const image = container.text('image');
    const imagePullPolicy = container.text('imagePullPolicy');
    return { imagePullPolicy: containerPullPolicy({ image, imagePullPolicy }).pullPolicy };
  },
  empty: {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  },
  within: {
    resources: RESOURCES,
    livenessProbe: PROBE,
    readinessProbe: PROBE,
    startupProbe: PROBE,
    lifecycle: {
      within: {
        postStart: { within: { httpGet: HTTP_GET } },
        preStop: { within: { httpGet: HTTP_GET } },
      },
    },
  },
  items: {
    ports: { empty: { protocol: 'TCP' } },
    env: {
      within: {
        valueFrom: {
          within: { fieldRef: FIELD_REF, fileKeyRef: { absent: { optional: false } } },
        },
      },
    },
  },
};
