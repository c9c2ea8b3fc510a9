import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clusterFetch, type ExecConfig, KubeconfigError } from '@kubesem/kubeconfig';
import { clusterClient } from '@kubesem/kubeconfig/internal';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  authority,
  base64,
  connection,
  type Pair,
  type Server,
  signed,
  tlsServer,
} from './servers.js';

const V1 = 'client.authentication.k8s.io/v1';
const SECRET = 'secret-token-1234';

let [ca, server, client]: Pair[] = [];
beforeAll(() => {
  ca = authority('plugin-ca');
  server = signed('plugin-ca', 'plugin-server', 'IP:127.0.0.1');
  client = signed('plugin-ca', 'plugin-user');
});

const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const runs = join(folder, 'runs');

/** A plugin that notes its environment and prints a text, in which `$RUNS` is how often it has run. */
function plugin(output: string, more: Partial<ExecConfig> = {}, end = 'exit 0'): ExecConfig {
  const file = join(folder, 'plugin.sh');
  writeFileSync(
    file,
    `#!/bin/sh
echo "$* $OWN" "$KUBERNETES_EXEC_INFO" >>${runs}
RUNS=$(grep -c ExecCredential ${runs})
cat <<END
${output}
END
${end}
`,
  );
  chmodSync(file, 0o755);
  writeFileSync(runs, '');
  return { command: file, apiVersion: V1, interactiveMode: 'Never', ...more };
}

const answer = (status: object, apiVersion = V1) =>
  JSON.stringify({ apiVersion, kind: 'ExecCredential', status });

const noted = () => readFileSync(runs, 'utf8').trim().split('\n').filter(Boolean);

const start = (...statuses: number[]): Promise<Server> =>
  tlsServer(server as Pair, ca as Pair, (_, response) =>
    response.writeHead(statuses.shift() ?? 200).end('{}'),
  );

function fetchWith(url: string, exec: ExecConfig, more = {}, env: { [name: string]: string } = {}) {
  const tls = { caData: base64((ca as Pair).cert) };
  const credentials = { exec, ...more };
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, isInteractive: false };
  return clusterFetch(connection(url, { tls, credentials }), { ...options, pluginTimeoutMs: 2000 });
}

const tokens = ({ received }: Server) => received.map(({ authorization }) => authorization);

