import type { Container, Probe } from '@kubesem/core';
import { type ProbeRequest, probeRequest } from '@kubesem/lifecycle';
import { attempt } from '../../harness/comparison.js';
import type { JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import { anyContainer, anyProbe, HOSTS, PATHS, PORTS } from './generator.js';

interface RequestCase {
  readonly probe: Probe;
  readonly container: Container;
  readonly podIP: string;
}

type Headers = { readonly [name: string]: readonly string[] };

/** Our codes by the steps in which Kubernetes fails. */
const CODES: { readonly [code: string]: string } = {
  HANDLER_REQUIRED: 'Handler',
  PORT_NOT_FOUND: 'Port',
  INVALID_PORT: 'Port',
  INVALID_URL: 'URL',
  INVALID_HEADER: 'Header',
};

const CONTAINER = { name: 'app', ports: [{ name: 'web', containerPort: 8080 }] };

/**
 * What is not compared: a query with a space, for which the request cannot be read back, credentials in the path, and a
 * header `Host` that is not ASCII.
 */
function isOutside({ probe: { httpGet } }: RequestCase, error: string | undefined): boolean {
  const isInternational = httpGet?.httpHeaders?.some(
    ({ name, value }) => /^host$/i.test(name ?? '') && /[^\0-\x7f]/.test(value ?? ''),
  );
  return (
    isInternational === true ||
    error === 'Read' ||
    /^([A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#]*@/.test(httpGet?.path ?? '')
  );
}

/** The answer in one line; the fragment of a URL is not sent. */
function lineOf(request: ProbeRequest): string {
  return JSON.stringify(request.kind === 'http' ? { ...request, headers: undefined } : request);
}

function theirLine({ kind, url, host, ...rest }: JsonObject): string {
  const isHttp = kind === 'http';
  return JSON.stringify(
    isHttp ? { kind, url: `${url}`.split('#', 1)[0], host } : { kind, ...rest },
  );
}

const request: Operation = {
  name: 'probe.request',
  program: 'kubernetes',
  *examples() {
    for (const port of PORTS) {
      yield { probe: { httpGet: { port } }, container: CONTAINER, podIP: '10.0.0.7' };
      yield { probe: { tcpSocket: { port } }, container: CONTAINER, podIP: 'fd00::7' };
    }
    for (const path of PATHS) {
      yield { probe: { httpGet: { port: 80, path } }, container: CONTAINER, podIP: 'fd00::7' };
    }
    for (const host of HOSTS) {
      yield { probe: { httpGet: { port: 80, host } }, container: CONTAINER, podIP: '10.0.0.7' };
    }
  },
  generate: (random) => ({
    probe: anyProbe(random),
    container: anyContainer(random),
    podIP: random.pick(['10.0.0.7', '10.0.0.7', 'fd00::7', '']),
  }),
  compare(input, theirs, comparison) {
    const requestCase = input as unknown as RequestCase;
    const { probe, container, podIP } = requestCase;
    if (isOutside(requestCase, theirs.err)) {
      return;
    }
    const ours = attempt(() => probeRequest(probe, container, podIP));
    // The client refuses a URL without a host.
    const hasNoHost = theirs.out !== undefined && (theirs.out as JsonObject).address === '';
    const error = hasNoHost ? 'URL' : theirs.err;
    comparison.field('error', error, ours.code === undefined ? undefined : CODES[ours.code]);
    if (ours.value === undefined || theirs.out === undefined) {
      return;
    }
    const { headers = {}, address: connected, target: _, ...sent } = theirs.out as JsonObject;
    const address = sent.kind === 'http' ? {} : { address: connected as string };
    comparison.field(
      'request',
      theirLine(withoutUndefined({ ...sent, ...address })),
      lineOf(ours.value),
    );
    const lines = Object.entries(headers as unknown as Headers)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, values]) => values.map((value) => `${name}: ${value}`));
    const ourLines = ours.value.kind === 'http' ? ours.value.headers : [];
    comparison.field(
      'headers',
      lines.join('\n'),
      ourLines.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    );
  },
  kind(input, { out, err }) {
    const { probe } = input as unknown as RequestCase;
    const { kind = err, url = '', headers = {} } = (out ?? {}) as JsonObject;
    const marks = `${url}`.replace(/[^%[\]:?]/g, '').slice(0, 6);
    return `${kind} ${marks} ${Object.keys(headers as object).length} ${probe.httpGet?.path === undefined}`;
  },
};

/** Key order as ours: kind first. */
function withoutUndefined(fields: JsonObject): JsonObject {
  const { kind, address, service, command, ...rest } = fields;
  const entries = Object.entries({ kind, ...rest, address, service, command });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** What probes send. */
export const probeRequestOperations: readonly Operation[] = [request];
