import { domainToASCII } from 'node:url';
import type { IpAddress } from '@kubesem/core';
import { readCidr, readIpAddress } from '@kubesem/core/internal';
import type { Environment } from '../config/paths.js';
import { formatGoUrl, type GoUrl, parseGoUrl } from '../connection/go-url.js';

/**
 * Finds the proxy for a URL in `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, or the same in lower case.
 *
 * @param url - the URL of a request
 * @param env - the environment
 * @returns the URL of the proxy; undefined for none; an error message if a CGI script would trust its client
 *
 * Source: `golang.org/x/net/http/httpproxy` v0.57.0, `Config.ProxyFunc`.
 */
export function environmentProxy(
  url: GoUrl,
  env: Environment,
): { readonly proxy?: string; readonly error?: string } {
  const isHttp = url.scheme === 'http';
  const names = isHttp ? ['HTTP_PROXY', 'http_proxy'] : ['HTTPS_PROXY', 'https_proxy'];
  const text = isHttp || url.scheme === 'https' ? firstOf(env, names) : '';
  const proxy = parseProxy(text);
  if (proxy === undefined) {
    return {};
  }
  if (isHttp && env.REQUEST_METHOD) {
    return {
      error: 'refusing to use HTTP_PROXY value in CGI environment; see golang.org/s/cgihttpproxy',
    };
  }
  const { host, port } = addressOf(url);
  return isExcluded(host, port, firstOf(env, ['NO_PROXY', 'no_proxy'])) ? {} : { proxy };
}

function firstOf(env: Environment, names: readonly string[]): string {
  return names.map((name) => env[name]).find(Boolean) ?? '';
}

/** The value may be a host alone. */
function parseProxy(text: string): string | undefined {
  if (text === '') {
    return undefined;
  }
  const url = parseGoUrl(text);
  if (typeof url !== 'string' && url.scheme !== '' && url.host !== '') {
    return written(url);
  }
  const guessed = parseGoUrl(`http://${text}`);
  if (typeof guessed !== 'string') {
    return written(guessed);
  }
  return typeof url === 'string' ? undefined : written(url);
}

const written = (url: GoUrl) => formatGoUrl(url) + (url.fragment === '' ? '' : `#${url.fragment}`);

const PORTS: { readonly [scheme: string]: string | undefined } = { http: '80', https: '443' };

function addressOf({ scheme, host }: GoUrl): { readonly host: string; readonly port: string } {
  const [, name = '', port = ''] = /^(.*?)(?::(\d*))?$/s.exec(host) ?? [];
  return {
    host: asciiOf(decoded(name.replace(/^\[(.*)\]$/, '$1'))),
    port: port || (PORTS[scheme] ?? ''),
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** An international name as DNS has it. */
function asciiOf(name: string): string {
  return /[^\0-\x7f]/.test(name) ? domainToASCII(name) || name : name;
}

function isExcluded(name: string, port: string, noProxy: string): boolean {
  if (name === 'localhost') {
    return true;
  }
  const address = addressIn(name);
  if (address !== undefined && isLoopback(address)) {
    return true;
  }
  const host = name.trim().toLowerCase();
  const entries = noProxy.split(',').map((entry) => entry.trim().toLowerCase());
  return entries.includes('*') || entries.some((entry) => isCoveredBy(entry, host, port, address));
}

function isCoveredBy(
  entry: string,
  host: string,
  port: string,
  address: IpAddress | undefined,
): boolean {
  const range = readCidr(entry);
  if (range !== undefined) {
    return address !== undefined && isInRange(address, range.address, range.prefixLength);
  }
  const [name, ownPort] = splitPort(entry);
  if (name === '' || (ownPort !== '' && ownPort !== port)) {
    return false;
  }
  const own = addressIn(name);
  if (own !== undefined && own.zone === '') {
    return address !== undefined && isInRange(address, own, own.bytes.length * 8);
  }
  if (address !== undefined) {
    return false;
  }
  const suffix = asciiOf(name.replace(/^\*\./, '.'));
  return suffix.startsWith('.')
    ? host.endsWith(suffix)
    : host === suffix || host.endsWith(`.${suffix}`);
}

/** Splits `host:port`; several colons without brackets are an IPv6 address. */
function splitPort(entry: string): [host: string, port: string] {
  const [, inBrackets, bracketPort] = /^\[([^[\]]*)\]:([^:[\]]*)$/.exec(entry) ?? [];
  if (inBrackets !== undefined) {
    return [inBrackets, bracketPort ?? ''];
  }
  const [, host, port] = /^([^:[\]]*):([^:[\]]*)$/.exec(entry) ?? [];
  return host === undefined ? [entry, ''] : [host, port ?? ''];
}

function addressIn(text: string): IpAddress | undefined {
  const address = readIpAddress(text);
  return typeof address === 'string' ? undefined : address;
}

function isLoopback({ family, bytes }: IpAddress): boolean {
  return family === 'IPv4'
    ? bytes[0] === 127
    : bytes.every((byte, at) => byte === (at === 15 ? 1 : 0));
}

function isInRange(address: IpAddress, base: IpAddress, length: number): boolean {
  const bitsOf = ({ bytes }: IpAddress) =>
    bytes
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, length);
  return address.family === base.family && bitsOf(address) === bitsOf(base);
}
