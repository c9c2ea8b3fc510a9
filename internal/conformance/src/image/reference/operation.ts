import {
  explainImage,
  familiarName,
  formatImage,
  type ImageReference,
  parseImage,
  parseReference,
  pullName,
} from '@kubesem/image';
import { type Attempt, attempt, type Comparison } from '../../harness/comparison.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Answer, Operation } from '../../harness/operation.js';
import { imageExamples } from './examples.js';
import { imageText } from './generator.js';

/**
 * The codes that an error class of Kubernetes may correspond to. kubesem reports the first fault in the text; Kubernetes
 * reports most faults as "invalid reference format".
 */
const CODES: { readonly [theirClass: string]: RegExp } = {
  ErrNameEmpty: /^EMPTY$/,
  Identifier: /^IDENTIFIER$/,
  ErrNameTooLong: /^PATH_TOO_LONG$/,
  ErrDigestInvalidLength: /^INVALID_DIGEST(_LENGTH)?$/,
  ErrDigestUnsupported: /^UNSUPPORTED_DIGEST$/,
  ErrDigestInvalidFormat: /^(INVALID|UNSUPPORTED)_DIGEST$/,
  // The first fault may precede the upper-case letter that Go reports.
  ErrNameContainsUppercase: /^(?!EMPTY|IDENTIFIER|NOT_A_STRING)/,
  NotLowercase: /^(?!EMPTY|IDENTIFIER|NOT_A_STRING)/,
  ErrReferenceInvalidFormat: /^(?!IDENTIFIER|NOT_A_STRING)/,
};

/** Compares the error classes, and the fields of `record` with those of the answer. */
function compareParsed(
  theirs: Answer,
  ours: Attempt<ImageReference>,
  record: (reference: ImageReference) => JsonObject,
  comparison: Comparison,
): void {
  if (theirs.out === undefined || ours.value === undefined) {
    const expected = CODES[theirs.err as string];
    const isSame = ours.code !== undefined && expected?.test(ours.code);
    comparison.field('error', theirs.err, isSame ? theirs.err : ours.code);
    return;
  }
  const out = theirs.out as JsonObject;
  for (const [field, value] of Object.entries({ ...partsOf(ours.value), ...record(ours.value) })) {
    comparison.field(field, out[field], value);
  }
}

/** Compares each part of the explanation: its value, and what was written. */
function compareExplained(input: string, theirs: Answer, comparison: Comparison): void {
  const out = theirs.out as JsonObject;
  const { domain, path, tag, digest, pullName: pulled } = explainImage(input);
  comparison.field('explained pull name', out.pulled, pulled);
  for (const [field, part] of Object.entries({ domain, path, tag, digest })) {
    comparison.field(`explained ${field}`, out[field], part.value ?? '');
  }
  const written = [
    domain.written === undefined ? '' : `${domain.written}/`,
    path.written,
    tag.written === undefined ? '' : `:${tag.written}`,
    digest.written === undefined ? '' : `@${digest.written}`,
  ];
  comparison.field('written', input, written.join(''));
  const isDefault = domain.rule === 'NO_SLASH' || domain.rule === 'PLAIN';
  comparison.field(
    'domain by default',
    out.domain !== '' && domain.written === undefined,
    isDefault,
  );
  comparison.field('no domain', out.domain === '', domain.rule === 'UNDERSCORE');
  comparison.field('official image', out.path !== path.written, path.rule === 'OFFICIAL_IMAGE');
  comparison.field('tag by default', tagRuleFor(out, tag.written), tag.rule);
}

function tagRuleFor({ tag, digest }: JsonObject, written: string | undefined): string {
  if (digest === '') {
    return written === tag ? 'AS_WRITTEN' : 'DEFAULT_TAG';
  }
  return tag === '' ? 'DIGEST_ONLY' : 'DIGEST_WINS';
}

/** The shape of a reference, by its characters. */
function shapeOf(text: Json): string {
  return String(text)
    .replace(/[a-z]+/g, 'a')
    .replace(/[0-9]+/g, '0')
    .slice(0, 8);
}

/** The fields that both operations compare. */
const partsOf = ({ name, domain, path, tag = '', digest = '' }: ImageReference) => {
  return { name, domain, path, tag, digest };
};

function referenceOperation(
  name: string,
  read: (text: string) => ImageReference,
  record: (reference: ImageReference) => JsonObject,
  compareMore?: typeof compareExplained,
): Operation {
  return {
    name,
    program: 'kubernetes',
    examples: imageExamples,
    generate: imageText,
    compare(input, theirs, comparison) {
      const ours = attempt(() => read(input as string));
      compareParsed(theirs, ours, record, comparison);
      if (theirs.out !== undefined && ours.value !== undefined) {
        compareMore?.(input as string, theirs, comparison);
      }
    },
    kind: (input, theirs) => `${theirs.err},${theirs.err === undefined ? '' : shapeOf(input)}`,
  };
}

/** Image names. */
export const referenceOperations: readonly Operation[] = [
  referenceOperation('image.reference', parseReference, (parsed) => ({
    string: formatImage(parsed),
  })),
  referenceOperation(
    'image.parse',
    parseImage,
    (parsed) => ({
      tagged: formatImage(parsed),
      pulled: pullName(parsed),
      familiarName: familiarName(parsed),
      familiarString: formatImage({ ...parsed, name: familiarName(parsed) }),
    }),
    compareExplained,
  ),
];
