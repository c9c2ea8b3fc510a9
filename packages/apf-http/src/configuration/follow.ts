import type { Gate } from '../gate/gate.js';
import type { GateUpdate } from '../gate/options.js';

/** Options for following a configuration that changes. */
export interface FollowOptions {
  /** How often to read the configuration, in milliseconds; from 1. */
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
  /** Reads the configuration as text. */
  load(): Promise<string>;
  /** Parses what `load` returned. */
  parse(text: string): GateUpdate;
}

/**
 * Applies a configuration to a gate whenever its text changes. It does not keep the process alive.
 *
 * @param gate - the gate
 * @param source - where the configuration comes from
 * @param options - how often, and who is informed
 * @param intervalMs - how often to read it by default
 * @returns stops following
 */
export function follow<Request>(
  gate: Gate<Request>,
  { load, parse }: ConfigurationSource,
  options: FollowOptions,
  intervalMs: number,
): FollowedConfiguration {
  let text: string | undefined;
  let isApplied = false;
  let failure: string | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<boolean> | undefined;

  const fail = (error: unknown): void => {
    if (options.onError === undefined) {
      process.emitWarning(error instanceof Error ? error : String(error));
    } else {
      options.onError(error);
    }
  };
  const read = async (): Promise<boolean> => {
    let loaded: string;
    try {
      loaded = await load();
    } catch (error) {
      // A file that is gone, or a cluster that does not answer, is reported once.
      if (!isClosed && failure !== String(error)) {
        failure = String(error);
        fail(error);
      }
      return false;
    }
    failure = undefined;
    if (loaded === text || isClosed) {
      return isApplied;
    }
    text = loaded;
    isApplied = false;
    try {
      const update = parse(loaded);
      gate.reconfigure(update);
      isApplied = true;
      options.onChange?.(update);
    } catch (error) {
      fail(error);
    }
    return isApplied;
  };
  const refresh = (): Promise<boolean> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const later = (): void => {
    if (!isClosed) {
      timer = setTimeout(() => void refresh().finally(later), options.intervalMs ?? intervalMs);
      timer.unref();
    }
  };
  void refresh().finally(later);
  return {
    refresh,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
