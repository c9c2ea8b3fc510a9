import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@kubesem/conformance/random';
import type { CronJob, Job, Pod } from '@kubesem/core';
import { cronJobDecision, jobName, jobProgress } from '@kubesem/workloads';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';
import { template } from '../conformance/templates.js';

const COUNT = 60;
const CRON_JOBS = 8;

/** Jobs as they run and finish, and the Jobs that CronJobs start. It waits for the next full minute. */
export const jobs: Scenario = {
  name: 'jobs',
  about: 'Pods, counts, conditions and reasons of Jobs; the Jobs that CronJobs start',
  async run(cluster, found) {
    const namespace = await cluster.api.namespace('jobs');
    const random = new Random(11);
    for (let index = 0; index < COUNT; index++) {
      await cluster.api.create(job(random, namespace, index) as object);
    }
    for (let index = 0; index < CRON_JOBS; index++) {
      await cluster.api.create(cronJob(random, namespace, index) as object);
    }
    await sleep(25_000);
    await compareJobs(cluster, found, namespace);
    await compareCronJobs(cluster, found, namespace);
  },
};

function job(random: Random, namespace: string, index: number) {
  const name = `job-${index}`;
  const code = random.pick(['0', '0', '1', '42']);
  const life = random.percent(20)
    ? {}
    : { 'exit-code': code, 'exit-after': random.pick(['0s', '1s', '3s']) };
  const isIndexed = random.percent(40);
  const restartPolicy = random.pick(['Never', 'Never', 'OnFailure']);
  const rule = { operator: 'In', values: [42] };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace },
    spec: {
      ...(isIndexed || random.percent(70) ? { completions: 1 + random.below(4) } : {}),
      parallelism: 1 + random.below(3),
      completionMode: isIndexed ? 'Indexed' : 'NonIndexed',
      backoffLimit: random.below(2),
      suspend: random.percent(10),
      ...(random.percent(10) ? { activeDeadlineSeconds: 5 } : {}),
      ...(isIndexed && random.percent(30)
        ? { successPolicy: { rules: [{ succeededCount: 1 }] } }
        : {}),
      ...(restartPolicy === 'Never' && random.percent(30)
        ? {
            podFailurePolicy: {
              rules: [{ action: random.pick(['FailJob', 'Count']), onExitCodes: rule }],
            },
          }
        : {}),
      template: template(name, { restartPolicy }, life),
    },
  };
}

function cronJob(random: Random, namespace: string, index: number) {
  const ends = template(
    'cron',
    { restartPolicy: 'Never' },
    { 'exit-code': '0', 'exit-after': '600s' },
  );
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: `cron-${index}`, namespace },
    spec: {
      schedule: random.pick(['* * * * *', '*/2 * * * *', '0 0 1 1 *']),
      suspend: index === 0,
      concurrencyPolicy: random.pick(['Allow', 'Forbid', 'Replace']),
      jobTemplate: { spec: { template: ends } },
    },
  };
}

async function compareJobs(cluster: Cluster, found: Findings, namespace: string): Promise<void> {
  const stored = await cluster.api.list<Job>(`/apis/batch/v1/namespaces/${namespace}/jobs`);
  const pods = await cluster.api.list<Pod>(`/api/v1/namespaces/${namespace}/pods`);
  found.objects += stored.length + pods.length;
  for (const each of stored) {
    const { status, metadata } = each;
    const own = pods.filter((pod) => pod.metadata?.ownerReferences?.[0]?.uid === metadata?.uid);
    const ours = jobProgress(each, { pods: own, now: new Date() });
    const ends = status?.conditions?.find(
      (condition) =>
        ['Complete', 'Failed'].includes(condition?.type ?? '') && condition?.status === 'True',
    );
    found.equal(
      `${metadata?.name} ${JSON.stringify({ spec: { ...each.spec, template: 0 }, status })}`,
      {
        state: stateOf(each, ends?.type),
        reason: ends?.reason,
        message: ends?.message,
        succeeded: status?.succeeded ?? 0,
        pods: status?.active ?? 0,
      },
      {
        state: ours.state,
        reason: ours.reason,
        message: ours.message,
        succeeded: ours.succeeded,
        pods: ours.pods,
      },
    );
  }
}

function stateOf({ spec }: Job, ended: string | null | undefined): string {
  const running = spec?.suspend === true ? 'SUSPENDED' : 'RUNNING';
  return ended?.toUpperCase() ?? running;
}

/** Waits until the next minute has begun, and compares which Jobs it started. */
async function compareCronJobs(
  cluster: Cluster,
  found: Findings,
  namespace: string,
): Promise<void> {
  const path = `/apis/batch/v1/namespaces/${namespace}/cronjobs`;
  const toNextMinute = 60_000 - (Date.now() % 60_000);
  await sleep(toNextMinute - 500);
  const before = await cluster.api.list<CronJob>(path);
  await sleep(5000);
  const after = await cluster.api.list<CronJob>(path);
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  for (const [index, each] of before.entries()) {
    found.objects++;
    const { reason } = cronJobDecision(each, { now: new Date(minute.getTime() + 500) });
    const known = new Set(each.status?.active?.map((one) => one?.name));
    const started = after[index]?.status?.active?.map((one) => one?.name) ?? [];
    const fresh = started.filter((name) => !known.has(name));
    const wanted = reason === 'DUE' ? [jobName(each, minute)] : [];
    found.equal(`Jobs of ${each.metadata?.name}: ${reason}`, fresh, wanted);
  }
}
