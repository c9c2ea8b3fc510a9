import type { CredentialPatternExplanation, RegistryCredential } from '@kubesem/image';
import type { ReadImage } from './image-command.js';
import { renderTable } from './table.js';
import { type Colors, shorten, visible } from './terminal.js';

const NONE = '-';
/** The position of those that are not tried: behind all others, in their own order. */
const NOT_TRIED: number = Number.MAX_SAFE_INTEGER;

/**
 * Lays out with which credentials an image is pulled, in which order, and why the others do not match.
 *
 * @param image - an image with its credentials
 * @param kubeletRefuses - whether the kubelet pulls nothing, since a Secret cannot be decoded
 * @param colors - for the terminal
 * @returns a title, and a table of all patterns
 */
export function renderCredentials(
  { input, credentials }: ReadImage,
  kubeletRefuses: boolean,
  colors: Colors,
): string {
  if (credentials === undefined) {
    return `${shorten(visible(input))} is too long to be compared with credentials\n`;
  }
  const tries = new Map(
    credentials.credentials.map((credential, index) => [credential, index + 1]),
  );
  const outcome = kubeletRefuses
    ? 'is not pulled: a Secret cannot be decoded; what can be read'
    : tries.size === 0
      ? 'is pulled without credentials: none match'
      : 'is pulled with';
  const title = `${visible(input)} ${outcome}`;
  const rows = credentials.parts.flatMap((part) =>
    part.patterns.flatMap((pattern) =>
      pattern.credentials.map((credential) => {
        const position = tries.get(credential) ?? NOT_TRIED;
        const isTried = position !== NOT_TRIED;
        const row = [
          isTried ? String(position) : NONE,
          shorten(visible(pattern.pattern)),
          shorten(visible(credential.username)) || NONE,
          sourceOf(credential),
          reasonOf(pattern, isTried),
        ];
        return { position, row: isTried ? row : row.map(colors.dim) };
      }),
    ),
  );
  rows.sort((a, b) => a.position - b.position);
  if (rows.length === 0) {
    return `${title}\n`;
  }
  const heads = ['TRY', 'PATTERN', 'USER', 'FROM', 'WHY'];
  const table = renderTable(
    heads.map((head) => ({ head: colors.bold(head) })),
    rows.map(({ row }) => row),
  );
  return `${title}\n${table}`;
}

/** Where credentials come from: a Secret, or the node's own configuration. */
export function sourceOf({ source }: Pick<RegistryCredential, 'source'>): string {
  if (source === undefined) {
    return 'node';
  }
  const { kind, namespace, name } = source;
  return `${kind} ${visible(namespace === '' ? name : `${namespace}/${name}`)}`;
}

/** Why credentials are tried, or which part of the pattern does not match. */
function reasonOf(explanation: CredentialPatternExplanation, isTried: boolean): string {
  const { rule, endsWithinSegment } = explanation;
  const expected = shorten(visible(explanation.expected ?? '')) || 'none';
  const found = shorten(visible(explanation.found ?? '')) || 'none';
  if (isTried && rule !== 'MATCH') {
    return 'Docker Hub, and nothing else matches';
  }
  const reasons: { readonly [Rule in CredentialPatternExplanation['rule']]: string } = {
    MATCH: endsWithinSegment ? 'matches, though the path ends within a segment' : 'matches',
    PORT: `port ${expected}, the image has ${found}`,
    LABEL_COUNT: `${expected} labels in the host, the image has ${found}`,
    PATH: `path ${expected}, the image has ${found}`,
    LABEL: `label ${expected} in the host, the image has ${found}`,
    INVALID_GLOB: `the \`[\` in ${expected} is never closed`,
    INVALID_PATTERN: 'the pattern is no URL any more',
    INVALID_IMAGE: 'the name of the image is no URL',
  };
  return reasons[rule];
}
