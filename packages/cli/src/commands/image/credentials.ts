import { credentialSource, type ReportedCredential } from '@kubesem/inspect';
import { type Column, column, renderRows } from '../../frame/columns.js';
import type { Layout } from '../../output/table/table.js';
import { shorten, visible } from '../../output/text.js';
import type { PatternModel, ReadImage } from './model.js';

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

const COLUMNS: readonly Column<Match>[] = [
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
  return matches.length === 0 ? title : title + renderRows(COLUMNS, matches, layout);
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
