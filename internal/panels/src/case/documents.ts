import { type ManifestObject, type ManifestProblem } from '@kubesem/manifests';
import { lacksDocument, parsePlainObjects } from '@kubesem/manifests/internal';

/** A part of a text that can be read on its own, and the lines before it. */
export interface TextPart {
  readonly text: string;
  readonly linesBefore: number;
}

/** The objects and the problems of a text. */
export interface ReadText {
  readonly objects: readonly ManifestObject[];
  readonly problems: readonly ManifestProblem[];
}

/**
 * Splits YAML where kubectl does: at lines that start with `---`. A text that starts with a brace is JSON and stays in one
 * part.
 */
export function splitDocuments(text: string): readonly TextPart[] {
  if (text.trimStart().startsWith('{')) {
    return [{ text, linesBefore: 0 }];
  }
  const parts: TextPart[] = [];
  const separators = /^---/gm;
  let start = 0;
  let linesBefore = 0;
  const add = (end: number) => {
    const part = text.slice(start, end);
    if (part.replace(/^---[^\n]*/, '').trim() !== '') {
      parts.push({ text: part, linesBefore });
    }
    linesBefore += countLines(part);
    start = end;
  };
  for (let found = separators.exec(text); found !== null; found = separators.exec(text)) {
    if (found.index > start && !lacksDocument(text.slice(start, found.index))) {
      add(found.index);
    }
  }
  add(text.length);
  return parts;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
}

/** A part of a text, and what is in it. */
export interface ReadPart extends ReadText {
  readonly text: string;
}

/** Reads texts that differ little: only the documents that have changed are read again. */
export class DocumentReader {
  /** How many documents the last text had that were not in the text before it. */
  documentsRead = 0;
  private known = new Map<string, ReadText>();
  private parts: readonly ReadPart[] = [];

  /** The parts of the last text. */
  get lastParts(): readonly ReadPart[] {
    return this.parts;
  }

  /** Reads the text of a file. */
  async read(name: string, text: string): Promise<ReadText> {
    const known = new Map<string, ReadText>();
    const objects: ManifestObject[] = [];
    const problems: ManifestProblem[] = [];
    const parts: ReadPart[] = [];
    this.documentsRead = 0;
    for (const part of splitDocuments(text)) {
      let found = known.get(part.text) ?? this.known.get(part.text);
      if (found === undefined) {
        found = await readPart(name, part.text);
        this.documentsRead += 1;
      }
      known.set(part.text, found);
      parts.push({ text: part.text, ...found });
      for (const object of found.objects) {
        objects.push(shifted(object, part.linesBefore));
      }
      for (const problem of found.problems) {
        if (problem.code !== 'NO_DOCUMENTS') {
          problems.push({ ...problem, line: problem.line + part.linesBefore });
        }
      }
    }
    this.known = known;
    this.parts = parts;
    return { objects, problems };
  }
}

/** Reads a part of a text. What reads unusual YAML and finds out what is wrong with it is large, so it is loaded on demand. */
async function readPart(name: string, text: string): Promise<ReadText> {
  const plain = parsePlainObjects({ name, text });
  if (plain !== undefined) {
    return plain;
  }
  const { parseObjects } = await import('./any-yaml.js');
  return parseObjects({ name, text });
}

/** An object that starts further below. It is kept, so nothing has to read it again. */
function shifted(placed: ManifestObject, lines: number): ManifestObject {
  const { file, line, column, apiVersion, kind, object, segments, item } = placed;
  return {
    ...{ file, line: line + lines, column, apiVersion, kind, object, segments, item },
    positionOf: (path) => {
      const found = placed.positionOf(path);
      return { line: found.line + lines, column: found.column };
    },
  };
}
