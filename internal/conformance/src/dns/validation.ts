import type { FieldProblem, Pod } from '@kubesem/core';
import { validatePodDns } from '@kubesem/dns';
import type { Json, JsonObject } from '../harness/json.js';
import type { FieldError, Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { hostnamePod, hostnamePods } from './hostname.js';
import { resolverExamples } from './resolver/examples.js';
import { resolverPod } from './resolver/generator.js';

/** The fields that kubesem validates. */
const DNS_FIELD = /^spec\.(dnsPolicy|dnsConfig|hostname|subdomain|hostnameOverride)\b/;

/** The list can be wrong in two ways, which only the detail distinguishes. */
function lineOf({ type, field, detail }: FieldError): string {
  const isLength = field.endsWith('searches') && detail.includes(' characters ');
  return `${type} ${field}${isLength ? ' length' : ''}`;
}

function lineOfOurs({ type, path, code }: FieldProblem): string {
  return `${type} ${path}${code === 'SEARCH_LIST_TOO_LONG' ? ' length' : ''}`;
}

/** A Pod with resolver fields and host name fields. */
function anyPod(random: Random): Json {
  const spec = {
    ...(resolverPod(random).spec as JsonObject),
    ...(random.percent(50) ? (hostnamePod(random).spec as JsonObject) : {}),
  };
  return { metadata: { name: 'web', namespace: 'prod' }, spec };
}

const validate: Operation = {
  name: 'dns.validate',
  program: 'kubernetes',
  *examples() {
    for (const pod of hostnamePods()) {
      yield { pod };
    }
    for (const { pod } of resolverExamples()) {
      yield { pod: pod as Json };
    }
  },
  generate: (random) => ({ pod: anyPod(random) }),
  compare(input, theirs, comparison) {
    const { refusals } = theirs.out as unknown as { refusals: readonly FieldError[] };
    const theirLines = new Set(refusals.filter(({ field }) => DNS_FIELD.test(field)).map(lineOf));
    const ourLines = new Set(validatePodDns((input as JsonObject).pod as Pod).map(lineOfOurs));
    for (const line of new Set([...theirLines, ...ourLines])) {
      comparison.field(line, theirLines.has(line), ourLines.has(line));
    }
  },
  trim: (out) => {
    const { refusals } = out as unknown as { refusals: readonly FieldError[] };
    return { refusals: refusals.filter(({ field }) => DNS_FIELD.test(field)) } as unknown as Json;
  },
  kind: (_input, theirs) => {
    const { refusals } = theirs.out as unknown as { refusals: readonly FieldError[] };
    const lines = refusals.filter(({ field }) => DNS_FIELD.test(field)).map(lineOf);
    return [...new Set(lines.map((line) => line.replace(/\d+/, '')))].sort().slice(0, 2).join();
  },
};

/** How the API server validates the DNS fields of a new Pod. */
export const dnsValidationOperations: readonly Operation[] = [validate];
