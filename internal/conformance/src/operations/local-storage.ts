import type { Pod, PodStats } from '@kubesem/core';
import {
  explainLocalStorage,
  type LocalStorageCheck,
  localStorageEviction,
} from '@kubesem/resources';
import { podAndStats, podsAndStats } from '../generators/local-storage.js';
import type { JsonObject } from '../json.js';
import type { Operation } from '../operation.js';

interface StorageCase {
  readonly pod: Pod;
  readonly stats: PodStats;
  readonly dedicatedImageFs: boolean;
}

/** What is exceeded, in the words of the kubelet. */
function messageOf(exceeded: LocalStorageCheck | undefined): string {
  switch (exceeded?.rule) {
    case undefined:
      return '';
    case 'EMPTY_DIR_LIMIT':
      return `Usage of EmptyDir volume "${exceeded.name}" exceeds the limit "${exceeded.limit}". `;
    case 'POD_LIMIT':
      return `Pod ephemeral local storage usage exceeds the total limit of containers ${exceeded.limit}. `;
    case 'CONTAINER_LIMIT':
      return `Container ${exceeded.name} exceeded its local ephemeral storage limit "${exceeded.limit}". `;
  }
}

const eviction: Operation = {
  name: 'localStorage.eviction',
  program: 'kubernetes',
  examples: podsAndStats,
  generate: podAndStats,
  compare(input, { out }, comparison) {
    const { pod, stats, dedicatedImageFs } = input as unknown as StorageCase;
    const { message } = out as JsonObject;
    const ours = localStorageEviction(pod, stats, { dedicatedImageFs });
    comparison.field('message', message, messageOf(ours));
  },
  kind: (input, { out }) => {
    const { pod, stats, dedicatedImageFs } = input as unknown as StorageCase;
    const { checks, isCritical } = explainLocalStorage(pod, stats, { dedicatedImageFs });
    const found = checks.map(({ rule, isExceeded }) => `${rule.slice(0, 1)}${Number(isExceeded)}`);
    return [
      isCritical,
      dedicatedImageFs,
      ...found.slice(0, 4),
      (out as JsonObject).message === '',
    ].join();
  },
};

/** Which use of local storage leads to eviction. */
export const localStorageOperations: readonly Operation[] = [eviction];
