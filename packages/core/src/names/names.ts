import { utf8Length } from '../text/byte-string.js';
import type { NameErrorCodes } from './name-errors.js';

// Each expression finds one broken rule; none of them can backtrack.
const BROKEN_DNS1123_LABEL = /^$|[^a-z0-9-]|^-|-$/;
const BROKEN_DNS1123_SUBDOMAIN = /^$|[^a-z0-9.-]|^[.-]|[.-]$|[.-]\.|\.-/;
const BROKEN_DNS1035_LABEL = /^$|[^a-z0-9-]|^[0-9-]|-$/;
const BROKEN_LABEL_KEY = /^$|[^A-Za-z0-9_.-]|^[_.-]|[_.-]$/;
const BROKEN_LABEL_VALUE = /[^A-Za-z0-9_.-]|^[_.-]|[_.-]$/;
const BROKEN_PORT_NAME = /^$|[^a-z0-9-]/;
const BROKEN_CONFIG_MAP_KEY = /^$|[^A-Za-z0-9_.-]/;
const BROKEN_RELAXED_ENV_VAR_NAME = /[^ -<>-~]/;
const BROKEN_STRICT_ENV_VAR_NAME = /^$|[^A-Za-z0-9_.-]|^[0-9]/;

/**
 * Checks a DNS-1123 label, such as the name of a namespace or container: at most 63 bytes of lower-case ASCII letters,
 * digits and `-`, with a letter or digit at both ends.
 *
 * Valid labels joined by dots are `CONTAINS_DOTS`; every other wrong form is `INVALID_FORMAT`.
 *
 * @param value - the name
 * @returns the codes of the broken rules; empty if the name is valid
 *
 * @example
 * ```ts
 * import { dns1123LabelErrors } from '@kubesem/core';
 *
 * dns1123LabelErrors('web-1') // => []
 * dns1123LabelErrors('example.com') // => ['CONTAINS_DOTS']
 * dns1123LabelErrors('Web') // => ['INVALID_FORMAT']
 * dns1123LabelErrors('-'.repeat(64)) // => ['TOO_LONG', 'INVALID_FORMAT']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsDNS1123Label`.
 */
export function dns1123LabelErrors(value: unknown): readonly NameErrorCodes['dns1123Label'][] {
  const errors = lengthAndFormatErrors(value, 63, BROKEN_DNS1123_LABEL);
  const isSubdomain = typeof value === 'string' && !BROKEN_DNS1123_SUBDOMAIN.test(value);
  return isSubdomain
    ? errors.map((code) => (code === 'INVALID_FORMAT' ? 'CONTAINS_DOTS' : code))
    : errors;
}

/**
 * Checks a DNS-1123 subdomain, such as the name of most objects: at most 253 bytes of lower-case ASCII letters, digits,
 * `-` and `.`, with a letter or digit at both ends and on both sides of each dot.
 *
 * The labels between the dots may be longer than 63 bytes, unlike in DNS.
 *
 * @param value - the name
 * @returns the codes of the broken rules; empty if the name is valid
 *
 * @example
 * ```ts
 * import { dns1123SubdomainErrors } from '@kubesem/core';
 *
 * dns1123SubdomainErrors('web.example.com') // => []
 * dns1123SubdomainErrors('web..com') // => ['INVALID_FORMAT']
 * dns1123SubdomainErrors('a'.repeat(254)) // => ['TOO_LONG']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsDNS1123Subdomain`.
 */
export function dns1123SubdomainErrors(
  value: unknown,
): readonly NameErrorCodes['dns1123Subdomain'][] {
  return lengthAndFormatErrors(value, 253, BROKEN_DNS1123_SUBDOMAIN);
}

/**
 * Checks a DNS-1035 label: at most 63 bytes of lower-case ASCII letters, digits and `-`, with a letter at the start and
 * a letter or digit at the end.
 *
 * @param value - the name
 * @returns the codes of the broken rules; empty if the name is valid
 *
 * @example
 * ```ts
 * import { dns1035LabelErrors } from '@kubesem/core';
 *
 * dns1035LabelErrors('web-1') // => []
 * dns1035LabelErrors('1-web') // => ['INVALID_FORMAT']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsDNS1035Label`.
 */
export function dns1035LabelErrors(value: unknown): readonly NameErrorCodes['dns1035Label'][] {
  return lengthAndFormatErrors(value, 63, BROKEN_DNS1035_LABEL);
}

