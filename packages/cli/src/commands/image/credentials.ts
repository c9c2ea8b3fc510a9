import { credentialSource, type ReportedCredential } from '@kubesem/inspect';
import { renderTable } from '../../output/table/render.js';
import type { Layout } from '../../output/table/table.js';
import { NONE, shorten, visible } from '../../output/text.js';
import type { PatternModel, ReadImage } from './model.js';

/** What is known about the files with credentials. */
interface CredentialState {
  /** Whether the kubelet pulls nothing, because a Secret cannot be decoded. */
  readonly kubeletRefuses: boolean;
  /** Whether some credentials cannot be read. */
  readonly isIncomplete: boolean;
}

/** The position of those that are not tried: after all others, in their own order. */
const NOT_TRIED: number = Number.MAX_SAFE_INTEGER;

/**
 * Lays out the credentials that an image is pulled with, in order, and why the others do not match.
 *
 * @param image - an image with its credentials
 * @param state - what is known about the files with credentials
 * @param layout - of the table
 * @returns a title, and a table of all patterns
 */
export function renderCredentials(
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
  const rows = credentials.parts.flatMap((part) =>
    part.patterns.flatMap((pattern) =>
      pattern.credentials.map((credential) => {
        const position = tries.get(credential) ?? NOT_TRIED;
        const isTried = position !== NOT_TRIED;
        const row = [
          isTried ? String(position) : NONE,
          shorten(visible(pattern.pattern)),
          visible(credentialSource(credential)),
          reasonOf(pattern, isTried),
        ];
        return { position, row: isTried ? row : row.map(layout.colors.dim) };
      }),
    ),
  );
  rows.sort((a, b) => a.position - b.position);
  const title = `${visible(input)} ${outcomeOf(credentials.credentials, state)}\n`;
  return rows.length === 0
    ? title
    : title +
        renderTable(
          {
            columns: ['TRY', 'PATTERN', 'FROM', 'WHY'],
            rows: rows.map(({ row }) => row),
          },
          layout,
        );
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
