// Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1.
import type { Container } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import { isRepeated } from '../../rules/checked.js';

/** How a container is resized. Source: `k8s.io/api/core/v1` v0.37.1, type `ContainerResizePolicy`. */
interface ResizePolicy {
  readonly resourceName?: string | null | undefined;
  readonly restartPolicy?: string | null | undefined;
}

/** Checks how a container is resized. The server names the list for most. Source: `validateResizePolicy`, as above. */
export function checkResizePolicies(container: Fields<Container>, isNeverRestarted: boolean): void {
  const resources = new Set<string>();
  for (const policy of resizePolicies(container)) {
    const [resource, restart] = [policy.text('resourceName'), policy.text('restartPolicy')];
    if (isRepeated(resources, resource)) {
      policy.duplicate(policy.path, resource);
    }
    checkWord(container, resource, ['cpu', 'memory']);
    checkWord(container, restart, ['NotRequired', 'RestartContainer']);
    if (isNeverRestarted && restart !== 'NotRequired') {
      const message = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      container.invalid('resizePolicy', message, restart);
    }
  }
}

function checkWord(container: Fields<Container>, word: string, supported: readonly string[]): void {
  if (word === '') {
    container.required('resizePolicy');
  } else {
    container.supported('resizePolicy', word, supported);
  }
}

/** Forbids an init container that is not a sidecar to restart for a resize. Source: `validateInitContainers`, as above. */
export function forbidRestarts(container: Fields<Container>): void {
  for (const policy of resizePolicies(container)) {
    const restart = policy.text('restartPolicy');
    if (restart === 'RestartContainer') {
      const message = "must not be set to 'RestartContainer' for non-sidecar initContainers";
      policy.invalid('restartPolicy', message, restart);
    }
  }
}

function resizePolicies(container: Fields<Container>): readonly Fields<ResizePolicy>[] {
  return container.objects('resizePolicy') as readonly Fields<ResizePolicy>[];
}
