import type { Pod, Service } from '@kubesem/core';
import { portForwardPort, targetPort } from '@kubesem/service';
import { attempt } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';

interface PortCase {
  readonly service: Service;
  readonly pod: Pod;
  readonly index?: number;
  readonly port?: number;
  readonly name?: string;
}

const NAMES = ['http', 'dns', 'HTTP', 'metrics', ''];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

function containerPort(random: Random): Json {
  return {
    containerPort: random.pick([8080, 53, 80, 9153, 1 + random.below(65_535)]),
    ...random.maybe(80, () => ({ name: random.pick(NAMES) })),
    ...random.maybe(60, () => ({ protocol: random.pick(PROTOCOLS) })),
  };
}

const containers = (random: Random, most: number): Json =>
  random.list(most, (index) => ({
    name: `c${index}`,
    ...random.maybe(85, () => ({ ports: random.list(3, () => containerPort(random)) })),
    ...random.maybe(50, () => ({ restartPolicy: random.pick(['Always', 'OnFailure']) })),
  }));

/** The spec of a Pod with ports. */
export function podPorts(random: Random): JsonObject {
  return {
    ...random.maybe(95, () => ({ containers: containers(random, 3) })),
    ...random.maybe(50, () => ({ initContainers: containers(random, 2) })),
    ...random.maybe(15, () => ({ ephemeralContainers: containers(random, 1) })),
  };
}

function service(random: Random): JsonObject {
  const port = () => ({
    port: random.pick([80, 53, 8080]),
    ...random.maybe(60, () => ({ name: random.pick(NAMES) })),
    ...random.maybe(50, () => ({ protocol: random.pick(PROTOCOLS) })),
    ...random.maybe(85, () => ({ targetPort: random.pick([...NAMES, ...NAMES, 8080, 53, 0]) })),
  });
  return {
    spec: {
      ...random.maybe(25, () => ({ clusterIP: random.pick(['None', '10.96.0.1']) })),
      ports: [port(), ...random.list(2, port)],
    },
  };
}

/** Before kubectl looks a port up, it finds a Pod with the selector. */
function withSelector(service: Service): Service {
  return { spec: { ...service.spec, selector: { app: 'web' } } };
}

const port: Operation = {
  name: 'service.targetPort',
  program: 'kubernetes',
  *examples() {
    const pod = {
      spec: {
        containers: [
          { name: 'a', ports: [{ name: 'dns', protocol: 'UDP', containerPort: 5353 }] },
          {
            name: 'b',
            ports: [
              { name: 'dns', containerPort: 53 },
              { name: 'http', containerPort: 8080 },
            ],
          },
        ],
        initContainers: [
          { name: 'c', ports: [{ name: 'init', containerPort: 1 }] },
          { name: 'd', restartPolicy: 'Always', ports: [{ name: 'side', containerPort: 2 }] },
        ],
      },
    };
    for (const target of ['dns', 'http', 'init', 'side', 'none', 80, 0]) {
      for (const clusterIP of ['None', '10.96.0.1']) {
        const spec = { clusterIP, ports: [{ name: 'p', port: 70, targetPort: target }] };
        yield { service: { spec }, pod, index: 0 };
        yield { service: { spec }, pod, port: 70 };
        yield { service: { spec }, pod, port: 8080 };
        yield { service: { spec }, pod, name: 'p' };
        yield { service: { spec }, pod, name: 'q' };
      }
    }
    for (const protocols of [['UDP'], ['UDP', 'TCP'], ['UDP', 'SCTP'], ['SCTP']]) {
      const ports = protocols.map((protocol) => ({ name: protocol, port: 53, protocol }));
      yield { service: { spec: { ports } }, pod, port: 53 };
      yield { service: { spec: { ports } }, pod, name: 'UDP' };
    }
  },
  generate: (random) => {
    const which = random.pick<JsonObject>([
      { index: 0 },
      { index: 0 },
      { port: random.pick([80, 53, 8080]) },
      { name: random.pick(NAMES) },
    ]);
    return { service: service(random), pod: { spec: podPorts(random) }, ...which };
  },
  compare(input, theirs, comparison) {
    const { service, pod, index, port, name } = input as unknown as PortCase;
    if (index !== undefined) {
      const wanted = service.spec?.ports?.[index] ?? {};
      const explained = targetPort(wanted, pod);
      comparison.field('port', theirs.out, explained.port);
      comparison.field('reason', theirs.out === undefined, explained.from === undefined);
      return;
    }
    const asked = port ?? name ?? '';
    const selected = withSelector(service);
    const ours = attempt(() => portForwardPort(selected, pod, asked));
    comparison.field('port', theirs.out, ours.value?.port);
    // The class of the error does not say which of the two lookups failed.
    const isUnknown =
      theirs.err === 'Name' ||
      (port !== undefined && !service.spec?.ports?.some((each) => each.port === port));
    const lookup = isUnknown ? 'SERVICE_PORT_NOT_FOUND' : 'CONTAINER_PORT_NOT_FOUND';
    const code = theirs.err === 'UDP' ? 'UDP_NOT_SUPPORTED' : lookup;
    comparison.field('error', theirs.err && code, ours.code);
  },
  kind: (input, { err }) => {
    const { service, pod, index, port, name } = input as unknown as PortCase;
    if (index !== undefined) {
      const { from, near } = targetPort(service.spec?.ports?.[index] ?? {}, pod);
      return [err, from, near[0]?.reason].join();
    }
    const ours = attempt(() => portForwardPort(withSelector(service), pod, port ?? name ?? ''));
    return [port === undefined, err, ours.value?.rule, ours.value?.difference].join();
  },
};

/** Which port of a Pod a port of a Service means. */
export const targetPortOperations: readonly Operation[] = [port];
