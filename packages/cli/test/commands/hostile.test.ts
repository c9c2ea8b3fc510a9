import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { LEVEL, SCHEMA } from '../support/apf.js';
import { dump, node, pod } from '../support/cluster.js';
import { filesOf, json, kubesem } from '../support/run.js';
import { event, lines, ONE_REQUEST } from '../support/simulate.js';

/** Escape sequences, line breaks, and characters that change the direction of writing or are invisible. */
const EVIL =
  '\u001b]0;owned\u0007\n\u009b31m\u202e\u200b\u2060\u00ad\u3164\ufe0f\u00a0\u{e0041}\u2800';
/** The same as a scalar of YAML, which has no escapes for the halves of a surrogate pair. */
const QUOTED = JSON.stringify(EVIL).replaceAll(
  /[^ -~]/gu,
  (char) => `\\U${char.codePointAt(0)?.toString(16).padStart(8, '0')}`,
);
/** A part without white space, and one that a URL can contain. */
const WORD = '\u001b]0;owned\u0007\u202e\u200b';
const URL_PATH = '/owned\u202e\u200b';

const container = (name: string, more: object = {}) => ({
  name,
  image: EVIL,
  imagePullPolicy: EVIL,
  ...more,
});
const manifests = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: EVIL, namespace: EVIL },
    spec: { containers: [container(EVIL, { resources: { requests: { [EVIL]: '1' } } })] },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: EVIL },
    spec: { containers: [container('a', { resources: { limits: { cpu: EVIL } } })] },
  },
  { apiVersion: 'v1', kind: EVIL, metadata: { namespace: EVIL } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: EVIL, namespace: EVIL },
    spec: { clusterIP: EVIL },
  },
];
const cluster = dump(
  node(EVIL, { [EVIL]: '4', cpu: '1', [`x.example/${EVIL}`]: '2' }),
  node(EVIL, {}),
  pod(EVIL, EVIL, { requests: { [EVIL]: '1', [`x.example/${EVIL}`]: '1', cpu: EVIL } }),
  pod('x', EVIL, { limits: { cpu: '3' } }, EVIL),
  { ...pod('job', EVIL, {}, 'Failed'), metadata: { name: EVIL, namespace: EVIL } },
  pod('lost', `${EVIL}2`, {}),
);
const evilStatus = (state: object) => ({ name: EVIL, restartCount: 1, lastState: state, state });
const evilPods = [
  { waiting: { reason: EVIL, message: EVIL } },
  { terminated: { exitCode: 1, reason: EVIL } },
].map((state) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: EVIL, namespace: EVIL, labels: { [EVIL]: EVIL }, finalizers: [EVIL] },
  spec: { nodeName: EVIL, containers: [{ name: EVIL }], readinessGates: [{ conditionType: EVIL }] },
  status: { phase: EVIL, reason: EVIL, message: EVIL, containerStatuses: [evilStatus(state)] },
}));
const environment = [
  {
    ...pod(EVIL, EVIL, {}),
    metadata: { name: WORD, namespace: EVIL },
    spec: {
      containers: [
        { name: EVIL, env: [{ name: EVIL, value: EVIL }] },
        { name: `${EVIL}2`, envFrom: [{ configMapRef: { name: EVIL } }] },
        { name: `${EVIL}3`, envFrom: [{ secretRef: { name: EVIL, optional: true } }] },
      ],
    },
  },
];
const services = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: EVIL, namespace: EVIL },
    spec: {
      type: EVIL,
      selector: { a: EVIL },
      clusterIPs: [EVIL],
      clusterIP: EVIL,
      ports: [{ name: EVIL, protocol: EVIL, port: 80, targetPort: EVIL }],
      externalName: EVIL,
    },
  },
  ...[EVIL, 'b'].map((label) => ({
    ...pod(EVIL, EVIL, {}),
    metadata: { name: EVIL, namespace: EVIL, labels: { a: label } },
    status: { phase: EVIL, podIP: '10.0.0.1', conditions: [{ type: 'Ready', status: 'True' }] },
  })),
];
const rollouts = ['Deployment', 'StatefulSet'].map((kind) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: kind === 'Deployment' ? EVIL : 'b', namespace: EVIL, generation: 1 },
  spec: { updateStrategy: { type: EVIL } },
  status: { observedGeneration: 1, conditions: [{ type: 'Progressing', reason: EVIL }] },
}));
const autoscalers = [EVIL, 'web'].flatMap((name) => [
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, namespace: EVIL },
    spec: {
      scaleTargetRef: { kind: 'Deployment', name },
      maxReplicas: 2,
      metrics: [{ type: 'Resource', resource: { name: EVIL, target: { averageUtilization: 5 } } }],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: EVIL },
    spec: { selector: { matchLabels: {} } },
  },
]);
const disruptions = [
  ...[EVIL, 'b'].map((name) => ({
    ...pod(name, EVIL, {}),
    metadata: {
      name,
      namespace: EVIL,
      labels: { a: EVIL },
      ownerReferences: [{ apiVersion: EVIL, kind: EVIL, name: EVIL, uid: EVIL, controller: true }],
    },
  })),
  ...['1', EVIL].map((maxUnavailable) => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: `${EVIL}${maxUnavailable}`, namespace: EVIL },
    spec: { maxUnavailable, selector: {} },
    status: { conditions: [{ type: 'DisruptionAllowed', status: 'False', message: EVIL }] },
  })),
];
const FILES = {
  'autoscalers.json': dump(...autoscalers, pod(EVIL, EVIL, {}), ...evilPods),
  'rollouts.json': dump(...rollouts),
  'disruptions.json': dump(...disruptions),
  'services.json': dump(...services),
  'manifests.json': manifests.map((one) => JSON.stringify(one)).join('\n'),
  'pod.json': JSON.stringify(pod(EVIL, '', { limits: { [`x.example/${EVIL}`]: '3' } })),
  'dump.json': cluster,
  'pods.json': dump(...evilPods),
  'env.json': dump(...environment),
  'life.json': JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: EVIL, namespace: EVIL },
    spec: { containers: [container(EVIL)], initContainers: [container(`${EVIL}2`)] },
  }),
  'script.json': JSON.stringify({
    containers: { [EVIL]: { runs: [{ ms: 2000, exitCode: 1, reason: EVIL }] } },
  }),
  'config.json': JSON.stringify({
    auths: { [EVIL]: { username: EVIL }, 'quay.io': { username: EVIL } },
  }),
  'apf.yaml': [
    LEVEL,
    LEVEL.replace('builds', QUOTED),
    SCHEMA.replace('name: builds', `name: ${QUOTED}`),
  ].join('---\n'),
  'requests.txt': `GET /version ${WORD} ${WORD}\n`,
  'audit.log': lines(event({ user: { username: EVIL, groups: [EVIL] }, requestURI: URL_PATH })),
  'scenario.yaml': ONE_REQUEST.replace('name: one', `name: ${QUOTED}`),
};

