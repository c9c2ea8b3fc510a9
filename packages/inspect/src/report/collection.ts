import { appendAll } from '@kubesem/core/internal';
import { NODE, RUNTIME_CLASS, type WorkloadKind } from '@kubesem/core/kinds';
import type { BudgetedWorkload } from '@kubesem/disruption';
import type { DnsNameOptions } from '@kubesem/dns';
import type { ManifestObject } from '@kubesem/manifests';
import { ClusterReader } from '@kubesem/manifests/cluster';
import { workloadKind } from '@kubesem/workloads';
import { type AdmissionRules, NO_RULES } from '../admission/rules.js';
import { budgetedFields, isCustom, keptObject, REPORT_KINDS } from '../cluster/kept-object.js';
import { NETWORK_KINDS } from '../cluster/network-cluster.js';
import { Controllers } from '../config/references.js';
import { objectProblems } from '../config/rejections.js';
import type { ImageCredentials } from '../images/image-credentials.js';
import { type FoundProblem, type Problem, placeProblem, problemIn } from '../problem.js';
import { identify, isStored } from './identify.js';
import {
  type AddedObject,
  type InspectedObject,
  inspectAdded,
  keptOfStored,
  needsRules,
  type ObjectOptions,
} from './inspected-object.js';
import type { ObjectIdentity } from './report.js';
import { unknownFieldsOf, unservedVersion, wrongTypesOf } from './unserved.js';

/** Options of `createInspection` and `inspectObjects`. */
export interface InspectOptions extends ObjectOptions {
  /** Report only on objects of this namespace; those without a namespace are in `default`. */
  readonly namespace?: string | undefined;
  /**
   * Credentials to match against the images. The Secrets and ServiceAccounts of the files are added to them, in any order.
   * The report then has the credentials of each image, and warns of images without any.
   */
  readonly credentials?: ImageCredentials | undefined;
  /** Settings of the cluster whose DNS names to report, such as `{}`; without them, the report has no DNS names. */
  readonly dnsNames?: DnsNameOptions | undefined;
  /**
   * Decides for the ResourceQuotas of the files which objects exist; all others are to be created. An object that exists
   * uses the quotas that have no status, and one that is created with its name updates it. By default, objects with a
   * `metadata.uid` exist.
   */
  readonly exists?: ((object: ObjectIdentity) => boolean) | undefined;
}

/**
 * The objects of files, until all of them have been read.
 *
 * What an API server has stored is inspected at once, and only what the report needs of it is kept. Manifests wait for the
 * LimitRanges and RuntimeClasses of all files.
 */
export class Collection {
  /** What the reports on other objects depend on. */
  readonly reader: ClusterReader = new ClusterReader({
    kinds: REPORT_KINDS,
    isOther: isCustom,
    keep: keptObject,
  });
  /** The problems of files, and of objects without a report. */
  readonly problems: Problem[] = [];
  /** Pods and workloads with fields of the wrong type, for budgets. */
  readonly unreadable: BudgetedWorkload[] = [];
  private readonly objects: (InspectedObject | AddedObject)[] = [];
  private readonly controllers = new Controllers();

  constructor(private readonly options: InspectOptions) {}

  /** Adds an object. Rules of several objects skip one with a field of the wrong type, which the API server rejects. */
  add(placed: ManifestObject): void {
    const { namespace, credentials, dnsNames } = this.options;
    const { identity } = identify(placed);
    const isWanted = namespace === undefined || identity.namespace === namespace;
    credentials?.add(placed);
    if (!isWanted && !isClusterWide(placed) && !(dnsNames && isOfNetwork(placed))) {
      return;
    }
    const kind = workloadKind(placed.apiVersion, placed.kind);
    const wrong = wrongTypesOf(placed);
    if (wrong.length === 0) {
      this.reader.add(placed);
    } else if (isWanted && kind !== undefined) {
      const { apiVersion, kind: name } = placed;
      this.unreadable.push({ ...budgetedFields(placed.object, kind), apiVersion, kind: name });
    } else if (!isWanted) {
      appendAll(
        this.problems,
        wrong.map((problem) => this.place(placed, problem)),
      );
    }
    if (isWanted) {
      this.addObject(placed, identity, kind, wrong);
    }
  }

  private addObject(
    placed: ManifestObject,
    identity: ObjectIdentity,
    kind: WorkloadKind | undefined,
    wrong: AddedObject['wrong'],
  ): void {
    const { exists, onPod } = this.options;
    const problems = kind === undefined ? this.problemsOf(placed, wrong) : [];
    appendAll(this.problems, problems);
    const isExisting = exists === undefined ? isStored(placed) : exists(identity);
    const added = { placed, identity, kind, exists: isExisting, wrong, problems };
    if (needsRules(added)) {
      this.objects.push(added);
      return;
    }
    const inspected = inspectAdded(added, NO_RULES, this.options);
    const isKept = !isStored(placed) || !isExisting;
    this.objects.push(
      isKept ? inspected : keptOfStored(inspected, placed, onPod, this.controllers),
    );
  }

  /** What is wrong with an object that is neither a Pod nor a workload. */
  private problemsOf(placed: ManifestObject, wrong: AddedObject['wrong']): readonly Problem[] {
    const isAdmitted = isStored(placed);
    const unserved = unservedVersion(placed);
    const found: readonly FoundProblem[] = [
      ...(unserved === undefined ? [] : [unserved]),
      ...(wrong.length > 0 ? wrong : objectProblems(placed, isAdmitted)),
      ...unknownFieldsOf(placed, isAdmitted),
    ];
    return found.map((problem) => this.place(placed, problem));
  }

  private place(placed: ManifestObject, problem: FoundProblem): Problem {
    return placeProblem(placed, problemIn(problem, isStored(placed)));
  }

  /** Inspects the objects that have not been inspected; returns all in their order. */
  inspected(rules: AdmissionRules): readonly InspectedObject[] {
    return this.objects.map((object) =>
      'placed' in object
        ? inspectAdded(object, rules.podRules(object.identity.namespace), this.options)
        : object,
    );
  }
}

/** RuntimeClasses and nodes have no namespace. */
function isClusterWide({ kind }: ManifestObject): boolean {
  return kind === RUNTIME_CLASS.kind || kind === NODE.kind;
}

/** Whether the DNS names of a cluster depend on an object. */
function isOfNetwork({ kind }: ManifestObject): boolean {
  return NETWORK_KINDS.some((each) => each.kind === kind);
}
