import {
  attempt,
  type EphemeralContainer,
  type PodLike,
  type PodSpec,
  type ResourceRequirements,
  unknownPodFields,
} from '@kubesem/core';
import { expect, test } from 'vitest';

test('unknown fields of the spec, of containers of all kinds and of resources are found', () => {
  const spec: PodLike = JSON.parse(`{
    "container": [],
    "resources": { "limit": { "cpu": 1 } },
    "initContainers": [{ "name": "a", "resource": { "requests": { "cpu": 1 } } }],
    "containers": [
      null,
      { "name": "b", "Image": "x", "resources": { "cpu": 1, "requests": { "cpu": 2 } } },
      { "name": "c", "targetContainerName": "b", "__proto__": 1 }
    ],
    "ephemeralContainers": [{ "name": "d", "targetContainerName": "b", "constructor": 1 }]
  }`);
  const paths = [
    'container',
    'resources.limit',
    'initContainers[0].resource',
    'containers[1].Image',
    'containers[1].resources.cpu',
    'containers[2].targetContainerName',
    'containers[2].__proto__',
    'ephemeralContainers[0].constructor',
  ];
  expect(unknownPodFields(spec).map(({ path }) => path)).toEqual(paths);
  const ofPod = unknownPodFields({ kind: 'Pod', spec: spec as PodSpec });
  expect(ofPod.map(({ code, path }) => `${code} ${path}`)).toEqual(
    paths.map((path) => `UNKNOWN_FIELD spec.${path}`),
  );
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
  expect(unknownPodFields({ spec: spec as PodSpec })).toEqual([]);
});

test.each(['resources', 'containers[0].resources'])('%s must be an object', (path) => {
  const resources = 'abc' as never;
  const spec = path === 'resources' ? { resources } : { containers: [{ name: 'a', resources }] };
  const error = attempt(() => unknownPodFields(spec)).error;
  expect(error).toMatchObject({ code: 'INVALID_TYPE', problem: { path } });
});
