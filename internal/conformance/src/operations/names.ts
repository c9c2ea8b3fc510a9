import * as core from '@kubesem/core';
import { name, names } from '../generators/names.js';
import type { Json } from '../json.js';
import type { Operation } from '../operation.js';

type Check = (value: unknown) => readonly string[];

/** What a message of Kubernetes begins with or holds, and the code of the broken rule; the first hit counts. */
const CODES: readonly (readonly [message: string, code: string])[] = [
  ['must be no more than', 'TOO_LONG'],
  ['must be non-empty', 'EMPTY'],
  ['must not contain dots', 'CONTAINS_DOTS'],
  ["must not be '.'", 'DOT'],
  ["must not be '..'", 'DOT_DOT'],
  ["must not start with '..'", 'DOT_DOT_PREFIX'],
  ['must contain only', 'INVALID_CHARACTERS'],
  ['must contain at least one letter', 'NO_LETTER'],
  ['must not contain consecutive hyphens', 'CONSECUTIVE_HYPHENS'],
  ['must not begin or end with a hyphen', 'HYPHEN_AT_EDGE'],
  ['a valid label key', 'TOO_MANY_SLASHES'],
  ['a valid config key', 'INVALID_CHARACTERS'],
  ['printable ASCII characters', 'INVALID_CHARACTERS'],
  ['regex used for validation', 'INVALID_FORMAT'],
];

/** The code of a message. */
function codeOf(message: string): string {
  const part = /^(prefix|name) part /.exec(message);
  const code = CODES.find(([text]) => message.includes(text))?.[1] ?? `unknown message: ${message}`;
  return part === null ? code : `${(part[1] as string).toUpperCase()}_${code}`;
}

function operation(kubernetesName: string, check: Check): Operation {
  return {
    name: `names.${kubernetesName}`,
    program: 'staging',
    examples: names,
    generate: name,
    compare(input, theirs, comparison) {
      const messages = theirs.out as readonly string[] | undefined;
      comparison.field('codes', messages?.map(codeOf).join(' '), check(input).join(' '));
    },
    kind: (input: Json, theirs) =>
      `${(theirs.out as readonly string[]).map(codeOf).join()},${/[^a-z0-9]/.exec(String(input))?.[0]}`,
  };
}

/** The syntax of names. */
export const nameOperations: readonly Operation[] = [
  operation('IsDNS1123Label', core.dns1123LabelErrors),
  operation('IsDNS1123Subdomain', core.dns1123SubdomainErrors),
  operation('IsDNS1035Label', core.dns1035LabelErrors),
  operation('IsQualifiedName', core.qualifiedNameErrors),
  operation('IsValidLabelValue', core.labelValueErrors),
  operation('IsValidPortName', core.portNameErrors),
  operation('IsConfigMapKey', core.configMapKeyErrors),
  operation('IsRelaxedEnvVarName', core.relaxedEnvVarNameErrors),
  operation('IsEnvVarName', core.strictEnvVarNameErrors),
];
