/**
 * The broken rules that the checks of names report, by the syntax that is checked.
 *
 * Every check takes any value and never throws; a value that is no string is `NOT_A_STRING` and nothing else.
 * An empty list means that the name is valid. The codes stand in the order in which Kubernetes reports the rules,
 * one code for one message of its own. Lengths count UTF-8 bytes, as Kubernetes counts them, also where its messages
 * speak of characters; half of a surrogate pair counts as U+FFFD, 3 bytes.
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

/** The syntaxes of names that are checked here. */
export type NameSyntax = keyof NameErrorCodes;

type Messages = {
  readonly [Syntax in NameSyntax]: { readonly [Code in NameErrorCodes[Syntax]]: string };
};

const NOT_A_STRING = 'expected a string';
const AT_MOST_63 = 'expected at most 63 bytes';
const AT_MOST_253 = 'expected at most 253 bytes';
const DOT = "expected another name than '.'";
const DOT_DOT = "expected another name than '..'";
const DOT_DOT_PREFIX = "expected a name that does not start with '..'";

// Plain strings, no templates: bundlers drop the table with the function only if nothing in it is computed.
const MESSAGES: Messages = {
  dns1123Label: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    CONTAINS_DOTS: "expected no '.'",
    INVALID_FORMAT:
      "expected lower-case letters, digits and '-', with a letter or digit at both ends, as in 'my-name'",
  },
  dns1123Subdomain: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_253,
    INVALID_FORMAT:
      "expected lower-case letters, digits, '-' and '.', with a letter or digit at both ends and beside each '.', as in 'example.com'",
  },
  dns1035Label: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    INVALID_FORMAT:
      "expected lower-case letters, digits and '-', with a letter in front and a letter or digit at the end, as in 'my-name'",
  },
  qualifiedName: {
    NOT_A_STRING,
    TOO_MANY_SLASHES: "expected one '/' at most, as in 'example.com/My.name'",
    PREFIX_EMPTY: "expected a prefix before '/'",
    PREFIX_TOO_LONG: 'expected a prefix of at most 253 bytes',
    PREFIX_INVALID_FORMAT:
      "expected a prefix of lower-case letters, digits, '-' and '.', with a letter or digit at both ends and beside each '.', as in 'example.com'",
    NAME_EMPTY: 'expected a name',
    NAME_TOO_LONG: 'expected a name of at most 63 bytes',
    NAME_INVALID_FORMAT:
      "expected a name of letters, digits, '-', '_' and '.', with a letter or digit at both ends, as in 'My.name'",
  },
  labelValue: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_63,
    INVALID_FORMAT:
      "expected nothing, or letters, digits, '-', '_' and '.', with a letter or digit at both ends, as in 'My.name'",
  },
  portName: {
    NOT_A_STRING,
    TOO_LONG: 'expected at most 15 bytes',
    INVALID_CHARACTERS: "expected lower-case letters, digits and '-'",
    NO_LETTER: 'expected at least one letter',
    CONSECUTIVE_HYPHENS: "expected no '-' beside another",
    HYPHEN_AT_EDGE: "expected no '-' at either end",
  },
  configMapKey: {
    NOT_A_STRING,
    TOO_LONG: AT_MOST_253,
    INVALID_CHARACTERS: "expected letters, digits, '-', '_' and '.', at least one of them",
    DOT,
    DOT_DOT,
    DOT_DOT_PREFIX,
  },
  relaxedEnvVarName: {
    NOT_A_STRING,
    EMPTY: 'expected a name',
    INVALID_CHARACTERS: "expected printable ASCII characters other than '='",
  },
  strictEnvVarName: {
    NOT_A_STRING,
    INVALID_FORMAT: "expected letters, digits, '-', '_' and '.', with no digit in front",
    DOT,
    DOT_DOT,
    DOT_DOT_PREFIX,
  },
};

/**
 * Says for people what a name that broke a rule was expected to be.
 *
 * The wording may change in any release; programs and tests match the codes.
 *
 * @param syntax - the syntax that was checked, which is the name of the check without `Errors`
 * @param code - one of the codes that the check returned
 * @returns a sentence in English without a capital letter and a full stop
 *
 * @example
 * ```ts
 * import { nameErrorMessage, portNameErrors } from '@kubesem/core';
 *
 * portNameErrors('8080').map((code) => nameErrorMessage('portName', code)) // => ['expected at least one letter']
 * ```
 */
export function nameErrorMessage<Syntax extends NameSyntax>(
  syntax: Syntax,
  code: NameErrorCodes[Syntax],
): string {
  return MESSAGES[syntax][code];
}
