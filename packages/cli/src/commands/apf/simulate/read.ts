import { mergeConfiguration, type Scenario } from '@kubesem/apf-simulator';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { inputOf } from '../../../context.js';
import { APF_RESOURCES } from '../../../io/cluster/resources.js';
import type { Terminal } from '../../../io/terminal.js';
import { type ApfFlags, readStoredObjects } from '../configuration.js';
import { type ReadArrivals, readArrivals } from './audit-log.js';
import { readScenario } from './scenario.js';

/** The flags of `kubesem apf simulate`. */
export interface SimulateFlags extends ApfFlags {
  /** A file with events. */
  readonly auditLog?: string | undefined;
  /** Files with the objects that change. */
  readonly compare?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  /** In seconds. */
  readonly duration?: number | undefined;
  /** Name of a priority level. */
  readonly chart?: string | undefined;
}

interface Objects {
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  readonly flowSchemas: readonly FlowSchema[];
}

/** The server with one configuration. */
export interface Configuration extends Objects {
  readonly serverConcurrencyLimit: number;
  readonly suggestedObjects: boolean;
}

/** The input of a simulation. */
export interface SimulationInput {
  readonly scenario: Scenario | undefined;
  readonly log: ReadArrivals | undefined;
  readonly base: Configuration;
  /** The configuration to compare with, if there is one. */
  readonly changed: Configuration | undefined;
  readonly isBroken: boolean;
}

/**
 * Reads the scenario, the audit log and the configurations, and writes what is wrong with them to standard error.
 *
 * @param path - of the scenario, if there is one
 * @param flags - where the rest is
 * @param isLimitGiven - whether the command line sets the seats of the server, which a scenario can also do
 * @param terminal - where to read from and to write to
 * @returns the input; undefined if a simulation of the valid part would mislead
 * @throws InputError if the scenario cannot be read
 */
export async function readSimulation(
  path: string | undefined,
  flags: SimulateFlags,
  isLimitGiven: boolean,
  terminal: Terminal,
): Promise<SimulationInput | undefined> {
  const { auditLog, compare, filesOnly, serverConcurrency } = flags;
  const scenario = path === undefined ? undefined : await readScenario(path, terminal);
  const given = await readStoredObjects(inputOf([], flags, APF_RESOURCES), terminal);
  const changed =
    compare === undefined ? undefined : await readStoredObjects({ paths: compare }, terminal);
  const isBroken = (path !== undefined && scenario === undefined) || given.isBroken;
  if (isBroken || changed?.isBroken === true) {
    return undefined;
  }
  const own = scenario?.config;
  const server = {
    serverConcurrencyLimit: isLimitGiven
      ? serverConcurrency
      : (own?.serverConcurrencyLimit ?? serverConcurrency),
    suggestedObjects: !filesOnly && own?.suggestedObjects !== false,
  };
  const log = auditLog === undefined ? undefined : await readArrivals(auditLog, terminal);
  if (log !== undefined && log.arrivals.length === 0 && scenario === undefined) {
    return undefined;
  }
  const base = mergeConfiguration(own, given.stored);
  return {
    scenario,
    log,
    base: { ...server, ...base },
    changed: changed && { ...server, ...mergeConfiguration(base, changed.stored) },
    isBroken: log?.isBroken === true,
  };
}
