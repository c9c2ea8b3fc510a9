// The servers in `examples/` start with one command, and do what their first comment says.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url));
const servers = readdirSync(examples).filter((name) => existsSync(`${examples}${name}/server.mjs`));

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
  }
});

/** Starts an example as `npm start` does, and returns its URL. */
async function start(name: string) {
  const folder = `${examples}${name}`;
  const { scripts } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const [command, ...args] = (scripts.start as string).split(' ');
  expect(command).toBe('node');
  const env = { ...process.env, PORT: '0' };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  running.push(child);
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${name} has ended: ${errors}`);
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => undefined);
  const [url = ''] = /http:\S+/.exec(`${line}`) ?? [];
  return { child, url };
}

test('there are servers', () => {
  expect(servers).toEqual(['apf-express', 'apf-fastify', 'apf-hono', 'apf-koa', 'apf-node']);
});

describe.each(servers)('%s', (name) => {
  test('answers, also while reports wait, and finishes them when it is stopped', async () => {
    const { child, url } = await start(name);
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok');
    const headers = { 'x-api-key': '9a1e', connection: 'close' };
    const reports = Array.from({ length: 12 }, async (_, i) => {
      const response = await fetch(`${url}/reports/${i}`, { headers });
      return { status: response.status, body: await response.json() };
    });
    const cart = await fetch(`${url}/cart/7`, { headers: { 'x-api-key': '4f5c' } });
    expect(await cart.json()).toEqual({ cart: '7' });
    expect(await Promise.all(reports)).toEqual(
      Array.from({ length: 12 }, (_, i) => ({ status: 200, body: { report: `${i}` } })),
    );
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});

test('apf-load sends the same load to every server', async () => {
  const args = ['run.mjs', '--json', '--seconds', '0.5', '--elephants', '30', '--mice', '2'];
  const child = spawn(process.execPath, args, { cwd: `${examples}apf-load` });
  running.push(child);
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
  }
  const rows = JSON.parse(text) as Record<string, string | number>[];
  expect(rows.map(({ protection }) => protection)).toEqual([
    '(mice alone)',
    'none',
    'semaphore',
    'under-pressure',
    'express-rate-limit',
    'apf-http',
    'apf-http/express',
  ]);
  for (const row of rows) {
    expect(row['mice p99 ms'], `${row['protection']}`).toBeGreaterThan(0);
  }
});
