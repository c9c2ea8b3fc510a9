import { portForwardPort, targetPort } from '@kubesem/service';
import { describe, expect, test } from 'vitest';

const pod = {
  containers: [
    { name: 'dns', ports: [{ name: 'dns', protocol: 'UDP', containerPort: 5353 }] },
    {
      name: 'web',
      ports: [
        { name: 'http', containerPort: 8080 },
        { name: 'dns', containerPort: 53 },
      ],
    },
  ],
  initContainers: [
    { name: 'init', ports: [{ name: 'init', containerPort: 1 }] },
    {
      name: 'proxy',
      restartPolicy: 'Always',
      ports: [
        { name: 'http', containerPort: 9 },
        { name: 'side', containerPort: 2 },
      ],
    },
  ],
};

describe('the target port', () => {
  test.each([
    [{ port: 80 }, 80],
    [{ port: 80, targetPort: 8080 }, 8080],
    [{ port: 80, targetPort: 0 }, 80],
    [{ port: 80, targetPort: 'http' }, 8080],
    [{ port: 80, targetPort: 'side' }, 2],
    [{ port: 80, targetPort: 'init' }, undefined],
    [{ port: 53, targetPort: 'dns' }, 53],
    [{ port: 53, targetPort: 'dns', protocol: 'UDP' }, 5353],
    [{ port: 53, targetPort: 'dns', protocol: 'SCTP' }, undefined],
    [{ port: 53, targetPort: '8080-tcp' }, undefined],
    [{ port: 53, targetPort: '__proto__' }, undefined],
  ])('of %j is %s', (port, expected) => {
    expect(targetPort(port, pod).port).toBe(expected);
  });

  test('is explained by what is nearly right', () => {
    expect(targetPort({ port: 1, targetPort: 'init' }, pod)).toEqual({
      port: undefined,
      from: undefined,
      container: undefined,
      compared: ['dns', 'web', 'proxy'],
      near: [
        {
          ...{
            reason: 'INIT_CONTAINER',
            container: 'init',
            name: 'init',
            protocol: 'TCP',
            port: 1,
          },
          text: 'init has it, but is an init container and not a sidecar',
        },
      ],
    });
    const { near } = targetPort({ port: 1, targetPort: 'HTTP' }, pod);
    expect(near.map(({ reason }) => reason)).toEqual(['CASE', 'CASE']);
    expect(targetPort({ port: 1, targetPort: 'http' }, pod).compared).toEqual(['dns', 'web']);
    expect(targetPort({ port: 1, targetPort: 5 }, pod).compared).toEqual([]);
  });

  test('needs fields of the right type', () => {
    const wrong = { port: '80' } as unknown as { port: number };
    expect(() => targetPort(wrong, pod)).toThrow(
      expect.objectContaining({
        code: 'INVALID_TYPE',
        problem: expect.objectContaining({ segments: ['port'] }),
      }),
    );
  });
});

describe('the port of kubectl port-forward', () => {
  const ports = [
    { name: 'web', port: 80, targetPort: 'http' },
    { name: 'dns', port: 53, targetPort: 'dns', protocol: 'TCP' },
    { name: 'init', port: 1, targetPort: 'init' },
    { name: 'none', port: 2, targetPort: 'none' },
    { name: '9000', port: 3 },
  ];
  const selector = { app: 'web' };

  test.each([
    { ports },
    { selector: {}, ports },
    { type: 'ExternalName', externalName: 'example.com', ports },
  ])('needs a selector, because kubectl finds a Pod with it', (spec) => {
    expect(() => portForwardPort({ spec }, pod, 80)).toThrow(
      expect.objectContaining({
        code: 'SELECTOR_MISSING',
        problem: expect.objectContaining({ segments: ['spec', 'selector'] }),
      }),
    );
  });

  test('ignores target ports of headless Services', () => {
    const explained = portForwardPort({ spec: { clusterIP: 'None', selector, ports } }, pod, 80);
    expect(explained).toMatchObject({
      port: 80,
      rule: 'HEADLESS',
      difference: 'TARGET_PORT_IGNORED',
    });
  });

  test.each([
    ['dns', 5353, 'PROTOCOL_IGNORED'],
    [1, 1, 'INIT_CONTAINER'],
    ['80', 8080, undefined],
    [3, 3, undefined],
  ])('ignores protocols and kinds of containers: %s', (asked, port, difference) => {
    expect(portForwardPort({ spec: { selector, ports } }, pod, asked)).toMatchObject({
      port,
      difference,
    });
  });

  test.each([
    [['UDP'], true],
    [['UDP', 'SCTP'], true],
    [['UDP', 'TCP'], false],
    [['TCP', 'UDP'], false],
    [['SCTP'], false],
  ])('is not forwarded if its number has no TCP: %j', (protocols, isRejected) => {
    const spec = {
      selector,
      ports: protocols.map((protocol) => ({ name: protocol, port: 53, protocol })),
    };
    for (const asked of [53, '53', protocols[0] as string]) {
      const run = () => portForwardPort({ spec }, pod, asked);
      if (isRejected) {
        expect(run).toThrow(
          expect.objectContaining({
            code: 'UDP_NOT_SUPPORTED',
            message: expect.stringContaining(`UDP protocol is not supported for ${asked}`),
            problem: expect.objectContaining({ segments: ['spec', 'ports', 0, 'protocol'] }),
          }),
        );
      } else {
        expect(run().port).toBe(53);
      }
    }
  });

  test.each([
    ['none', 'CONTAINER_PORT_NOT_FOUND', ['spec', 'ports', 3, 'targetPort']],
    // A text of digits is a number, even if a port has this name.
    ['9000', 'SERVICE_PORT_NOT_FOUND', ['spec', 'ports']],
    [8080, 'SERVICE_PORT_NOT_FOUND', ['spec', 'ports']],
  ])('is missing: %s', (asked, code, segments) => {
    expect(() => portForwardPort({ spec: { selector, ports } }, pod, asked)).toThrow(
      expect.objectContaining({ code, problem: expect.objectContaining({ segments }) }),
    );
  });
});
