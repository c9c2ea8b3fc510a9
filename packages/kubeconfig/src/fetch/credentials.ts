import type { AuthProviderConfig } from '../config/model.js';
import type { ClusterConnection } from '../connection/connection.js';
import { KubeconfigError } from '../error.js';
import { type HeaderList, impersonationHeaders } from './impersonation.js';
import { CredentialPlugin, type PluginContext } from './plugin.js';
import type { PluginCredentials } from './plugin-answer.js';
import { TokenFile } from './token-file.js';

/** What a request carries. */
export interface RequestCredentials {
  /** `Authorization`, unless the request has its own; empty if there is none. */
  readonly authorization: string;
  /** What a plugin printed, which can have a certificate. */
  readonly ofPlugin: PluginCredentials | undefined;
}

/**
 * Decides with what requests of a connection identify the user: a token, a name and password, or what a plugin prints.
 *
 * A plugin is not started if there is a token, a name or a certificate.
 *
 * Source: `k8s.io/client-go/rest` v0.37.1, `Config.TransportConfig`; `k8s.io/client-go/transport` v0.37.1,
 * `HTTPWrappersForConfig`.
 */
export class UserCredentials {
  /** Headers with which requests act as somebody else. */
  readonly impersonation: HeaderList;
  private readonly plugin: CredentialPlugin | undefined;
  private readonly secrets = new Set<string>();
  private readonly authorization: () => string;

  /**
   * Reads the token file, but starts no plugin.
   *
   * @param connection - the connection
   * @param context - what a plugin may use
   * @throws KubeconfigError if there are no credentials that can be used
   */
  constructor(connection: ClusterConnection, context: PluginContext) {
    const { credentials, impersonate } = connection;
    const { token, tokenFile, username, password, exec, authProvider } = credentials;
    this.impersonation = impersonationHeaders(impersonate);
    const plugin = exec && new CredentialPlugin(exec, connection, context);
    const hasToken = token !== '' || tokenFile !== '';
    const hasCertificate =
      (credentials.certFile || credentials.certData) !== '' &&
      (credentials.keyFile || credentials.keyData) !== '';
    this.plugin = hasToken || username !== '' || hasCertificate ? undefined : plugin;
    const idToken = authProvider && idTokenOf(authProvider);
    if (username !== '' && hasToken) {
      throw unusable('username/password or bearer token may be set, but not both');
    }
    if (hasToken) {
      const file = tokenFile === '' ? undefined : new TokenFile(tokenFile, token, context.files);
      this.authorization = () => `Bearer ${file?.current() ?? token}`;
    } else if (username !== '') {
      const pair = Buffer.from(`${username}:${password}`).toString('base64');
      this.secrets.add(password);
      this.authorization = () => `Basic ${pair}`;
    } else {
      this.authorization = () => (idToken === undefined ? '' : `Bearer ${idToken()}`);
    }
  }

  /**
   * Returns what the next request carries.
   *
   * @param own - the header `Authorization` that it has already; empty if it has none
   */
  async next(own = ''): Promise<RequestCredentials> {
    const carried = await this.credentials(own !== '');
    this.secrets.add((own || carried.authorization).replace(/^\w+ /, ''));
    return carried;
  }

  /** Hides the credentials of all requests so far in a text. */
  redact(text: string): string {
    return (
      [...this.secrets]
        .filter((secret) => secret !== '')
        // One can be a part of another.
        .sort((a, b) => b.length - a.length)
        .reduce((result, secret) => result.split(secret).join('(hidden)'), text)
    );
  }

  private async credentials(isOwn: boolean): Promise<RequestCredentials> {
    if (this.plugin === undefined) {
      return { authorization: isOwn ? '' : this.authorization(), ofPlugin: undefined };
    }
    let ofPlugin: PluginCredentials;
    try {
      ofPlugin = await this.plugin.credentials();
    } catch (error) {
      throw error instanceof KubeconfigError
        ? new KubeconfigError(error.code, `getting credentials: ${error.message}`)
        : error;
    }
    const token = isOwn ? '' : ofPlugin.token;
    return { authorization: token && `Bearer ${token}`, ofPlugin };
  }

  /** Learns that the server has rejected the credentials of a request. */
  async rejected({ ofPlugin }: RequestCredentials): Promise<void> {
    if (ofPlugin !== undefined) {
      await this.plugin?.rejected(ofPlugin);
    }
  }
}

const unusable = (message: string) => new KubeconfigError('CREDENTIALS_UNAVAILABLE', message);

/** What replaces the providers that kubectl has removed. */
const REMOVED = new Map([
  ['azure', 'https://github.com/Azure/kubelogin'],
  ['gcp', 'gke-gcloud-auth-plugin'],
]);

/**
 * Returns what reads the token of an authentication provider.
 *
 * Of OpenID Connect, the token in the kubeconfig counts until it expires. It is not renewed: kubectl would have to find the new
 * one in the kubeconfig.
 *
 * Source: `k8s.io/client-go/plugin/pkg/client/auth` v0.37.1, `newOIDCAuthProvider` and those of `azure` and `gcp`.
 */
function idTokenOf({ name = '', config = {} }: AuthProviderConfig): () => string {
  const plugin = REMOVED.get(name);
  if (plugin !== undefined) {
    throw new KubeconfigError(
      'NOT_SUPPORTED',
      `The ${name} auth plugin has been removed.\nPlease use the ${plugin} kubectl/client-go credential plugin instead.`,
    );
  }
  if (name !== 'oidc') {
    throw new KubeconfigError('NOT_SUPPORTED', `no Auth Provider found for name "${name}"`);
  }
  for (const field of ['idp-issuer-url', 'client-id']) {
    if (!config[field]) {
      throw unusable(`Must provide ${field}`);
    }
  }
  const token = config['id-token'] ?? '';
  return () => {
    if (expiryOf(token) <= Date.now()) {
      throw unusable(
        'the id-token of the auth provider oidc is missing or has expired; run kubectl, which renews it',
      );
    }
    return token;
  };
}

/** So much earlier a token counts as expired. */
const LEEWAY_MS = 10_000;

/** When a JSON Web Token expires; in the past for any other text. */
function expiryOf(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return Number(claims.exp) * 1000 - LEEWAY_MS || 0;
  } catch {
    return 0;
  }
}
