import { validatePod } from '@kubesem/validation/pod';
import { describe, expect, test } from 'vitest';

const NAMED = { name: 'app', image: 'app:1' };

/** What is wrong with a Pod that has some fields of the spec, in one line each. */
function ofSpec(spec: object, metadata: object = { name: 'web' }): string[] {
  return validatePod({ metadata, spec: { containers: [NAMED], ...spec } } as never).map(
    ({ type, path }) => `${type} ${path.replace(/^spec\./, '')}`,
  );
}

/** The same for fields of its container. */
function ofContainer(fields: object, spec: object = {}): string[] {
  return ofSpec({ ...spec, containers: [{ ...NAMED, ...fields }] }).map((line) =>
    line.replace('containers[0].', ''),
  );
}

test('a Pod needs a name, and containers', () => {
  expect(ofSpec({ containers: [] }, {})).toEqual(['REQUIRED metadata.name', 'REQUIRED containers']);
  expect(validatePod({ containers: [NAMED] })).toEqual([]);
  expect(validatePod({ spec: { containers: [NAMED] } }, { origin: 'template' })).toEqual([]);
});

test.each<[object, string[]]>([
  [{ labels: { 'a b': 'c', d: 'e f' } }, ['INVALID metadata.labels', 'INVALID metadata.labels']],
  [{ annotations: { 'EXAMPLE.com/A': '' } }, []],
  [{ annotations: { a: 'x'.repeat(262_144) } }, ['TOO_LONG metadata.annotations']],
  [
    { annotations: { 'kubernetes.io/config.mirror': '' } },
    ['INVALID metadata.annotations[kubernetes.io/config.mirror]'],
  ],
  [{ finalizers: ['a', 'a/b', 'orphan'] }, ['INVALID metadata.finalizers[0]']],
  [{ finalizers: ['orphan', 'foregroundDeletion'] }, ['INVALID metadata.finalizers']],
  [
    { ownerReferences: [{ apiVersion: 'a/b/c', kind: 'A', name: 'a' }] },
    ['INVALID metadata.ownerReferences[0].apiVersion', 'REQUIRED metadata.ownerReferences[0].uid'],
  ],
])('metadata: %j', (metadata, expected) => {
  expect(ofSpec({}, { name: 'web', ...metadata })).toEqual(expected);
});

describe('containers', () => {
  test.each<[object, string[]]>([
    [{ name: 'A', image: '' }, ['INVALID name', 'REQUIRED image']],
    [{ terminationMessagePolicy: 'Odd' }, ['NOT_SUPPORTED terminationMessagePolicy']],
    [{ imagePullPolicy: 'always' }, ['NOT_SUPPORTED imagePullPolicy']],
    [{ ports: [{}] }, ['REQUIRED ports[0].containerPort']],
    [{ ports: [{ containerPort: 80, protocol: 'tcp' }] }, ['NOT_SUPPORTED ports[0].protocol']],
    [
      { ports: ['a', 'a'].map((name) => ({ name, containerPort: 80, hostPort: 80 })) },
      ['DUPLICATE ports[1].name', 'DUPLICATE ports[1].hostPort'],
    ],
    [
      { resizePolicy: [{ resourceName: 'pods', restartPolicy: 'NotRequired' }] },
      ['NOT_SUPPORTED resizePolicy'],
    ],
  ])('%j', (fields, expected) => {
    expect(ofContainer(fields)).toEqual(expected);
  });

  test('have names of their own, whatever their kind', () => {
    const spec = { containers: [NAMED, NAMED], initContainers: [NAMED] };
    const pod = { metadata: { name: 'web' }, spec: { ...spec, ephemeralContainers: [NAMED] } };
    expect(validatePod(pod, { origin: 'stored' }).map(({ path }) => path)).toEqual([
      'spec.containers[1].name',
      'spec.initContainers[0].name',
      'spec.ephemeralContainers[0].name',
    ]);
  });

  test('have the ports of the node on its network', () => {
    const ports = [{ containerPort: 80, hostPort: 81 }];
    expect(ofContainer({ ports }, { hostNetwork: true })).toEqual(['INVALID ports[0].hostPort']);
    expect(ofContainer({ ports: [{ containerPort: 80 }] }, { hostNetwork: true })).toEqual([]);
  });
});

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };

