import type {
  ImageDomainRule,
  ImageParseError,
  ImagePathRule,
  ImageTagRule,
  PullPolicyRule,
} from '@kubesem/image';
import stringWidth from 'string-width';
import type { ReadImage } from './image-command.js';
import { withoutEmptyColumn } from './render-table.js';
import { renderTable } from './table.js';
import { type Colors, shorten, visible } from './terminal.js';

const NONE = '-';

/**
 * Lays out one line for each image.
 *
 * @param images - the images that could be read
 * @param colors - for the terminal
 * @returns the table
 */
export function renderImages(images: readonly ReadImage[], colors: Colors): string {
  const heads = ['IMAGE', 'REGISTRY', 'REPOSITORY', 'TAG', 'DIGEST', 'PULL POLICY'];
  const rows = images.map(({ input, explanation: { image }, defaultPullPolicy }) => [
    // The digest has a column of its own.
    shorten(visible(image.digest ? input.replace(image.digest, '…') : input)),
    shorten(image.domain) || NONE,
    shorten(image.path),
    shorten(image.tag ?? NONE),
    image.digest ? shortDigest(image.digest) : NONE,
    defaultPullPolicy,
  ]);
  const shown = withoutEmptyColumn(
    heads.map((head) => ({ head })),
    rows,
    'DIGEST',
  );
  return renderTable(
    shown.columns.map(({ head }) => ({ head: colors.bold(head) })),
    shown.rows,
  );
}

/** As many digits of a digest as people take to tell images apart. */
export function shortDigest(text: string): string {
  return text.replace(/(sha\d+:.{7}).*/, '$1…');
}

const DOMAIN_RULES: { readonly [Rule in ImageDomainRule]: string } = {
  NO_SLASH: 'filled in: the name has no `/`',
  LOCALHOST: 'as written: it is `localhost`',
  DOCKER_HUB_ALIAS: 'in place of index.docker.io, its old name',
  UNDERSCORE: 'none: what stands there has a `_`, and so belongs to the repository',
  DOT_OR_COLON: 'as written: it has a `.` or a `:`',
  UPPERCASE: 'as written: it has an upper-case letter',
  PLAIN: 'filled in: the first part of the name has no `.`, no `:` and no upper-case letter',
};

const PATH_RULES: { readonly [Rule in ImagePathRule]: string } = {
  AS_WRITTEN: 'as written',
  OFFICIAL_IMAGE: '`library/` is filled in: it is one word at Docker Hub',
};

const TAG_RULES: { readonly [Rule in ImageTagRule]: string } = {
  AS_WRITTEN: 'as written',
  DIGEST_WINS: 'as written, and not looked at: the digest is pulled',
  DEFAULT_TAG: 'filled in: there is neither tag nor digest',
  DIGEST_ONLY: 'none, and none is filled in: there is a digest',
};

/** Why a pull policy is what it is. */
export const PULL_POLICY_RULES: { readonly [Rule in PullPolicyRule]: string } = {
  SET: 'as set',
  NO_TAG_NO_DIGEST: 'by default: the tag `latest` is filled in',
  LATEST_TAG: 'by default: the tag is `latest`',
  OTHER_TAG: 'by default: the tag is not `latest`',
  DIGEST_ALONE: 'by default: there is a digest and no tag',
  INVALID_IMAGE: 'by default: it is no image',
};

/**
 * Tells what was filled into an image, and why.
 *
 * @param image - an image that could be read
 * @param colors - for the terminal
 * @returns the lines
 */
export function renderImageExplanation(image: ReadImage, colors: Colors): string {
  const { input, explanation, defaultPullPolicy, pullPolicyRule } = image;
  const { domain, path, tag, digest, pullName } = explanation;
  const rows: (readonly [string, string | undefined, string])[] = [
    ['registry', domain.value, DOMAIN_RULES[domain.rule]],
    ['repository', path.value, PATH_RULES[path.rule]],
    ['tag', tag.value, TAG_RULES[tag.rule]],
    ...(digest.value === undefined ? [] : [['digest', digest.value, 'as written'] as const]),
    ['pulled as', pullName, ''],
    ['pull policy', defaultPullPolicy, PULL_POLICY_RULES[pullPolicyRule]],
  ];
  const lines = rows.map(([name, value, why]) => {
    const because = why === '' ? '' : colors.dim(`${value === undefined ? '' : ', '}${why}`);
    return `  ${name.padEnd(11)}  ${value ?? ''}${because}`;
  });
  return `${[colors.bold(visible(input)), ...lines].join('\n')}\n`;
}

/** As much of a line as is shown in front of the place where it is wrong, and behind. */
const CONTEXT = 40;

/**
 * Says why a text is no image, and points at the place.
 *
 * @param input - what the user wrote
 * @param error - why it is no image
 * @param colors - for the terminal
 * @returns three lines
 */
export function renderImageError(
  input: string,
  { message, offset = 0 }: ImageParseError,
  colors: Colors,
): string {
  const start = Math.max(offset - CONTEXT, 0);
  const before = (start > 0 ? '…' : '') + visible(input.slice(start, offset));
  const end = offset + CONTEXT;
  const behind = visible(input.slice(offset, end)) + (end < input.length ? '…' : '');
  return [
    `${colors.red('error:')} ${visible(message)}`,
    `  ${before}${behind}`,
    `  ${' '.repeat(stringWidth(before))}${colors.red('^')}`,
    '',
  ].join('\n');
}
