// A server that does not let us list a kind: its objects are unknown. Nothing is found out about them, and no answer that
// depends on them is given.
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/program.js';
import { apiServer, list, refusal } from '../../support/api-server.js';
import { fileOf, kubesem } from '../../support/run.js';
import { CLUSTER, RUNS } from '../../support/whole-cluster.js';

/** Runs a command on a cluster that refuses to list one path. */
async function run(words: readonly string[], refused?: string, status = 403) {
  const server = await apiServer((path) => {
    const items = CLUSTER[path.replace(/\/namespaces\/[^/]+\//, '/')] ?? [];
    return path === refused ? refusal(status, 'refused') : list(items);
  }, 'http');
  const args = withFiles(words);
  const cluster = ['--context', 'test', '--kubeconfig', server.kubeconfig];
  const finished = await kubesem([...args, ...cluster, '-o', 'json']);
  const paths = server.requests.map((request) => new URL(request.slice(4), 'http://x').pathname);
  return { ...finished, paths: [...new Set(paths)] };
}

/** Makes the files whose content a command line has. */
function withFiles(words: readonly string[]): readonly string[] {
  return words.map((word) => (word.startsWith('FILE:') ? fileOf(word.slice(5)) : word));
}

/** All codes in an answer: of problems, failures and verdicts. */
function codesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const { code } = value as { code?: unknown };
  return [...(typeof code === 'string' ? [code] : []), ...Object.values(value).flatMap(codesIn)];
}

describe.each(RUNS)('kubesem %s', (...words) => {
  test('finds nothing out about what it could not read because of an error of the server', async () => {
    const args = withFiles(words);
    const whole = await run(args);
    const known = new Set(codesIn(JSON.parse(whole.stdout)));
    for (const path of whole.paths) {
      const { status, stdout, stderr } = await run(args, path, 500);
      expect(status, path).toBe(1);
      expect(stderr, path).toContain('the server answered 500');
      expect(stderr, path).not.toMatch(/not found|no .* found|The input has no/);
      const answer = stdout === '' ? {} : JSON.parse(stdout);
      expect(
        codesIn(answer).filter((code) => !known.has(code)),
        path,
      ).toEqual([]);
    }
  }, 60_000);

  test('says which kind it could not see, and finds nothing out about it', async () => {
    const args = withFiles(words);
    const whole = await run(args);
    const { problems: _, ...answer } = JSON.parse(whole.stdout);
    const known = new Set(codesIn(JSON.parse(whole.stdout)));
    // Service default/kubernetes of another namespace, which few users may list.
    for (const path of whole.paths.filter((each) => !each.endsWith('/default/services'))) {
      const { status, stdout, stderr } = await run(args, path);
      expect(stderr, path).toContain(`cannot list ${path.split('/').pop()}`);
      expect(stderr, path).not.toMatch(/not found|no .* found|The input has no/);
      if (stdout === '') {
        expect(status, path).toBe(1);
      } else {
        const { unlisted, problems, ...rest } = JSON.parse(stdout);
        expect(new Set(unlisted.map((each: { status: number }) => each.status))).toEqual(
          new Set([403]),
        );
        expect(
          codesIn({ problems, rest }).filter((code) => !known.has(code)),
          path,
        ).toEqual([]);
        expect(status === 1 || JSON.stringify(rest) === JSON.stringify(answer), path).toBe(true);
      }
    }
  }, 60_000);
});

test('every command that reads a cluster is tested', async () => {
  const program = new Command('kubesem');
  for (const load of COMMANDS.values()) {
    (await load())(program, { terminal: {} as never, finish: () => undefined });
  }
  const untested: string[] = [];
  const walk = (command: Command, path: readonly string[]) => {
    const isTested = RUNS.some((words) => path.every((word, index) => words[index] === word));
    if (command.options.some(({ long }) => long === '--context') && !isTested) {
      untested.push(path.join(' '));
    }
    command.commands.forEach((each) => void walk(each, [...path, each.name()]));
  };
  walk(program, []);
  expect(untested).toEqual([]);
});

const METRICS = '/apis/metrics.k8s.io/v1beta1/pods';
const HPA = ['hpa', '--now', '2026-01-02T00:00:10Z'];

test('without a metrics API, the condition of an autoscaler is that of the controller', async () => {
  const { status, stdout } = await run(HPA, METRICS, 404);
  const [{ decision }] = JSON.parse(stdout).autoscalers;
  const cause =
    'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
  const message = `the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: ${cause}`;
  expect(decision.conditions).toContainEqual(
    expect.objectContaining({
      ...{ type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric', message },
    }),
  );
  expect(status).toBe(1);
});

test('an autoscaler whose workload may not be seen is not said to lack it', async () => {
  const { stdout } = await run(HPA, '/apis/apps/v1/deployments');
  expect(JSON.parse(stdout).autoscalers).toMatchObject([{ isUnlisted: true }]);
});

test('a budget is not said to match nothing if Pods may not be seen', async () => {
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' };
  const spec = { minAvailable: 1, selector: { matchLabels: { app: 'other' } } };
  const text = JSON.stringify({ ...budget, metadata: { name: 'b', namespace: 'shop' }, spec });
  const words = ['inspect', fileOf(text)];
  expect(codesIn(JSON.parse((await run(words)).stdout))).toContain('BUDGET_MATCHES_NOTHING');
  const { stdout } = await run(words, '/api/v1/pods');
  expect(codesIn(JSON.parse(stdout))).not.toContain('BUDGET_MATCHES_NOTHING');
});

test('metrics of a file replace those that may not be seen', async () => {
  const usage = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics' };
  const items = (CLUSTER[METRICS] ?? []).map((each) => ({ ...usage, ...each }));
  const file = fileOf(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const { status, stdout } = await run([...HPA, '--metrics', file], METRICS);
  expect(JSON.parse(stdout).autoscalers).toMatchObject([{ decision: { replicas: 4 } }]);
  expect(status).toBe(0);
});

test('a variable that needs a Secret has no answer, one that needs none has', async () => {
  const words = ['env', 'Pod/plain', '-f'];
  const pod = (env: object) =>
    JSON.stringify({
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'plain', namespace: 'shop' } },
      spec: { containers: [{ name: 'app', image: 'a', env: [{ name: 'A', ...env }] }] },
    });
  const secretKeyRef = { name: 'keys', key: 'key' };
  const needs = await run(
    [...words, `FILE:${pod({ valueFrom: { secretKeyRef } })}`],
    '/api/v1/secrets',
  );
  expect(needs).toMatchObject({ status: 1, stdout: '' });
  const plain = await run([...words, `FILE:${pod({ value: 'x' })}`], '/api/v1/secrets');
  expect(plain.status).toBe(0);
  expect(JSON.parse(plain.stdout).unlisted).toMatchObject([{ kind: 'Secret', status: 403 }]);
});
