import type { ResourceRequirements } from './resource-requirements.js';

/** A container as it is wished for. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Container {
  /** Unique in the Pod; a DNS-1123 label. */
  readonly name?: string | null | undefined;
  /** Image reference. */
  readonly image?: string | null | undefined;
  /** What runs instead of the image's entry point. */
  readonly command?: readonly string[] | null | undefined;
  /** Arguments instead of the image's own. */
  readonly args?: readonly string[] | null | undefined;
  /** Working directory. */
  readonly workingDir?: string | null | undefined;
  /** Ports that it listens on; not read. */
  readonly ports?: unknown;
  /** Objects that environment variables are taken from; not read. */
  readonly envFrom?: unknown;
  /** Environment variables; not read. */
  readonly env?: unknown;
  /** What it asks for. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** What a change of resources in place does to it; not read. */
  readonly resizePolicy?: unknown;
  /** `Always` makes an init container a sidecar. */
  readonly restartPolicy?: string | null | undefined;
  /** What its exit codes lead to; not read. */
  readonly restartPolicyRules?: unknown;
  /** Where volumes are mounted; not read. */
  readonly volumeMounts?: unknown;
  /** Where block devices appear; not read. */
  readonly volumeDevices?: unknown;
  /** Restarts it when it fails; not read. */
  readonly livenessProbe?: unknown;
  /** Takes it out of Services when it fails; not read. */
  readonly readinessProbe?: unknown;
  /** Holds the other probes back until it succeeds; not read. */
  readonly startupProbe?: unknown;
  /** Hooks and stop signal; not read. */
  readonly lifecycle?: unknown;
  /** The file that its last words are read from. */
  readonly terminationMessagePath?: string | null | undefined;
  /** Whether the end of the log stands in for that file: `File` or `FallbackToLogsOnError`. */
  readonly terminationMessagePolicy?: string | null | undefined;
  /** `Always`, `IfNotPresent` or `Never`. */
  readonly imagePullPolicy?: string | null | undefined;
  /** User, privileges and the like; not read. */
  readonly securityContext?: unknown;
  /** Whether standard input stays open. */
  readonly stdin?: boolean | null | undefined;
  /** Whether standard input closes after the first client. */
  readonly stdinOnce?: boolean | null | undefined;
  /** Whether it gets a terminal. */
  readonly tty?: boolean | null | undefined;
}

/** A container added to a running Pod to look into it; it asks for nothing and counts nowhere. */
export interface EphemeralContainer extends Container {
  /** The container whose processes it sees. */
  readonly targetContainerName?: string | null | undefined;
}
