import { podRequests } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';
import { text } from '../../../../scripts/testing.js';
import { asking, sidecar } from '../pods.js';

describe('podRequests', () => {
  test('adds up the app containers, every resource for itself', () => {
    const containers = [
      asking('web', { cpu: '250m', memory: '64Mi' }),
      asking('log', { cpu: 1, 'example.com/gpu': '2' }),
    ];
    expect(text(podRequests({ spec: { containers } }))).toEqual({
      cpu: '1250m',
      memory: '64Mi',
      'example.com/gpu': '2',
    });
  });

  test('init containers are not ignored: the highest counts if it is above the sum', () => {
    const spec = {
      initContainers: [
        asking('fetch', { cpu: '2', memory: '10Mi' }),
        asking('build', { cpu: '3' }),
      ],
      containers: [asking('web', { cpu: '1', memory: '64Mi' })],
    };
    expect(text(podRequests({ spec }))).toEqual({ cpu: '3', memory: '64Mi' });
  });

  test('a sidecar is not a plain init container: it is added to the app containers', () => {
    const spec = {
      initContainers: [sidecar(asking('proxy', { cpu: '300m' }))],
      containers: [asking('web', { cpu: '1' })],
    };
    expect(text(podRequests({ spec }))).toEqual({ cpu: '1300m' });
  });

  test('a sidecar runs together with the init containers after it, not with those before it', () => {
    const spec = (first: string, second: string) => ({
      initContainers: [first, second].map((name) =>
        name === 'proxy' ? sidecar(asking(name, { cpu: '300m' })) : asking(name, { cpu: '2' }),
      ),
      containers: [asking('web', { cpu: '1' })],
    });
    expect(text(podRequests(spec('proxy', 'migrate')))).toEqual({ cpu: '2300m' });
    expect(text(podRequests(spec('migrate', 'proxy')))).toEqual({ cpu: '2' });
  });

  test('each step of a start with sidecars and init containers in turn is compared', () => {
    const spec = {
      initContainers: [
        sidecar(asking('a', { memory: '10Mi' })),
        asking('b', { memory: '100Mi' }),
        sidecar(asking('c', { memory: '20Mi' })),
        asking('d', { memory: '85Mi' }),
      ],
      containers: [asking('web', { memory: '70Mi' })],
    };
    // 10, 10 + 100, 10 + 20, 10 + 20 + 85; running 70 + 10 + 20
    expect(text(podRequests(spec))).toEqual({ memory: '115Mi' });
  });

  test.each(['always', 'Never', 'OnFailure', '', null, undefined])(
    'a restart policy of %j makes no sidecar',
    (restartPolicy) => {
      const initContainers = [{ ...asking('proxy', { cpu: '300m' }), restartPolicy }];
      const containers = [asking('web', { cpu: '1' })];
      expect(text(podRequests({ initContainers, containers }))).toEqual({ cpu: '1' });
    },
  );

  test('overhead is not ignored: it is added last, also for what no container asks for', () => {
    const spec = {
      initContainers: [asking('fetch', { cpu: '2' })],
      containers: [asking('web', { cpu: '1' })],
      overhead: { cpu: '250m', memory: '120Mi' },
    };
    expect(text(podRequests(spec))).toEqual({ cpu: '2250m', memory: '120Mi' });
    expect(text(podRequests(spec, { excludeOverhead: true }))).toEqual({ cpu: '2' });
  });

  test('requests are not read from the limits', () => {
    const resources = { limits: { memory: '1Gi' }, requests: { cpu: '1' } };
    expect(text(podRequests({ containers: [{ name: 'web', resources }] }))).toEqual({ cpu: '1' });
  });

  test('ephemeral containers do not count', () => {
    const ephemeralContainers = [asking('debug', { cpu: '7' })];
    expect(text(podRequests({ containers: [], ephemeralContainers }))).toEqual({});
  });

  test('amounts keep their precision: 100m and 200m are 300m', () => {
    const containers = [asking('a', { cpu: '100m' }), asking('b', { cpu: 0.2 })];
    expect(text(podRequests({ containers }))).toEqual({ cpu: '300m' });
  });

  test.each([
    ['0 keeps no format', ['0', '1Gi'], '1Gi', 'BinarySI'],
    ['the first amount that is not zero decides', ['1Gi', '1G'], '2073741824', 'BinarySI'],
    ['a zero that comes last changes nothing', ['1G', '0Ki'], '1G', 'DecimalSI'],
  ])('the format of a sum: %s', (_name, amounts, sum, format) => {
    const containers = amounts.map((memory, index) => asking(`c${index}`, { memory }));
    const { memory } = podRequests({ containers });
    expect(memory?.toString()).toBe(sum);
    expect(memory?.format).toBe(format);
  });

  test('on a tie the running phase decides about the format', () => {
    const initContainers = [asking('init', { memory: '1024' })];
    const containers = [asking('web', { memory: '1Ki' })];
    expect(podRequests({ initContainers, containers }).memory?.format).toBe('BinarySI');
  });

  test('zero and null are amounts, undefined is not', () => {
    const containers = [asking('a', { cpu: 0, memory: null, 'example.com/gpu': undefined })];
    expect(text(podRequests({ containers }))).toEqual({ cpu: '0', memory: '0' });
  });

  test('names come in the order in which they first appear', () => {
    const spec = {
      initContainers: [asking('init', { 'example.com/b': 1, memory: '1Gi' })],
      containers: [asking('web', { memory: '1Mi' }), asking('log', { cpu: 1 })],
      overhead: { 'example.com/a': 1 },
    };
    const names = ['memory', 'cpu', 'example.com/b', 'example.com/a'];
    expect(Object.keys(podRequests(spec))).toEqual(names);
  });

  test('any name is a name like others, and the result inherits no string key', () => {
    const requests = JSON.parse('{"__proto__":"1","constructor":"2","toString":"3"}');
    const result = podRequests({ containers: [asking('a', requests), asking('b', requests)] });
    expect(Reflect.ownKeys(Object.getPrototypeOf(result))).toEqual([Symbol.toPrimitive]);
    expect(Object.entries(result).map(([name, amount]) => `${name} ${amount}`)).toEqual([
      '__proto__ 2',
      'constructor 4',
      'toString 6',
    ]);
  });

  test('nonMissingContainerRequests fills in what a container does not set; zero is set', () => {
    const spec = {
      initContainers: [asking('init', { cpu: '1' })],
      containers: [asking('a', { cpu: '0' }), asking('b', {}), { name: 'c' }],
    };
    const nonMissingContainerRequests = { cpu: '100m', memory: '200Mi' };
    const result = podRequests(spec, { nonMissingContainerRequests });
    expect(text(result)).toEqual({ cpu: '1', memory: '600Mi' });
  });

  test.each([
    ['nothing', {}],
    ['a Pod without a spec', { kind: 'Pod' }],
    ['a Pod of nulls', { spec: { containers: null, initContainers: null, overhead: null } }],
    ['a container that is null', { spec: { containers: [null as never] } }],
    ['a container without resources', { containers: [{ name: 'a', resources: null }] }],
    ['empty lists', { containers: [{ resources: { requests: {}, limits: null } }] }],
  ])('%s asks for nothing', (_name, pod) => {
    expect(podRequests(pod)).toEqual({});
  });
});
