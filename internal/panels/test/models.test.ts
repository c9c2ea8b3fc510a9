import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Engine } from '../src/engine/engine.js';

const example = (name: string) => readFileSync(new URL(`../../../examples/${name}.yaml`, import.meta.url), 'utf8');
test.each(['sidecars','disruptions','dns','environment','apf','apf-scenario','cluster','registry','pods','mistakes'])('%s', (name) => {
  const engine = new Engine();
  engine.setText('a.yaml', example(name));
  const { tabs } = engine.answer({ areas: [], options: {} });
  console.log(name, JSON.stringify(tabs));
  for (const { area } of tabs) {
    const { failure, model } = engine.answer({ areas: [area], options: {} });
    expect([area, failure]).toEqual([area, undefined]);
    console.log(area, JSON.stringify(model).slice(0, 600));
  }
});
