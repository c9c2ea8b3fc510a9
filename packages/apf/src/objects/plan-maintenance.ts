// Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/{ensurer,rest}` v1.37.1.
import type { FlowSchema, ObjectMeta, PriorityLevelConfiguration } from '@kubesem/core';
import { nameOf } from '../requests/classify.js';
import { applyFlowSchemaDefaults, applyPriorityLevelDefaults } from './defaults.js';
import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from './mandatory-objects.js';
import { isSame } from './same-spec.js';
import { SUGGESTED_FLOW_SCHEMAS, SUGGESTED_PRIORITY_LEVELS } from './suggested-objects.js';

const AUTO_UPDATE_ANNOTATION = 'apf.kubernetes.io/autoupdate-spec';

/** What the server does with one of its objects. */
export type MaintenanceAction = {
  /** Name of the object. */
  readonly name: string;
} & (
  | {
      /** `create` or `update`. */
      readonly verb: 'create' | 'update';
      /** The kind of the object, as in a URL. */
      readonly resource: 'flowschemas';
      /** The object as it is sent. */
      readonly object: FlowSchema;
    }
  | {
      /** `create` or `update`. */
      readonly verb: 'create' | 'update';
      /** The kind of the object, as in a URL. */
      readonly resource: 'prioritylevelconfigurations';
      /** The object as it is sent. */
      readonly object: PriorityLevelConfiguration;
    }
  | {
      /** Always `delete`. */
      readonly verb: 'delete';
      /** The kind of the object, as in a URL. */
      readonly resource: 'flowschemas' | 'prioritylevelconfigurations';
    }
);

/** The objects that are stored. */
export interface ExistingApfObjects {
  /** All priority levels. */
  readonly priorityLevels: Iterable<PriorityLevelConfiguration>;
  /** All flow schemas. */
  readonly flowSchemas: Iterable<FlowSchema>;
}

/** What matters of both kinds of objects. */
interface ApfObject {
  readonly metadata?: ObjectMeta | null | undefined;
  readonly spec?: object | null | undefined;
}

/** The words that mean yes and no, and no others. */
function parseBool(text: string | null | undefined): boolean | undefined {
  if (text == null) {
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
  /** Fills in what the server fills in. */
  readonly defaulted: (object: T) => T;
  /** Whether two specs are the same to the server. */
  readonly isSameSpec: (wanted: T, current: T) => boolean;
}

/** Pointers to zero are not the same as none, where the field is a pointer. */
function isSamePointer(a: number | null | undefined, b: number | null | undefined): boolean {
  return (a ?? undefined) === (b ?? undefined);
}

/** How flow schemas are compared. */
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

/** What has to be done with one object that the server maintains; nothing if it is as it should be. */
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
  return new Map([...objects].map((object) => [nameOf(object), object]));
}

/** Names of the objects that the server once maintained, and that it has no use for now. */
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
 * Plans what the API server does with its own objects, which it does once a minute.
 *
 * Objects that are missing are created. A mandatory object always gets its own spec back; a suggested one unless the
 * annotation `apf.kubernetes.io/autoupdate-spec` says no, or, without it, somebody has changed its spec. What carries the
 * annotation and is none of them is deleted.
 *
 * @param existing - all objects, as stored; not changed
 * @returns the requests that it makes, in their order
 *
 * @example
 * ```ts
 * import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS, planMaintenance } from '@kubesem/apf';
 *
 * const plan = planMaintenance({ priorityLevels: MANDATORY_PRIORITY_LEVELS, flowSchemas: MANDATORY_FLOW_SCHEMAS });
 * plan.length // => 15
 * plan[0]?.verb // => 'create'
 * plan[0]?.name // => 'system'
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/flowcontrol/ensurer` v1.37.1.
 */
export function planMaintenance(existing: ExistingApfObjects): readonly MaintenanceAction[] {
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
