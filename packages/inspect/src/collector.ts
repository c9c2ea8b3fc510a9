import type { ManifestObject, ManifestObjects, ManifestProblem } from '@kubesem/manifests';

/** Receives the objects and the problems of files, in any order. */
export interface ObjectCollector {
  /** Adds an object; objects that do not matter are skipped. */
  readonly add: (object: ManifestObject) => void;
  /** Adds a problem of a file. */
  readonly addProblem: (problem: ManifestProblem) => void;
}

/** Adds everything in some files. */
export function addAll(
  { add, addProblem }: ObjectCollector,
  files: Iterable<ManifestObjects>,
): void {
  for (const { objects, problems } of files) {
    problems.forEach(addProblem);
    objects.forEach(add);
  }
}
