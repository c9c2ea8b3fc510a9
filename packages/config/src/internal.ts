/**
 * What other packages of kubesem need of this one. It can change in any release.
 *
 * @packageDocumentation
 */
export {
  ChangeReach,
  type ContainerEffects,
  configKey,
  type Effect,
  type KeyChanges,
  keyChanges,
  newReferences,
} from './references/change-reach.js';
