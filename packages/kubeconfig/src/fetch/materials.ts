import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { contentOf, type KubeconfigFiles } from '../config/file-system.js';
import type { ClusterConnection } from '../connection/connection.js';
import { KubeconfigError } from '../error.js';
import { checkPair } from './plugin-answer.js';

/** Certificates and keys of a connection, in PEM; undefined if there are none. */
export interface Materials {
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
}

/**
 * Reads the certificates and the key of a connection.
 *
 * @param connection - the connection
 * @param files - the file system
 * @returns what it has
 * @throws KubeconfigError if a file cannot be read, or holds anything else
 *
 * Source: `k8s.io/client-go/transport` v0.37.1, `TLSConfigFor`.
 */
export function readMaterials(
  { tls, credentials }: ClusterConnection,
  files: KubeconfigFiles,
): Materials {
  const hasCa = (tls.caData || tls.caFile) !== '';
  if (hasCa && tls.isInsecure) {
    throw unusable('specifying a root certificates file with the insecure flag is not allowed');
  }
  const ca = textOf(tls.caData, tls.caFile, files);
  const cert = textOf(credentials.certData, credentials.certFile, files);
  const key = textOf(credentials.keyData, credentials.keyFile, files);
  if (hasCa) {
    checkCertificates(ca);
  }
  // What is in files can change, so client-go checks it when it connects.
  const isInFiles = credentials.certData === '' && credentials.keyData === '';
  if (cert !== '' && key !== '' && !isInFiles) {
    checkPair(cert, key, 'tls');
  }
  return { ca: ca || undefined, cert: cert || undefined, key: key || undefined };
}

/** Options of `tls.connect`. */
export interface TlsOptions {
  readonly minVersion: 'TLSv1.2';
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly checkServerIdentity?: typeof checkServerIdentity;
}

/**
 * Returns the options of TLS connections to a server.
 *
 * @param connection - the connection
 * @param materials - its certificates and key
 * @throws KubeconfigError if the certificate and the key of the user do not belong together
 */
export function tlsOptions({ tls }: ClusterConnection, { ca, cert, key }: Materials): TlsOptions {
  if (cert !== undefined && key !== undefined) {
    checkPair(cert, key, 'tls');
  }
  const { serverName, isInsecure } = tls;
  return {
    minVersion: 'TLSv1.2',
    rejectUnauthorized: !isInsecure,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
    ...(serverName !== '' && {
      // TLS sends no addresses as the name of a server.
      servername: isIP(serverName) === 0 ? serverName : '',
      checkServerIdentity: (_: string, certificate) => checkServerIdentity(serverName, certificate),
    }),
  };
}

const unusable = (message: string) => new KubeconfigError('CREDENTIALS_UNAVAILABLE', message);

function textOf(data: string, file: string, files: KubeconfigFiles): string {
  if (data !== '' || file === '') {
    return Buffer.from(data, 'base64').toString('latin1');
  }
  const { bytes, error } = contentOf(files, file);
  if (bytes === undefined) {
    throw unusable(error);
  }
  return Buffer.from(bytes).toString('latin1');
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n[A-Za-z0-9+/=\s]*-----END \1-----/g;

/** One good certificate is enough. */
function checkCertificates(text: string): void {
  const blocks = [...text.matchAll(BLOCK)];
  const certificates = blocks.filter(([, type]) => type === 'CERTIFICATE');
  if (certificates.some(([block]) => isCertificate(block))) {
    return;
  }
  const reason =
    blocks.length === 0
      ? 'unable to parse bytes as PEM block'
      : certificates.length === 0
        ? 'no valid certificate authority data seen'
        : 'failed to parse certificate';
  throw unusable(`unable to load root certificates: ${reason}`);
}

function isCertificate(block: string): boolean {
  try {
    new X509Certificate(block);
    return true;
  } catch {
    return false;
  }
}
