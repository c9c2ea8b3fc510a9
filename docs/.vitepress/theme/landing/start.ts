// Starts the example of the first page.
import { startIsland } from '../island.js';
import SidecarExample from './SidecarExample.vue';

startIsland('sidecar', SidecarExample);
