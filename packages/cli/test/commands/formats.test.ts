import { stripVTControlCharacters } from 'node:util';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { LEVEL, SCHEMA } from '../support/apf.js';
import { alpha, beta, dump, job, pending, web } from '../support/cluster.js';
import { POD, SERVICE } from '../support/dns.js';
import { filesOf, kubesem, podManifest } from '../support/run.js';
import { event, lines, ONE_REQUEST } from '../support/simulate.js';

const FILES = {
  'pods.yaml': [
    podManifest('web', '{ limits: { cpu: 1 } }'),
    podManifest('bad', '{ limits: { cpu: x } }'),
  ].join('---\n'),
  'dump.json': dump(alpha, beta, web, job, pending),
  'config.json': '{"auths":{"quay.io":{"username":"anna"}}}',
  'dns.yaml': [SERVICE, POD].join('---\n'),
  'apf.yaml': [LEVEL, SCHEMA].join('---\n'),
  'requests.txt': 'GET /version jane\nGET\n',
  'audit.log': lines(event({ auditID: '1' })),
  'scenario.yaml': ONE_REQUEST,
};
const COMMANDS = [
  'inspect pods.yaml --explain --verbose',
  'inspect pods.yaml --summary',
  'inspect pods.yaml --images --credentials config.json',
  'inspect dns.yaml --dns',
  'nodes dump.json --explain',
  'nodes dump.json --pods',
  'fit pods.yaml --cluster dump.json --explain',
  'image busybox quay.io/app Broken --explain --credentials config.json',
  'quantity 1.5Gi 100m x',
  'dns names dns.yaml',
  'dns zone dns.yaml',
  'dns query data.prod.svc.cluster.local -f dns.yaml',
  'dns resolv --from test/client -f dns.yaml',
  'dns lookup data --from test/client -f dns.yaml',
  'apf classify --user jane GET /version',
  'apf classify -f apf.yaml --requests requests.txt',
  'apf classify --audit-log audit.log',
  'apf explain --user jane -f apf.yaml GET /version',
  'apf levels -f apf.yaml --maintenance',
  'apf table',
  'apf simulate scenario.yaml',
  'apf simulate scenario.yaml --compare apf.yaml',
];

/** The arguments of a command line, with the paths of its files. */
function argsOf(line: string): string[] {
  const path = filesOf(FILES);
  return line.split(' ').map((word) => (Object.hasOwn(FILES, word) ? path(word) : word));
}

describe.each(COMMANDS)('kubesem %s', (line) => {
  test('prints the same model as JSON and as YAML, with the Kubernetes release', async () => {
    const args = argsOf(line);
    const json = await kubesem([...args, '-o', 'json']);
    const model = JSON.parse(json.stdout);
    expect(model.kubernetesVersion).toBe(KUBERNETES_VERSION);
    const yaml = await kubesem([...args, '-o', 'yaml']);
    expect(parse(yaml.stdout, { version: '1.1' })).toEqual(model);
    expect({ status: yaml.status, stderr: yaml.stderr }).toEqual({
      status: json.status,
      stderr: json.stderr,
    });
  });

  test('ends with the same status in every format', async () => {
    const args = argsOf(line);
    const table = await kubesem(args);
    expect((await kubesem([...args, '-o', 'json'])).status).toBe(table.status);
  });

  test('is the same with colours, but for the colours', async () => {
    const args = argsOf(line);
    const plain = await kubesem(args);
    const colored = await kubesem(args, { colors: true });
    expect(plain.stdout + plain.stderr).not.toContain('\u001b');
    const stripped = (text: string) => stripVTControlCharacters(text).replaceAll(/ +$/gm, '');
    expect(stripped(colored.stdout)).toBe(plain.stdout.replaceAll(/ +$/gm, ''));
    expect(stripped(colored.stderr)).toBe(plain.stderr.replaceAll(/ +$/gm, ''));
  });
});
