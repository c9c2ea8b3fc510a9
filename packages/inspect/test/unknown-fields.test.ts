import type { EphemeralContainer, PodSpec, ResourceRequirements } from '@kubesem/core';
import { inspectManifests } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const problemsOf = (text: string) => {
  const { objects } = inspectManifests([{ name: 'a.yaml', text }]);
  return objects.flatMap((object) => object.problems);
};

const warningsOf = (text: string) =>
  problemsOf(text).map(
    ({ severity, code, path, line, column }) => `${severity} ${code} ${path} ${line}:${column}`,
  );

describe('a field that Kubernetes does not know is told of', () => {
  test('in the spec of a Pod, in containers of all kinds and in resources', () => {
    const text = `apiVersion: v1
kind: Pod
spec:
  container: []
  resources: { limit: { cpu: 1 } }
  initContainers:
    - { name: a, resource: { requests: { cpu: 1 } } }
  containers:
    - null
    - { name: b, Image: x, resources: { cpu: 1, requests: { cpu: 2 } } }
    - { name: c, targetContainerName: b, __proto__: 1 }
  ephemeralContainers:
    - { name: d, targetContainerName: b, constructor: 1 }
`;
    expect(warningsOf(text)).toEqual([
      'warning UNKNOWN_FIELD spec.container 4:14',
      'warning UNKNOWN_FIELD spec.resources.limit 5:23',
      'warning UNKNOWN_FIELD spec.initContainers[0].resource 7:28',
      'warning UNKNOWN_FIELD spec.containers[1].Image 10:25',
      'warning UNKNOWN_FIELD spec.containers[1].resources.cpu 10:46',
      'warning UNKNOWN_FIELD spec.containers[2].targetContainerName 11:39',
      'warning UNKNOWN_FIELD spec.containers[2].__proto__ 11:53',
      'warning UNKNOWN_FIELD spec.ephemeralContainers[0].constructor 13:55',
    ]);
  });

  test('in the template of a workload', () => {
    const text = `apiVersion: batch/v1
kind: CronJob
spec:
  jobTemplate:
    spec:
      template:
        spec:
          volume: []
          containers: [{ name: a }]
`;
    expect(warningsOf(text)).toEqual([
      'warning UNKNOWN_FIELD spec.jobTemplate.spec.template.spec.volume 8:19',
    ]);
  });
});

test('every field of the API is known', () => {
  const resources: Record<keyof ResourceRequirements, null> = {
    limits: null,
    requests: null,
    claims: null,
  };
  const container: Record<keyof EphemeralContainer, unknown> = {
    name: 'c',
    image: null,
    command: null,
    args: null,
    workingDir: null,
    ports: null,
    envFrom: null,
    env: null,
    resources,
    resizePolicy: null,
    restartPolicy: null,
    restartPolicyRules: null,
    volumeMounts: null,
    volumeDevices: null,
    livenessProbe: null,
    readinessProbe: null,
    startupProbe: null,
    lifecycle: null,
    terminationMessagePath: null,
    terminationMessagePolicy: null,
    imagePullPolicy: null,
    securityContext: null,
    stdin: null,
    stdinOnce: null,
    tty: null,
    targetContainerName: null,
  };
  const { targetContainerName: _, ...app } = container;
  const spec: Record<keyof PodSpec, unknown> = {
    volumes: null,
    initContainers: [app],
    containers: [app],
    ephemeralContainers: [container],
    restartPolicy: null,
    terminationGracePeriodSeconds: null,
    activeDeadlineSeconds: null,
    dnsPolicy: null,
    nodeSelector: null,
    serviceAccountName: null,
    serviceAccount: null,
    automountServiceAccountToken: null,
    nodeName: null,
    hostNetwork: null,
    hostPID: null,
    hostIPC: null,
    shareProcessNamespace: null,
    securityContext: null,
    imagePullSecrets: null,
    hostname: null,
    subdomain: null,
    affinity: null,
    schedulerName: null,
    tolerations: null,
    hostAliases: null,
    priorityClassName: null,
    priority: null,
    dnsConfig: null,
    readinessGates: null,
    runtimeClassName: null,
    enableServiceLinks: null,
    preemptionPolicy: null,
    overhead: null,
    topologySpreadConstraints: null,
    setHostnameAsFQDN: null,
    os: null,
    hostUsers: null,
    schedulingGates: null,
    resourceClaims: null,
    resources,
    hostnameOverride: null,
    schedulingGroup: null,
    evictionResponders: null,
  };
  expect(problemsOf(JSON.stringify({ apiVersion: 'v1', kind: 'Pod', spec }))).toEqual([]);
});
