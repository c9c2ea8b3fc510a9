/** A flood from one service account, and another one with a few requests. */
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
/** A flow schema for all service accounts. */
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
/** A single request, so any duration is simulated quickly. */
export const ONE_REQUEST = `durationSeconds: 2
flows:
  - name: one
    endSeconds: 1
    request: { url: /api/v1/pods, user: { name: 'system:serviceaccount:a:one' } }
    arrival: { process: constant, perSecond: 1 }
    durationSeconds: 0.5
`;
/** Few seats, which the flood fills. */
export const FEW_SEATS = ['--server-concurrency', '60'];

/** An event of an audit log. */
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

/** An audit log. */
export const lines = (...events: readonly object[]) =>
  events.map((each) => `${JSON.stringify(each)}\n`).join('');
