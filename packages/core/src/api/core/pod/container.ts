import type { EnvFromSource, EnvVar } from './environment.js';
import type { Lifecycle, Probe } from './probe.js';
import type { ResourceRequirements } from './resource-requirements.js';
import type { SecurityContext } from './security-context.js';

/** Desired state of a container. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Container {
  /** Unique in the Pod; a DNS-1123 label. */
  readonly name?: string | null | undefined;
  /** Image reference. */
  readonly image?: string | null | undefined;
  /** Command instead of the entry point of the image. */
  readonly command?: readonly string[] | null | undefined;
  /** Arguments instead of those of the image. */
  readonly args?: readonly string[] | null | undefined;
  /** Working directory. */
  readonly workingDir?: string | null | undefined;
  /** Its ports. */
  readonly ports?: readonly ContainerPort[] | null | undefined;
  /** Sources of environment variables; of two with the same name, the later one counts. */
  readonly envFrom?: readonly EnvFromSource[] | null | undefined;
  /** Environment variables, which hide those of `envFrom`. */
  readonly env?: readonly EnvVar[] | null | undefined;
  /** Its requests and limits. */
  readonly resources?: ResourceRequirements | null | undefined;
  /** Whether a resize restarts it; not read. */
  readonly resizePolicy?: unknown;
  /** `Always` makes an init container a sidecar. */
  readonly restartPolicy?: string | null | undefined;
  /** Restart rules by exit code; they count only with a `restartPolicy`. */
  readonly restartPolicyRules?: readonly ContainerRestartRule[] | null | undefined;
  /** Where volumes are mounted. */
  readonly volumeMounts?: readonly VolumeMount[] | null | undefined;
  /** Paths of block devices; not read. */
  readonly volumeDevices?: unknown;
  /** Whether the container must restart. */
  readonly livenessProbe?: Probe | null | undefined;
  /** Whether it can receive traffic. */
  readonly readinessProbe?: Probe | null | undefined;
  /** Whether it has started; the other probes wait for it. */
  readonly startupProbe?: Probe | null | undefined;
  /** Hooks and stop signal. */
  readonly lifecycle?: Lifecycle | null | undefined;
  /** The file with its termination message. */
  readonly terminationMessagePath?: string | null | undefined;
  /** Source of the termination message: `File` or `FallbackToLogsOnError`. */
  readonly terminationMessagePolicy?: string | null | undefined;
  /** `Always`, `IfNotPresent` or `Never`. */
  readonly imagePullPolicy?: string | null | undefined;
  /** Security settings, which override those of the Pod. */
  readonly securityContext?: SecurityContext | null | undefined;
  /** Whether standard input stays open. */
  readonly stdin?: boolean | null | undefined;
  /** Whether standard input closes after the first client. */
  readonly stdinOnce?: boolean | null | undefined;
  /** Whether it gets a terminal. */
  readonly tty?: boolean | null | undefined;
}

/** A container added to a running Pod for debugging; it has no requests and limits. */
export interface EphemeralContainer extends Container {
  /** The container whose process namespace it shares. */
  readonly targetContainerName?: string | null | undefined;
}

/** Where a volume is mounted in a container. */
export interface VolumeMount {
  /** Name of the volume. */
  readonly name?: string | null | undefined;
  /** Path in the container. */
  readonly mountPath?: string | null | undefined;
  /** Path in the volume of what is mounted; empty for all of it. */
  readonly subPath?: string | null | undefined;
  /** Such a path, in which `$(NAME)` stands for a variable of the container. */
  readonly subPathExpr?: string | null | undefined;
  /** Whether the container cannot write to it. */
  readonly readOnly?: boolean | null | undefined;
  /** Whether mounts below it are read-only as well. */
  readonly recursiveReadOnly?: string | null | undefined;
  /** How mounts below it are passed on. */
  readonly mountPropagation?: string | null | undefined;
  /** Options of the mount, such as `noexec`. */
  readonly bindMountOptions?: readonly string[] | null | undefined;
}

/** What happens after a container has ended with some exit codes. */
export interface ContainerRestartRule {
  /** `Restart` or `RestartAllContainers`. */
  readonly action?: string | null | undefined;
  /** The exit codes. */
  readonly exitCodes?: ContainerRestartRuleOnExitCodes | null | undefined;
}

/** The exit codes of a {@link ContainerRestartRule}. */
export interface ContainerRestartRuleOnExitCodes {
  /** `In` or `NotIn`. */
  readonly operator?: string | null | undefined;
  /** The exit codes that the operator compares with. */
  readonly values?: readonly number[] | null | undefined;
}

/** A port of a container. */
export interface ContainerPort {
  /** Unique in the Pod; probes and Services can use it. */
  readonly name?: string | null | undefined;
  /** Its number. */
  readonly containerPort?: number | null | undefined;
  /** The same on the node. */
  readonly hostPort?: number | null | undefined;
  /** `TCP`, `UDP` or `SCTP`; `TCP` by default. */
  readonly protocol?: string | null | undefined;
  /** Address of the node that it binds to. */
  readonly hostIP?: string | null | undefined;
}
