import { expect, it } from 'vitest';
import { answer } from '../.vitepress/theme/landing/sidecar.js';
import { describeSite } from './site.js';

const memory = { proxy: '64Mi', migrate: '1Gi', web: '512Mi' };

it('the example computes what the scheduler reserves', () => {
  expect(answer({ memory, isSidecar: true })).toMatchObject({
    requests: '1088Mi',
    reason:
      'The sidecar proxy already runs when migrate starts: 1Gi + 64Mi = 1088Mi. The Pod needs only 576Mi later.',
    everything: '1600Mi',
  });
});

it('the example knows ordinary init containers', () => {
  expect(answer({ memory, isSidecar: false })).toMatchObject({
    requests: '1Gi',
    reason: 'migrate needs 1Gi. That is more than the 512Mi that the Pod needs later.',
  });
});

it('the example explains when the running containers decide', () => {
  expect(answer({ memory: { ...memory, web: '2Gi' }, isSidecar: true })).toMatchObject({
    requests: '2112Mi',
    reason: 'web and proxy run together: 2Gi + 64Mi = 2112Mi. No init step needs more.',
  });
  expect(answer({ memory: { ...memory, web: '2Gi' }, isSidecar: false })).toMatchObject({
    reason: 'web runs alone: 2Gi. No init step needs more.',
  });
});

it('the example says what is wrong with an amount', () => {
  expect(answer({ memory: { ...memory, web: '512 MB' }, isSidecar: true })).toEqual({
    problems: [{ name: 'web', message: expect.stringContaining('" "') }],
  });
});

describeSite('the first page', (site) => {
  it('answers without a network, by keyboard', async () => {
    const page = await site.open('/');
    await page.context().setOffline(true);
    const number = page.locator('.example .number');
    expect(await number.innerText()).toContain('1088Mi');
    await page.getByLabel('requested by migrate').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('256Mi');
    expect(await number.innerText()).toContain('576Mi');
    expect(await page.locator('.example .reason').innerText()).toContain('run together');
    await page.getByLabel('restartPolicy').focus();
    await page.keyboard.press('Space');
    expect(await number.innerText()).toContain('512Mi');
    await page.getByLabel('requested by web').fill('lots');
    expect(await page.locator('.example .problems').innerText()).toContain('web');
  });

  it('answers before the rest of the page starts, and goes on afterwards', async () => {
    const page = await site.open('/guides/');
    let startRest = () => {};
    const rest = new Promise<void>((done) => {
      startRest = done;
    });
    await page.route(/\/assets\/app\./, async (route) => {
      await rest;
      await route.continue();
    });
    const hasStarted = (selector: string) =>
      page.waitForFunction(
        (place) => '__vue_app__' in (document.querySelector(place) ?? {}),
        selector,
      );
    await page.goto(`${site.url()}/`, { waitUntil: 'commit' });
    await hasStarted('[data-island]');
    const migrate = page.getByLabel('requested by migrate');
    const number = page.locator('.example .number');
    await migrate.fill('256Mi');
    expect(await number.innerText()).toContain('576Mi');
    expect(await page.evaluate(() => '__vue_app__' in (document.querySelector('#app') ?? {}))).toBe(
      false,
    );

    startRest();
    await hasStarted('#app');
    expect(await migrate.inputValue()).toBe('256Mi');
    await migrate.fill('2Gi');
    expect(await number.innerText()).toContain('2112Mi');

    await page.locator('.VPNavBar').getByRole('link', { name: 'Guides' }).click();
    await page.locator('.example').waitFor({ state: 'detached' });
    // The outline of VitePress fails if a reader leaves a page within a tenth of a second after it has scrolled.
    await page.waitForTimeout(300);
    await page.goBack();
    expect(await number.innerText()).toContain('1088Mi');
    await migrate.fill('256Mi');
    expect(await number.innerText()).toContain('576Mi');
  });

  it('answers a reader who comes from another page of the site', async () => {
    const page = await site.open('/guides/');
    await page.locator('.VPNavBarTitle a').click();
    await page.getByLabel('requested by migrate').fill('256Mi');
    expect(await page.locator('.example .number').innerText()).toContain('576Mi');
  });

  it('loads less than 100 kB of script, and starts on a slow processor', async () => {
    const page = await site.open('/guides/');
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`${site.url()}/`);
    await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(100_000);
  });
});
