import {
  type ApfConfiguration,
  type EffectiveLevel,
  type MaintenanceAction,
  planMaintenance,
} from '@kubesem/apf';
import { type FlowSchema, KUBERNETES_VERSION } from '@kubesem/core';
import { type ApfFlags, nameOf, readApfConfiguration } from './apf-input.js';
import { renderFlowSchemas, renderLevels, renderMaintenance } from './render-apf-levels.js';
import { renderStructured } from './structured.js';
import type { Terminal } from './terminal.js';

/** The flags of `kubesem apf levels`. */
export interface ApfLevelsFlags extends ApfFlags {
  readonly maintenance?: boolean | undefined;
}

/** A priority level as it is shown. */
export interface LevelReport {
  readonly name: string;
  readonly type: string;
  /** Whether the object is missing, and the server goes on as if it were there. */
  readonly isImagined: boolean;
  readonly nominalConcurrencyShares: number;
  /** Seats. */
  readonly nominalLimit: number;
  /** Seats that are left when others borrow all that it lends. */
  readonly lowerLimit: number;
  /** Seats when it borrows all that it may. */
  readonly upperLimit: number;
  readonly lendablePercent: number;
  readonly borrowingLimitPercent?: number | undefined;
  /** The most seats of one request; 0 if the level sets no bound. */
  readonly maxSeats: number;
  readonly limitResponse?: string | undefined;
  readonly queues?: number | undefined;
  readonly handSize?: number | undefined;
  readonly queueLengthLimit?: number | undefined;
  /** Names of the flow schemas that point to it, in the order in which they are tried. */
  readonly flowSchemas: readonly string[];
}

/** A flow schema as it is shown. */
export interface SchemaReport {
  readonly name: string;
  readonly matchingPrecedence: number;
  readonly priorityLevel: string;
  readonly distinguisherMethod?: string | undefined;
  /** Whether the object is missing, and the server goes on as if it were there. */
  readonly isImagined: boolean;
}

/**
 * Shows the priority levels with their seats and queues, and the flow schemas that lead to them.
 *
 * @param flags - where the configuration is, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken
 */
export async function apfLevelsCommand(flags: ApfLevelsFlags, terminal: Terminal): Promise<number> {
  const configuration = await readApfConfiguration(flags, terminal);
  const { levels, dangling, unused, stored, all, isBroken } = configuration;
  const flowSchemas = configuration.flowSchemas.map((schema) => schemaReport(schema, all));
  const report = {
    kubernetesVersion: KUBERNETES_VERSION,
    serverConcurrencyLimit: flags.serverConcurrency,
    levels: levels.map((level) => levelReport(level, flowSchemas)),
    flowSchemas,
    dangling,
    ...(flags.maintenance ? { maintenance: planMaintenance(stored) } : {}),
  };
  const { stdout } = terminal;
  stdout.write(
    flags.output === 'table'
      ? asTables(
          report,
          unused.map((schema) => schemaReport(schema, all)),
          stdout.colors,
        )
      : renderStructured(report, flags.output),
  );
  return isBroken ? 1 : 0;
}

function asTables(
  {
    levels,
    flowSchemas,
    maintenance,
  }: {
    readonly levels: readonly LevelReport[];
    readonly flowSchemas: readonly SchemaReport[];
    readonly maintenance?: readonly MaintenanceAction[];
  },
  unused: readonly SchemaReport[],
  colors: Terminal['stdout']['colors'],
): string {
  return [
    renderLevels(levels, colors),
    renderFlowSchemas(flowSchemas, unused, colors),
    ...(maintenance === undefined ? [] : [renderMaintenance(maintenance, colors)]),
  ].join('\n');
}

function levelReport(level: EffectiveLevel, flowSchemas: readonly SchemaReport[]): LevelReport {
  const { configuration, isImagined, nominalLimit, lowerLimit, upperLimit, maxSeats } = level;
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

/** Tells of a flow schema what is shown; `all` are those that are no mere imagination of the server. */
export function schemaReport(schema: FlowSchema, { flowSchemas }: ApfConfiguration): SchemaReport {
  const { matchingPrecedence, priorityLevelConfiguration, distinguisherMethod } = schema.spec ?? {};
  return {
    name: nameOf(schema),
    matchingPrecedence: matchingPrecedence ?? 0,
    priorityLevel: priorityLevelConfiguration?.name ?? '',
    distinguisherMethod: distinguisherMethod?.type ?? undefined,
    isImagined: ![...flowSchemas].includes(schema),
  };
}
