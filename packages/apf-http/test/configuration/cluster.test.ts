import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from '@kubesem/apf';
import { Gate } from '@kubesem/apf-http';
import { type FollowClusterOptions, followCluster } from '@kubesem/apf-http/cluster';
import { afterEach, describe, expect, test } from 'vitest';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) {
    end();
  }
});

function emptyGate(): Gate {
  const gate = new Gate({ serverConcurrencyLimit: 5, priorityLevels: [], flowSchemas: [] });
  ends.push(() => gate.close());
  return gate;
}

const levelsOf = (gate: Gate) => Object.keys(gate.dump().priorityLevels).sort();

describe('the objects of a cluster', () => {
  const priorityLevels = [...SUGGESTED_PRIORITY_LEVELS];
  const flowSchemas = [...SUGGESTED_FLOW_SCHEMAS];

  function served() {
    const cluster = {
      status: 200,
      lists: {
        prioritylevelconfigurations: [...priorityLevels] as unknown,
        flowschemas: [...flowSchemas] as unknown,
      },
    };
    const gate = emptyGate();
    const errors: unknown[] = [];
    const changes: unknown[] = [];
    const following = followCluster(gate, {
      intervalMs: 60_000,
      onError: (error) => errors.push(error),
      onChange: (change) => changes.push(change),
      fetch: async (path) => {
        const [, resource = ''] =
          /^\/apis\/flowcontrol\.apiserver\.k8s\.io\/v1\/(\w+)$/.exec(path) ?? [];
        const items = cluster.lists[resource as keyof typeof cluster.lists];
        return Response.json({ items }, { status: cluster.status });
      },
    });
    ends.push(following.close);
    return { ...following, cluster, gate, errors, changes };
  }

  test('that cannot be listed are reported once, whichever answer comes first', async () => {
    const errors: string[] = [];
    let count = 0;
    const { refresh, close } = followCluster(emptyGate(), {
      intervalMs: 60_000,
      onError: (error) => errors.push(String(error)),
      fetch: async () => {
        count += 1;
        await new Promise((resolve) => setTimeout(resolve, count % 4 < 2 ? 1 : 20));
        return Response.json({}, { status: 401 });
      },
    });
    ends.push(close);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await refresh()).toBe(false);
    }
    expect(errors).toEqual([expect.stringContaining('cannot list prioritylevelconfigurations')]);
  });

  test('are applied when they change, not when their status does', async () => {
    const { refresh, gate, cluster, changes } = served();
    expect(await refresh()).toBe(true);
    expect(levelsOf(gate)).toContain('workload-low');
    cluster.lists.flowschemas = [...flowSchemas].map((schema) => ({
      ...schema,
      status: { conditions: [] },
    }));
    expect(await refresh()).toBe(true);
    expect(changes).toHaveLength(1);
    const mine = [...priorityLevels].filter(({ metadata }) => metadata?.name !== 'workload-low');
    cluster.lists.prioritylevelconfigurations = mine;
    expect(await refresh()).toBe(true);
    expect(levelsOf(gate)).not.toContain('workload-low');
  });

  test.each<[string, (cluster: ReturnType<typeof served>['cluster']) => void]>([
    [
      'an error of the API server',
      (cluster) => {
        cluster.status = 403;
      },
    ],
    [
      'no list',
      (cluster) => {
        cluster.lists.flowschemas = 'none';
      },
    ],
    [
      'an invalid object',
      (cluster) => {
        cluster.lists.flowschemas = [{ metadata: { name: 'x' }, spec: { rules: 7 } }];
      },
    ],
    [
      'null',
      (cluster) => {
        cluster.lists.flowschemas = [null];
      },
    ],
  ])('stay as they were after %s', async (_, breakIt) => {
    const { refresh, gate, cluster, errors } = served();
    await refresh();
    const before = levelsOf(gate);
    breakIt(cluster);
    expect(await refresh()).toBe(false);
    expect(await refresh()).toBe(false);
    expect(errors).toHaveLength(1);
    expect(levelsOf(gate)).toEqual(before);
  });
});

