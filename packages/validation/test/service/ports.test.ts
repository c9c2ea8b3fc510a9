import { validateService } from '@kubesem/validation/service';
import { expect, test } from 'vitest';

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const number = 'must be between 1 and 65535, inclusive';
const [http, https] = [
  { name: 'http', port: 80 },
  { name: 'https', port: 443 },
];
const twice = {
  Name: '',
  Protocol: 'TCP',
  AppProtocol: null,
  Port: 80,
  TargetPort: 0,
  NodePort: 0,
};

// One row for each rule: what is rejected, the ports, other fields, and what the API server says to the last port.
test.each([
  ['no ports', [], {}, 'REQUIRED', 'spec.ports', 'Required value'],
  ['no name, with several ports', [http, { port: 443 }], {}, 'REQUIRED', 'name', 'Required value'],
  ['a name that is no label', [{ ...http, name: 'Http' }], {}, 'INVALID', 'name', label],
  [
    'a name twice',
    [http, { ...https, name: 'http' }],
    {},
    'DUPLICATE',
    'name',
    'Duplicate value: "http"',
  ],
  ['no number', [{ name: 'http', targetPort: 80 }], {}, 'INVALID', 'port', number],
  ['a number above 65535', [{ port: 65_536, targetPort: 80 }], {}, 'INVALID', 'port', number],
  [
    'another protocol',
    [{ port: 80, protocol: 'tcp' }],
    {},
    'NOT_SUPPORTED',
    'protocol',
    'supported values: "SCTP", "TCP", "UDP"',
  ],
  [
    'a target port above 65535',
    [{ port: 80, targetPort: 65_536 }],
    {},
    'INVALID',
    'targetPort',
    number,
  ],
  [
    'a target port that is no port name',
    [{ port: 80, targetPort: '8080' }],
    {},
    'INVALID',
    'targetPort',
    'must contain at least one letter (a-z)',
  ],
  [
    'an application protocol that is no qualified name',
    [{ port: 80, appProtocol: '/http' }],
    {},
    'INVALID',
    'appProtocol',
    'prefix part must be non-empty',
  ],
  [
    'a node port without the type',
    [{ port: 80, nodePort: 30_000 }],
    {},
    'FORBIDDEN',
    'nodePort',
    "may not be used when `type` is 'ClusterIP'",
  ],
  [
    'a node port out of range',
    [{ port: 80, nodePort: 80 }],
    { type: 'NodePort' },
    'INVALID',
    'nodePort',
    'provided port is not in the valid range. The range of valid ports is 30000-32767',
  ],
  [
    'a node port for two numbers',
    [
      { ...http, nodePort: 30_000 },
      { ...https, nodePort: 30_000 },
    ],
    { type: 'NodePort' },
    'INVALID',
    'nodePort',
    'provided port is already allocated',
  ],
  [
    'a number and protocol twice',
    [http, { ...https, port: 80 }],
    {},
    'DUPLICATE',
    '',
    `Duplicate value: ${JSON.stringify(twice)}`,
  ],
] as const)('%s', (_, ports, more, type, field, message) => {
  const problems = validateService({ metadata: { name: 'web' }, spec: { ports, ...more } });
  const at = `spec.ports[${ports.length - 1}]`;
  const path = field.startsWith('spec') ? field : field === '' ? at : `${at}.${field}`;
  expect(problems).toMatchObject([{ type, code: type, path, message }]);
});