describe('a credential plugin', () => {
  test('runs once, with its arguments and environment', async () => {
    const api = await start();
    const exec = plugin(answer({ token: 'of-run-$RUNS' }), {
      args: ['a', 'b c'],
      env: [{ name: 'OWN', value: 'value' }],
    });
    const fetch = fetchWith(api.url, exec);
    await Promise.all([fetch('/'), fetch('/')]);
    await fetch('/');
    expect(tokens(api)).toEqual(Array(3).fill('Bearer of-run-1'));
    expect(noted()).toEqual([
      `a b c value {"kind":"ExecCredential","apiVersion":"${V1}","spec":{"interactive":false}}`,
    ]);
  });

  test('receives the cluster if it asks for it', async () => {
    const api = await start();
    const exec = plugin(answer({ token: 't' }), { provideClusterInfo: true });
    await fetchWith(api.url, exec, { execClusterConfig: { audience: '<a>' } })('/');
    const [line = ''] = noted();
    expect(line).toContain('\\u003ca\\u003e');
    expect(JSON.parse(line.trim()).spec.cluster).toEqual({
      server: api.url,
      'certificate-authority-data': base64((ca as Pair).cert),
      config: { audience: '<a>' },
    });
  });

  test('runs again when its credentials have expired', async () => {
    const api = await start();
    const expirationTimestamp = new Date(Date.now() + 60_000).toISOString();
    const fetch = fetchWith(
      api.url,
      plugin(answer({ token: 'of-run-$RUNS', expirationTimestamp })),
    );
    await fetch('/');
    await fetch('/');
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    onTestFinished(() => now.mockRestore());
    await fetch('/');
    expect(tokens(api)).toEqual(['Bearer of-run-1', 'Bearer of-run-1', 'Bearer of-run-2']);
  });

  test('runs again when the server rejects its credentials, for the next request', async () => {
    const api = await start(200, 401);
    const fetch = fetchWith(api.url, plugin(answer({ token: 'of-run-$RUNS' })));
    const statuses = [await fetch('/'), await fetch('/'), await fetch('/')].map(
      (each) => each.status,
    );
    expect(statuses).toEqual([200, 401, 200]);
    expect(tokens(api)).toEqual(['Bearer of-run-1', 'Bearer of-run-1', 'Bearer of-run-2']);
  });

  test('does not run again when the server rejects other credentials', async () => {
    const api = await start(401);
    const fetch = fetchWith(api.url, plugin(answer({ token: 'of-run-$RUNS' })));
    await fetch('/', { headers: { Authorization: 'Bearer mine' } });
    expect([tokens(api), noted().length]).toEqual([['Bearer mine'], 1]);
  });

  test('is not waited for by a request that is given up', async () => {
    const api = await start();
    const fetch = fetchWith(api.url, plugin(answer({ token: 't' }), {}, 'sleep 1'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(fetch('/', { signal })).rejects.toThrow('enough');
    expect(noted()).toEqual([]);
    const soon = AbortSignal.timeout(200);
    await expect(fetch('/', { signal: soon })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(api.received).toEqual([]);
    await fetch('/');
    expect([tokens(api), noted().length]).toEqual([['Bearer t'], 1]);
  });

  test('may take longer than the server may be silent', async () => {
    const silent: Server = await tlsServer(server as Pair, ca as Pair, ({ url }, response) => {
      if (url === '/answer') {
        response.end('{}');
      } else if (url === '/half') {
        response.write('{');
      }
    });
    const exec = plugin(answer({ token: 't' }), {}, 'sleep 1');
    const tls = { caData: base64((ca as Pair).cert) };
    const env = { PATH: process.env.PATH };
    const client = clusterClient(connection(silent.url, { tls, credentials: { exec } }), {
      env,
      silenceMs: 500,
    });
    expect((await client.fetch('/answer')).status).toBe(200);
    const code = (name: string) => ({ cause: expect.objectContaining({ code: name }) });
    await expect(client.fetch('/none')).rejects.toMatchObject(code('UND_ERR_HEADERS_TIMEOUT'));
    const half = await client.fetch('/half');
    await expect(half.text()).rejects.toMatchObject(code('UND_ERR_BODY_TIMEOUT'));
  });

  test('can print a certificate', async () => {
    const api = await start();
    const { cert, key } = client as Pair;
    const status = { clientCertificateData: cert, clientKeyData: key };
    const output = answer(status).replaceAll('\\n', '\\\\n');
    await fetchWith(api.url, plugin(output))('/');
    expect(api.received).toMatchObject([{ user: 'plugin-user', authorization: undefined }]);
  });

  test('can print YAML, of the older version', async () => {
    const api = await start();
    const apiVersion = V1.replace('v1', 'v1beta1');
    const exec = plugin(`apiVersion: ${apiVersion}\nkind: ExecCredential\nstatus: {token: t}`, {
      apiVersion,
    });
    await fetchWith(api.url, exec)('/');
    expect(tokens(api)).toEqual(['Bearer t']);
  });

  test.each([
    ['a token', { token: 'mine' }, 'Bearer mine'],
    ['a name', { username: 'ann' }, `Basic ${base64('ann:')}`],
  ])('does not run if there is %s', async (_, credentials, expected) => {
    const api = await start();
    await fetchWith(api.url, plugin(answer({ token: 't' })), credentials)('/');
    expect([tokens(api), noted()]).toEqual([[expected], []]);
  });

  test('is looked up in PATH, but not in the current folder', async () => {
    const api = await start();
    const exec = { ...plugin(answer({ token: 't' })), command: 'plugin.sh' };
    await fetchWith(api.url, exec, {}, { PATH: [process.env.PATH, folder].join(delimiter) })('/');
    expect(tokens(api)).toEqual(['Bearer t']);
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
    const here = fetchWith(api.url, exec, {}, { PATH: `.${delimiter}/none` })('/');
    await expect(here).rejects.toThrow('exec: executable plugin.sh not found');
  });
});

describe('a credential plugin is an error', () => {
  const good = answer({ token: SECRET });
  const garbage = `token: ${SECRET}`;
  test.each<[string, RegExp, string, Partial<ExecConfig>?, string?]>([
    ['that fails', /failed with exit code 3/, good, {}, 'exit 3'],
    ['that hangs', /did not finish within 2 seconds; run it to see/, good, {}, 'exec sleep 60'],
    ['that prints garbage', /did not print an ExecCredential; run its command/, garbage],
    ['that prints nothing', /did not print an ExecCredential/, ''],
    ['that prints too much', /printed more than/, good, {}, 'head -c 2000000 /dev/zero'],
    [
      'of another version',
      /configured to use API version .*v1, plugin returned version .*v2/,
      answer({ token: SECRET }, V1.replace('v1', 'v2')),
    ],
    ['of what is no version', /plugin returned another version/, answer({}, SECRET)],
    [
      'without a status',
      /didn't return a status field/,
      `{"apiVersion":"${V1}","kind":"ExecCredential"}`,
    ],
    ['without credentials', /didn't return a token or cert\/key pair/, answer({})],
    ['with half a pair', /only certificate or key, not both/, answer({ clientKeyData: SECRET })],
    [
      'with a pair that is none',
      /failed parsing client key\/certificate/,
      answer({ clientKeyData: SECRET, clientCertificateData: SECRET }),
    ],
    ['with a token that is none', /status.token: expected a string/, answer({ token: [SECRET] })],
    [
      'with a time that is none',
      /expirationTimestamp: expected a time/,
      answer({ token: SECRET, expirationTimestamp: '2026-02-30T00:00:00Z' }),
    ],
    [
      'that asks',
      /standard input is not a terminal; run the command in a terminal/,
      good,
      { interactiveMode: 'Always' },
    ],
    [
      'that is not there',
      /fork\/exec \/none\/plugin: no such file/,
      good,
      { command: '/none/plugin' },
    ],
    [
      'with an argument that no command can have',
      /plugin.sh: invalid argument/,
      good,
      { args: [`${SECRET}\0`] },
    ],
    [
      'with too large an environment',
      /plugin.sh: argument list too long/,
      good,
      { env: [{ name: 'A', value: 'x'.repeat(4_000_000) }] },
    ],
    ['in no folder', /not a directory/, good, { command: '/etc/passwd/plugin' }],
    [
      'that is not installed',
      /executable no-plugin not found[^]*brew install no-plugin/,
      good,
      { command: 'no-plugin', installHint: 'brew install no-plugin' },
    ],
  ])('%s', async (_, message, output, more, end) => {
    const api = await start();
    const exec = plugin(output, more, end);
    const failed = await fetchWith(api.url, exec)('/').catch((error) => error);
    expect(failed).toBeInstanceOf(KubeconfigError);
    expect(failed.message).toMatch(/^getting credentials: /);
    expect(failed.message).toMatch(message);
    expect(failed.message).not.toContain(SECRET);
    expect(failed.cause).toBeUndefined();
    expect(api.received).toEqual([]);
  });

  test('of an unknown version, at once', () => {
    const exec = plugin(good, { apiVersion: 'v1' });
    expect(() => fetchWith('https://a.example', exec)).toThrow(
      'exec plugin: invalid apiVersion "v1"',
    );
  });

  test('that reads standard input which is no terminal ends with what it reads', async () => {
    const api = await start();
    const exec = plugin(good, { interactiveMode: 'IfAvailable' }, 'read -r line || exit 4');
    await expect(fetchWith(api.url, exec)('/')).rejects.toThrow('failed with exit code 4');
  });
});