/** A server with the two lists, and watches that the test continues. */
async function apiServer(options: Partial<FollowClusterOptions> = {}) {
  const asked: string[] = [];
  const watches: ServerResponse[] = [];
  const cluster = {
    version: 1,
    levels: [...SUGGESTED_PRIORITY_LEVELS],
    watch: (response: ServerResponse): void => {
      response.writeHead(200).flushHeaders();
      watches.push(response);
    },
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url as string, 'http://x');
    const resource = pathname.split('/').pop() as string;
    asked.push(`${searchParams.has('watch') ? 'watch' : 'list'} ${resource}`);
    if (searchParams.has('watch')) {
      expect(searchParams.get('resourceVersion')).toBe(String(cluster.version));
      cluster.watch(response);
      return;
    }
    const items = resource === 'flowschemas' ? SUGGESTED_FLOW_SCHEMAS : cluster.levels;
    response.end(JSON.stringify({ metadata: { resourceVersion: `${cluster.version}` }, items }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const gate = emptyGate();
  const errors: unknown[] = [];
  const following = followCluster(gate, {
    intervalMs: 10,
    onError: (error) => errors.push(String(error)),
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    ...options,
  });
  ends.push(() => {
    following.close();
    server.closeAllConnections();
    server.close();
  });
  const count = (line: string) => asked.filter((each) => each === line).length;
  return { cluster, gate, errors, watches, count, server, following };
}

describe('the cluster of a kubeconfig', () => {
  test('is followed without a function that asks it', async () => {
    const { server, following } = await apiServer();
    following.close();
    const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
    ends.push(() => rmSync(folder, { recursive: true }));
    const { port } = server.address() as AddressInfo;
    const kubeconfig = join(folder, 'config');
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(kubeconfig, `clusters: [{ name: c, cluster: { server: '${url}' } }]`);
    const gate = emptyGate();
    const followed = followCluster(gate, { kubeconfig: { kubeconfig, cluster: 'c' } });
    ends.push(followed.close);
    expect(await followed.refresh()).toBe(true);
    expect(levelsOf(gate)).toContain('workload-low');
  });

  test('is an error if there is none', () => {
    const nowhere = () => followCluster(emptyGate(), { kubeconfig: { kubeconfig: '/none' } });
    expect(nowhere).toThrowError(expect.objectContaining({ code: 'UNREADABLE_KUBECONFIG' }));
  });
});

describe('a watch', () => {
  test('applies a change, and does not list the objects before', async () => {
    const { cluster, gate, errors, watches, count } = await apiServer();
    await expect.poll(() => watches.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(count('list flowschemas')).toBe(1);
    cluster.version = 2;
    cluster.levels = cluster.levels.filter(({ metadata }) => metadata?.name !== 'workload-low');
    const event = { type: 'DELETED', object: { metadata: { name: 'workload-low' } } };
    watches[0]?.write(`${JSON.stringify(event)}\n`);
    await expect.poll(() => levelsOf(gate), { timeout: 5000 }).not.toContain('workload-low');
    await expect.poll(() => watches.length).toBe(4);
    expect(count('list flowschemas')).toBe(2);
    expect(errors).toEqual([]);
  });

  test.each<[string, (response: ServerResponse) => void, string[]]>([
    ['ends', (response) => response.end(), []],
    [
      'loses its connection',
      (response) => {
        response.writeHead(200).flushHeaders();
        setTimeout(() => response.destroy(), 20);
      },
      [],
    ],
    ['is too late', (response) => response.writeHead(410).end('{"code":410}'), []],
    [
      'is forbidden',
      (response) => response.writeHead(403).end(),
      ['Error: cannot watch prioritylevelconfigurations: the API server responded with 403'],
    ],
  ])('that %s: the objects are listed again', async (_, answer, expected) => {
    const { cluster, gate, errors, count } = await apiServer();
    cluster.watch = answer;
    await expect.poll(() => count('list flowschemas'), { timeout: 10_000 }).toBeGreaterThan(2);
    cluster.levels = cluster.levels.slice(0, 1);
    await expect.poll(() => levelsOf(gate), { timeout: 10_000 }).not.toContain('workload-low');
    // Each watch can be the first that fails, and each failure is reported once.
    const messages = errors.map((error) =>
      String(error).replace('flowschemas', 'prioritylevelconfigurations'),
    );
    expect([...new Set(messages)]).toEqual(expected);
    expect(new Set(errors.map(String)).size).toBe(errors.length);
  });

  test('ends when nobody follows the cluster any longer', async () => {
    const { watches, count, following } = await apiServer();
    await expect.poll(() => watches.length).toBe(2);
    const closed = watches.map((each) => new Promise((resolve) => each.on('close', resolve)));
    following.close();
    await Promise.all(closed);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(count('list flowschemas')).toBe(1);
  });

  test('is not needed by a function that ignores the signal', async () => {
    const body = {
      getReader: () => ({
        read: () => new Promise(() => undefined),
        cancel: async () => undefined,
      }),
    };
    const gate = emptyGate();
    const list = { metadata: { resourceVersion: '1' }, items: SUGGESTED_PRIORITY_LEVELS };
    const schemas = { metadata: { resourceVersion: '1' }, items: SUGGESTED_FLOW_SCHEMAS };
    const followed = followCluster(gate, {
      fetch: async (path) => {
        return {
          ok: true,
          status: 200,
          body,
          json: async () => (path.endsWith('schemas') ? schemas : list),
        };
      },
    });
    expect(await followed.refresh()).toBe(true);
    followed.close();
    expect(levelsOf(gate)).toContain('workload-low');
  });
});

/** A watch that answers each time with the same line. */
function watched(line: string, options: Partial<FollowClusterOptions> = {}) {
  const found = { lists: 0, errors: [] as string[] };
  const followed = followCluster(emptyGate(), {
    intervalMs: 20,
    onError: (error) => found.errors.push(String(error)),
    fetch: async (path) => {
      if (path.includes('watch=1')) {
        return new Response(line);
      }
      found.lists++;
      const items = path.endsWith('flowschemas')
        ? SUGGESTED_FLOW_SCHEMAS
        : SUGGESTED_PRIORITY_LEVELS;
      return Response.json({ metadata: { resourceVersion: '1' }, items: [...items] });
    },
    ...options,
  });
  ends.push(followed.close);
  return found;
}

describe('a watch that answers with an error', () => {
  const forbidden = { type: 'ERROR', object: { code: 403, reason: 'Forbidden', message: 'no' } };
  const expired = { type: 'ERROR', object: { code: 410, reason: 'Expired', message: 'too old' } };

  test('is reported once, and waits longer after each error', async () => {
    const found = watched(`${JSON.stringify(forbidden)}\n`);
    await expect.poll(() => found.lists, { timeout: 5000 }).toBeGreaterThan(3);
    await new Promise((resolve) => setTimeout(resolve, 600));
    // Without a back-off, there would be 30 more.
    expect(found.lists).toBeLessThan(20);
    const [error = '', ...more] = new Set(found.errors);
    expect(error).toMatch(/^Error: cannot watch (flowschemas|prioritylevelconfigurations): .*no$/);
    expect(more.length).toBeLessThan(2);
  });

  test('lists the objects again without a report if the version is too old', async () => {
    const found = watched(JSON.stringify(expired));
    await expect.poll(() => found.lists, { timeout: 5000 }).toBeGreaterThan(3);
    expect(found.errors).toEqual([]);
  });

  test.each([Number.NaN, Infinity, -1, 0, 2 ** 31, 1e-100])(
    'does not follow every %d milliseconds',
    (intervalMs) => {
      expect(() => watched('', { intervalMs })).toThrowError(
        expect.objectContaining({ code: 'INVALID_LIMIT' }),
      );
    },
  );
});
