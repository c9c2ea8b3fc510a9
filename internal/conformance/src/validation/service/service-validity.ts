// The validation of Services as they are: complete, or without what the API server adds.
import type { Service } from '@kubesem/core';
import { applyServiceDefaults } from '@kubesem/defaults/service';
import { serviceWarnings } from '@kubesem/service';
import {
  type CompleteServiceOptions,
  completeService,
  validateService,
} from '@kubesem/validation/service';
import type { Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Random } from '../../harness/random.js';
import {
  anyCluster,
  anyService,
  changedService,
  storedService,
} from '../../service/registry/generator.js';
import { canonicalText } from '../../service/text.js';
import { errorLines, plainLines } from './refusals.js';
import { isOurs, type RegistryAnswer } from './requests.js';

/** A Service, and on an update the stored one. */
export interface ServiceCase extends CompleteServiceOptions {
  readonly service: Service;
}

/** A Service as it is stored, or a change of it; most are complete. */
export function serviceCase(random: Random): JsonObject {
  const old = storedService(random);
  const isUpdate = random.percent(60);
  const cluster = { ...anyCluster(random), ...(isUpdate && { old }) };
  const service = isUpdate
    ? changedService(random, old)
    : random.pick([old, anyService(random), anyService(random)]);
  return { service: random.percent(90) ? complete(service, cluster) : service, ...cluster };
}

function complete(service: JsonObject, cluster: JsonObject): JsonObject {
  const completed = completeService(service, cluster);
  return completed.problems.length > 0
    ? service
    : (JSON.parse(JSON.stringify(completed.service)) as JsonObject);
}

/** Our function completes the Service before; only where this adds nothing, it has the same question. */
export function compareService(input: Json, out: Json, comparison: Comparison): void {
  const { service, ...options } = input as unknown as ServiceCase;
  const completed = completeService(service, options);
  const isComplete =
    canonicalText(completed.service) === canonicalText(applyServiceDefaults(service));
  const { clusterIPs, nodePorts, healthCheckNodePort } = completed.drawn;
  const { old } = options;
  const stored = old?.spec;
  const isOldRead =
    stored?.type !== 'ExternalName' && !(stored?.ipFamilies?.length && stored.clusterIPs?.length);
  const drawsMore =
    (old !== undefined && isOldRead) ||
    healthCheckNodePort ||
    nodePorts.some((ports) => ports.length > 1) ||
    (clusterIPs.length > 0 && options.old !== undefined);
  if (completed.problems.length > 0 || !isComplete || drawsMore) {
    return;
  }
  const { refusals, warnings } = out as unknown as RegistryAnswer;
  const { name = '', generateName = '' } = service.metadata ?? {};
  const isGenerated = (name === '' && generateName !== '') || options.old !== undefined;
  const isNamed = (line: string) => !isGenerated || !/metadata\.(name|gen)/.test(line);
  // The API server leaves out equal problems later.
  const once = (lines: readonly string[]) => [...new Set(lines)].join('\n');
  const ours = plainLines(validateService(service, options));
  comparison.field(
    'problems',
    once(errorLines(refusals.filter(isOurs)).filter(isNamed)),
    once(ours.filter(isNamed)),
  );
  // A request that is refused has no warnings.
  if (refusals.length === 0) {
    const shown = serviceWarnings(service).map(({ message }) => message);
    comparison.field('warnings', warnings.join('\n'), shown.join('\n'));
  }
}
