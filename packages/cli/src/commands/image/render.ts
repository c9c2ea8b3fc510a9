import { credentialSource, IMAGE_PART_TEXTS, type ReportedCredential } from '@kubesem/inspect';
import stringWidth from 'string-width';
import { type Column, column, renderRows } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { type Layout, unsorted } from '../../output/table/table.js';
import { shorten, visible } from '../../output/text.js';
import { PULL_POLICY_RULES, shortDigest } from '../../shared/images.js';
import {
  type BrokenImage,
  type ImageModel,
  isImage,
  type PatternModel,
  type ReadImage,
} from './model.js';

/** Lays out the table of images, their explanations, and the credentials of each, some of which may be unreadable. */
export function renderImageModel(
  { images: all, kubeletRefuses }: ImageModel,
  isIncomplete: boolean,
  layout: Layout,
): string {
  const images = all.filter(isImage);
  if (images.length === 0) {
    return '';
  }
  return [
    renderRows(COLUMNS, images, layout),
    ...images.flatMap((image) =>
      image.explanation === undefined
        ? []
        : [renderExplanation(image, image.explanation, layout.colors)],
    ),
    ...(kubeletRefuses === undefined
      ? []
      : images.map((image) =>
          renderCredentials(image, { kubeletRefuses, isIncomplete }, unsorted(layout)),
        )),
  ].join('\n');
}

/** The columns of images. */
export const COLUMNS: readonly Column<ReadImage>[] = [
  // The digest has a column of its own.
  column('IMAGE', ({ input, reference: { digest } }) =>
    shorten(visible(digest ? input.replace(digest, '…') : input)),
  ),
  column('REGISTRY', ({ reference }) => shorten(reference.domain)),
  column('REPOSITORY', ({ reference }) => shorten(reference.path)),
  column('TAG', ({ reference: { tag } }) => tag && shorten(tag)),
  column('DIGEST', ({ reference: { digest } }) => digest && shortDigest(digest), {
    optional: true,
    drop: 1,
  }),
  column('PULL POLICY', ({ defaultPullPolicy }) => defaultPullPolicy),
];

function renderExplanation(
  { input, pulledAs, defaultPullPolicy, pullPolicyRule }: ReadImage,
  { domain, path, tag, digest }: NonNullable<ReadImage['explanation']>,
  colors: Colors,
): string {
  const rows: (readonly [name: string, value: string | undefined, why: string])[] = [
    ['registry', domain.value, IMAGE_PART_TEXTS[domain.rule]],
    ['repository', path.value, IMAGE_PART_TEXTS[path.rule]],
    ['tag', tag.value, IMAGE_PART_TEXTS[tag.rule]],
    ...(digest.value === undefined
      ? []
      : [['digest', digest.value, IMAGE_PART_TEXTS.AS_WRITTEN] as const]),
    ['pulled as', pulledAs, ''],
    ['pull policy', defaultPullPolicy, PULL_POLICY_RULES[pullPolicyRule]],
  ];
  const lines = rows.map(([name, value, why]) => {
    const reason = value === undefined || why === '' ? why : ` (${why})`;
    return `  ${name.padEnd(11)}  ${value ?? ''}${reason === '' ? '' : colors.dim(reason)}`;
  });
  return `${[colors.bold(visible(input)), ...lines].join('\n')}\n`;
}

/** As much of a line as is shown before and after the place where it is wrong. */
const CONTEXT = 40;

/**
 * Says why a text is not an image, and points at the place.
 *
 * @param image - the text and the error
 * @param colors - for the terminal
 * @returns three lines
 */
export function renderImageError({ input, error }: BrokenImage, colors: Colors): string {
  const { message, offset = 0 } = error;
  const start = Math.max(offset - CONTEXT, 0);
  const before = (start > 0 ? '…' : '') + visible(input.slice(start, offset));
  const end = offset + CONTEXT;
  const after = visible(input.slice(offset, end)) + (end < input.length ? '…' : '');
  return [
    `${colors.red('error:')} ${visible(message)}`,
    `  ${before}${after}`,
    `  ${' '.repeat(stringWidth(before))}${colors.red('^')}`,
    '',
  ].join('\n');
}

