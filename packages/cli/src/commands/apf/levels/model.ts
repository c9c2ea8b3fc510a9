import {
  type ApfConfiguration,
  type EffectiveLevel,
  type MaintenanceAction,
  nameOf,
  planMaintenance,
} from '@kubesem/apf';
import type { FlowSchema } from '@kubesem/core';
import { levelName, type ReadApfConfiguration } from '../configuration.js';

/** A priority level. */
export interface LevelReport {
  readonly name: string;
  readonly type: string;
  /** Whether the object is missing, and the server behaves as if it existed. */
  readonly isImagined: boolean;
  readonly nominalConcurrencyShares: number;
  /** Seats. */
  readonly nominalLimit: number;
  /** Seats that remain if others borrow everything that it lends. */
  readonly lowerLimit: number;
  /** Seats if it borrows as much as it may. */
  readonly upperLimit: number;
  /** Seats when the server starts, before it has seen any demand. */
  readonly initialLimit: number;
  readonly lendablePercent: number;
  readonly borrowingLimitPercent?: number | undefined;
  /** The most seats of one request; 0 if the level sets no bound. */
  readonly maxSeats: number;
  readonly limitResponse?: string | undefined;
  readonly queues?: number | undefined;
  readonly handSize?: number | undefined;
  readonly queueLengthLimit?: number | undefined;
  /** Names of the flow schemas that use it, in the order in which they are tried. */
  readonly flowSchemas: readonly string[];
}

/** A flow schema. */
export interface SchemaReport {
  readonly name: string;
  readonly matchingPrecedence: number;
  readonly priorityLevel: string;
  readonly distinguisherMethod?: string | undefined;
  /** Whether the object is missing, and the server behaves as if it existed. */
  readonly isImagined: boolean;
}

/** What `kubesem apf levels` reports. */
export interface LevelsModel {
  readonly serverConcurrencyLimit: number;
  readonly levels: readonly LevelReport[];
  readonly flowSchemas: readonly SchemaReport[];
  /** Names of the flow schemas that the server ignores, because their level is missing. */
  readonly dangling: readonly string[];
  /** What the server does to its own objects, if that is wanted. */
  readonly maintenance?: readonly MaintenanceAction[] | undefined;
  readonly problems: ReadApfConfiguration['problems'];
}

/** Reports the priority levels and flow schemas of a configuration. */
export function levelsModel(
  { levels, flowSchemas, dangling, stored, all, problems }: ReadApfConfiguration,
  serverConcurrencyLimit: number,
  withMaintenance: boolean,
): LevelsModel {
  const schemas = flowSchemas.map((schema) => schemaReport(schema, all));
  return {
    serverConcurrencyLimit,
    levels: levels.map((level) => levelReport(level, schemas)),
    flowSchemas: schemas,
    dangling,
    ...(withMaintenance ? { maintenance: planMaintenance(stored) } : {}),
    problems,
  };
}

function levelReport(level: EffectiveLevel, flowSchemas: readonly SchemaReport[]): LevelReport {
  const { configuration, isImagined, nominalLimit, lowerLimit, upperLimit, maxSeats } = level;
  const { initialLimit } = level;
  const name = nameOf(configuration);
  const { type, limited, exempt } = configuration.spec ?? {};
  const queuing = limited?.limitResponse?.queuing;
  return {
    name,
    type: type ?? '',
    isImagined,
    nominalConcurrencyShares: (limited ?? exempt)?.nominalConcurrencyShares ?? 0,
    nominalLimit,
    lowerLimit,
    upperLimit,
    initialLimit,
    lendablePercent: (limited ?? exempt)?.lendablePercent ?? 0,
    borrowingLimitPercent: limited?.borrowingLimitPercent ?? undefined,
    maxSeats,
    limitResponse: limited?.limitResponse?.type ?? undefined,
    queues: queuing?.queues ?? undefined,
    handSize: queuing?.handSize ?? undefined,
    queueLengthLimit: queuing?.queueLengthLimit ?? undefined,
    flowSchemas: flowSchemas.filter((one) => one.priorityLevel === name).map((one) => one.name),
  };
}

/** Warns of levels that receive requests and have no seats when the server starts. */
export function seatWarnings(levels: readonly LevelReport[]): readonly string[] {
  return levels
    .filter(
      ({ type, initialLimit, flowSchemas }) =>
        type === 'Limited' && initialLimit === 0 && flowSchemas.length > 0,
    )
    .map(({ name, limitResponse }) => {
      const effect =
        limitResponse === 'Queue'
          ? 'its first request waits for up to 10 seconds, even if the server is idle'
          : 'it executes one request at a time and rejects all others until the server divides the seats differently';
      return `${levelName(name)} starts without seats: ${effect}`;
    });
}

/** Reports a flow schema; it is imagined if it is not among `existing`. */
export function schemaReport(schema: FlowSchema, existing: ApfConfiguration): SchemaReport {
  const { matchingPrecedence, priorityLevelConfiguration, distinguisherMethod } = schema.spec ?? {};
  return {
    name: nameOf(schema),
    matchingPrecedence: matchingPrecedence ?? 0,
    priorityLevel: priorityLevelConfiguration?.name ?? '',
    distinguisherMethod: distinguisherMethod?.type ?? undefined,
    isImagined: ![...existing.flowSchemas].includes(schema),
  };
}
