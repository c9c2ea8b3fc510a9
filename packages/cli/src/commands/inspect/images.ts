import { credentialSource, type ImageReport, type ObjectReport } from '@kubesem/inspect';
import type { Colors } from '../../output/colors.js';
import type { Cells, Column, Layout, Table } from '../../output/table/table.js';
import { NONE, objectTitle, shorten, visible } from '../../output/text.js';
import { shortDigest } from '../image/cells.js';
import { containerTitle } from './cells.js';

/** The columns of images; the last one only with credentials. */
export const IMAGE_COLUMNS: readonly Column[] = [
  ...['OBJECT', 'CONTAINER', 'PULLED AS'].map((head) => ({ head })),
  { head: 'PULL POLICY', drop: 1 },
  { head: 'PULLED WITH' },
];

/**
 * One line for each image of each object.
 *
 * @param objects - Pods and workloads
 * @param hasCredentials - whether to show the credentials of the images
 * @param layout - of the table
 * @returns the table; objects with errors have a line without an image
 */
export function imagesTable(
  objects: readonly ObjectReport[],
  hasCredentials: boolean,
  { colors }: Layout,
): Table {
  const rows = objects.flatMap((object): Cells[] => {
    const title = objectTitle(object);
    return object.pod === undefined
      ? [[title, NONE, colors.red('ERROR'), NONE, NONE]]
      : object.pod.images.map((image, index) => [
          index === 0 ? title : '',
          ...imageCells(image, colors),
          credentialsCell(image),
        ]);
  });
  return hasCredentials
    ? { columns: IMAGE_COLUMNS, rows }
    : { columns: IMAGE_COLUMNS.slice(0, -1), rows: rows.map((row) => row.slice(0, -1)) };
}

function imageCells(
  { kind, name, image, pulledAs, pullPolicy }: ImageReport,
  colors: Colors,
): string[] {
  const shown = visible(pulledAs === undefined ? image : shortDigest(pulledAs));
  return [
    containerTitle(kind, name),
    pulledAs === undefined ? colors.red(shorten(shown) || NONE) : shown,
    visible(pullPolicy),
  ];
}

/** The sources of the credentials, in the order in which they are tried. */
function credentialsCell({ credentials }: ImageReport): string {
  if (credentials === undefined) {
    return NONE;
  }
  return (
    [...new Set(credentials.map((each) => visible(credentialSource(each))))].join(', ') ||
    'no credentials'
  );
}