/**
 * Checks a qualified name, such as the key of a label or annotation or the name of an extended resource: a name, or
 * a prefix, `/` and a name.
 *
 * The prefix is a DNS-1123 subdomain. The name has at most 63 bytes of ASCII letters, digits, `-`, `_` and `.`, with
 * a letter or digit at both ends. An empty name is both `NAME_EMPTY` and `NAME_INVALID_FORMAT`.
 *
 * @param value - the name
 * @returns the codes of the broken rules, those of the prefix first; empty if the name is valid
 *
 * @example
 * ```ts
 * import { qualifiedNameErrors } from '@kubesem/core';
 *
 * qualifiedNameErrors('example.com/My_Name') // => []
 * qualifiedNameErrors('/My_Name') // => ['PREFIX_EMPTY']
 * qualifiedNameErrors('Example.com/') // => ['PREFIX_INVALID_FORMAT', 'NAME_EMPTY', 'NAME_INVALID_FORMAT']
 * qualifiedNameErrors('a/b/c') // => ['TOO_MANY_SLASHES']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/validate/content` v0.37.1, `IsLabelKey`, also called `IsQualifiedName`.
 */
export function qualifiedNameErrors(value: unknown): readonly NameErrorCodes['qualifiedName'][] {
  if (typeof value !== 'string') {
    return ['NOT_A_STRING'];
  }
  const slash = value.indexOf('/');
  if (slash !== value.lastIndexOf('/')) {
    return ['TOO_MANY_SLASHES'];
  }
  const errors: NameErrorCodes['qualifiedName'][] = [];
  const prefix = value.slice(0, Math.max(slash, 0));
  if (slash === 0) {
    errors.push('PREFIX_EMPTY');
  } else if (slash > 0) {
    if (isLongerThan(prefix, 253)) {
      errors.push('PREFIX_TOO_LONG');
    }
    if (BROKEN_DNS1123_SUBDOMAIN.test(prefix)) {
      errors.push('PREFIX_INVALID_FORMAT');
    }
  }
  const name = value.slice(slash + 1);
  if (name === '') {
    errors.push('NAME_EMPTY');
  } else if (isLongerThan(name, 63)) {
    errors.push('NAME_TOO_LONG');
  }
  if (BROKEN_LABEL_KEY.test(name)) {
    errors.push('NAME_INVALID_FORMAT');
  }
  return errors;
}

/**
 * Checks the value of a label: empty, or at most 63 bytes of ASCII letters, digits, `-`, `_` and `.`, with a letter
 * or digit at both ends.
 *
 * @param value - the value of the label
 * @returns the codes of the broken rules; empty if the value is valid
 *
 * @example
 * ```ts
 * import { labelValueErrors } from '@kubesem/core';
 *
 * labelValueErrors('') // => []
 * labelValueErrors('v1.2_beta') // => []
 * labelValueErrors('_beta') // => ['INVALID_FORMAT']
 * labelValueErrors(undefined) // => ['NOT_A_STRING']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/api/validate/content` v0.37.1, `IsLabelValue`.
 */
export function labelValueErrors(value: unknown): readonly NameErrorCodes['labelValue'][] {
  return lengthAndFormatErrors(value, 63, BROKEN_LABEL_VALUE);
}

/**
 * Checks the name of a port, an IANA service name in lower case: at most 15 bytes of lower-case ASCII letters, digits
 * and `-`, at least one of them a letter, without `-` at either end and without `--`.
 *
 * @param value - the name
 * @returns the codes of the broken rules; empty if the name is valid
 *
 * @example
 * ```ts
 * import { portNameErrors } from '@kubesem/core';
 *
 * portNameErrors('http-2') // => []
 * portNameErrors('8080') // => ['NO_LETTER']
 * portNameErrors('-a--b') // => ['CONSECUTIVE_HYPHENS', 'HYPHEN_AT_EDGE']
 * portNameErrors('') // => ['INVALID_CHARACTERS', 'NO_LETTER']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsValidPortName`; RFC 6335, section 5.1.
 */
export function portNameErrors(value: unknown): readonly NameErrorCodes['portName'][] {
  if (typeof value !== 'string') {
    return ['NOT_A_STRING'];
  }
  const errors: NameErrorCodes['portName'][] = [];
  if (isLongerThan(value, 15)) {
    errors.push('TOO_LONG');
  }
  if (BROKEN_PORT_NAME.test(value)) {
    errors.push('INVALID_CHARACTERS');
  }
  if (!/[a-z]/.test(value)) {
    errors.push('NO_LETTER');
  }
  if (value.includes('--')) {
    errors.push('CONSECUTIVE_HYPHENS');
  }
  if (value.startsWith('-') || value.endsWith('-')) {
    errors.push('HYPHEN_AT_EDGE');
  }
  return errors;
}

