import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import type { ClusterConnection, ConnectionCredentials, ConnectionTls } from '@kubesem/kubeconfig';
import { onTestFinished } from 'vitest';

/** A certificate, its key, and the files that hold them. */
export interface Pair {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

const folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
// Several test files share this module.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

function pairOf(name: string): Pair {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  return {
    certFile,
    keyFile,
    cert: readFileSync(certFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
  };
}

/** Makes a certificate authority. */
export function authority(name: string): Pair {
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
    '-subj',
    `/CN=${name}`,
  );
  return pairOf(name);
}

/** Makes a certificate that an authority has signed, valid for some names. */
export function signed(by: string, name: string, names = 'DNS:none.example'): Pair {
  openssl(
    'req',
    ...NEW_KEY,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    `/CN=${name}`,
  );
  writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${names}`);
  const signer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...signer,
    '-out',
    `${name}.pem`,
    '-extfile',
    `${name}.ext`,
  );
  return pairOf(name);
}

/** What arrived. */
export interface Received {
  readonly url: string;
  readonly authorization: string | undefined;
  /** All lines, such as `impersonate-group: a`. */
  readonly lines: readonly string[];
  /** Common name of the certificate of the user. */
  readonly user: string | undefined;
  /** The name of the server that TLS has sent. */
  readonly serverName: string | false | null;
}

export interface Server {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const OK: Answer = (_, response) => void response.end('{}');

/** Starts a server with TLS that asks for a certificate. */
export async function tlsServer(own: Pair, ca: Pair, answer: Answer = OK): Promise<Server> {
  const received: Received[] = [];
  const options = {
    cert: own.cert,
    key: own.key,
    ca: ca.cert,
    requestCert: true,
    rejectUnauthorized: false,
  };
  const server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket & { readonly servername?: string | false };
    received.push(
      described(
        request,
        socket.getPeerCertificate()?.subject?.CN as string | undefined,
        socket.servername ?? null,
      ),
    );
    answer(request, response);
  });
  return { ...(await listen(server, 'https')), received };
}

/** Starts a server without TLS. */
export async function plainServer(): Promise<Server> {
  const received: Received[] = [];
  const server = createHttpServer((request, response) => {
    received.push(described(request, undefined, null));
    response.end('{}');
  });
  return { ...(await listen(server, 'http')), received };
}

function described(
  request: IncomingMessage,
  user: string | undefined,
  serverName: string | false | null,
): Received {
  const { rawHeaders, headers, url = '' } = request;
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name.toLowerCase()}: ${rawHeaders[index + 1]}`] : [],
  );
  return { url, authorization: headers.authorization, lines, user, serverName };
}

async function listen(
  server: ReturnType<typeof createHttpServer> | ReturnType<typeof createServer>,
  scheme: string,
): Promise<{ url: string; port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://127.0.0.1:${port}`, port };
}

/** Starts a proxy that opens tunnels to a port of this machine, whatever the host is called. */
export async function proxyServer(port: number): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const server = createHttpServer((_, response) => void response.writeHead(500).end());
  const sockets = new Set<Socket>();
  server.on('connect', (request, socket: Socket) => {
    tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket);
      socket.pipe(target);
    });
    for (const each of [socket, target]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
    }
  });
  onTestFinished(() => sockets.forEach((each) => void each.destroy()));
  const { url } = await listen(server, 'http');
  return { url, tunnels };
}

/** Starts a SOCKS5 proxy that connects to a port of this machine, whatever it is asked for. */
export async function socksServer(port: number): Promise<{ url: string; users: string[] }> {
  const users: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.from([5, 2]));
      socket.once('data', (user) => {
        users.push(user.toString('latin1', 2));
        socket.write(Buffer.from([1, 0]));
        socket.once('data', () => {
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
          const target = connect(port, '127.0.0.1');
          target.on('error', () => target.destroy());
          target.pipe(socket);
          socket.pipe(target);
        });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, users };
}

/** A connection with nothing but a server and what is passed. */
export function connection(
  server: string,
  more: {
    readonly tls?: Partial<ConnectionTls>;
    readonly credentials?: Partial<ConnectionCredentials>;
  } & Partial<Omit<ClusterConnection, 'tls' | 'credentials'>> = {},
): ClusterConnection {
  return {
    context: 'test',
    namespace: 'default',
    server,
    proxyUrl: '',
    disableCompression: false,
    requestTimeoutMs: 0,
    impersonate: undefined,
    origins: { currentContext: undefined, context: undefined, cluster: undefined, user: undefined },
    ...more,
    tls: { isInsecure: false, serverName: '', caFile: '', caData: '', ...more.tls },
    credentials: {
      token: '',
      tokenFile: '',
      username: '',
      password: '',
      certFile: '',
      certData: '',
      keyFile: '',
      keyData: '',
      exec: undefined,
      execClusterConfig: undefined,
      authProvider: undefined,
      ...more.credentials,
    },
  };
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
