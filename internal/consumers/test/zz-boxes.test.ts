import { test } from 'vitest';
import { readdirSync } from 'node:fs';
const dir = new URL('../../../docs/guides/boxes/', import.meta.url).pathname;
test.each(readdirSync(dir).filter((f) => f.endsWith('.box.ts')))('%s', async (f) => {
  const { box } = await import(dir + f);
  const values = Object.fromEntries((box.fields ?? []).map((x: any) => [x.name, x.value]));
  const t = performance.now();
  const parts = box.answer(box.input?.text ?? '', values);
  console.log(f, performance.now() - t, parts.map((p: any) => p.kind === 'table' ? [p.columns, ...p.rows].map((r: any) => r.join(' | ')).join('\n') : p.kind === 'bars' ? JSON.stringify(p.bars) : `${p.tone ?? ''} ${p.text}`).join('\n'));
});