/**
 * Checks a key in the data of a ConfigMap or Secret: at most 253 bytes of ASCII letters, digits, `-`, `_` and `.`,
 * not empty, not `.`, and not starting with `..`, because keys become names of files.
 *
 * @param value - the key
 * @returns the codes of the broken rules; empty if the key is valid
 *
 * @example
 * ```ts
 * import { configMapKeyErrors } from '@kubesem/core';
 *
 * configMapKeyErrors('app.properties') // => []
 * configMapKeyErrors('conf/app') // => ['INVALID_CHARACTERS']
 * configMapKeyErrors('.') // => ['DOT']
 * configMapKeyErrors('..') // => ['DOT_DOT']
 * configMapKeyErrors('..data') // => ['DOT_DOT_PREFIX']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsConfigMapKey`.
 */
export function configMapKeyErrors(value: unknown): readonly NameErrorCodes['configMapKey'][] {
  if (typeof value !== 'string') {
    return ['NOT_A_STRING'];
  }
  const errors: NameErrorCodes['configMapKey'][] = [];
  if (isLongerThan(value, 253)) {
    errors.push('TOO_LONG');
  }
  if (BROKEN_CONFIG_MAP_KEY.test(value)) {
    errors.push('INVALID_CHARACTERS');
  }
  return errors.concat(dotErrors(value));
}

/**
 * Checks the name of an environment variable as the API server does: one or more printable ASCII characters, including
 * spaces, except `=`.
 *
 * @param value - the name
 * @returns the codes of the broken rules; empty if the name is valid
 *
 * @example
 * ```ts
 * import { relaxedEnvVarNameErrors } from '@kubesem/core';
 *
 * relaxedEnvVarNameErrors('1 odd:name') // => []
 * relaxedEnvVarNameErrors('A=B') // => ['INVALID_CHARACTERS']
 * relaxedEnvVarNameErrors('') // => ['EMPTY']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsRelaxedEnvVarName`.
 */
export function relaxedEnvVarNameErrors(
  value: unknown,
): readonly NameErrorCodes['relaxedEnvVarName'][] {
  if (typeof value !== 'string') {
    return ['NOT_A_STRING'];
  }
  if (value === '') {
    return ['EMPTY'];
  }
  return BROKEN_RELAXED_ENV_VAR_NAME.test(value) ? ['INVALID_CHARACTERS'] : [];
}

/**
 * Checks the name of an environment variable as kubectl does: ASCII letters, digits, `-`, `_` and `.`, not empty, not
 * starting with a digit or `..`, and not `.`.
 *
 * The API server accepts more names; see {@link relaxedEnvVarNameErrors}.
 *
 * @param value - the name
 * @returns the codes of the broken rules; empty if the name is valid
 *
 * @example
 * ```ts
 * import { strictEnvVarNameErrors } from '@kubesem/core';
 *
 * strictEnvVarNameErrors('MY_VAR.1') // => []
 * strictEnvVarNameErrors('1_VAR') // => ['INVALID_FORMAT']
 * strictEnvVarNameErrors('..=') // => ['INVALID_FORMAT', 'DOT_DOT_PREFIX']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` v0.37.1, `IsEnvVarName`.
 */
export function strictEnvVarNameErrors(
  value: unknown,
): readonly NameErrorCodes['strictEnvVarName'][] {
  if (typeof value !== 'string') {
    return ['NOT_A_STRING'];
  }
  const errors: NameErrorCodes['strictEnvVarName'][] = BROKEN_STRICT_ENV_VAR_NAME.test(value)
    ? ['INVALID_FORMAT']
    : [];
  return errors.concat(dotErrors(value));
}

function lengthAndFormatErrors(
  value: unknown,
  maxBytes: number,
  broken: RegExp,
): readonly ('NOT_A_STRING' | 'TOO_LONG' | 'INVALID_FORMAT')[] {
  if (typeof value !== 'string') {
    return ['NOT_A_STRING'];
  }
  const errors: ('TOO_LONG' | 'INVALID_FORMAT')[] = [];
  if (isLongerThan(value, maxBytes)) {
    errors.push('TOO_LONG');
  }
  if (broken.test(value)) {
    errors.push('INVALID_FORMAT');
  }
  return errors;
}

function dotErrors(value: string): readonly ('DOT' | 'DOT_DOT' | 'DOT_DOT_PREFIX')[] {
  if (value === '.') {
    return ['DOT'];
  }
  if (value === '..') {
    return ['DOT_DOT'];
  }
  return value.startsWith('..') ? ['DOT_DOT_PREFIX'] : [];
}

function isLongerThan(value: string, maxBytes: number): boolean {
  // A character has at least as many bytes in UTF-8 as code units, so an enormous value is not read to its end.
  return value.length > maxBytes || utf8Length(value) > maxBytes;
}
