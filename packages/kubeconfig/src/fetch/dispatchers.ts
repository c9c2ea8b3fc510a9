import type { Dispatcher } from 'undici';
import type { KubeconfigFiles } from '../config/file-system.js';
import type { ClusterConnection } from '../connection/connection.js';
import { loadUndici } from './load-undici.js';
import { type Materials, readMaterials, tlsOptions } from './materials.js';
import type { PluginCredentials } from './plugin-answer.js';
import { basicHeader, decodedBytes } from './user-of-url.js';

/** As often as client-go reads the certificate of a new connection again. */
const FRESH_MS = 1000;
/** Source: `k8s.io/client-go/transport` v0.37.1, the dialer of `tlsTransportCache.get`. */
const CONNECT_MS = 30_000;

/**
 * The connections to a server. When a certificate or key has changed, new requests get new connections, and the old ones close
 * when their requests have ended.
 */
export class Dispatchers {
  private materials: Materials;
  private readAtMs = performance.now();
  private dispatcher: { readonly key: string; readonly value: Promise<Dispatcher> } | undefined;

  /**
   * Reads the files, but connects to nothing.
   *
   * @param connection - the connection
   * @param proxy - URL of the proxy; undefined for none
   * @param files - the file system
   * @throws KubeconfigError if a certificate or key cannot be used
   */
  constructor(
    private readonly connection: ClusterConnection,
    private readonly proxy: URL | undefined,
    private readonly files: KubeconfigFiles,
  ) {
    this.materials = readMaterials(connection, files);
  }

  /**
   * Returns what sends the next request.
   *
   * @param ofPlugin - what a plugin has printed, which can have a certificate
   */
  async current(ofPlugin: PluginCredentials | undefined): Promise<Dispatcher> {
    const { certificate: cert, key } = ofPlugin ?? { certificate: '', key: '' };
    const materials = { ...this.fresh(), ...(cert !== '' && { cert, key }) };
    const id = JSON.stringify(materials);
    if (this.dispatcher?.key !== id) {
      const old = this.dispatcher;
      // Two requests at once share the connections.
      this.dispatcher = { key: id, value: this.create(materials) };
      old?.value.then((each) => each.close()).catch(() => undefined);
    }
    return this.dispatcher.value;
  }

  /** What cannot be read any longer stays as it was. */
  private fresh(): Materials {
    if (performance.now() - this.readAtMs > FRESH_MS) {
      this.readAtMs = performance.now();
      try {
        const materials = readMaterials(this.connection, this.files);
        // While a certificate is replaced, the key can still be that of the old one.
        tlsOptions(this.connection, materials);
        this.materials = materials;
      } catch {
        // As in client-go, the server decides whether the old ones are still good.
      }
    }
    return this.materials;
  }

  private async create(materials: Materials): Promise<Dispatcher> {
    const { Agent, ProxyAgent } = await loadUndici();
    const tls = tlsOptions(this.connection, materials);
    const connect = { ...tls, timeout: CONNECT_MS };
    if (this.proxy === undefined) {
      return new Agent({ connect });
    }
    // The name in the kubeconfig is that of the server.
    const { servername: _, checkServerIdentity: __, ...proxyTls } = tls;
    return new ProxyAgent({
      ...proxyUser(this.proxy),
      requestTls: connect,
      // With these, the agent would use TLS with a SOCKS proxy.
      ...(this.proxy.protocol !== 'socks5:' && { proxyTls: { ...proxyTls, timeout: CONNECT_MS } }),
      proxyTunnel: this.connection.server.startsWith('https:'),
    });
  }
}

/** The address of a proxy without its user, and its user: the agent would not send one without a password. */
function proxyUser(proxy: URL): { readonly uri: string } {
  const { username, password } = proxy;
  const url = new URL(proxy);
  url.username = '';
  url.password = '';
  return {
    uri: url.href,
    ...(username !== '' &&
      (proxy.protocol === 'socks5:'
        ? {
            username: decodedBytes(username).toString(),
            password: decodedBytes(password).toString(),
          }
        : { token: basicHeader(username, password) })),
  };
}
