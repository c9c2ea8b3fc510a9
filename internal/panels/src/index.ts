/**
 * The result panels of the playground.
 *
 * Read it in this order:
 * - `areas/`: a folder for each tab: the model that a worker computes, the panel that shows it, rules and examples
 * - `case/`: from text and dumps to the objects that the models read
 * - `engine/`: the worker and its client
 * - `shared/`: diagrams, tables and explanations
 *
 * @packageDocumentation
 */
import './style.css';

export type { Area, AreaExample, Place } from './areas/area.js';
export { AREAS, type NamedArea, preloadAreas } from './areas/areas.js';
export type { DumpProgress } from './case/dump.js';
export type { Shareable } from './case/shareable.js';
export { EngineClient } from './engine/client.js';
export { answerToExample, type FirstAnswer } from './engine/first.js';
export type { Answer, Marker, Tab, View } from './engine/protocol.js';
export { CODE_ADDRESS, type CodeAddress } from './shared/code-address.js';
export { saveFile } from './shared/save.js';
export { withCommas } from './shared/with-commas.js';
