import { encodeBase64, goJson } from '@kubesem/core/internal';
import { contentOf, type KubeconfigFiles } from '../config/file-system.js';
import type { ExecConfig } from '../config/model.js';
import type { Environment } from '../config/paths.js';
import type { ClusterConnection } from '../connection/connection.js';
import { KubeconfigError } from '../error.js';
import { type PluginCredentials, readPluginAnswer } from './plugin-answer.js';
import { runPlugin } from './run-plugin.js';

/** What a credential plugin may use. */
export interface PluginContext {
  readonly env: Environment;
  readonly files: KubeconfigFiles;
  /** Whether standard input is a terminal that the plugin may read from. */
  readonly hasTerminal: boolean;
  /** How long it may run. */
  readonly timeoutMs: number;
}

const API_VERSIONS = ['v1', 'v1beta1'].map((version) => `client.authentication.k8s.io/${version}`);

/**
 * The credentials that a command prints. It runs when they are needed first, when they have expired, and when the server has
 * rejected them; never twice at the same time.
 *
 * Source: `k8s.io/client-go/plugin/pkg/client/auth/exec` v0.37.1, `Authenticator`.
 */
export class CredentialPlugin {
  private readonly apiVersion: string;
  private known: PluginCredentials | undefined;
  private running: Promise<PluginCredentials> | undefined;

  /**
   * Starts nothing yet.
   *
   * @param exec - the command
   * @param connection - the connection that needs credentials
   * @param context - what the command may use
   * @throws KubeconfigError if the version is not supported
   */
  constructor(
    private readonly exec: ExecConfig,
    private readonly connection: ClusterConnection,
    private readonly context: PluginContext,
  ) {
    this.apiVersion = exec.apiVersion ?? '';
    if (!API_VERSIONS.includes(this.apiVersion)) {
      throw failed(`exec plugin: invalid apiVersion "${this.apiVersion}"`);
    }
  }

  /** Returns the credentials; runs the command if there are none that are still good. */
  async credentials(): Promise<PluginCredentials> {
    return this.known !== undefined && Date.now() <= this.known.expiresAtMs
      ? this.known
      : this.refresh();
  }

  /** Runs the command if nobody has done so since these credentials. The next request has the new ones. */
  async rejected(credentials: PluginCredentials): Promise<void> {
    if (this.known === credentials) {
      // The answer to the request is the 401 of the server, whatever becomes of the plugin.
      await this.refresh().catch(() => undefined);
    }
  }

  private refresh(): Promise<PluginCredentials> {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async run(): Promise<PluginCredentials> {
    const { exec, context } = this;
    const isInteractive = isInteractiveIn(exec.interactiveMode ?? '', context.hasTerminal);
    const own = Object.fromEntries(
      (exec.env ?? []).map(({ name = '', value = '' }) => [name, value]),
    );
    const output = await runPlugin({
      command: exec.command ?? '',
      args: exec.args ?? [],
      env: { ...context.env, ...own, KUBERNETES_EXEC_INFO: this.info(isInteractive) },
      searchPath: context.env.PATH ?? '',
      isInteractive,
      installHint: exec.installHint ?? '',
      timeoutMs: context.timeoutMs,
    });
    this.known = readPluginAnswer(output, this.apiVersion);
    return this.known;
  }

  /** Source: `k8s.io/client-go/pkg/apis/clientauthentication/v1` v0.37.1, `ExecCredential`. */
  private info(interactive: boolean): string {
    const cluster = this.exec.provideClusterInfo ? this.clusterInfo() : undefined;
    const spec = { cluster, interactive };
    const { apiVersion } = this;
    return `${toGoJson({ kind: 'ExecCredential', apiVersion, spec })}\n`;
  }

  /** Source: `k8s.io/client-go/rest` v0.37.1, `ConfigToExecCluster`. */
  private clusterInfo(): object {
    const { server, tls, proxyUrl, disableCompression, credentials } = this.connection;
    return {
      server,
      'tls-server-name': tls.serverName || undefined,
      'insecure-skip-tls-verify': tls.isInsecure || undefined,
      'certificate-authority-data': tls.caData || this.fileInBase64(tls.caFile) || undefined,
      'proxy-url': proxyUrl || undefined,
      'disable-compression': disableCompression || undefined,
      config: credentials.execClusterConfig,
    };
  }

  private fileInBase64(path: string): string {
    if (path === '') {
      return '';
    }
    const { bytes, error } = contentOf(this.context.files, path);
    if (bytes === undefined) {
      throw failed(`failed to load CA bundle for execProvider: ${error}`);
    }
    return encodeBase64(Buffer.from(bytes).toString('latin1'));
  }
}

const failed = (message: string) => new KubeconfigError('CREDENTIALS_UNAVAILABLE', message);

function isInteractiveIn(mode: string, hasTerminal: boolean): boolean {
  if (mode === 'Always' && !hasTerminal) {
    throw failed(
      'exec plugin cannot support interactive mode: standard input is not a terminal; run the command in a terminal, or use credentials that need no input',
    );
  }
  return mode !== 'Never' && hasTerminal;
}

/** Writes JSON as Go does, which escapes characters that are special in HTML. */
function toGoJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => goJson(char).slice(1, -1));
}
