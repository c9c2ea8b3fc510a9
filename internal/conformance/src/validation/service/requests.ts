import type { FieldProblem, Service } from '@kubesem/core';
import { serviceWarnings } from '@kubesem/service';
import {
  type CompletedService,
  completeService,
  type ServiceClusterOptions,
  validateService,
} from '@kubesem/validation/service';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer, FieldError, Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import {
  anyCluster,
  anyService,
  changedService,
  storedService,
} from '../../service/registry/generator.js';
import { canonicalText } from '../../service/text.js';
import { createExamples, updateExamples } from './examples.js';
import { causeLines, problemLines, rulesOf } from './refusals.js';

interface RegistryCase extends ServiceClusterOptions {
  readonly service: Service;
  readonly old?: Service;
}

/** The answer to a request with a Service. */
export interface RegistryAnswer {
  readonly service?: Service;
  readonly refusals: readonly FieldError[];
  readonly warnings: readonly string[];
  readonly internal?: boolean;
}

/** Of the metadata, only the name, the namespace, which is in the URL, and the annotations about Services are checked. */
export const isOurs = ({ type, field }: FieldError): boolean =>
  !field.startsWith('metadata') ||
  (/^metadata\.(name$|namespace$|generateName|annotations\[)/.test(field) &&
    !(type === 'REQUIRED' && field === 'metadata.namespace'));

/** The Service as the oracle shows it: drawn addresses are their family, drawn ports negative numbers. */
function withDrawn({ service, drawn }: CompletedService): JsonObject {
  const { metadata: _, ...rest } = JSON.parse(JSON.stringify(service)) as JsonObject;
  const spec = rest.spec as JsonObject;
  const clusterIPs = [...((spec.clusterIPs ?? []) as string[]), ...drawn.clusterIPs];
  const ports = [...((spec.ports ?? []) as JsonObject[])];
  for (const [group, indexes] of drawn.nodePorts.entries()) {
    for (const index of indexes) {
      ports[index] = { ...ports[index], nodePort: -1 - group };
    }
  }
  return {
    ...rest,
    spec: {
      ...spec,
      ...(drawn.clusterIPs.length > 0 && { clusterIPs, clusterIP: clusterIPs[0] as string }),
      ...(ports.length > 0 && { ports }),
      ...(drawn.healthCheckNodePort && { healthCheckNodePort: -1 }),
    },
  };
}

/** An update stays in its namespace, and a stored Service has addresses: without them, the server panics. */
function isRequest(service: Service, old: Service | undefined): boolean {
  const isSameNamespace = service.metadata?.namespace === old?.metadata?.namespace;
  const { type, clusterIP = '' } = old?.spec ?? {};
  const isStored = type === 'ExternalName' || clusterIP !== '';
  const isDual =
    service.spec?.ipFamilies?.length === 2 || /DualStack/.test(service.spec?.ipFamilyPolicy ?? '');
  return old === undefined || (isSameNamespace && (isStored || !isDual));
}

function compare(input: Json, theirs: Answer, comparison: Comparison): void {
  const { service, ...options } = input as unknown as RegistryCase;
  const answer = theirs.out as unknown as RegistryAnswer | undefined;
  if (!isRequest(service, options.old)) {
    return;
  }
  const problems = validateService(service, options);
  const completed = completeService(service, options);
  if (theirs.panic !== undefined) {
    const [problem] = problems;
    const isKnown =
      /nil pointer/.test(theirs.panic) && problem?.message === 'not configured on this cluster';
    const isHeadless = service.spec?.clusterIP === 'None';
    comparison.field('panic', theirs.panic, undefined, () =>
      isKnown && isHeadless ? 'service-family-panic' : undefined,
    );
    return;
  }
  if (answer === undefined) {
    // A field of the wrong type, as shrinking makes it.
    comparison.field('error', theirs.err, 'Decode');
    return;
  }
  const [failure] = answer.refusals;
  if (answer.internal === true) {
    // The server fails without naming a field: a port of health checks, or a node port twice.
    const said = failure?.detail.replace('Internal error occurred: ', '');
    const messages = (list: readonly FieldProblem[]) => list.map(({ message }) => message).join();
    comparison.field('fails', said, messages(problems));
    comparison.field('fails with', said, messages(completed.problems));
    return;
  }
  const isSelected = answer.refusals.some(isOurs) || answer.refusals.length === 0;
  // Go gives the addresses of two families in the order of a map, and stops at the first one that it cannot give.
  const isDual = (service.spec?.clusterIPs?.length ?? 0) > 1;
  const text = (lines: readonly string[]) =>
    lines
      .map((line) => (isDual ? line.replace(/(failed to allocate IP).*/, '$1') : line))
      .join('\n');
  comparison.field(
    'problems',
    text(causeLines(answer.refusals.filter(isOurs))),
    text(problemLines(problems)),
  );
  if (answer.service !== undefined && isSelected) {
    comparison.field('service', canonicalText(answer.service), canonicalText(withDrawn(completed)));
    const warnings = serviceWarnings(completed.service).map(({ message }) => message);
    comparison.field('warnings', answer.warnings.join('\n'), warnings.join('\n'));
  }
}

const kind = (input: Json, { out, panic }: Answer): string => {
  const { service, old } = input as unknown as RegistryCase;
  const answer = out as unknown as RegistryAnswer | undefined;
  const refusals = rulesOf((answer?.refusals ?? []).filter(isOurs));
  const types = [old?.spec?.type, service.spec?.type];
  const [first = ''] = refusals;
  const fields = Object.keys(answer?.service?.spec ?? {}).length;
  return [panic, answer?.internal, first, refusals.length > 0 || [types, fields]].join();
};

const trim = (out: Json): Json => {
  const { refusals, ...answer } = out as unknown as RegistryAnswer;
  return { ...answer, refusals: refusals.filter(isOurs) } as unknown as Json;
};

const create: Operation = {
  name: 'service.create',
  program: 'kubernetes',
  examples: createExamples,
  generate: (random) => ({ service: anyService(random), ...anyCluster(random) }),
  compare,
  kind,
  trim,
};

const update: Operation = {
  name: 'service.update',
  program: 'kubernetes',
  examples: updateExamples,
  generate(random: Random): Json {
    const old = storedService(random);
    return { old, service: changedService(random, old), ...anyCluster(random) };
  },
  compare,
  kind,
  trim,
};

/** What the API server adds to Services, and which it rejects. */
export const serviceRegistryOperations: readonly Operation[] = [create, update];
