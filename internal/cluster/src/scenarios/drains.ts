import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@kubesem/conformance/random';
import type { DaemonSet, Pod } from '@kubesem/core';
import { drainPlan } from '@kubesem/disruption';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { pod, template } from '../conformance/templates.js';

const NODES = Array.from({ length: 8 }, (_, index) => `drain-${index}`);

const FLAGS = [
  ['--force', 'force'],
  ['--ignore-daemonsets', 'ignoreDaemonSets'],
  ['--delete-emptydir-data', 'deleteEmptyDirData'],
] as const;

/** Drains of nodes by the real kubectl: with each combination of flags as a dry run, then in earnest. */
export const drains: Scenario = {
  name: 'drains',
  about: '`kubectl drain` with each combination of flags: evicted Pods, errors and warnings',
  options: { nodes: NODES },
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('drains');
    const random = new Random(10);
    await createPods(cluster, random, namespace);
    await sleep(4000);
    for (const node of NODES) {
      for (let bits = 0; bits < 8; bits++) {
        await compareDrain(cluster, found, node, bits, true);
      }
    }
    for (const [index, node] of NODES.entries()) {
      await compareDrain(cluster, found, node, index % 2 === 0 ? 7 : index, false);
    }
  },
};

async function createPods(cluster: Cluster, random: Random, namespace: string): Promise<void> {
  const volumes = [{ name: 'v', emptyDir: {} }];
  for (let index = 0; index < 6; index++) {
    const spec = random.percent(30) ? { volumes } : {};
    const app = `app-${index}`;
    const selector = { matchLabels: { app } };
    const kind = index === 0 ? 'DaemonSet' : random.pick(['Deployment', 'StatefulSet']);
    await cluster.api.create({
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: app, namespace },
      spec: {
        selector,
        template: template(app, { ...spec, ...(kind === 'DaemonSet' ? onSome : {}) }),
        ...(kind === 'DaemonSet' ? {} : { replicas: 1 + random.below(4) }),
      },
    } as object);
  }
  for (let index = 0; index < 12; index++) {
    const life = random.percent(30) ? { 'exit-code': random.pick(['0', '1']) } : {};
    const spec = {
      nodeName: random.pick(NODES),
      restartPolicy: 'Never',
      ...(random.percent(40) ? { volumes } : {}),
    };
    await cluster.api.create(pod({ name: `bare-${index}`, namespace }, spec, life));
  }
}

/** Half of the nodes have a Pod of the DaemonSet. */
const onSome = {
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          {
            matchExpressions: [
              {
                key: 'kubernetes.io/hostname',
                operator: 'In',
                values: NODES.filter((_, n) => n % 2 === 0),
              },
            ],
          },
        ],
      },
    },
  },
};

async function compareDrain(
  cluster: Cluster,
  found: Findings,
  node: string,
  bits: number,
  isDryRun: boolean,
): Promise<void> {
  const chosen = FLAGS.filter((_, bit) => bits & (1 << bit));
  const pods = await cluster.api.list<Pod>(`/api/v1/pods?fieldSelector=spec.nodeName%3D${node}`);
  const daemonSets = await cluster.api.list<DaemonSet>('/apis/apps/v1/daemonsets');
  found.objects += pods.length;
  const options = Object.fromEntries(chosen.map(([, name]) => [name, true]));
  const ours = drainPlan(node, { pods, daemonSets }, { ...options, now: new Date() });
  const flags = chosen.map(([flag]) => flag);
  const { stdout, stderr } = await cluster.kubectl([
    ...['drain', node, ...flags],
    ...(isDryRun ? ['--dry-run=client'] : ['--timeout=20s']),
  ]);
  const what = `kubectl drain ${node} ${flags.join(' ')} ${isDryRun ? '(dry run)' : ''}`;
  const evicted = stdout.split('\n').flatMap((line) => /^evicting pod (\S+)/.exec(line)?.[1] ?? []);
  const wanted = ours.pods.flatMap(({ pod: each, action }) =>
    action === 'evict' && ours.errors.length === 0
      ? [`${each.metadata?.namespace}/${each.metadata?.name}`]
      : [],
  );
  found.equal(`${what}: evicted Pods`, evicted.sort(), wanted.sort());
  found.equal(`${what}: errors`, errorLines(stderr), [...ours.errors].sort());
  if (ours.errors.length === 0) {
    found.equal(`${what}: warnings`, warningsOf(stderr), [...ours.warnings].sort());
  }
}

/** The errors of the node, which kubectl prints twice, in the order of a map of Go. */
function errorLines(stderr: string): readonly string[] {
  const [, error] =
    /^error: unable to drain node \S+ due to error: (.*), continuing/m.exec(stderr) ?? [];
  return (
    error
      ?.replace(/^\[(.*)\]$/s, '$1')
      .split(/, (?=cannot )/)
      .sort() ?? []
  );
}

function warningsOf(stderr: string): readonly string[] {
  const [, warnings] = /^Warning: (.*)$/m.exec(stderr) ?? [];
  return warnings?.split('; ').sort() ?? [];
}
