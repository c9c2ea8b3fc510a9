import type { ObjectCollector } from '@kubesem/inspect';
import { ExistingObjects } from '@kubesem/inspect/internal';
import type { ManifestObject } from '@kubesem/manifests';
import type { Input } from '../objects.js';
import type { Terminal } from '../terminal.js';
import { readCluster } from './read.js';
import type { Resource } from './resources.js';

/** Passes objects on, and then those that a cluster may hold already. */
export class ExistingReader implements ObjectCollector {
  private readonly existing: ExistingObjects;

  /**
   * @param next - receives all objects
   * @param isCreated - tells the new ones
   * @param input - the cluster, and the kinds that are listed from it anyway
   */
  constructor(
    private readonly next: ObjectCollector,
    private readonly isCreated: (placed: ManifestObject) => boolean,
    private readonly input: Input,
  ) {
    const listed = (input.cluster?.resources ?? []).filter(
      ({ fieldSelector }) => fieldSelector === undefined,
    );
    this.existing = new ExistingObjects(({ apiVersion, kind }) =>
      listed.some((each) => each.apiVersion === apiVersion && each.kind === kind),
    );
  }

  readonly addProblem: ObjectCollector['addProblem'] = (problem) => this.next.addProblem(problem);

  readonly add: ObjectCollector['add'] = (placed) => {
    this.existing.add(placed, this.isCreated(placed));
    this.next.add(placed);
  };

  /**
   * Reads the objects from the cluster.
   *
   * @param terminal - standard error, for warnings
   * @param unlisted - what follows if the server does not list them: what exists would count as new
   * @returns an error message for each kind that could not be read
   * @throws NoAnswerError as `readCluster`
   */
  async read(terminal: Terminal, unlisted?: Resource['unlisted']): Promise<readonly string[]> {
    const { cluster } = this.input;
    const resources = this.existing.requests().map((each) => ({ ...each, unlisted }));
    return cluster === undefined || resources.length === 0
      ? []
      : readCluster({ ...cluster, resources }, terminal, (placed) => {
          const kept = this.existing.kept(placed);
          if (kept !== undefined) {
            this.next.add(kept);
          }
        });
  }
}
