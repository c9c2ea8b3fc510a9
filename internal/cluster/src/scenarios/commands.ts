import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pod } from '@kubesem/core';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { template } from '../conformance/templates.js';
import { rootFolder } from '../program.js';

const NAMESPACE = 'commands';

/** Each command that reads a cluster; `POD` is a Pod of the Deployment `web`. */
const COMMANDS: readonly (readonly string[])[] = [
  ['inspect'],
  ['inspect', '--images'],
  ['inspect', '--dns'],
  ['pods', '-n', NAMESPACE],
  ['pods', '--why'],
  ['select', 'app=web', '-n', NAMESPACE],
  ['service', '-n', NAMESPACE],
  ['service', 'web', '-n', NAMESPACE],
  ['service', 'route', `${NAMESPACE}/web`, '--from', 'node-a', '--port', '80'],
  ['pdb', '-n', NAMESPACE],
  ['pdb', 'web', '-n', NAMESPACE],
  ['drain', 'node-a', '--ignore-daemonsets', '--force'],
  ['rollout', 'status', 'deployment/web', '-n', NAMESPACE],
  ['rollout', 'simulate', 'web', '-n', NAMESPACE],
  ['hpa', 'web', '-n', NAMESPACE],
  ['env', 'POD', '-n', NAMESPACE],
  ['files', 'POD', '-n', NAMESPACE],
  ['config', 'hash', '-n', NAMESPACE],
  ['nodes'],
  ['nodes', '--pods'],
  ['quota'],
  ['dns', 'names', '-n', NAMESPACE],
  ['dns', 'zone', '-n', NAMESPACE],
  ['dns', 'lookup', 'web', '--from', `${NAMESPACE}/POD`],
  ['dns', 'query', `web.${NAMESPACE}.svc.cluster.local`],
  ['dns', 'resolv', '--from', `${NAMESPACE}/POD`],
  ['apf', 'levels'],
  ['apf', 'classify', 'GET', '/api/v1/pods', '--user', 'jane'],
  ['apf', 'explain', 'GET', '/api/v1/pods', '--user', 'jane'],
];

/** Every command with `--context` answers. */
export const commands: Scenario = {
  name: 'commands',
  about:
    'every command with `--context`: it ends with status 0 or 1, prints an answer and no error',
  async run(cluster, found) {
    await createObjects(cluster);
    await sleep(3000);
    const pods = await cluster.api.list<Pod>(`/api/v1/namespaces/${NAMESPACE}/pods`);
    found.objects += pods.length;
    const name = pods.find(({ metadata }) => metadata?.name?.startsWith('web-'))?.metadata?.name;
    for (const command of COMMANDS) {
      await compareCommand(
        cluster,
        found,
        command.map((word) => word.replace('POD', name ?? '')),
      );
    }
  },
};

async function compareCommand(
  cluster: Cluster,
  found: Findings,
  command: readonly string[],
): Promise<void> {
  const args = [...command, '--context', 'kubesem', '--kubeconfig', cluster.kubeconfig];
  const main = `${rootFolder}/packages/cli/dist/main.js`;
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  const answer = {
    isAnswer: stdout + stderr !== '',
    status: status === 1 ? 0 : status,
    errors: errorsIn(stderr),
  };
  found.equal(`kubesem ${command.join(' ')}`, { isAnswer: true, status: 0, errors: [] }, answer);
}

const errorsIn = (stderr: string): readonly string[] =>
  stderr.split('\n').filter((line) => /^(?:error|\s*at |.*TypeError)/.test(line));

async function createObjects(cluster: Cluster): Promise<void> {
  const namespace = await cluster.api.namespace(NAMESPACE);
  const selector = { matchLabels: { app: 'web' } };
  const metadata = { name: 'web', namespace };
  const app = {
    name: 'app',
    image: 'registry.example.com/web:1',
    ports: [{ name: 'http', containerPort: 8080 }],
    resources: { requests: { cpu: '100m' } },
    envFrom: [{ configMapRef: { name: 'web' } }],
    volumeMounts: [{ name: 'config', mountPath: '/etc/web' }],
  };
  const spec = { containers: [app], volumes: [{ name: 'config', configMap: { name: 'web' } }] };
  for (const object of [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { A: 'b' } },
    { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { password: 'secret' } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { replicas: 3, selector, template: template('web', spec) },
    },
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }] },
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata,
      spec: { minAvailable: 2, selector },
    },
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '10' } } },
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas: 5,
      },
    },
  ]) {
    await cluster.api.create(object);
  }
}
