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
const AT_MOST_63 = 'must be at most 63 bytes';
const AT_MOST_253 = 'must be at most 253 bytes';
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
      "must consist of lower case letters, digits and '-', and start and end with a letter or digit, such as 'my-name'",
  },
  dns1123Subdomain: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_253,
    INVALID_FORMAT:
      "must consist of lower case letters, digits, '-' and '.', and each part between dots must start and end with a letter or digit, such as 'example.com'",
  },
  dns1035Label: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    INVALID_FORMAT:
      "must consist of lower case letters, digits and '-', start with a letter, and end with a letter or digit, such as 'my-name'",
  },
  qualifiedName: {
    NOT_A_STRING,
    TOO_MANY_SLASHES: "must contain at most one '/', such as 'example.com/My.name'",
    PREFIX_EMPTY: 'prefix must not be empty',
    PREFIX_TOO_LONG: 'prefix must be at most 253 bytes',
    PREFIX_INVALID_FORMAT:
      "prefix must consist of lower case letters, digits, '-' and '.', and each part between dots must start and end with a letter or digit, such as 'example.com'",
    NAME_EMPTY: 'name must not be empty',
    NAME_TOO_LONG: 'name must be at most 63 bytes',
    NAME_INVALID_FORMAT:
      "name must consist of letters, digits, '-', '_' and '.', and start and end with a letter or digit, such as 'My.name'",
  },
  labelValue: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    INVALID_FORMAT:
      "must be empty, or consist of letters, digits, '-', '_' and '.', and start and end with a letter or digit, such as 'My.name'",
  },
  portName: {
    NOT_A_STRING,
    TOO_LONG: 'must be at most 15 bytes',
    INVALID_CHARACTERS: "must consist of lower case letters, digits and '-'",
    NO_LETTER: 'must contain at least one letter',
    CONSECUTIVE_HYPHENS: "must not contain '--'",
    HYPHEN_AT_EDGE: "must not start or end with '-'",
  },
  configMapKey: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_253,
    INVALID_CHARACTERS: "must consist of letters, digits, '-', '_' and '.', and not be empty",
    DOT,
    DOT_DOT,
    DOT_DOT_PREFIX,
  },
  relaxedEnvVarName: {
    NOT_A_STRING,
    EMPTY: 'must not be empty',
    INVALID_CHARACTERS: "must consist of printable ASCII characters other than '='",
  },
  strictEnvVarName: {
    NOT_A_STRING,
    INVALID_FORMAT:
      "must consist of letters, digits, '-', '_' and '.', and not be empty or start with a digit",
    DOT,
    DOT_DOT,
    DOT_DOT_PREFIX,
  },
};

/**
 * Returns the message for a code of a check of names.
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
 * portNameErrors('8080').map((code) => nameErrorMessage('portName', code)) // => ['must contain at least one letter']
 * ```
 */
export function nameErrorMessage<Syntax extends NameSyntax>(
  syntax: Syntax,
  code: NameErrorCodes[Syntax],
): string {
  return MESSAGES[syntax][code];
}
