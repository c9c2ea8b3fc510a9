import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineAsyncComponent } from 'vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component(
      'MermaidDiagram',
      defineAsyncComponent(() => import('./diagram/MermaidDiagram.vue')),
    );
  },
} satisfies Theme;