/** What is known about the files with credentials. */
interface CredentialState {
  /** Whether the kubelet pulls nothing, because a Secret cannot be decoded. */
  readonly kubeletRefuses: boolean;
  /** Whether some credentials cannot be read. */
  readonly isIncomplete: boolean;
}

/** Credentials, and a pattern that they are for. */
interface Match {
  readonly pattern: PatternModel;
  readonly credential: ReportedCredential;
  /** Counted from 1; undefined if they are not tried. */
  readonly position: number | undefined;
}

const dimUnlessTried: NonNullable<Column<Match>['paint']> = (text, { position }, { dim }) =>
  position === undefined ? dim(text) : text;

const CREDENTIAL_COLUMNS: readonly Column<Match>[] = [
  column('TRY', ({ position }: Match) => position),
  column('PATTERN', ({ pattern }: Match) => shorten(visible(pattern.pattern))),
  column('FROM', ({ credential }: Match) => credentialSource(credential)),
  column('WHY', ({ pattern, position }: Match) => reasonOf(pattern, position !== undefined)),
].map((each) => ({ ...each, paint: dimUnlessTried }));

/**
 * Lays out the credentials that an image is pulled with, in order, and why the others do not match.
 *
 * @param image - an image with its credentials
 * @param state - what is known about the files with credentials
 * @param layout - of the table
 * @returns a title, and a table of all patterns
 */
function renderCredentials(
  { input, credentials }: ReadImage,
  state: CredentialState,
  layout: Layout,
): string {
  if (credentials === undefined) {
    return `${shorten(visible(input))} is too long to match credentials against it\n`;
  }
  const tries = new Map(
    credentials.credentials.map((credential, index) => [credential, index + 1]),
  );
  const matches = credentials.parts.flatMap(({ patterns }) =>
    patterns.flatMap((pattern) =>
      pattern.credentials.map(
        (credential): Match => ({ pattern, credential, position: tries.get(credential) }),
      ),
    ),
  );
  // Those that are not tried are last, in their own order.
  const place = ({ position = Number.MAX_SAFE_INTEGER }: Match) => position;
  matches.sort((a, b) => place(a) - place(b));
  const title = `${visible(input)} ${outcomeOf(credentials.credentials, state)}\n`;
  return matches.length === 0 ? title : title + renderRows(CREDENTIAL_COLUMNS, matches, layout);
}

function outcomeOf(
  tried: readonly ReportedCredential[],
  { kubeletRefuses, isIncomplete }: CredentialState,
): string {
  if (kubeletRefuses) {
    return 'is not pulled, because a Secret cannot be decoded; readable credentials:';
  }
  if (tried.some(({ isAnonymous }) => !isAnonymous)) {
    return 'is pulled with';
  }
  if (tried.length > 0) {
    return isIncomplete
      ? 'matches no readable credentials with a user or a password'
      : 'is pulled anonymously: what matches has neither user nor password';
  }
  return isIncomplete
    ? 'matches none of the readable credentials'
    : 'is pulled without credentials: none match';
}

/** Why credentials are tried, or which part of the pattern does not match. */
function reasonOf(explanation: PatternModel, isTried: boolean): string {
  const { rule, endsWithinSegment } = explanation;
  const expected = shorten(visible(explanation.expected ?? '')) || 'none';
  const found = shorten(visible(explanation.found ?? '')) || 'none';
  if (isTried && rule !== 'MATCH') {
    return 'default for Docker Hub: nothing else matches';
  }
  const reasons: { readonly [Rule in PatternModel['rule']]: string } = {
    MATCH: endsWithinSegment ? 'matches, but ends within a segment of the path' : 'matches',
    PORT: `has port ${expected}, the image has ${found}`,
    LABEL_COUNT: `has ${expected} labels in the host, the image has ${found}`,
    PATH: `has path ${expected}, the image has ${found}`,
    LABEL: `has label ${expected} in the host, the image has ${found}`,
    INVALID_GLOB: `the \`[\` in ${expected} is never closed`,
    INVALID_PATTERN: 'the pattern is not a valid URL',
    INVALID_IMAGE: 'the image name is not a valid URL',
  };
  return reasons[rule];
}
