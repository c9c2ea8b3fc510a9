import { createSecureContext } from 'node:tls';
import { timestampMs } from '@kubesem/core/internal';
import { parseManifests } from '@kubesem/manifests';
import { KubeconfigError } from '../error.js';

/** What a credential plugin has printed. */
export interface PluginCredentials {
  /** Bearer token; empty if there is none. */
  readonly token: string;
  /** Certificate in PEM; empty if there is none. */
  readonly certificate: string;
  /** Its key. */
  readonly key: string;
  /** Until when they are good; infinite if they do not expire. */
  readonly expiresAtMs: number;
}

/**
 * Reads the output of a credential plugin. No message quotes it.
 *
 * @param output - standard output of the plugin
 * @param apiVersion - the version that the plugin was asked for
 * @returns the credentials
 * @throws KubeconfigError if it is anything else
 *
 * Source: `k8s.io/client-go/plugin/pkg/client/auth/exec` v0.37.1, `Authenticator.refreshCredsLocked`.
 */
export function readPluginAnswer(output: string, apiVersion: string): PluginCredentials {
  const { documents } = parseManifests({ name: '', text: output });
  const answer = recordOf(documents[0]?.value);
  if (answer?.kind !== 'ExecCredential' || typeof answer.apiVersion !== 'string') {
    throw failed(
      'decoding stdout: the plugin did not print an ExecCredential; run its command to see what it prints',
    );
  }
  if (answer.apiVersion !== apiVersion) {
    const isVersion = /^client\.authentication\.k8s\.io\/v\w{1,20}$/.test(answer.apiVersion);
    const other = isVersion ? `version ${answer.apiVersion}` : 'another version';
    throw failed(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned ${other}`,
    );
  }
  const status = recordOf(answer.status);
  if (status === undefined) {
    throw failed("exec plugin didn't return a status field");
  }
  const token = textIn(status, 'token');
  const certificate = textIn(status, 'clientCertificateData');
  const key = textIn(status, 'clientKeyData');
  if (token === '' && certificate === '' && key === '') {
    throw failed("exec plugin didn't return a token or cert/key pair");
  }
  if ((certificate === '') !== (key === '')) {
    throw failed('exec plugin returned only certificate or key, not both');
  }
  if (certificate !== '') {
    checkPair(certificate, key, 'failed parsing client key/certificate');
  }
  return { token, certificate, key, expiresAtMs: expiryIn(status) };
}

/**
 * Checks that a certificate and a key belong together.
 *
 * @param certificate - the certificate in PEM
 * @param key - the key in PEM
 * @param message - start of the message
 * @throws KubeconfigError if they do not
 */
export function checkPair(certificate: string, key: string, message: string): void {
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    // The reasons of OpenSSL quote nothing.
    const { reason = 'not a PEM certificate and key' } = error as { readonly reason?: string };
    throw failed(`${message}: ${reason}`);
  }
}

const failed = (message: string) => new KubeconfigError('CREDENTIALS_UNAVAILABLE', message);

function recordOf(value: unknown): { readonly [field: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [field: string]: unknown })
    : undefined;
}

function textIn(status: { readonly [field: string]: unknown }, field: string): string {
  const value = status[field] ?? '';
  if (typeof value !== 'string') {
    throw failed(`decoding stdout: status.${field}: expected a string`);
  }
  return value;
}

function expiryIn(status: { readonly [field: string]: unknown }): number {
  const text = textIn(status, 'expirationTimestamp');
  if (text === '') {
    return Number.POSITIVE_INFINITY;
  }
  const time = timestampMs(text);
  if (Number.isNaN(time)) {
    throw failed(
      'decoding stdout: status.expirationTimestamp: expected a time, such as 2026-01-31T12:00:00Z',
    );
  }
  return time;
}
