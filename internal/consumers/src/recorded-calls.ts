import { BUILT_IN_KINDS } from '@kubesem/core/kinds';

/** Names, keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** A call of a public function in an example of the documentation. */
export interface RecordedCall {
  /** The function, such as `@kubesem/qos podQosClass`. */
  readonly name: string;
  readonly call: (...args: unknown[]) => unknown;
  readonly args: readonly unknown[];
  /** Where API objects and lists of them are in the arguments. */
  readonly documents: readonly Path[];
}

type Exports = Readonly<Record<string, unknown>>;

/** Fields by which an API object is recognised, or a part of one that functions accept: a Pod spec, a selector, amounts. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['metadata', 'spec', 'status', 'data', 'stringData', 'subsets', 'generateName', 'app'],
  ...['containers', 'image', 'command', 'ports', 'mountPath', 'resources', 'cpu'],
  ...['httpGet', 'exec', 'tcpSocket', 'periodSeconds', 'state', 'waiting', 'terminated', 'running'],
  ...['matchLabels', 'matchExpressions', 'nodeSelectorTerms', 'hard', 'rules', 'effect'],
  ...['conditions', 'providers', 'auditID'],
]);
const LISTS: ReadonlySet<string> = new Set(BUILT_IN_KINDS.map(({ listKey }) => listKey));

/** Loads the modules of examples, and records what these pass to public functions. */
export class CallRecorder {
  readonly calls: RecordedCall[] = [];
  private readonly modules = new Map<string, Promise<Exports>>();
  /** Results of ours that are no API objects: what takes them gets them from our own code. */
  private readonly results = new WeakSet<object>();

  /** Imports a module. Functions of ours record their calls. */
  readonly load = (name: string): Promise<Exports> => {
    const loaded = this.modules.get(name) ?? this.recording(name);
    this.modules.set(name, loaded);
    return loaded;
  };

  private async recording(module: string): Promise<Exports> {
    const exports = (await import(module)) as Exports;
    if (!module.startsWith('@kubesem/')) {
      return exports;
    }
    const entries = Object.entries(exports).map(([name, value]) =>
      typeof value !== 'function' || isClass(value)
        ? [name, value]
        : [name, this.recorded(`${module} ${name}`, value as RecordedCall['call'])],
    );
    return Object.fromEntries(entries) as Exports;
  }

  private recorded(name: string, call: RecordedCall['call']): RecordedCall['call'] {
    return (...args) => {
      const documents = args.flatMap((arg, index) => this.documentsIn(arg, [index]));
      // A test calls an example's own functions again, with anything.
      if (documents.length > 0 && Object.isExtensible(this.calls)) {
        this.calls.push({ name, call, args: args.map(copy), documents });
      }
      const result = call(...args);
      this.addResult(result, 0);
      void Promise.resolve(result).then(
        (value) => this.addResult(value, 0),
        () => {},
      );
      return result;
    };
  }

  private addResult(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 6 || this.results.has(value)) {
      return;
    }
    if (!('metadata' in value || 'spec' in value)) {
      this.results.add(value);
      Object.values(value).forEach((inner) => this.addResult(inner, depth + 1));
    }
  }

  private documentsIn(value: unknown, path: Path): readonly Path[] {
    const isData = Array.isArray(value) || isPlain(value);
    if (!isData || this.results.has(value) || path.length > 5) {
      return [];
    }
    // The items of a list are alike.
    const inside = Object.entries(Array.isArray(value) ? value.slice(0, 2) : value).flatMap(
      ([key, inner]) => this.documentsIn(inner, [...path, key]),
    );
    if (Array.isArray(value)) {
      return inside.length > 0 || LISTS.has(`${path[path.length - 1]}`) ? [path] : [];
    }
    return Object.keys(value).some((name) => FIELDS.has(name)) ? [path] : inside;
  }
}

function isClass(value: object): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}

/** A copy of plain data, in which anything can be replaced; other values are kept. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copy);
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]))
    : value;
}

/** Whether a value is an object without methods. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null;
  const prototype: unknown = isObject && Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
