/** The diagrams of the panels, for pages that show a single one, such as the guides. */
import './style.css';

export { default as PhasesChart } from './areas/pods/PhasesChart.vue';
export { default as ChainChart } from './areas/services/ChainChart.vue';
export { default as LineChart } from './shared/LineChart.vue';
export { default as Timeline } from './shared/Timeline.vue';
