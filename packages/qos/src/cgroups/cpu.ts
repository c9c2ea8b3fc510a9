import { readOption } from '@kubesem/core/internal';
import { int64 } from '../amounts.js';

const MIN_SHARES = 2;
const MAX_SHARES = 262_144;

/** The shortest quota that the kernel accepts. */
const MIN_QUOTA_MICROSECONDS = 1000;

/**
 * Returns the shares of cpu time, `cpu.shares` of cgroup v1: 1024 for each core, from 2 to 262144.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `MilliCPUToShares`.
 */
export function toCpuShares(milliCpu: bigint): number {
  const shares = Number(int64(milliCpu * BigInt(1024)) / BigInt(1000));
  return Math.min(Math.max(shares, MIN_SHARES), MAX_SHARES);
}

/**
 * Returns the cpu time that may be used in each period, in microseconds; undefined without a limit.
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `MilliCPUToQuota`.
 */
export function toCpuQuota(milliCpu: bigint, periodMicroseconds: number): number | undefined {
  if (milliCpu === BigInt(0)) {
    return undefined;
  }
  const quota = int64(milliCpu * BigInt(periodMicroseconds)) / BigInt(1000);
  return Math.max(Number(quota), MIN_QUOTA_MICROSECONDS);
}

/**
 * Converts cpu shares to `cpu.weight` of cgroup v2 as the kubelet does for the cgroups that it creates itself: those of
 * Pods and of QoS classes.
 *
 * It maps the range of the shares evenly to 1 to 10000, so a whole core weighs 39, less than the kernel's 100 for a
 * process of the system. Runtimes before runc 1.3.2 and crun 1.23 also convert the shares of containers like this.
 *
 * @param shares - cpu shares as in `cpu.shares` of cgroup v1, from 2 to 262144; more count as 262144
 * @returns the weight, from 1 to 10000
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_OPTION` if the shares are not a number, 2 or more
 *
 * @example
 * ```ts
 * import { kubeletCpuWeight } from '@kubesem/qos';
 *
 * kubeletCpuWeight(1024) // => 39
 * kubeletCpuWeight(2) // => 1
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/cm` v1.37.1, `getCPUWeight`.
 */
export function kubeletCpuWeight(shares: number): number {
  const inRange = sharesInRange(shares);
  return 1 + Math.floor(((inRange - MIN_SHARES) * 9999) / (MAX_SHARES - MIN_SHARES));
}

/**
 * Converts cpu shares to `cpu.weight` of cgroup v2 as container runtimes do: runc since 1.3.2, crun since 1.23.
 *
 * A whole core weighs 100, as much as a process of the system. (Older runtimes: {@link kubeletCpuWeight}.)
 *
 * @param shares - cpu shares as in `cpu.shares` of cgroup v1, from 2 to 262144; more count as 262144
 * @returns the weight, from 1 to 10000
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_OPTION` if the shares are not a number, 2 or more
 *
 * @example
 * ```ts
 * import { runtimeCpuWeight } from '@kubesem/qos';
 *
 * runtimeCpuWeight(1024) // => 100
 * runtimeCpuWeight(102) // => 17
 * ```
 *
 * Source: `github.com/opencontainers/cgroups` v0.0.7, `ConvertCPUSharesToCgroupV2Value`, which Kubernetes 1.37.1 pins.
 */
export function runtimeCpuWeight(shares: number): number {
  const log = Math.log2(sharesInRange(shares));
  // The exponents form a parabola through 0, 2 and 4 at 2, 1024 and 262144 shares. Only there is the power a whole
  // number, which a rounding error could change by one; but there the exponent is exact.
  return Math.ceil(10 ** ((log * log + 125 * log) / 612 - 7 / 34));
}

function sharesInRange(shares: number): number {
  readOption('shares', shares, { min: MIN_SHARES, max: Infinity }, 'INVALID_OPTION');
  return Math.min(shares, MAX_SHARES);
}