const COMMANDS: readonly (readonly string[])[] = [
  ['inspect', 'manifests.json', '--explain', '--verbose'],
  ['inspect', 'manifests.json', '-o', 'wide'],
  ['inspect', 'manifests.json', '--summary'],
  ['inspect', 'manifests.json', '--images', '--credentials', 'config.json'],
  ['inspect', 'manifests.json', '--dns'],
  ['inspect', 'manifests.json', '--only-namespace', EVIL],
  ['inspect', 'manifests.json', '-n', EVIL],
  ['pods', 'pods.json', '--show-labels', '-L', EVIL],
  ['pods', 'pods.json', '-o', 'wide'],
  ['pods', 'pods.json', '--why'],
  ['pods', 'pods.json', '--kubectl', '-o', 'wide', '--show-labels'],
  ['select', '!a', '-f', 'pods.json', '--explain', '-o', 'wide'],
  ['select', `a=${EVIL}`, '-f', 'pods.json'],
  [
    'select',
    '--field-selector',
    `metadata.name=${EVIL.replace(/[\\,=]/g, '\\$&')},status.phase!=x`,
    '-f',
    'pods.json',
    '--explain',
  ],
  ['service', '-f', 'services.json'],
  ['service', '-f', 'services.json', '-o', 'wide'],
  ['service', '-f', 'services.json', '--explain'],
  ['service', EVIL.replaceAll('/', '_'), '-f', 'services.json'],
  ['service', 'route', EVIL, '--from', EVIL, '--port', EVIL, '-f', 'services.json'],
  ['service', 'route', EVIL, '--from', 'outside', '--port', '80', '-f', 'services.json'],
  ['pdb', '-f', 'disruptions.json'],
  ['pdb', '-f', 'disruptions.json', '--explain'],
  ['pdb', EVIL.replaceAll('/', '_'), '-f', 'disruptions.json'],
  ['pdb', '-f', 'disruptions.json', '--evict', 'b'],
  ['drain', EVIL, '-f', 'disruptions.json'],
  ['drain', EVIL, '-f', 'disruptions.json', '--explain'],
  ['drain', EVIL, '-f', 'disruptions.json', '--simulate'],
  ['rollout', 'status', '-f', 'rollouts.json'],
  ['rollout', 'status', '-f', 'rollouts.json', '--explain'],
  ['hpa', '-f', 'autoscalers.json'],
  ['hpa', '-f', 'autoscalers.json', '--explain'],
  ['env', WORD, 'env.json'],
  ['env', WORD, 'env.json', '--explain'],
  ['env', EVIL, 'env.json'],
  ['simulate', 'life.json', '--script', 'script.json', '--duration', '10s'],
  ['simulate', 'life.json', '--exit', `${EVIL}=1@5s`],
  ['nodes', 'dump.json'],
  ['nodes', 'dump.json', '--pods'],
  ['nodes', 'dump.json', '--explain', '--node', EVIL, '--node', `${EVIL}3`],
  ['fit', 'pod.json', '--cluster', 'dump.json', '--explain'],
  ['image', EVIL, 'quay.io/app', '--credentials', 'config.json'],
  ['image', `--${EVIL}`],
  ['quantity', `${EVIL}1`],
  ['dns', 'names', 'manifests.json'],
  ['dns', 'zone', 'manifests.json'],
  ['dns', 'query', EVIL, '-f', 'manifests.json'],
  ['dns', 'lookup', EVIL, '--from', `${EVIL}/${EVIL}`, '-f', 'manifests.json'],
  ['apf', 'classify', '--user', EVIL, 'GET', URL_PATH],
  ['apf', 'classify', '--requests', 'requests.txt', '-f', 'apf.yaml'],
  ['apf', 'classify', '--audit-log', 'audit.log', '-f', 'apf.yaml'],
  ['apf', 'explain', '--user', EVIL, '-f', 'apf.yaml', 'GET', '/version'],
  ['apf', 'levels', '-f', 'apf.yaml', '--maintenance'],
  ['apf', 'simulate', 'scenario.yaml'],
  ['apf', 'simulate', 'scenario.yaml', '--chart', EVIL, '-o', 'table'],
];

describe('nothing from outside can steer the terminal, or hide on it', () => {
  test.each(COMMANDS)('kubesem %s %s', async (...words) => {
    const path = filesOf(FILES);
    const args = words.map((word) => (Object.hasOwn(FILES, word) ? path(word) : word));
    const isTable = !args.includes('-o');
    for (const format of isTable ? [[], ['-o', 'json'], ['-o', 'yaml']] : [[]]) {
      const { stdout, stderr } = await kubesem([...args, ...format]);
      const all = stdout + stderr;
      expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect(all).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u00a0\u2800]/u);
      // A line break of a name does not start a line.
      expect(all).not.toMatch(/^31m/m);
      expect(all).toContain('owned');
    }
  });
});

test.each(['json', 'yaml'])('-o %s reads back as the same name', async (format) => {
  const args = ['inspect', filesOf(FILES)('manifests.json')];
  const { stdout } = await kubesem([...args, '-o', format]);
  const report = format === 'json' ? JSON.parse(stdout) : parse(stdout, { version: '1.1' });
  expect(report.objects[0].name).toBe(EVIL);
  expect((await json(args)).output.objects[0].namespace).toBe(EVIL);
});
