import { contentOf, type KubeconfigFiles, shownPath } from '../config/file-system.js';
import { KubeconfigError } from '../error.js';

/** Half the time between two tokens that the kubelet writes for a Pod, less ten seconds. */
const FRESH_MS = 50_000;

/**
 * A token in a file that something else renews.
 *
 * Source: `k8s.io/client-go/transport` v0.37.1, `NewCachedFileTokenSource`.
 */
export class TokenFile {
  private readAtMs = Number.NEGATIVE_INFINITY;

  /**
   * Reads the file if there is no token yet.
   *
   * @param path - path of the file
   * @param token - the token until the file is read; empty if there is none
   * @param files - the file system
   * @throws KubeconfigError if there is no token
   */
  constructor(
    private readonly path: string,
    private token: string,
    private readonly files: KubeconfigFiles,
  ) {
    if (token === '') {
      this.read();
    }
  }

  /** Returns the token. If the file cannot be read any longer, it stays as it was. */
  current(): string {
    if (performance.now() - this.readAtMs > FRESH_MS) {
      try {
        this.read();
      } catch {
        // As in client-go, the server decides whether the old token is still good.
      }
    }
    return this.token;
  }

  private read(): void {
    const { bytes, error } = contentOf(this.files, this.path);
    if (bytes === undefined) {
      throw unavailable(`failed to read token file "${shownPath(this.path)}": ${error}`);
    }
    const token = new TextDecoder().decode(bytes).trim();
    if (token === '') {
      throw unavailable(`read empty token from file "${this.path}"`);
    }
    this.token = token;
    this.readAtMs = performance.now();
  }
}

const unavailable = (message: string) => new KubeconfigError('CREDENTIALS_UNAVAILABLE', message);
