import type { ManifestFile } from '../document.js';
import type { TextDocument } from '../text-document.js';
import { readPlainDocument } from '../yaml/plain-document.js';
import { collectObjects, type ManifestObjects } from './collect-objects.js';

/** Thrown for YAML that is unusual or broken. */
const UNUSUAL = /* @__PURE__ */ new Error('unusual YAML');

/**
 * Parses the API objects of a file as `parseObjects` does, if it is JSON or its YAML is plain, as that of nearly all
 * manifests. A browser app can start with this function, which is small, and load `parseObjects` for other files.
 *
 * @param file - the text and its name
 * @returns the objects, and what is wrong with the text; undefined if the file has unusual or broken YAML
 */
export function parsePlainObjects(file: ManifestFile): ManifestObjects | undefined {
  try {
    return collectObjects(file, {}, readPlain);
  } catch (thrown) {
    if (thrown === UNUSUAL) {
      return undefined;
    }
    throw thrown;
  }
}

function readPlain(text: string): TextDocument {
  const document = readPlainDocument(text);
  if (document === undefined) {
    throw UNUSUAL;
  }
  return document;
}
