import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FollowedConfiguration } from '../configuration/follow.js';
import type { FileConfiguration } from '../configuration/parse.js';
import { debugEndpoints } from '../debug/endpoints.js';
import { followConfigurationFile, readConfigurationFile } from '../file.js';
import type { Gate } from '../gate/gate.js';
import { levelObjects } from '../levels/objects.js';
import { registerMetrics } from '../metrics/prom-client.js';
import { protect } from '../node/protect.js';
import { type FlowOptions, hooksOf } from './hooks.js';
import { createProxy, protectUpgrades } from './proxy.js';

/** Options of {@link startServer}. */
export interface ServerOptions extends FlowOptions {
  /** URL of the server to protect. */
  readonly target: URL;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Seats, unless the file sets them. */
  readonly seats: number;
  /** File with levels or objects; without one, all requests use one level. */
  readonly filename?: string | undefined;
  /** Port of the metrics and the debug page, on loopback; 0 for any free port. */
  readonly adminPort: number;
  /** Whether requests are for the Kubernetes API. */
  readonly kubernetes?: boolean | undefined;
}

/** Receives what happens while the server runs. */
export interface ServerEvents {
  readonly onError: (message: string) => void;
  readonly onChange: (configuration: FileConfiguration) => void;
}

/** A server that runs. */
export interface RunningServer {
  /** URL at which it listens. */
  readonly url: string;
  /** URL of the metrics and the debug page. */
  readonly adminUrl: string;
  readonly gate: Gate<IncomingMessage>;
  readonly configuration: FileConfiguration;
  /** Finishes the requests that it has, and stops. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a reverse proxy with API Priority and Fairness. WebSockets pass as well. Metrics are at `/metrics` of the second port, the
 * debug page is at `/`.
 *
 * @param options - the target and the configuration
 * @param events - receives errors and changes
 * @returns the server; rejects if the file is invalid or the address is in use
 */
export async function startServer(
  options: ServerOptions,
  { onError, onChange }: ServerEvents,
): Promise<RunningServer> {
  const { target, filename, seats, kubernetes, host, port, adminPort } = options;
  const reading = { seats, builtIn: kubernetes };
  const configuration =
    filename === undefined
      ? { serverConcurrencyLimit: seats, ...levelObjects([{ name: 'all' }], seats) }
      : await readConfigurationFile(filename, reading);
  const proxy = createProxy(target, onError);
  const handler = protect(proxy.web, {
    ...configuration,
    ...hooksOf(options),
    kubernetes: kubernetes ? {} : undefined,
    onError: (error) => onError((error as Error).message),
  });
  const { gate } = handler;
  const server = createServer(handler);
  const closeUpgrades = protectUpgrades(server, proxy, gate, handler);
  const admin = await createAdminServer(gate);
  let followed: FollowedConfiguration | undefined;
  const close = (): void => {
    followed?.close();
    proxy.close();
    gate.close();
    closeUpgrades();
    for (const each of [server, admin]) {
      each.close();
      // Clients that keep their connections do not end by themselves.
      each.closeAllConnections();
    }
  };
  try {
    await listen(server, host, port);
    await listen(admin, '127.0.0.1', adminPort);
  } catch (error) {
    close();
    throw error;
  }
  if (filename !== undefined) {
    let isStarted = false;
    followed = followConfigurationFile(gate, filename, {
      ...reading,
      onError: (error) =>
        onError(`${(error as Error).message}\nthe previous configuration stays in use`),
      onChange: (update) => (isStarted ? onChange(update as FileConfiguration) : undefined),
    });
    // What it reads first is what the server has started with.
    await followed.refresh();
    isStarted = true;
  }
  return {
    url: urlOf(server),
    adminUrl: urlOf(admin),
    gate,
    configuration,
    stop: async () => {
      followed?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      await gate.drain();
      close();
      await closed;
    },
  };
}

/** Listens, or rejects if the address is in use. */
async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port });
  await once(server, 'listening');
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const DEBUG_PAGE = '/debug/api_priority_and_fairness';

/**
 * Creates the server with the metrics at `/metrics` and the debug page, which is not the server of the requests: their
 * paths belong to the target.
 *
 * @param gate - the gate
 * @returns the server, which does not listen yet. Only clients on the same machine may read the debug page
 */
async function createAdminServer(gate: Gate<IncomingMessage>): Promise<Server> {
  // A peer dependency, which only those need who start a server.
  // A bundle knows a CommonJS package by its default export alone.
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  registerMetrics(gate, registry);
  const debug = debugEndpoints(gate);
  return createServer((request, response) => {
    if (debug(request, response)) {
      return;
    }
    if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else if (request.url === '/') {
      response.writeHead(302, { Location: DEBUG_PAGE }).end();
    } else {
      response.writeHead(404).end();
    }
  });
}
