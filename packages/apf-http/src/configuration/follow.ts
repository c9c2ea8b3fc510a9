import type { Gate } from '../gate/gate.js';
import type { GateUpdate } from '../gate/options.js';
import { attempt, errorText, report } from '../gate/report.js';

/** Options for following a configuration that changes. */
export interface FollowOptions {
  /** How often to read the configuration, in milliseconds, from 1 to 2147483647; see the function for the default. */
  readonly intervalMs?: number | undefined;
  /** Receives the configurations that the gate uses from now on. */
  onChange?(update: GateUpdate): void;
  /**
   * Receives the reason why a configuration cannot be read or is invalid; the gate keeps the previous one. Called once for
   * each invalid configuration and for each series of failures. By default, a warning of the process.
   */
  onError?(error: unknown): void;
}

/** Follows a configuration that changes. */
export interface FollowedConfiguration {
  /**
   * Reads the configuration now, and applies it if it has changed.
   *
   * @returns whether the gate uses the configuration as it is now; `onError` has the reason if not
   */
  refresh(): Promise<boolean>;
  /** Stops following. The gate keeps its configuration. */
  close(): void;
}

/** Where a configuration comes from. */
export interface ConfigurationSource {
  /** Reads the configuration as text; the signal is aborted when nobody follows it any longer. */
  load(signal: AbortSignal): Promise<string>;
  /** Parses what `load` returned. */
  parse(text: string): GateUpdate;
  /**
   * Waits until the configuration should be loaded again.
   *
   * @param signal - aborted when nobody follows the configuration any longer
   * @returns resolves then, and never rejects
   */
  changed(signal: AbortSignal): Promise<void>;
}

/**
 * Applies a configuration to a gate whenever its text changes.
 *
 * @param gate - the gate
 * @param source - where the configuration comes from
 * @param options - who is informed
 * @returns stops following
 */
export function follow<Request>(
  gate: Gate<Request>,
  { load, parse, changed }: ConfigurationSource,
  options: FollowOptions,
): FollowedConfiguration {
  let text: string | undefined;
  let isApplied = false;
  let failure: string | undefined;
  const stopped = new AbortController();
  const { signal } = stopped;
  let reading: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<boolean> => {
    let loaded: string;
    try {
      loaded = await load(signal);
    } catch (error) {
      // A file that is gone, or a cluster that does not answer, is reported once.
      if (!signal.aborted && failure !== errorText(error)) {
        failure = errorText(error);
        report(error, options);
      }
      return false;
    }
    failure = undefined;
    if (loaded === text || signal.aborted) {
      return isApplied;
    }
    text = loaded;
    isApplied = false;
    try {
      const update = parse(loaded);
      gate.reconfigure(update);
      isApplied = true;
      attempt(
        () => options.onChange?.(update),
        (error) => report(error, options),
      );
    } catch (error) {
      report(error, options);
    }
    return isApplied;
  };
  /** Reads after what is being read, which may be older. */
  const refresh = (): Promise<boolean> => {
    const result = reading.then(read);
    reading = result;
    return result;
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await refresh();
      await changed(signal);
    }
  };
  run().catch((error) => report(error, options));
  return { refresh, close: () => stopped.abort() };
}
