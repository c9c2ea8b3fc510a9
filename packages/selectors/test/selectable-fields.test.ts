import {
  fieldSelectorProblems,
  matchesFieldSelector,
  parseFieldSelector,
  selectableFields,
} from '@kubesem/selectors';
import { describe, expect, test } from 'vitest';

const METADATA = { name: 'web', namespace: 'prod' };

describe('the fields of', () => {
  test('a Pod', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: METADATA,
      spec: {
        nodeName: 'node-1',
        restartPolicy: 'Never',
        schedulerName: 'mine',
        serviceAccount: 'builder',
        hostNetwork: true,
      },
      status: {
        phase: 'Running',
        podIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }],
        nominatedNodeName: 'node-2',
      },
    };
    expect({ ...selectableFields(pod) }).toEqual({
      'metadata.name': 'web',
      'metadata.namespace': 'prod',
      'spec.nodeName': 'node-1',
      'spec.host': 'node-1',
      'spec.restartPolicy': 'Never',
      'spec.schedulerName': 'mine',
      'spec.serviceAccountName': 'builder',
      'spec.hostNetwork': 'true',
      'status.phase': 'Running',
      'status.podIP': '10.0.0.1',
      // The API server accepts this field and never fills it in.
      'status.podIPs': '',
      'status.nominatedNodeName': 'node-2',
    });
    const finds = (selector: string) =>
      matchesFieldSelector(parseFieldSelector(selector), selectableFields(pod));
    expect([finds('status.podIPs=10.0.0.1'), finds('status.podIPs!=10.0.0.1')]).toEqual([
      false,
      true,
    ]);
  });

  test.each([
    ['v1', 'Node', { spec: {} }, { 'spec.unschedulable': 'false' }],
    ['v1', 'ReplicationController', {}, { 'status.replicas': '0' }],
    ['batch/v1', 'Job', { status: { succeeded: 2 } }, { 'status.successful': '2' }],
    ['v1', 'Event', { reportingComponent: 'kubelet' }, { source: 'kubelet' }],
    ['v1', 'Event', { source: { component: 'a' }, reportingComponent: 'b' }, { source: 'a' }],
    ['events.k8s.io/v1', 'Event', { regarding: { kind: 'Pod' } }, { 'regarding.kind': 'Pod' }],
    ['v1', 'Secret', { type: 'Opaque' }, { type: 'Opaque' }],
    ['v1', 'Service', { spec: { type: 'NodePort' } }, { 'spec.type': 'NodePort' }],
    [
      'resource.k8s.io/v1',
      'ResourceSlice',
      { spec: { pool: { name: 'a' } } },
      { 'spec.pool.name': 'a' },
    ],
    ['apps/v1', 'Deployment', {}, { 'metadata.namespace': 'prod' }],
    // Objects outside of namespaces have none.
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', {}, { 'metadata.namespace': '' }],
  ])('%s %s', (apiVersion, kind, fields, expected) => {
    const found = selectableFields({ apiVersion, kind, metadata: METADATA, ...fields });
    expect(found).toMatchObject({ 'metadata.name': 'web', ...expected });
  });

  test('a custom resource', () => {
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      spec: { color: 'red', size: 3, isOn: false },
    };
    const paths = ['.spec.color', '.spec.size', '.spec.isOn', '.spec.constructor'];
    const options = { selectableFields: paths.map((jsonPath) => ({ jsonPath })) };
    expect(selectableFields(widget, options)).toMatchObject({
      'spec.color': 'red',
      'spec.size': '3',
      'spec.isOn': 'false',
      'spec.constructor': '',
    });
    const requirements = parseFieldSelector('spec.color=red');
    expect(fieldSelectorProblems(widget, requirements, options)).toEqual([]);
    expect(fieldSelectorProblems(widget, requirements)).toMatchObject([{ code: 'UNKNOWN_FIELD' }]);
  });
});

test.each([
  ['v1', 'Pod', 'spec.host=a,status.podIPs!=b', []],
  [
    'v1',
    'Pod',
    'metadata.labels=a,status.phase=b,spec.containers=c',
    [
      [0, 'field'],
      [1, 'field'],
    ],
  ],
  ['v1', 'Node', 'metadata.namespace=a', [[0, 'field']]],
  // Other documents list it, but no request may ask for it.
  ['v1', 'Namespace', 'name=a', [[0, 'field']]],
  ['apps/v1', 'ReplicaSet', 'status.replicas=1', [[0, 'field']]],
  ['apps/v1', 'Deployment', '__proto__=1', [[0, 'field']]],
  ['v1', 'Event', 'regarding.kind=Pod', [[0, 'field']]],
  ['events.k8s.io/v1', 'Event', 'involvedObject.kind=Pod', [[0, 'field']]],
])('%s %s and %j', (apiVersion, kind, selector, segments) => {
  const problems = fieldSelectorProblems({ apiVersion, kind }, parseFieldSelector(selector));
  expect(problems.map((each) => each.segments)).toEqual(segments);
});

test.each([
  [{ apiVersion: 5, kind: 'Pod' }, { kind: 'Pod' }],
  [{ apiVersion: {}, kind: 'Pod' }, { kind: 'Pod' }],
  [{ apiVersion: 'v1', kind: {} }, { apiVersion: 'v1' }],
  [{ apiVersion: 'apps/v1', kind: 7 }, { apiVersion: 'apps/v1' }],
  [{ apiVersion: ['v1'], kind: ['Pod'] }, {}],
])('%j has the fields of %j', (object, readAs) => {
  const fields = selectableFields({ ...object, metadata: METADATA } as never);
  expect(fields).toEqual(selectableFields({ ...readAs, metadata: METADATA }));
});

test.each([
  [{ metadata: 'a' }, ['metadata']],
  [{ metadata: { name: 1 } }, ['metadata', 'name']],
  [{ spec: [] }, ['spec']],
  [{ spec: { hostNetwork: 'true' } }, ['spec', 'hostNetwork']],
  [{ status: { podIPs: {} } }, ['status', 'podIPs']],
  [{ status: { podIPs: [7] } }, ['status', 'podIPs', 0]],
])('%j has a wrong type', (fields, segments) => {
  const pod = { apiVersion: 'v1', kind: 'Pod', ...fields };
  expect(() => selectableFields(pod as never)).toThrow(
    expect.objectContaining({
      code: 'INVALID_TYPE',
      problem: expect.objectContaining({ segments }),
    }),
  );
});
