/**
 * The codes of the checks of names, by the syntax that is checked.
 *
 * Every check accepts any value and never throws; if the value is not a string, the only code is `NOT_A_STRING`. An empty
 * list means that the name is valid. The codes are in the order in which Kubernetes reports the rules, one for each of its
 * messages. Lengths count UTF-8 bytes, as in Kubernetes, even where its messages mention characters; a lone surrogate
 * counts as U+FFFD, 3 bytes.
 *
 * Source: `k8s.io/apimachinery/pkg/util/validation` and `k8s.io/apimachinery/pkg/api/validate/content` v0.37.1.
 */
export interface NameErrorCodes {
  /** Codes of {@link dns1123LabelErrors}. */
  readonly dns1123Label: 'NOT_A_STRING' | 'TOO_LONG' | 'CONTAINS_DOTS' | 'INVALID_FORMAT';
  /** Codes of {@link dns1123SubdomainErrors}. */
  readonly dns1123Subdomain: 'NOT_A_STRING' | 'TOO_LONG' | 'INVALID_FORMAT';
  /** Codes of {@link dns1035LabelErrors}. */
  readonly dns1035Label: 'NOT_A_STRING' | 'TOO_LONG' | 'INVALID_FORMAT';
  /** Codes of {@link qualifiedNameErrors}. */
  readonly qualifiedName:
    | 'NOT_A_STRING'
    | 'TOO_MANY_SLASHES'
    | 'PREFIX_EMPTY'
    | 'PREFIX_TOO_LONG'
    | 'PREFIX_INVALID_FORMAT'
    | 'NAME_EMPTY'
    | 'NAME_TOO_LONG'
    | 'NAME_INVALID_FORMAT';
  /** Codes of {@link labelValueErrors}. */
  readonly labelValue: 'NOT_A_STRING' | 'TOO_LONG' | 'INVALID_FORMAT';
  /** Codes of {@link portNameErrors}. */
  readonly portName:
    | 'NOT_A_STRING'
    | 'TOO_LONG'
    | 'INVALID_CHARACTERS'
    | 'NO_LETTER'
    | 'CONSECUTIVE_HYPHENS'
    | 'HYPHEN_AT_EDGE';
  /** Codes of {@link configMapKeyErrors}. */
  readonly configMapKey:
    | 'NOT_A_STRING'
    | 'TOO_LONG'
    | 'INVALID_CHARACTERS'
    | 'DOT'
    | 'DOT_DOT'
    | 'DOT_DOT_PREFIX';
  /** Codes of {@link relaxedEnvVarNameErrors}. */
  readonly relaxedEnvVarName: 'NOT_A_STRING' | 'EMPTY' | 'INVALID_CHARACTERS';
  /** Codes of {@link strictEnvVarNameErrors}. */
  readonly strictEnvVarName:
    | 'NOT_A_STRING'
    | 'INVALID_FORMAT'
    | 'DOT'
    | 'DOT_DOT'
    | 'DOT_DOT_PREFIX';
}

/** The syntaxes of names. */
export type NameSyntax = keyof NameErrorCodes;

type Messages = {
  readonly [Syntax in NameSyntax]: { readonly [Code in NameErrorCodes[Syntax]]: string };
};

const NOT_A_STRING = 'must be a string';
const AT_MOST_63 = 'must be no more than 63 characters';
const AT_MOST_253 = 'must be no more than 253 characters';
const DOT = "must not be '.'";
const DOT_DOT = "must not be '..'";
const DOT_DOT_PREFIX = "must not start with '..'";

// Plain strings, not templates: bundlers drop the table together with the function only if nothing in it is computed.
const MESSAGES: Messages = {
  dns1123Label: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    CONTAINS_DOTS: 'must not contain dots',
    INVALID_FORMAT:
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  },
  dns1123Subdomain: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_253,
    INVALID_FORMAT:
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  },
  dns1035Label: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    INVALID_FORMAT:
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
  },
  qualifiedName: {
    NOT_A_STRING,
    TOO_MANY_SLASHES:
      "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    PREFIX_EMPTY: 'prefix part must be non-empty',
    PREFIX_TOO_LONG: 'prefix part must be no more than 253 bytes',
    PREFIX_INVALID_FORMAT:
      "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    NAME_EMPTY: 'name part must be non-empty',
    NAME_TOO_LONG: 'name part must be no more than 63 bytes',
    NAME_INVALID_FORMAT:
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  },
  labelValue: {
    NOT_A_STRING,
    TOO_LONG: 'must be no more than 63 bytes',
    INVALID_FORMAT:
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  },
  portName: {
    NOT_A_STRING,
    TOO_LONG: 'must be no more than 15 characters',
    INVALID_CHARACTERS: 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    NO_LETTER: 'must contain at least one letter (a-z)',
    CONSECUTIVE_HYPHENS: 'must not contain consecutive hyphens',
    HYPHEN_AT_EDGE: 'must not begin or end with a hyphen',
  },
  configMapKey: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_253,
    INVALID_CHARACTERS:
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    DOT,
    DOT_DOT,
    DOT_DOT_PREFIX,
  },
  relaxedEnvVarName: {
    NOT_A_STRING,
    EMPTY: 'environment variable name must be non-empty',
    INVALID_CHARACTERS:
      "a valid environment variable name must consist only of printable ASCII characters other than '='",
  },
  strictEnvVarName: {
    NOT_A_STRING,
    INVALID_FORMAT:
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')",
    DOT,
    DOT_DOT,
    DOT_DOT_PREFIX,
  },
};

/**
 * Returns the message of Kubernetes for a code of a check of names.
 *
 * The wording may change in any release; match the codes in programs and tests.
 *
 * @param syntax - the syntax that was checked: the name of the check without `Errors`
 * @param code - a code that the check returned
 * @returns the message in English, without the name
 *
 * @example
 * ```ts
 * import { nameErrorMessage, portNameErrors } from '@kubesem/core';
 *
 * portNameErrors('8080').map((code) => nameErrorMessage('portName', code)) // => ['must contain at least one letter (a-z)']
 * ```
 */
export function nameErrorMessage<Syntax extends NameSyntax>(
  syntax: Syntax,
  code: NameErrorCodes[Syntax],
): string {
  return MESSAGES[syntax][code];
}
