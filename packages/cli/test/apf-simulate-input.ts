import { join } from 'node:path';
import { folderOf, kubesem } from './terminal.js';

/** A flood that one service account sends, and people who look at something now and then. */
export const SCENARIO = `durationSeconds: 30
flows:
  - name: flood
    request: { url: /api/v1/pods, user: { name: 'system:serviceaccount:a:flood' } }
    arrival: { process: poisson, perSecond: 200 }
    durationSeconds: 0.25
  - name: others
    request: { url: /api/v1/nodes, user: { name: 'system:serviceaccount:b:other' } }
    arrival: { process: constant, perSecond: 4 }
    durationSeconds: 0.01
`;
export const SCHEMA = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: all-alike }
spec:
  priorityLevelConfiguration: { name: workload-low }
  matchingPrecedence: 600
  rules:
    - subjects: [{ kind: Group, group: { name: 'system:serviceaccounts' } }]
      resourceRules:
        - { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }
`;
/** A single request, so that any time is soon over. */
export const ONE_REQUEST = `durationSeconds: 2
flows:
  - name: one
    endSeconds: 1
    request: { url: /api/v1/pods, user: { name: 'system:serviceaccount:a:one' } }
    arrival: { process: constant, perSecond: 1 }
    durationSeconds: 0.5
`;
/** Few seats, so that the flood fills them. */
export const FEW = ['--server-concurrency', '60'];

export const event = (changed: object = {}) => ({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Event',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/nodes/one',
  verb: 'get',
  user: { username: 'jane', groups: ['system:authenticated'] },
  requestReceivedTimestamp: '2026-03-04T05:06:07.000000Z',
  stageTimestamp: '2026-03-04T05:06:07.250000Z',
  ...changed,
});
export const lines = (...events: readonly object[]) =>
  events.map((each) => `${JSON.stringify(each)}\n`).join('');

export const filesOf = (files: Readonly<Record<string, string>>) => {
  const folder = folderOf(files);
  return (name: string) => join(folder, name);
};

/** Runs the command, and reads what it prints for programs. */
export async function json(args: readonly string[], stdin = '') {
  const { stdout, ...rest } = await kubesem(['apf', 'simulate', ...args, '-o', 'json'], { stdin });
  return { ...rest, output: JSON.parse(stdout) };
}
