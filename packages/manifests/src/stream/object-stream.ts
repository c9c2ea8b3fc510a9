import type { FieldPathSegment } from '@kubesem/core';
import { JSONObjects, type ObjectSink, positionBehind } from '../json/json-objects.js';
import type { JSONPiece } from '../json/json-stream.js';
import { findObjects, type PlacedObject } from '../objects/objects.js';
import type { ManifestProblem } from '../problem.js';
import { JSON_ALONE } from './documents.js';
import { linePositions, type Position, readManifests } from './manifest.js';

/** A text this short is read as a whole, and may be YAML in braces; nobody writes more of that. */
const SHORT_TEXT = 1024 * 1024;

/** As many characters of YAML without a `---` are read. */
const MAX_YAML_LENGTH = 256 * 1024 * 1024;

const SEPARATOR = '\n---';
/** Whether the text is JSON, or may be. */
const JSON_START = /^\s*(?:\{|$)/;

/** Finds the objects of a text that comes in chunks: JSON item by item, YAML document by document. */
export class ObjectStream {
  private format: 'unknown' | 'json' | 'yaml' | 'tooLarge' = 'unknown';
  private json: JSONObjects | undefined;
  /** What is not read yet, where it starts, and its end. */
  private text = '';
  private start: Position = { line: 1, column: 1 };
  private tail = '';
  private isAtStart = true;
  private hasDocuments = false;

  constructor(
    private readonly file: string,
    private readonly sink: Pick<ObjectSink, 'object' | 'problem'>,
  ) {}

  /** Takes the next chunk of the text. */
  push(chunk: string): void {
    const text = this.isAtStart ? chunk.replace(/^\ufeff/, '') : chunk;
    this.isAtStart = this.isAtStart && chunk === '';
    if (this.format === 'json') {
      this.json?.push(text);
    } else if (this.format === 'yaml') {
      this.pushYAML(text);
    } else if (this.format === 'unknown') {
      this.text += text;
      if (this.text.length > SHORT_TEXT) {
        this.chooseFormat();
      }
    }
  }

  /** Says that the text ends here. */
  end(): void {
    if (this.format === 'unknown') {
      this.readShortText();
    }
    this.json?.end();
    this.hasDocuments ||= this.json !== undefined && this.json.documentCount > 0;
    if (this.format === 'yaml') {
      this.readYAML(this.text);
    }
    if (!this.hasDocuments) {
      const message = 'expected a document, found none';
      const position = { file: this.file, line: 1, column: 1 };
      this.sink.problem({ severity: 'warning', code: 'NO_DOCUMENTS', message, ...position });
    }
  }

  private chooseFormat(): void {
    const { text, file } = this;
    this.text = '';
    if (JSON_START.test(text)) {
      this.format = 'json';
      this.json = new JSONObjects(file, { ...this.sink, rest: (piece) => this.takeRest(piece) });
      this.json.push(text);
    } else {
      this.format = 'yaml';
      this.pushYAML(text);
    }
  }

  /** Behind JSON objects there may be YAML, as in what several programs have written into one file. */
  private takeRest({ text = '', line, column }: JSONPiece): void {
    this.format = 'yaml';
    this.start = { line, column };
    if (this.json !== undefined && this.json.documentCount > 1) {
      const problem = {
        code: 'SYNTAX',
        message: JSON_ALONE,
        file: this.file,
        line,
        column,
      } as const;
      this.report({ severity: 'error', ...problem });
    }
    this.pushYAML(text);
  }

  private pushYAML(chunk: string): void {
    const found = (this.tail + chunk).lastIndexOf(SEPARATOR);
    const end = this.text.length - this.tail.length + found + 1;
    this.tail = (this.tail + chunk).slice(1 - SEPARATOR.length);
    this.text += chunk;
    if (found >= 0) {
      this.readYAML(this.text.slice(0, end));
      this.text = this.text.slice(end);
    } else if (this.text.length > MAX_YAML_LENGTH) {
      this.format = 'tooLarge';
      this.text = '';
      const message = `expected at most ${MAX_YAML_LENGTH / 1024 / 1024} Mi characters in a document of YAML`;
      const { file, start } = this;
      this.report({ severity: 'error', code: 'TOO_LARGE', message, file, ...start });
    }
  }

  private readYAML(text: string): void {
    const { file, start } = this;
    const problems: ManifestProblem[] = [];
    for (const document of readManifests({ name: file, text }, problems)) {
      this.hasDocuments = true;
      const positionOf = (path: readonly FieldPathSegment[]) =>
        positionBehind(start, document.positionOf(path));
      const placed = { ...document, ...positionBehind(start, document), positionOf };
      // These have their place already.
      const ofObjects: ManifestProblem[] = [];
      for (const object of findObjects(placed, ofObjects)) {
        this.sink.object(object);
      }
      ofObjects.forEach(this.report, this);
    }
    for (const problem of problems) {
      this.report({ ...problem, ...positionBehind(start, problem) });
    }
    this.start = positionBehind(start, linePositions(text)(text.length));
  }

  /** What reads as a whole, be it YAML in braces, counts; of what does not, the items that can be read. */
  private readShortText(): void {
    const { text, file } = this;
    const whole = findAll(file, text);
    const isBroken = whole.problems.some(({ code }) => code === 'SYNTAX');
    const parts = isBroken && JSON_START.test(text) ? findItems(file, text) : whole;
    const { hasDocuments, objects, problems } =
      parts.objects.length > whole.objects.length ? parts : whole;
    this.hasDocuments = hasDocuments;
    objects.forEach(this.sink.object);
    problems.forEach(this.report, this);
  }

  private report(problem: ManifestProblem): void {
    this.hasDocuments = true;
    this.sink.problem(problem);
  }
}

/** What was found in a text. */
interface Found {
  readonly hasDocuments: boolean;
  readonly objects: readonly PlacedObject[];
  readonly problems: readonly ManifestProblem[];
}

function findAll(name: string, text: string): Found {
  const problems: ManifestProblem[] = [];
  const documents = [...readManifests({ name, text }, problems)];
  const objects = documents.flatMap((document) => [...findObjects(document, problems)]);
  return { hasDocuments: documents.length > 0, objects, problems };
}

function findItems(file: string, text: string): Found {
  const objects: PlacedObject[] = [];
  const problems: ManifestProblem[] = [];
  const json = new JSONObjects(file, {
    object: (object) => objects.push(object),
    problem: (problem) => problems.push(problem),
    rest: ({ line, column }) => {
      const message = 'expected an object in braces';
      problems.push({ severity: 'error', code: 'SYNTAX', message, file, line, column });
    },
  });
  json.push(text);
  json.end();
  return { hasDocuments: true, objects, problems };
}
