import type { FieldPathSegment } from '@kubesem/core';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import { type JSONValue, setOwn } from '../json/json-value.js';
import {
  duplicateKey,
  plainName,
  syntaxError,
  type TextDocument,
  type TextProblem,
  unreadable,
} from '../text-document.js';
import { NO_JSON_NUMBER, readPlainScalar } from './yaml-scalar.js';

/** Thrown for YAML that kubectl rejects. */
class Rejected extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

// A scalar with quotes or a tag is a string, except with these tags: then it must be a value of that type. The patterns
// match the value as JSON.
const TAGGED: { readonly [tag: string]: RegExp | undefined } = {
  'tag:yaml.org,2002:bool': /^[tf]/,
  'tag:yaml.org,2002:int': /^"?-?[0-9]+"?$/,
  'tag:yaml.org,2002:float': /^"?-?[0-9][-+.e0-9]*"?$/,
  'tag:yaml.org,2002:null': /^n/,
};

type MutableObject = { [key: string]: JSONValue };

/** Converts a YAML document to the JSON value that kubectl makes of it. */
export function convertYAML(document: Document.Parsed, problems: TextProblem[]): TextDocument {
  const converter = new Converter(bindAliases(document), problems);
  try {
    const value = converter.value(document.contents);
    const start = offsetOf(document.contents);
    return { value, problems, offsetOf: (path) => converter.offsetOf(value, path) ?? start };
  } catch (thrown) {
    if (!(thrown instanceof Rejected)) {
      throw thrown;
    }
    return unreadable(syntaxError(thrown.message, thrown.offset));
  }
}

/** Finds the node of each alias: the last node before it with an anchor of that name. */
function bindAliases(document: Document.Parsed): ReadonlyMap<Alias, Node | undefined> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        targets.set(node, anchors.get(node.source));
      } else if (node.anchor !== undefined) {
        anchors.set(node.anchor, node);
      }
    },
  });
  return targets;
}

function offsetOf(node: Node | null | undefined): number {
  return node?.range?.[0] ?? 0;
}

class Converter {
  private readonly offsets: WeakMap<object, Map<FieldPathSegment, number>> = new WeakMap();
  private readonly open = new Set<Alias>();
  private nodeCount = 0;
  private aliasedCount = 0;

  constructor(
    private readonly targets: ReadonlyMap<Alias, Node | undefined>,
    private readonly problems: TextProblem[],
  ) {}

  /** Returns the offset of the value at a path, or of the innermost value around it; undefined for the root. */
  offsetOf(root: JSONValue, path: readonly FieldPathSegment[]): number | undefined {
    let value: unknown = root;
    let offset: number | undefined;
    for (const segment of path) {
      const place = this.offsets.get(value as object)?.get(segment);
      if (place === undefined) {
        break;
      }
      offset = place;
      value = (value as { [key: string]: unknown })[segment];
    }
    return offset;
  }

  value(node: Node | null): JSONValue {
    this.count(node);
    if (isAlias(node)) {
      return this.aliased(node, (target) => this.value(target));
    }
    if (isMap(node)) {
      const object: MutableObject = {};
      this.fill(object, node);
      return object;
    }
    if (isSeq(node)) {
      const list: JSONValue[] = [];
      const places = new Map<FieldPathSegment, number>();
      this.offsets.set(list, places);
      for (const item of node.items as readonly Node[]) {
        places.set(list.length, offsetOf(item));
        list.push(this.value(item));
      }
      return list;
    }
    return isScalar(node) ? this.scalar(node) : null;
  }

  /**
   * Copies the members of a mapping to an object; a merge key copies those of another mapping over them.
   *
   * Source: `go.yaml.in/yaml/v2` v2.4.4, `decoder.mapping` and `decoder.merge`.
   */
  private fill(object: MutableObject, map: YAMLMap): void {
    const places = this.offsets.get(object) ?? new Map<FieldPathSegment, number>();
    this.offsets.set(object, places);
    const seen = new Set<string>();
    for (const pair of map.items) {
      const keyNode = pair.key as Node;
      const valueNode = pair.value as Node | null;
      if (isMergeKey(keyNode)) {
        this.merge(object, valueNode ?? keyNode);
        continue;
      }
      const key = this.key(keyNode);
      if (seen.has(key)) {
        this.problems.push(duplicateKey(key, offsetOf(keyNode)));
      }
      seen.add(key);
      setOwn(object, key, this.value(valueNode));
      places.set(key, offsetOf(valueNode ?? keyNode));
    }
  }

  private merge(object: MutableObject, node: Node): void {
    const sources = isSeq(node) ? [...(node.items as readonly Node[])].reverse() : [node];
    for (const source of sources) {
      this.count(source);
      const fillFrom = (target: Node) => {
        if (!isMap(target)) {
          throw new Rejected(
            'a merge key requires a mapping or a list of mappings',
            offsetOf(source),
          );
        }
        this.fill(object, target);
      };
      if (isAlias(source)) {
        this.aliased(source, fillFrom);
      } else {
        fillFrom(source);
      }
    }
  }

  private key(node: Node): string {
    const key = this.value(node);
    if (typeof key === 'object') {
      throw new Rejected('a key must be a string, a number or a boolean', offsetOf(node));
    }
    return String(key);
  }

  private scalar(node: Scalar): string | number | boolean | null {
    const text = node.source ?? '';
    const wanted = TAGGED[node.tag ?? ''];
    if (wanted === undefined && (node.type !== 'PLAIN' || node.tag !== undefined)) {
      return text;
    }
    const value = readPlainScalar(text);
    if (value === NO_JSON_NUMBER) {
      throw new Rejected('a number must be finite', offsetOf(node));
    }
    if (wanted !== undefined && !wanted.test(JSON.stringify(value))) {
      throw new Rejected(`the value does not match its tag ${node.tag}`, offsetOf(node));
    }
    return value;
  }

  private aliased<T>(alias: Alias, use: (target: Node) => T): T {
    const target = this.targets.get(alias);
    if (target === undefined) {
      throw new Rejected(`no anchor${plainName(alias.source)} before this alias`, offsetOf(alias));
    }
    if (this.open.has(alias)) {
      throw new Rejected(`anchor${plainName(alias.source)} contains itself`, offsetOf(alias));
    }
    this.open.add(alias);
    const result = use(target);
    this.open.delete(alias);
    return result;
  }

  /**
   * Limits the growth by aliases as kubectl does.
   *
   * Source: `go.yaml.in/yaml/v2` v2.4.4, `decoder.unmarshal` and `allowedAliasRatio`.
   */
  private count(node: Node | null): void {
    this.nodeCount += 1;
    if (this.open.size > 0) {
      this.aliasedCount += 1;
    }
    const excess = Math.min(Math.max(this.nodeCount - 400_000, 0) / 3_600_000, 1);
    // So large a share takes more than the 100 aliases and the 1,000 nodes that Go also requires.
    if (this.aliasedCount / this.nodeCount > 0.99 - 0.89 * excess) {
      throw new Rejected('the document contains excessive aliasing', offsetOf(node));
    }
  }
}

function isMergeKey(node: Node): boolean {
  return isScalar(node) && node.source === '<<' && node.type === 'PLAIN';
}
