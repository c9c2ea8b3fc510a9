import { type ManifestObject } from '@kubesem/manifests';
import { formatJSON } from '@kubesem/manifests/internal';
import type { ReadPart } from './documents.js';

/** What a link may contain of a text. */
export interface Shareable {
  /** The text that the answer is about, without values of Secrets. */
  readonly text: string;
  /** How many Secrets have lost their values. */
  readonly secrets: number;
  /** How many documents are left out, because they may be a Secret and cannot be read. */
  readonly omitted: number;
}

const MASKED = '***';
const SECRET_KIND = /\bkind\b["']?\s*:\s*["']?secret/i;

/** Removes the values of Secrets from a text. Documents that may be a Secret, but cannot be read, are left out. */
export function shareableText(text: string, parts: readonly ReadPart[]): Shareable {
  let secrets = 0;
  let omitted = 0;
  const shared = parts.map((part) => {
    const found = part.objects.filter(isSecret).length;
    if (mayHideSecret(part)) {
      omitted += 1;
      return '---\n# A document that may be a Secret is left out of the link.\n';
    }
    secrets += found;
    return found === 0 ? part.text : part.objects.map(masked).join('');
  });
  return { text: secrets + omitted === 0 ? text : shared.join(''), secrets, omitted };
}

function isSecret({ kind }: ManifestObject): boolean {
  return kind.toLowerCase() === 'secret';
}

/** Whether something was not read, and it may be a Secret. */
function mayHideSecret({ text, problems }: ReadPart): boolean {
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return (isBroken && /secret/i.test(text)) || (problems.length > 0 && SECRET_KIND.test(text));
}

/** An object as a document of its own; a Secret without anything that may hold a value. */
function masked(placed: ManifestObject): string {
  const { apiVersion, kind, object } = placed;
  return `---\n${formatJSON(isSecret(placed) ? maskedSecret(placed) : { apiVersion, kind, ...object })}\n`;
}

function maskedSecret({ apiVersion, kind, object }: ManifestObject): object {
  const { metadata, type, data, stringData } = object as {
    readonly [field: string]: { readonly [name: string]: unknown } | undefined;
  };
  const keys = [data, stringData].flatMap((map) => Object.keys(map ?? {}));
  return {
    ...{ apiVersion, kind, type },
    metadata: { name: metadata?.['name'], namespace: metadata?.['namespace'] },
    stringData: Object.fromEntries(keys.map((key) => [key, MASKED])),
  };
}
