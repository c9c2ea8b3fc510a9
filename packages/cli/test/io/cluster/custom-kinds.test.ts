// The kinds of controllers that are not built in are read from a cluster if budgets depend on them.
import { expect, test } from 'vitest';
import { apiServer, list, refusal } from '../../support/api-server.js';
import { budget, node, ownedBy, pod } from '../../support/disruptions.js';
import { kubesem } from '../../support/run.js';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const ROLLOUTS = '/apis/x.example.io/v1/rollouts';
const definition = (scale: object) => ({
  metadata: { name: 'rollouts.x.example.io' },
  spec: {
    group: 'x.example.io',
    names: { kind: 'Rollout', plural: 'rollouts' },
    versions: [{ name: 'v1', served: true, subresources: scale }],
  },
});
const SCALE = { scale: { specReplicasPath: '.spec.replicas' } };
const rollout = (replicas: number) => ({
  metadata: { name: 'web', namespace: 'shop', uid: 'web' },
  spec: { replicas },
});
const web = (name: string, apiVersion = 'x.example.io/v1') =>
  pod(name, { ownerReferences: ownedBy('Rollout', 'web', apiVersion) });
const OBJECTS: { readonly [path: string]: readonly object[] | undefined } = {
  '/api/v1/pods': [web('web-1'), web('web-2')],
  '/api/v1/nodes': [node('n1')],
  '/apis/policy/v1/poddisruptionbudgets': [budget('web', { maxUnavailable: 1 })],
  [CRDS]: [definition(SCALE)],
  [ROLLOUTS]: [rollout(2)],
};

/** Runs a command on a cluster with these objects, of which it refuses to list one path. */
async function run(command: readonly string[], more: typeof OBJECTS = {}, refused?: string) {
  const objects = { ...OBJECTS, ...more };
  const server = await apiServer(
    (path) => (path === refused ? refusal(403, 'refused') : list([...(objects[path] ?? [])])),
    'http',
  );
  const cluster = ['--context', 'test', '--kubeconfig', server.kubeconfig];
  const { stdout, ...finished } = await kubesem([...command, ...cluster, '-o', 'json']);
  const paths = server.requests.map((request) => new URL(request.slice(4), 'http://x').pathname);
  return { ...finished, paths, answer: JSON.parse(stdout) };
}

const PDB = ['pdb', '--now', '2026-01-01T00:00:00Z'];

test.each<[string, typeof OBJECTS, string | undefined, object]>([
  ['its scale', {}, undefined, { expectedPods: 2, disruptionsAllowed: 1 }],
  ['a kind without a scale', { [CRDS]: [definition({})] }, undefined, { rule: 'SYNC_FAILED' }],
  ['an object that is gone', { [ROLLOUTS]: [] }, undefined, { rule: 'SYNC_FAILED' }],
  ['no definition', { [CRDS]: [] }, undefined, { rule: 'UNKNOWN' }],
  ['definitions that may not be seen', {}, CRDS, { rule: 'UNKNOWN' }],
  ['objects that may not be seen', {}, ROLLOUTS, { rule: 'UNKNOWN' }],
])('a budget for Pods of a custom resource: %s', async (_, more, refused, expected) => {
  const { answer, stderr } = await run(PDB, more, refused);
  expect(answer.budgets).toMatchObject([expected]);
  expect(stderr.includes('cannot list')).toBe(refused !== undefined);
});

test('built-in controllers that may not be seen are not said to be missing', async () => {
  const owned = pod('web-1');
  const { answer } = await run(PDB, { '/api/v1/pods': [owned] }, '/apis/apps/v1/replicasets');
  expect(answer.budgets).toMatchObject([{ rule: 'UNKNOWN' }]);
  const gone = await run(PDB, { '/api/v1/pods': [owned] });
  expect(gone.answer.budgets).toMatchObject([{ rule: 'SYNC_FAILED' }]);
});

test.each<[string, typeof OBJECTS]>([
  ['no Pod has a controller of such a kind', { '/api/v1/pods': [pod('web-1')] }],
  ['there is no budget', { '/apis/policy/v1/poddisruptionbudgets': [] }],
])('definitions are not listed if %s', async (_, more) => {
  const { paths } = await run(['drain', 'n1'], more);
  expect(paths).not.toContain(CRDS);
});

test('a cluster without definitions has none of the kind', async () => {
  const { answer } = await run(PDB, { [CRDS]: [] });
  expect(answer.budgets[0].reason).toContain('no CustomResourceDefinition');
});

test('a drain reads them as well', async () => {
  const { answer, paths } = await run(['drain', 'n1', '--simulate']);
  expect(answer.timeline.unknownPdbs).toEqual([]);
  expect(paths.filter((path) => path === CRDS || path === ROLLOUTS)).toEqual([CRDS, ROLLOUTS]);
});