test.each<[object, string[]]>([
  [{ restartPolicy: 'Often' }, ['NOT_SUPPORTED restartPolicy']],
  [{ nodeSelector: { a: 'b c' } }, ['INVALID nodeSelector']],
  [{ serviceAccount: 'A' }, ['INVALID serviceAccountName']],
  [{ nodeName: 'A', hostname: 'a.b' }, ['INVALID nodeName', 'INVALID hostname']],
  [{ hostAliases: [{ ip: '010.0.0.1' }] }, ['INVALID hostAliases[0].ip']],
  [
    { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] },
    ['INVALID tolerations[0].operator'],
  ],
  [
    { tolerations: [{ operator: 'Exists', effect: 'Odd' }] },
    ['NOT_SUPPORTED tolerations[0].effect'],
  ],
  [
    { topologySpreadConstraints: [spread, { ...spread, maxSkew: 0 }] },
    [
      'DUPLICATE topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}',
      'INVALID topologySpreadConstraints[1].maxSkew',
    ],
  ],
  [
    { affinity: { nodeAffinity: { [REQUIRED]: {} } } },
    [`REQUIRED affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms`],
  ],
  [
    { affinity: { podAffinity: { [REQUIRED]: [{ topologyKey: 'a', matchLabelKeys: ['a'] }] } } },
    [`FORBIDDEN affinity.podAffinity.${REQUIRED}[0].matchLabelKeys`],
  ],
  [{ preemptionPolicy: '' }, ['REQUIRED preemptionPolicy']],
])('scheduling: %j', (spec, expected) => {
  expect(ofSpec(spec)).toEqual(expected);
});

describe('security', () => {
  test.each<[object, string[]]>([
    [{ hostPID: true, shareProcessNamespace: true }, ['INVALID shareProcessNamespace']],
    [{ hostPID: true, hostUsers: false }, ['FORBIDDEN HostPID']],
    [{ os: { name: 'plan9' } }, ['NOT_SUPPORTED os']],
    [
      { os: { name: 'windows' }, securityContext: { fsGroup: 1 } },
      ['FORBIDDEN securityContext.fsGroup'],
    ],
    [
      { hostNetwork: true, securityContext: { sysctls: [{ name: 'net/core/somaxconn' }] } },
      ['INVALID securityContext.sysctls[0].name'],
    ],
    [{ securityContext: { seccompProfile: {} } }, ['REQUIRED securityContext.seccompProfile.type']],
    [{ securityContext: { windowsOptions: { hostProcess: true } } }, ['INVALID hostNetwork']],
  ])('of a Pod: %j', (spec, expected) => {
    expect(ofSpec(spec)).toEqual(expected);
  });

  test.each<[object, string[]]>([
    [{ runAsUser: -1 }, ['INVALID securityContext.runAsUser']],
    [{ procMount: 'Unmasked' }, ['INVALID securityContext.procMount']],
    [
      { allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } },
      ['INVALID securityContext'],
    ],
    [
      { windowsOptions: { runAsUserName: 'a\\b\\c' } },
      ['INVALID securityContext.windowsOptions.runAsUserName'],
    ],
  ])('of a container: %j', (securityContext, expected) => {
    expect(ofContainer({ securityContext })).toEqual(expected);
  });
});

// k8s.io/kubernetes/pkg/registry/core/pod v1.37.1: Create merges the labels, and Update leaves the stored selectors alone.
test('the selectors of a stored Pod have the labels of its keys already', () => {
  const metadata = { name: 'web', labels: { hash: 'a' } };
  const matchExpressions = [{ key: 'hash', operator: 'In', values: ['a'] }];
  const term = (labelSelector: object) => ({
    ...{ topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
    ...{ matchLabelKeys: ['hash'], labelSelector },
  });
  const podOf = (labelSelector: object) => ({
    metadata,
    spec: {
      containers: [NAMED],
      affinity: { podAffinity: { [REQUIRED]: [term(labelSelector)] } },
      topologySpreadConstraints: [term(labelSelector)],
    },
  });
  expect(validatePod(podOf({ matchExpressions }), { origin: 'stored' })).toEqual([]);
  expect(validatePod(podOf({}))).toEqual([]);
  expect(validatePod(podOf({ matchExpressions })).map(({ path }) => path)).toEqual([
    `spec.affinity.podAffinity.${REQUIRED}[0][0]`,
    'spec.topologySpreadConstraints[0][0]',
  ]);
});
