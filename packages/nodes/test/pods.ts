import type { PodSpec, ResourceList } from '@kubesem/core';

/** Amounts as they stand in JSON. */
export function text(amounts: unknown): unknown {
  return JSON.parse(JSON.stringify(amounts));
}

/** The object, and all in it, such that a write throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** What is thrown, as code and path. */
export function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    const { code, path } = error as { code: string; path: string };
    return `${code} ${path}`;
  }
  return 'nothing was thrown';
}

/** A Pod of one container with requests. */
export function specOf(requests: ResourceList): PodSpec {
  return { containers: [{ name: 'app', resources: { requests } }] };
}
