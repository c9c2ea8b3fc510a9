import { BUILT_IN_KINDS } from '@kubesem/core/kinds';

/** Names, keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** A call of a public function, constructor or method in an example of the documentation. */
export interface RecordedCall {
  /** What was called, such as `@kubesem/qos podQosClass` or `@kubesem/apf QueueSet#configure`. */
  readonly name: string;
  /** Calls it again: a method on a new instance, after the calls before it. */
  readonly call: Call;
  readonly args: readonly unknown[];
  /** Where API objects and lists of them are in the arguments. */
  readonly documents: readonly Path[];
  /** Where results of ours are in the arguments: what takes them gets them from our own code. */
  readonly made: readonly Path[];
}

type Call = (...args: unknown[]) => unknown;
type Constructor = new (...args: unknown[]) => object;
type Methods = Record<string, Call | undefined>;
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

/** Loads the modules of examples, and records what these pass to public functions and classes. */
export class CallRecorder {
  readonly calls: RecordedCall[] = [];
  private readonly modules = new Map<string, Promise<Exports>>();
  /** Results of ours that are not API objects. */
  private readonly results = new WeakSet<object>();
  /** The classes of ours, with their names. */
  private readonly classes = new Map<unknown, string>();
  /** The instances that examples hold record the calls of their methods; these are the instances themselves. */
  private readonly instances = new WeakMap<object, object>();

  /** Imports a module. Functions and classes of ours record their calls. */
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
    const entries = Object.entries(exports).map(([name, value]) => [
      name,
      typeof value === 'function' ? this.recorded(`${module} ${name}`, value) : value,
    ]);
    return Object.fromEntries(entries) as Exports;
  }

  private recorded(name: string, value: object): unknown {
    if (!isClass(value)) {
      return this.recordedCall(name, value as Call);
    }
    this.classes.set(value, name);
    const create: Call = (...args) => new (value as Constructor)(...args);
    const construct = this.recordedCall(name, create);
    return new Proxy(value, { construct: (_, args) => construct(...args) as object });
  }

  private recordedCall(name: string, call: Call, callAgain: Call = call): Call {
    return (...given) => {
      const args = given.map((arg) => this.instances.get(arg as object) ?? arg);
      // A test calls an example's own functions again, with anything; that is not an example.
      if (!Object.isExtensible(this.calls)) {
        return call(...args);
      }
      const made = args.flatMap((arg, index) => this.madeIn(arg, [index]));
      const documents = args.flatMap((arg, index) => this.documentsIn(arg, [index]));
      const record = { name, call: callAgain, args: args.map(this.copy), documents, made };
      this.calls.push(record);
      const result = call(...args);
      this.addResult(result, 0);
      void Promise.resolve(result).then(
        (value) => this.addResult(value, 0),
        () => {},
      );
      return this.withRecordedMethods(result, record);
    };
  }

  private withRecordedMethods(made: unknown, { call: create, args }: RecordedCall): unknown {
    // A value, such as a Quantity, must stay one for structuredClone.
    const isObject = typeof made === 'object' && made !== null && !('toJSON' in made);
    const name = isObject ? this.classes.get(made.constructor) : undefined;
    if (name === undefined) {
      return made;
    }
    const before: ((instance: Methods) => unknown)[] = [];
    const proxy = new Proxy(made as Methods, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof key !== 'string' || typeof method !== 'function' || key === 'constructor') {
          return method;
        }
        const earlier = [...before];
        const call: Call = (...next) => {
          const nextArgs = next.map(this.copy);
          before.push((instance) => instance[key]?.(...nextArgs));
          return method.apply(target, next);
        };
        return this.recordedCall(`${name}#${key}`, call, (...next) => {
          const instance = create(...args) as Methods;
          earlier.forEach((each) => each(instance));
          return instance[key]?.(...next);
        });
      },
    });
    this.instances.set(proxy, made as object);
    return proxy;
  }

  /** A copy of plain data, in which anything can be replaced. Results of ours and other values are kept. */
  private readonly copy = (value: unknown): unknown => {
    if (this.results.has(value as object)) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map(this.copy);
    }
    return isPlain(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.copy(inner)]))
      : value;
  };

  private addResult(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 6 || this.results.has(value)) {
      return;
    }
    if (!('metadata' in value || 'spec' in value)) {
      this.results.add(value);
      Object.values(value).forEach((inner) => this.addResult(inner, depth + 1));
    }
  }

  private madeIn(value: unknown, path: Path): readonly Path[] {
    if (typeof value !== 'object' || value === null || path.length > 8) {
      return [];
    }
    return this.results.has(value)
      ? [path]
      : Object.entries(value).flatMap(([key, inner]) => this.madeIn(inner, [...path, key]));
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

/** Whether a value is an object without methods. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null;
  const prototype: unknown = isObject && Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
