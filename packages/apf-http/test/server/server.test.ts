import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerOptions, startServer } from '@kubesem/apf-http/internal';
import { afterEach, describe, expect, test } from 'vitest';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) {
    await stop();
  }
});

/** The path of a new file. */
function fileOf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'apf-')), 'apf.yaml');
  writeFileSync(path, text);
  return path;
}

/** A server behind the proxy: it answers what it received, and `/slow` when the test wants it. */
async function backend() {
  let finish: () => void = () => undefined;
  const may = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    if (url?.startsWith('/base/slow')) {
      await may;
    }
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    response.setHeader('X-Backend', 'yes').end(JSON.stringify({ method, url, headers, body }));
  };
  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  }).on('upgrade', (_, socket) => {
    socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { target: new URL(`http://127.0.0.1:${port}/base`), finish, server };
}

async function proxy(options: Partial<ServerOptions> & Pick<ServerOptions, 'target'>) {
  const errors: string[] = [];
  const changes: unknown[] = [];
  const running = await startServer(
    { host: '127.0.0.1', port: 0, adminPort: 0, seats: 1, ...options },
    { onError: (message) => errors.push(message), onChange: (change) => changes.push(change) },
  );
  stops.push(running.stop);
  const levels = () => running.gate.dump().priorityLevels;
  return { ...running, errors, changes, levels };
}

describe('startServer', () => {
  test('forwards requests with their bodies, and responses', async () => {
    const { target } = await backend();
    const { url } = await proxy({ target });
    const response = await fetch(`${url}/a?b=1`, {
      method: 'POST',
      body: 'text',
      headers: { 'X-Forwarded-For': '192.0.2.1' },
    });
    expect(response.headers.get('x-backend')).toBe('yes');
    const received = (await response.json()) as { headers: Record<string, string> };
    expect(received).toMatchObject({ method: 'POST', url: '/base/a?b=1', body: 'text' });
    expect(received.headers).toMatchObject({
      host: target.host,
      'x-forwarded-for': '192.0.2.1, 127.0.0.1',
      'x-forwarded-host': new URL(url).host,
    });
  });

  test('lets requests wait for a seat', async () => {
    const { target, finish } = await backend();
    const { url, levels } = await proxy({ target });
    const first = fetch(`${url}/slow`);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(1);
    const second = fetch(`${url}/`);
    await expect.poll(() => levels()['all']?.waitingRequests).toBe(1);
    finish();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(0);
  });

  test('shows metrics and queues on another port', async () => {
    const { target, finish } = await backend();
    const { url, adminUrl, levels } = await proxy({ target });
    const first = fetch(`${url}/slow`);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(1);
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /apiserver_flowcontrol_current_executing_requests\{[^}]*"all"[^}]*\} 1\n/,
    );
    const page = await fetch(adminUrl);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('<td class="text">all</td><td>1</td>');
    expect((await fetch(`${adminUrl}/other`)).status).toBe(404);
    finish();
    await first;
  });

  test('responds with 502 if the server is gone', async () => {
    const { target, server } = await backend();
    server.close();
    const { url, errors, levels } = await proxy({ target });
    expect((await fetch(url)).status).toBe(502);
    expect(errors).toEqual([expect.stringContaining(`cannot forward to ${target.origin}`)]);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(0);
  });

  /** Sends a request as text, and collects what the server sends. */
  function send(url: string, text: string) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(text);
    let received = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    return { socket, received: () => received };
  }
  const UPGRADE = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

  test('forwards WebSockets, which need a seat only until they are open', async () => {
    const { target, finish, server } = await backend();
    server.removeAllListeners('upgrade').on('upgrade', (_, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi',
      );
      socket.pipe(socket);
    });
    const { url, levels, stop } = await proxy({ target });
    const first = fetch(`${url}/slow`);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(1);
    const { socket, received } = send(url, `GET / HTTP/1.1\r\n${UPGRADE}`);
    await expect.poll(() => levels()['all']?.waitingRequests).toBe(1);
    expect(received()).toBe('');
    finish();
    expect((await first).status).toBe(200);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\nhi$/);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(0);
    socket.write('echo');
    await expect.poll(received).toMatch(/hiecho$/);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await stop();
    await closed;
  });

  test.each([
    ['a WebSocket that the target does not open', `GET /slow HTTP/1.1\r\n${UPGRADE}`],
    ['another protocol', `GET /slow HTTP/1.1\r\n${UPGRADE.replace('websocket', 'h2c')}`],
  ])('%s occupies a seat until its response has ended', async (_, text) => {
    const { target, finish, server } = await backend();
    server.removeAllListeners('upgrade');
    const { url, levels } = await proxy({ target });
    const { received } = send(url, text);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(1);
    const second = fetch(`${url}/`);
    await expect.poll(() => levels()['all']?.waitingRequests).toBe(1);
    finish();
    expect((await second).status).toBe(200);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(0);
  });

  test('a WebSocket is refused as other requests are', async () => {
    const filename = fileOf('levels: [{ name: all, queues: 0 }]');
    const { target, finish } = await backend();
    const { url, levels } = await proxy({ target, filename });
    const first = fetch(`${url}/slow`);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(1);
    const { socket, received } = send(url, `GET / HTTP/1.1\r\n${UPGRADE}`);
    await new Promise((resolve) => socket.on('close', resolve));
    expect(received()).toMatch(/^HTTP\/1\.1 429 [^]*Too many requests/);
    finish();
    await first;
  });

  test('a client that leaves, sends a body or a second request frees its seat', async () => {
    const { target } = await backend();
    const { url, levels } = await proxy({ target });
    const leaving = send(url, `GET / HTTP/1.1\r\n${UPGRADE}`);
    await expect.poll(leaving.received).toContain('101');
    leaving.socket.resetAndDestroy();
    const body = send(url, `POST / HTTP/1.1\r\nContent-Length: 4\r\n${UPGRADE}body`);
    await expect.poll(body.received).toMatch(/^HTTP\/1\.1 400 /);
    const slow = send(url, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n${UPGRADE}`);
    await new Promise((resolve) => slow.socket.on('close', resolve));
    await expect.poll(() => levels()['all']?.executingRequests).toBe(0);
    expect((await fetch(url)).status).toBe(200);
  });

  test('finishes the requests that it has when it stops', async () => {
    const { target, finish } = await backend();
    const { url, levels, stop } = await proxy({ target });
    const first = fetch(`${url}/slow`);
    await expect.poll(() => levels()['all']?.executingRequests).toBe(1);
    const stopped = stop();
    finish();
    expect((await first).status).toBe(200);
    await stopped;
    await expect(fetch(url)).rejects.toThrow();
  });

  test('applies its file again when it changes, unless it is invalid', async () => {
    const { target } = await backend();
    const text = 'seats: 3\nlevels: [{ name: a, match: { paths: [/a] } }, { name: others }]';
    const filename = fileOf(text);
    const { levels, configuration, errors, changes } = await proxy({ target, filename });
    expect(configuration.serverConcurrencyLimit).toBe(3);
    expect(Object.keys(levels()).sort()).toEqual(['a', 'catch-all', 'exempt', 'others']);
    writeFileSync(filename, text.replace('seats: 3', 'seats: 1'));
    await expect.poll(() => errors, { timeout: 10_000 }).toHaveLength(1);
    expect(errors[0]).toContain('the previous configuration stays in use');
    writeFileSync(filename, text.replace('name: a', 'name: b'));
    await expect.poll(() => Object.keys(levels()), { timeout: 10_000 }).toContain('b');
    expect(changes).toHaveLength(1);
  });

  test('with --kubernetes, classifies requests as the API server does', async () => {
    const { target, finish } = await backend();
    const { url, levels } = await proxy({
      target,
      seats: 600,
      kubernetes: true,
      filename: fileOf(
        'apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\nmetadata: { name: mine }\nspec: { type: Limited, limited: { limitResponse: { type: Reject } } }\n',
      ),
      flow: 'user',
      userHeader: 'X-Remote-User',
      groupHeader: 'X-Remote-Group',
    });
    const headers = {
      'x-remote-user': 'system:serviceaccount:a:b',
      'x-remote-group': 'x, system:serviceaccounts',
    };
    const asked = fetch(`${url}/slow`, { headers });
    await expect.poll(() => levels()['workload-low']?.executingRequests).toBe(1);
    finish();
    const response = await asked;
    expect(response.status).toBe(200);
    expect(response.headers.has('x-kubernetes-pf-flowschema-uid')).toBe(true);
  });

  test.each<[string, Partial<ServerOptions>, Record<string, string>, string]>([
    ['the client', {}, {}, '127.0.0.1'],
    ['the path', { flow: 'path' }, {}, '/slow'],
    ['a header', { flow: 'header:X-Key' }, { 'x-key': 'k' }, 'k'],
    ['no header', { flow: 'header:x-key' }, {}, ''],
    ['the user', { flow: 'user', userHeader: 'x-user' }, { 'x-user': 'jane' }, 'jane'],
    [
      'a client of a proxy',
      { trust: ['loopback'] },
      { 'x-forwarded-for': '192.0.2.7' },
      '192.0.2.7',
    ],
  ])('flows are those of %s', async (_, options, headers, flow) => {
    const { target, finish } = await backend();
    const { url, gate } = await proxy({ target, ...options });
    const asked = fetch(`${url}/slow`, { headers });
    const requests = () =>
      gate.dump({ includeRequestDetails: true }).priorityLevels['all']?.requests ?? [];
    await expect.poll(requests).toHaveLength(1);
    expect(requests()[0]?.flowDistinguisher).toBe(flow);
    finish();
    await asked;
  });
});
