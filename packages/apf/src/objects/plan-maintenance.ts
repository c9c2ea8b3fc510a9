// Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/{ensurer,rest}` v1.37.1.
import {
  type FlowSchema,
  fieldPath,
  type ObjectMeta,
  type PriorityLevelConfiguration,
} from '@kubesem/core';
import { ABSENT, fields, readIterable } from '@kubesem/core/internal';
import { nameOf } from '../requests/classify.js';
import type { ApfConfiguration } from './configuration.js';
import { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './defaults.js';
import { isSame } from './field-checks.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';
import { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from './suggested-objects.js';

const AUTO_UPDATE_ANNOTATION = 'apf.kubernetes.io/autoupdate-spec';

/** A request with which the server maintains one of its own objects. */
export type MaintenanceAction = {
  /** Name of the object. */
  readonly name: string;
} & (
  | {
      /** `create` or `update`. */
      readonly verb: 'create' | 'update';
      /** Resource of the object, as in a URL. */
      readonly resource: 'flowschemas';
      /** The object to send. */
      readonly object: FlowSchema;
    }
  | {
      /** `create` or `update`. */
      readonly verb: 'create' | 'update';
      /** Resource of the object, as in a URL. */
      readonly resource: 'prioritylevelconfigurations';
      /** The object to send. */
      readonly object: PriorityLevelConfiguration;
    }
  | {
      /** Always `delete`. */
      readonly verb: 'delete';
      /** Resource of the object, as in a URL. */
      readonly resource: 'flowschemas' | 'prioritylevelconfigurations';
    }
);

/** The common fields of both kinds of objects. */
interface ApfObject {
  readonly metadata?: ObjectMeta | null | undefined;
  readonly spec?: object | null | undefined;
}

/** Parses a boolean as Go does. */
function parseBool(text: unknown): boolean | undefined {
  if (typeof text !== 'string') {
    return undefined;
  }
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) {
    return true;
  }
  return /^(?:0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}

function annotatedAutoUpdate({ metadata }: ApfObject): boolean | undefined {
  const annotations = metadata?.annotations || {};
  return Object.prototype.hasOwnProperty.call(annotations, AUTO_UPDATE_ANNOTATION)
    ? parseBool(annotations[AUTO_UPDATE_ANNOTATION])
    : undefined;
}

/** One kind of objects, and how its specs are compared. */
interface MaintainedKind<T extends ApfObject> {
  /** Applies the defaults. */
  readonly defaulted: (object: T) => T;
  /** Whether the server treats two specs as equal. */
  readonly isSameSpec: (wanted: T, current: T) => boolean;
}

/** Compares fields that are pointers in Go: zero differs from absent. */
function isSamePointer(a: number | null | undefined, b: number | null | undefined): boolean {
  return (a ?? undefined) === (b ?? undefined);
}

/** How FlowSchemas are compared. */
const SCHEMAS: MaintainedKind<FlowSchema> = {
  defaulted: applyFlowSchemaDefaults,
  isSameSpec: (wanted, current) => isSame(wanted.spec, current.spec),
};

/** How priority levels are compared. */
const LEVELS: MaintainedKind<PriorityLevelConfiguration> = {
  defaulted: applyPriorityLevelDefaults,
  isSameSpec: (wanted, { spec: current }) => {
    const { spec } = wanted;
    // Operators may change the seats of the exempt level.
    if (nameOf(wanted) === 'exempt') {
      return Boolean(current?.exempt) && !current?.limited && current?.type === spec?.type;
    }
    const a = spec?.limited;
    const b = current?.limited;
    const arePointersSame =
      isSamePointer(a?.nominalConcurrencyShares, b?.nominalConcurrencyShares) &&
      isSamePointer(a?.lendablePercent, b?.lendablePercent) &&
      isSamePointer(a?.borrowingLimitPercent, b?.borrowingLimitPercent);
    return arePointersSame && isSame(spec, current);
  },
};

/** The request for one object that the server maintains; undefined if the object is up to date. */
function ensure<T extends ApfObject>(
  wanted: T,
  current: T | undefined,
  isMandatory: boolean,
  kind: MaintainedKind<T>,
): { readonly verb: 'create' | 'update'; readonly object: T } | undefined {
  if (current === undefined) {
    return { verb: 'create', object: wanted };
  }
  const annotated = annotatedAutoUpdate(current);
  const autoUpdates = isMandatory || (annotated ?? current.metadata?.generation === 1);
  const isStale = autoUpdates && !kind.isSameSpec(kind.defaulted(wanted), current);
  const isAnnotated = annotated === autoUpdates;
  if (!isStale && isAnnotated) {
    return undefined;
  }
  const annotations = {
    ...current.metadata?.annotations,
    [AUTO_UPDATE_ANNOTATION]: String(autoUpdates),
  };
  const metadata = isAnnotated ? current.metadata : { ...current.metadata, annotations };
  return {
    verb: 'update',
    object: { ...current, metadata, spec: isStale ? wanted.spec : current.spec },
  };
}

function byName<T extends ApfObject>(objects: Iterable<T>): Map<string, T> {
  const all = [...readIterable(objects, undefined)];
  return new Map(all.map((object) => [nameOf(object), fields(object, ABSENT).value as T]));
}

/** Names of the objects that an older server maintained and this one does not. */
function unwanted<T extends ApfObject>(
  existing: ReadonlyMap<string, T>,
  wanted: readonly T[],
): string[] {
  const names = new Set(wanted.map(nameOf));
  return [...existing].flatMap(([name, object]) =>
    !names.has(name) && annotatedAutoUpdate(object) === true ? [name] : [],
  );
}

/**
 * Lists the requests with which the API server maintains its own objects, once a minute.
 *
 * It creates missing objects. It always restores the spec of a mandatory object. It restores the spec of a suggested
 * object unless the annotation `apf.kubernetes.io/autoupdate-spec` is `false`, or is absent and the spec was ever
 * changed. It deletes all other objects on which the annotation is `true`.
 *
 * @param existing - all objects, as stored; not changed
 * @returns the requests of the server, in their order
 *
 * @example
 * ```ts
 * import { maintenanceActions, MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@kubesem/apf';
 *
 * const plan = maintenanceActions({ priorityLevels: MANDATORY_PRIORITY_LEVELS, flowSchemas: MANDATORY_FLOW_SCHEMAS });
 * plan.length // => 15
 * plan[0]?.verb // => 'create'
 * plan[0]?.name // => 'system'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/ensurer` v1.37.1.
 */
export function maintenanceActions(existing: ApfConfiguration): readonly MaintenanceAction[] {
  const haveLevels = byName(existing.priorityLevels);
  const haveSchemas = byName(existing.flowSchemas);
  const ensureLevels = (
    wanted: readonly PriorityLevelConfiguration[],
    isMandatory: boolean,
  ): MaintenanceAction[] =>
    wanted.flatMap((each) => {
      const action = ensure(each, haveLevels.get(nameOf(each)), isMandatory, LEVELS);
      return action
        ? [{ name: nameOf(each), resource: 'prioritylevelconfigurations' as const, ...action }]
        : [];
    });
  const ensureSchemas = (
    wanted: readonly FlowSchema[],
    isMandatory: boolean,
  ): MaintenanceAction[] =>
    wanted.flatMap((each) => {
      const action = ensure(each, haveSchemas.get(nameOf(each)), isMandatory, SCHEMAS);
      return action ? [{ name: nameOf(each), resource: 'flowschemas' as const, ...action }] : [];
    });
  return [
    ...ensureLevels(SUGGESTED_PRIORITY_LEVELS, false),
    ...ensureSchemas(SUGGESTED_FLOW_SCHEMAS, false),
    ...ensureLevels(MANDATORY_PRIORITY_LEVELS, true),
    ...ensureSchemas(MANDATORY_FLOW_SCHEMAS, true),
    ...unwanted(haveSchemas, [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS]).map(
      (name): MaintenanceAction => ({ name, verb: 'delete', resource: 'flowschemas' }),
    ),
    ...unwanted(haveLevels, [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS]).map(
      (name): MaintenanceAction => ({
        name,
        verb: 'delete',
        resource: 'prioritylevelconfigurations',
      }),
    ),
  ];
}

/**
 * Adds missing mandatory and suggested objects, as the API server does, even if somebody deleted them.
 *
 * @param configuration - all objects, as stored; not changed
 * @returns the same objects, followed by those that the server creates
 *
 * @example
 * ```ts
 * import { withBuiltInObjects } from '@kubesem/apf';
 *
 * const { priorityLevels } = withBuiltInObjects({ priorityLevels: [], flowSchemas: [] });
 * priorityLevels.map(({ metadata }) => metadata?.name).slice(-2) // => ['catch-all', 'exempt']
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/ensurer` v1.37.1.
 */
export function withBuiltInObjects(configuration: ApfConfiguration): {
  /** All PriorityLevelConfigurations. */
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  /** All FlowSchemas. */
  readonly flowSchemas: readonly FlowSchema[];
} {
  const priorityLevels = [
    ...readIterable(configuration.priorityLevels, fieldPath('priorityLevels')),
  ];
  const flowSchemas = [...readIterable(configuration.flowSchemas, fieldPath('flowSchemas'))];
  for (const action of maintenanceActions(configuration)) {
    if (action.verb === 'create' && action.resource === 'flowschemas') {
      flowSchemas.push(action.object);
    } else if (action.verb === 'create' && action.resource === 'prioritylevelconfigurations') {
      priorityLevels.push(action.object);
    }
  }
  return { priorityLevels, flowSchemas };
}
