import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { fileOf, kubesem } from '../../support/run.js';

describe('kubesem apf serve', () => {
  test.each([
    ['no target', []],
    ['a target that is no URL', ['--target', 'localhost:3000']],
    ['an unknown kind of flow', ['--target', 'http://x', '--flow', 'colour']],
    ['a port that is none', ['--target', 'http://x', '--port', '65536']],
    ['a port for metrics that is none', ['--target', 'http://x', '--admin-port', 'x']],
    ['no seats', ['--target', 'http://x', '--seats', '0']],
    ['groups without a user', ['--target', 'http://x', '--group-header', 'g']],
  ])('rejects %s', async (_, args) => {
    expect((await kubesem(['apf', 'serve', ...args])).status).toBe(2);
  });

  test('ends with status 1 if its file is invalid or the port is in use', async () => {
    const file = fileOf('levels: [{ name: A }]');
    const invalid = await kubesem(['apf', 'serve', '--target', 'http://x', '-f', file]);
    expect(invalid.status).toBe(1);
    expect(invalid.stderr).toMatch(/levels\[0\]\.name/);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const used = await kubesem([
      ...['apf', 'serve', '--target', 'http://x'],
      ...['--port', `${port}`, '--admin-port', '0'],
    ]);
    server.close();
    expect(used.status).toBe(1);
    expect(used.stderr).toContain('EADDRINUSE');
  });

  test('does not show the password of the target', async () => {
    const before = process.listenerCount('SIGTERM');
    const target = 'http://ann:secret@localhost:1/';
    const ended = kubesem(['apf', 'serve', '--target', target, '--port', '0', '--admin-port', '0']);
    await vi.waitFor(() => expect(process.listenerCount('SIGTERM')).toBeGreaterThan(before));
    process.listeners('SIGTERM').at(-1)?.('SIGTERM');
    const { stdout } = await ended;
    expect(stdout).toContain('for http://localhost:1/: ');
    expect(stdout).not.toContain('ann');
  });
});
