/** How the kubelet asks a container whether it is well. Exactly one handler is set. Source: `k8s.io/api/core/v1` v0.37.1. */
export interface Probe {
  /** Runs a command in the container. */
  readonly exec?: ExecAction | null | undefined;
  /** Sends an HTTP request. */
  readonly httpGet?: HTTPGetAction | null | undefined;
  /** Opens a TCP connection. */
  readonly tcpSocket?: TCPSocketAction | null | undefined;
  /** Calls the gRPC health service. */
  readonly grpc?: GRPCAction | null | undefined;
  /** Seconds after the start of the container in which it is not probed. */
  readonly initialDelaySeconds?: number | null | undefined;
  /** Seconds after which a probe fails; 1 by default. */
  readonly timeoutSeconds?: number | null | undefined;
  /** Seconds between two probes; 10 by default. */
  readonly periodSeconds?: number | null | undefined;
  /** Successes in a row that count; 1 by default. */
  readonly successThreshold?: number | null | undefined;
  /** Failures in a row that count; 3 by default. */
  readonly failureThreshold?: number | null | undefined;
  /** Grace period of a container that this probe ends, instead of that of its Pod. */
  readonly terminationGracePeriodSeconds?: number | null | undefined;
}

/** Runs a command in a container. */
export interface ExecAction {
  /** The command and its arguments; no shell. */
  readonly command?: readonly string[] | null | undefined;
}

/** Sends an HTTP GET request to a container. */
export interface HTTPGetAction {
  /** Path, with a query if there is one; `/` by default. */
  readonly path?: string | null | undefined;
  /** Number or name of the port. */
  readonly port?: number | string | null | undefined;
  /** Host to connect to; the IP of the Pod by default. */
  readonly host?: string | null | undefined;
  /** `HTTP` or `HTTPS`; `HTTP` by default. */
  readonly scheme?: string | null | undefined;
  /** Headers of the request; a name can repeat. */
  readonly httpHeaders?: readonly HTTPHeader[] | null | undefined;
  /** `HTTP1` or `HTTP2`; needs a feature gate. */
  readonly protocol?: string | null | undefined;
}

/** A header of an HTTP request. */
export interface HTTPHeader {
  /** Its name. */
  readonly name?: string | null | undefined;
  /** Its value. */
  readonly value?: string | null | undefined;
}

/** Opens a TCP connection to a container. */
export interface TCPSocketAction {
  /** Number or name of the port. */
  readonly port?: number | string | null | undefined;
  /** Host to connect to; the IP of the Pod by default. */
  readonly host?: string | null | undefined;
}

/** Calls the gRPC health service of a container. */
export interface GRPCAction {
  /** Number of the port. */
  readonly port?: number | null | undefined;
  /** The service whose health it asks for; the whole server by default. */
  readonly service?: string | null | undefined;
  /** `Plaintext` or `TLS`; needs a feature gate. */
  readonly mode?: string | null | undefined;
}

/** What the kubelet does after a container has started and before it stops. */
export interface Lifecycle {
  /** Runs directly after the start of the container. */
  readonly postStart?: LifecycleHandler | null | undefined;
  /** Runs before the container is stopped. */
  readonly preStop?: LifecycleHandler | null | undefined;
  /** The signal that stops the container; needs a feature gate. */
  readonly stopSignal?: string | null | undefined;
}

/** One hook of a container. Exactly one handler is set. */
export interface LifecycleHandler {
  /** Runs a command in the container. */
  readonly exec?: ExecAction | null | undefined;
  /** Sends an HTTP request. */
  readonly httpGet?: HTTPGetAction | null | undefined;
  /** Deprecated; fails always. */
  readonly tcpSocket?: TCPSocketAction | null | undefined;
  /** Waits. */
  readonly sleep?: SleepAction | null | undefined;
}

/** Waits for some time. */
export interface SleepAction {
  /** Seconds to wait. */
  readonly seconds?: number | null | undefined;
}
