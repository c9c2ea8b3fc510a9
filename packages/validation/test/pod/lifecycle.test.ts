import { validatePod } from '@kubesem/validation/pod';
import { describe, expect, test } from 'vitest';

const NAMED = { name: 'app', image: 'app:1' };
const problemsOf = (pod: object) => validatePod(pod).map(({ path, code }) => `${path} ${code}`);
const ofContainer = (fields: object, list = 'containers') =>
  problemsOf({ containers: [{ ...NAMED, name: 'other' }], [list]: [{ ...NAMED, ...fields }] });
const probe = { tcpSocket: { port: 80 } };
const rule = (values: readonly number[]) => ({
  action: 'Restart',
  exitCodes: { operator: 'In', values },
});

describe('the lifecycle', () => {
  test('the documentation says that periods and thresholds are at least 1: 0 is accepted', () => {
    const zero = { periodSeconds: 0, timeoutSeconds: 0, successThreshold: 0, failureThreshold: 0 };
    expect(ofContainer({ livenessProbe: { ...probe, ...zero } })).toEqual([]);
    expect(ofContainer({ livenessProbe: { ...probe, periodSeconds: -1 } })).toEqual([
      'containers[0].livenessProbe.periodSeconds INVALID',
    ]);
  });

  test('only a readiness probe may need several successes, and has no grace period', () => {
    const more = { ...probe, successThreshold: 2, terminationGracePeriodSeconds: 5 };
    expect(ofContainer({ readinessProbe: more, startupProbe: more })).toEqual([
      'containers[0].readinessProbe.terminationGracePeriodSeconds INVALID',
      'containers[0].startupProbe.successThreshold INVALID',
    ]);
  });

  test.each([
    [{}, ' REQUIRED'],
    [{ exec: {} }, '.exec.command REQUIRED'],
    [{ exec: { command: ['a'] }, tcpSocket: { port: 0 } }, '.tcpSocket FORBIDDEN'],
    [{ httpGet: { port: 65_536 } }, '.httpGet.port INVALID'],
    [{ httpGet: { port: 80, scheme: 'http' } }, '.httpGet.scheme NOT_SUPPORTED'],
    [{ httpGet: { port: 80, httpHeaders: [{ name: 'a_b' }] } }, '.httpGet.httpHeaders INVALID'],
    [{ tcpSocket: { port: 'a-very-long-port' } }, '.tcpSocket.port INVALID'],
    [{ grpc: {} }, '.grpc.port INVALID'],
  ])('the handler %j', (handler, problem) => {
    expect(ofContainer({ livenessProbe: handler })).toEqual([
      `containers[0].livenessProbe${problem}`,
    ]);
  });

  test('sleep is at most the grace period of the Pod, which is 30 seconds by default', () => {
    const lifecycle = (seconds: number) => ({ preStop: { sleep: { seconds } } });
    const path = 'containers[0].lifecycle.preStop.sleep INVALID';
    expect(ofContainer({ lifecycle: lifecycle(30) })).toEqual([]);
    expect(ofContainer({ lifecycle: lifecycle(31) })).toEqual([path]);
    const containers = [{ ...NAMED, lifecycle: lifecycle(2) }];
    expect(problemsOf({ containers, terminationGracePeriodSeconds: -1 })).toEqual([path]);
    expect(problemsOf({ containers, terminationGracePeriodSeconds: 2 })).toEqual([]);
  });

  test('init containers have probes and hooks only as sidecars', () => {
    const fields = { livenessProbe: probe, lifecycle: { stopSignal: 'SIGINT' } };
    expect(ofContainer(fields, 'initContainers')).toEqual([
      'initContainers[0].livenessProbe FORBIDDEN',
    ]);
    expect(ofContainer({ ...fields, restartPolicy: 'Always' }, 'initContainers')).toEqual([]);
    expect(ofContainer({ ...fields, restartPolicy: 'Always' }, 'ephemeralContainers')).toEqual([
      'ephemeralContainers[0].restartPolicy FORBIDDEN',
      'ephemeralContainers[0].livenessProbe FORBIDDEN',
      'ephemeralContainers FORBIDDEN',
    ]);
  });

  test('restart rules need a policy, and have limits', () => {
    const rules = (count: number, codes: number) =>
      Array.from({ length: count }, () => rule(Array.from({ length: codes }, () => 1)));
    const restartPolicy = 'Never';
    expect(ofContainer({ restartPolicyRules: rules(1, 1) })).toEqual([
      'containers[0].restartPolicy REQUIRED',
    ]);
    expect(ofContainer({ restartPolicy, restartPolicyRules: rules(20, 255) })).toEqual([]);
    expect(ofContainer({ restartPolicy, restartPolicyRules: rules(21, 1) })).toEqual([
      'containers[0].restartPolicyRules TOO_MANY',
    ]);
    expect(ofContainer({ restartPolicy, restartPolicyRules: rules(1, 256) })).toEqual([
      'containers[0].restartPolicyRules[0].exitCodes.values TOO_MANY',
    ]);
    expect(ofContainer({ restartPolicy: '', restartPolicyRules: [{}] })).toEqual([
      'containers[0].restartPolicy NOT_SUPPORTED',
      'containers[0].restartPolicyRules[0].action NOT_SUPPORTED',
      'containers[0].restartPolicyRules[0].exitCodes REQUIRED',
    ]);
  });

  test('deadline, policy and gates of the Pod', () => {
    const spec = {
      containers: [NAMED],
      activeDeadlineSeconds: 0,
      restartPolicy: 'Sometimes',
      readinessGates: [{ conditionType: 'example.com/ok' }, { conditionType: 'a b' }],
      schedulingGates: [{ name: 'a' }, { name: 'a' }],
      nodeName: 'n1',
    };
    expect(problemsOf({ metadata: { name: 'web' }, spec })).toEqual([
      'spec.restartPolicy NOT_SUPPORTED',
      'spec.readinessGates[1].conditionType INVALID',
      'spec.schedulingGates[1] DUPLICATE',
      'spec.activeDeadlineSeconds INVALID',
      'spec.nodeName FORBIDDEN',
    ]);
  });

  test('a field of the wrong type is reported alone', () => {
    expect(ofContainer({ livenessProbe: { exec: 5, periodSeconds: '10' } })).toEqual([
      'containers[0].livenessProbe.exec INVALID_TYPE',
      'containers[0].livenessProbe.periodSeconds INVALID_TYPE',
    ]);
    expect(problemsOf({ containers: [5], schedulingGates: {} })).toEqual([
      'containers[0] INVALID_TYPE',
      'schedulingGates INVALID_TYPE',
    ]);
    expect(ofContainer({ livenessProbe: { httpGet: { port: true } } })).toEqual([
      'containers[0].livenessProbe.httpGet.port INVALID_TYPE',
    ]);
  });

  test('10,000 containers', () => {
    const containers = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ name: `app-${index}`, image: 'app:1' },
      livenessProbe: {},
    }));
    expect(problemsOf({ containers })).toHaveLength(10_000);
  });
});
