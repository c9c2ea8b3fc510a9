import { type ManifestObject, objectsIn } from '../objects/objects.js';
import { linePositions, type Position, positionFrom, START } from '../position.js';
import { type ManifestProblem, type ManifestProblemDetails, manifestProblem } from '../problem.js';
import { MAX_YAML_LENGTH, type ReadYAML, TOO_LONG_YAML } from '../text-document.js';
import { JSON_ONLY, lacksDocument } from './documents.js';
import { JSONObjects, type ObjectSink } from './json-objects.js';
import type { JSONPiece } from './json-splitter.js';
import { readManifests } from './read-manifests.js';

/** Files of at most this length are read as a whole, because they may be YAML in braces; larger files in braces are JSON. */
const SHORT_TEXT = 1024 * 1024;

const SEPARATOR = '\n---';
/** Matches a text that is JSON, or only white space so far. */
const JSON_START = /^\s*(?:\{|$)/;

/** Runs the steps of a push to the end. */
export function finish(steps: Iterator<void>): void {
  while (steps.next().done !== true) {}
}

/** Finds the objects of a text that arrives in chunks: JSON item by item, YAML document by document. */
export class ObjectStream {
  private format: 'unknown' | 'json' | 'yaml' = 'unknown';
  private json: JSONObjects | undefined;
  /** Text that has not been read yet, the place where it starts, and its end. */
  private text = '';
  private start: Position = START;
  private tail = '';
  /** Offset of the last `---` in the text; -1 without one. */
  private separator = -1;
  /** Whether the current document is too long. */
  private skips = false;
  private isAtStart = true;
  private hasDocuments = false;

  constructor(
    private readonly file: string,
    private readonly sink: ObjectSink,
    private readonly readDocument: ReadYAML,
  ) {}

  /**
   * Reads the next chunk of the text. It stops after each item of a JSON list, so the caller can use the item before the next
   * one is read: objects that live longer are expensive to collect.
   */
  *push(chunk: string): Generator<void, void> {
    let text = this.isAtStart ? chunk.replace(/^\ufeff/, '') : chunk;
    this.isAtStart = this.isAtStart && chunk === '';
    if (this.format === 'unknown') {
      text = this.text + text;
      this.text = text;
      if (text.length <= SHORT_TEXT) {
        return;
      }
      this.text = '';
      this.chooseFormat(text);
    }
    if (this.format === 'json') {
      yield* this.json?.push(text) ?? [];
    } else {
      this.pushYAML(text);
    }
    yield;
  }

  /** Ends the text. */
  end(): void {
    if (this.format === 'unknown') {
      this.readShortText();
    }
    this.json?.end();
    this.hasDocuments ||= this.json !== undefined && this.json.documentCount > 0;
    if (this.format === 'yaml' && !this.skips) {
      this.readYAML(this.text);
    }
    if (!this.hasDocuments) {
      const message = 'the file is empty or contains only comments';
      this.report({ severity: 'warning', code: 'NO_DOCUMENTS', message }, START);
    }
  }

  private chooseFormat(text: string): void {
    this.format = JSON_START.test(text) ? 'json' : 'yaml';
    if (this.format === 'json') {
      this.json = new JSONObjects(this.file, this.sink, (piece) => this.readRest(piece));
    }
  }

  /** YAML may follow JSON objects, as in a file that several programs have written to. */
  private readRest({ text = '', line, column }: JSONPiece): void {
    this.format = 'yaml';
    this.start = { line, column };
    if (this.json !== undefined && this.json.documentCount > 1) {
      this.report({ severity: 'error', code: 'SYNTAX', message: JSON_ONLY }, this.start);
    }
    this.pushYAML(text);
  }

  /** Reads the documents up to the last separator. */
  private pushYAML(chunk: string): void {
    const found = (this.tail + chunk).lastIndexOf(SEPARATOR);
    const offset = this.text.length - this.tail.length + found;
    this.tail = (this.tail + chunk).slice(1 - SEPARATOR.length);
    this.text += chunk;
    if (found >= 0 && !this.followsDirective(offset)) {
      this.separator = offset;
    }
    const lineEnd =
      this.separator < 0 ? -1 : this.text.indexOf('\n', this.separator + SEPARATOR.length);
    if (lineEnd >= 0) {
      this.separator = -1;
      this.readTo(lineEnd + 1);
    } else if (this.text.length - Math.max(this.separator, 0) > MAX_YAML_LENGTH) {
      this.skipDocument();
    }
  }

  /** Whether the separator belongs to the document before it, as a text that is read as a whole. */
  private followsDirective(separator: number): boolean {
    const before = this.text.lastIndexOf(SEPARATOR, separator - 1);
    const start = before < 0 ? 0 : this.text.indexOf('\n', before + 1) + 1;
    return lacksDocument(this.text.slice(start, separator + 1));
  }

  /** Reads the text up to an offset; of a document that is too long, the rest is skipped. */
  private readTo(end: number): void {
    const start = this.skips ? this.text.indexOf(SEPARATOR) + 1 : 0;
    this.skips = false;
    this.skipTo(start);
    this.readYAML(this.text.slice(0, end - start));
    this.text = this.text.slice(end - start);
  }

  private skipDocument(): void {
    if (!this.skips) {
      this.report({ severity: 'error', code: 'TOO_LARGE', message: TOO_LONG_YAML }, this.start);
    }
    this.skips = true;
    // The end may be the start of a separator.
    this.skipTo(this.text.length - SEPARATOR.length);
    this.separator = -1;
  }

  private skipTo(offset: number): void {
    this.start = positionFrom(this.start, linePositions(this.text.slice(0, offset))(offset));
    this.text = this.text.slice(offset);
  }

  private readYAML(text: string): void {
    const { file, start, readDocument } = this;
    const problems: ManifestProblem[] = [];
    const onProblem = (problem: ManifestProblem) => problems.push(problem);
    for (const document of readManifests({ name: file, text }, start, onProblem, readDocument)) {
      this.hasDocuments = true;
      for (const object of objectsIn(document, { onProblem: this.pass })) {
        this.sink.object(object);
      }
    }
    problems.forEach(this.pass);
    this.start = positionFrom(start, linePositions(text)(text.length));
  }

  /** Reads the text as a whole, which may be YAML in braces; if it is broken JSON, item by item if that finds more. */
  private readShortText(): void {
    const { text, file } = this;
    const whole = findAll(file, text, this.readDocument);
    const isBroken = whole.problems.some(({ code }) => code === 'SYNTAX');
    const parts = isBroken && JSON_START.test(text) ? findItems(file, text) : whole;
    const { hasDocuments, objects, problems } =
      parts.objects.length > whole.objects.length ? parts : whole;
    this.hasDocuments = hasDocuments;
    objects.forEach(this.sink.object);
    problems.forEach(this.pass);
  }

  private report(problem: ManifestProblemDetails, { line, column }: Position): void {
    this.pass(manifestProblem(problem, { file: this.file, line, column }));
  }

  private readonly pass = (problem: ManifestProblem): void => {
    this.hasDocuments = true;
    this.sink.problem(problem);
  };
}

/** The result of one way to read a text. */
interface Found {
  readonly hasDocuments: boolean;
  readonly objects: readonly ManifestObject[];
  readonly problems: readonly ManifestProblem[];
}

function findAll(name: string, text: string, readYAML: ReadYAML): Found {
  const problems: ManifestProblem[] = [];
  const onProblem = (problem: ManifestProblem) => void problems.push(problem);
  const documents = [...readManifests({ name, text }, START, onProblem, readYAML)];
  const objects = documents.flatMap((document) => [...objectsIn(document, { onProblem })]);
  return { hasDocuments: documents.length > 0, objects, problems };
}

function findItems(file: string, text: string): Found {
  const objects: ManifestObject[] = [];
  const problems: ManifestProblem[] = [];
  const sink = {
    object: (object: ManifestObject) => void objects.push(object),
    problem: (problem: ManifestProblem) => void problems.push(problem),
  };
  const json = new JSONObjects(file, sink, ({ line, column }) => {
    const message = 'expected an object in braces';
    const problem = { severity: 'error', code: 'SYNTAX', message } as const;
    sink.problem(manifestProblem(problem, { file, line, column }));
  });
  finish(json.push(text));
  json.end();
  return { hasDocuments: true, objects, problems };
}
