import type { FieldProblem, Service } from '@kubesem/core';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import {
  type CompletedService,
  completeService,
  type ServiceClusterOptions,
  serviceWarnings,
  validateService,
} from '@kubesem/service';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer, FieldError, Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { canonicalText } from '../text.js';
import { createExamples, updateExamples } from './examples.js';
import { anyCluster, anyService, changedService, storedService } from './generator.js';

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

/** Only the name and the annotations about Services are checked of the metadata. */
const isOurs = ({ field }: FieldError): boolean =>
  !field.startsWith('metadata') || /^metadata\.(name$|generateName|annotations\[)/.test(field);

/** The problems of the API server. */
export function theirLines(refusals: readonly FieldError[]): readonly string[] {
  const lines = refusals
    .filter(({ type }) => type !== 'InternalError')
    .filter(isOurs)
    .map(({ type, field }) => `${type} ${field}`);
  return lines.sort();
}

/** Our problems in the same form. */
export function ourLines(problems: readonly FieldProblem[]): readonly string[] {
  return problems.map(({ type, path }) => `${type} ${path}`).sort();
}

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
    const isKnown = /nil pointer/.test(theirs.panic) && problem?.code === 'FAMILY_NOT_CONFIGURED';
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
  if (answer.internal === true) {
    // The server fails without naming a field: a port of health checks, or a node port twice.
    const ports = problems.filter(({ path }) => /NodePort$|nodePort$/.test(path));
    comparison.field('fails', 1, ports.length);
    comparison.field('fails with', 1, completed.problems.length);
    return;
  }
  // The name of an update is part of its URL.
  const isNamed = (line: string) => options.old === undefined || !/metadata\.(name|gen)/.test(line);
  const lines = theirLines(answer.refusals).filter(isNamed);
  const isSelected = answer.refusals.some(isOurs) || answer.refusals.length === 0;
  comparison.field('problems', lines.join('\n'), ourLines(problems).join('\n'));
  if (answer.service !== undefined && isSelected) {
    comparison.field('service', canonicalText(answer.service), canonicalText(withDrawn(completed)));
    const warnings = serviceWarnings(completed.service).map(({ message }) => message);
    comparison.field('warnings', answer.warnings.join('\n'), warnings.join('\n'));
  }
}

const kind = (input: Json, { out, panic }: Answer): string => {
  const { service, old } = input as unknown as RegistryCase;
  const answer = out as unknown as RegistryAnswer | undefined;
  const refusals = theirLines(answer?.refusals ?? []).map((line) => line.replace(/\d+/g, 'n'));
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

const defaults: Operation = {
  name: 'service.defaults',
  program: 'kubernetes',
  *examples() {
    for (const { service } of createExamples() as Iterable<JsonObject>) {
      yield { service: service as Json };
    }
  },
  generate: (random) => ({ service: anyService(random) }),
  compare(input, { out }, comparison) {
    const { service } = input as unknown as RegistryCase;
    const { metadata: _ours, ...ours } = applyServiceDefaults(service);
    const { metadata: _theirs, ...theirs } = out as JsonObject;
    comparison.field('service', canonicalText(theirs), canonicalText(ours));
  },
  kind: (input, { out }) => {
    const { service } = input as unknown as RegistryCase;
    const { spec } = out as unknown as Service;
    const before = Object.keys(service.spec ?? {}).length;
    return [spec?.type, Object.keys(spec ?? {}).length - before].join();
  },
};

/** What the API server adds to Services, and which it rejects. */
export const serviceRegistryOperations: readonly Operation[] = [defaults, create, update];
