import { IMAGE_PART_TEXTS } from '@kubesem/inspect';
import stringWidth from 'string-width';
import { type Column, column, renderRows } from '../../frame/columns.js';
import type { Colors } from '../../output/colors.js';
import { type Layout, unsorted } from '../../output/table/table.js';
import { shorten, visible } from '../../output/text.js';
import { PULL_POLICY_RULES, shortDigest } from './cells.js';
import { renderCredentials } from './credentials.js';
import { type BrokenImage, type ImageModel, isImage, type ReadImage } from './model.js';

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
