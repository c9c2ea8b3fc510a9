import { type Controller, type ObjectMeta, type OwnedObject, type Problem } from '@kubesem/core';
import { type FieldPolicy, type Fields, fields, problemOf } from '@kubesem/core/internal';
import type { OWNER_CODES } from './codes.js';

/** Why the owners of an object are not known. */
export type OwnerProblemCode = keyof typeof OWNER_CODES | 'INVALID_TYPE';

/** A problem with the owners of an object. */
export type OwnerProblem = Problem<OwnerProblemCode>;

/** An object with its place in the arguments and its UID. */
interface Located<T extends OwnedObject> {
  readonly object: T;
  readonly metadata: Fields<ObjectMeta, OwnerProblemCode>;
  /** Empty if it has none. */
  readonly uid: string;
}

/** Finds owners by their uid, and collects the problems. */
export class OwnerIndex<T extends OwnedObject> {
  readonly problems: OwnerProblem[] = [];
  private readonly policy: FieldPolicy<OwnerProblemCode> = {
    report: (problem) => this.problems.push(problem()),
  };
  private readonly byUid: ReadonlyMap<string, Located<T>>;

  constructor(objects: readonly T[]) {
    this.byUid = new Map(this.locateAll(objects, 'objects').map((each) => [each.uid, each]));
  }

  /** The objects of a list without those of the wrong type, and without those whose uid was there before. */
  locateAll<O extends OwnedObject>(list: readonly O[], name: string): readonly Located<O>[] {
    const seen = new Set<string>();
    const cursors = fields({ [name]: list }, this.policy).objects(name);
    return cursors.flatMap((cursor) => {
      if (!cursor.isPresent) {
        return [];
      }
      const located = this.locate(cursor.value as O, cursor);
      const { uid } = located;
      if (uid !== '' && seen.has(uid)) {
        const message = 'an earlier object has this uid; remove one of them';
        this.add('UID_DUPLICATE', located, 'uid', message);
        return [];
      }
      seen.add(uid);
      return [located];
    });
  }

  /** An object with its uid. */
  locate<O extends OwnedObject>(
    object: O,
    cursor: Fields<OwnedObject, OwnerProblemCode> = fields<OwnedObject, OwnerProblemCode>(
      object,
      this.policy,
    ),
  ): Located<O> {
    const metadata = cursor.at('metadata');
    return { object, metadata, uid: metadata.text('uid') };
  }

  /** The object with the uid of a controller. */
  find({ uid }: Controller): Located<T> | undefined {
    return uid === '' ? undefined : this.byUid.get(uid);
  }

  /** Adds the problem that the controller of an object is not in the list. */
  addNotFound(owned: Located<OwnedObject>, { kind, name }: Controller): void {
    const message = `${kind} "${name}" is not among the objects; add it to see its owners`;
    this.add('OWNER_NOT_FOUND', owned, 'ownerReferences', message);
  }

  /** Adds the problem that an object controls itself. */
  addCycle(owned: Located<OwnedObject>, { kind, name }: Controller): void {
    const message = `${kind} "${name}" controls itself; remove the reference`;
    this.add('OWNER_CYCLE', owned, 'ownerReferences', message);
  }

  /** Adds a problem with a field of the metadata of an object. */
  add(
    code: OwnerProblemCode,
    { metadata }: Located<OwnedObject>,
    field: 'uid' | 'ownerReferences',
    message: string,
  ): void {
    const path = metadata.pathOf(field);
    this.problems.push(problemOf({ code, severity: 'warning', path, message }));
  }
}
