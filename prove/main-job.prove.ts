/**
 * The main job in the browser, in each language, while in its middle the server is killed, the database hangs and is
 * stopped, the network goes, and the computer's clock is wrong: nothing typed is lost, nothing old is shown as new,
 * and the aircraft comes home each time. EYRIE_PROVE_LANGUAGES chooses languages (`ar,en`), EYRIE_PROVE_SHOTS the
 * folder of pictures. About three minutes a language.
 */
import type { Browser, Locator } from '@playwright/test';
import { buildKmz, kmzModels } from '../packages/testing/src/index.ts';
import { signInCaller, type Caller } from '../e2e/support/calls.ts';
import { password } from '../e2e/support/product.ts';
import { startDock, type DockPlace, type SimulatedDock } from '../e2e/support/simulator.ts';
import {
  openBrowser,
  openDesk,
  seconds,
  wantedDesks,
  within,
  type Desk,
  type DeskOptions,
} from './desk/desk.ts';
import { openInstance, type Instance } from './instance.ts';
import { runProof, type Proof } from './proof.ts';

const points = [
  { lng: 113.951, lat: 22.541, height: 60, speed: 10, photo: true },
  { lng: 113.954, lat: 22.545, height: 80, speed: 10, photo: true },
  { lng: 113.957, lat: 22.549, height: 80, speed: 10, photo: true },
  { lng: 113.975, lat: 22.574, height: 80, speed: 10, photo: true },
];

interface Job {
  desk: Desk;
  instance: Instance;
  place: DockPlace;
  dock: SimulatedDock;
  routeName: string;
}

const flightPanel = ({ page, t }: Desk): Locator =>
  page.getByRole('region', { name: t('flight.one') }).first();

/** The server dies while a route is being imported. */
async function importRoute({ desk, instance, routeName }: Job): Promise<void> {
  const { page, t, button, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/RoutePlanning`);
  await page.locator('h1').first().waitFor();
  await shoot('routes');
  await page
    .getByRole('button', { name: t('route.import') })
    .first()
    .click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'north-east.kmz',
    mimeType: 'application/vnd.google-earth.kmz',
    buffer: Buffer.from(buildKmz({ model: kmzModels.m3td, points })),
  });
  await page.getByLabel(t('field.name')).last().fill(routeName);
  await page.locator('.route-warnings-none').first().waitFor();
  await instance.kill();
  await button('route.store').click();
  const shown = await visible(page.getByRole('alert'), 20_000);
  await shoot('save-with-the-server-dead');
  promise(shown !== null, 'saving a route with the server dead is told', seconds(shown));
  await instance.restart();
  promise(
    (await page.getByLabel(t('field.name')).last().inputValue()) === routeName,
    'what was typed is still there',
    routeName,
  );
  await within(async () => {
    if (await page.getByText(t('route.stored')).first().isVisible()) return true;
    if (await button('route.store').isEnabled({ timeout: 300 }))
      await button('route.store').click({ timeout: 2_000 });
    return false;
  }, 40_000);
  await shoot('route-saved');
}

/** From the route to the aircraft in the air. */
async function arrangeAndStart({ desk, place }: Job): Promise<void> {
  const { page, t, words, button, promise, visible, shoot } = desk;
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('route.fly') })
    .click();
  await page.getByRole('radio', { name: place.name }).check();
  await page.getByLabel(t('flight.returnAltitude')).fill('5');
  await button('flight.submit').click();
  await shoot('arrange-with-a-wrong-altitude');
  await page.getByLabel(t('flight.returnAltitude')).fill('110');
  await button('flight.submit').click();
  await page.getByText(t('flight.arranged')).first().waitFor();
  await page.getByRole('link', { name: t('flight.toMonitor') }).click();
  const ready = await visible(page.locator('[data-gate="ready"]'), 90_000);
  await shoot('monitor-ready');
  promise(ready !== null, 'ready to fly', seconds(ready));
  await button('lease.take').click();
  await page.getByText(t('lease.mine')).first().waitFor();
  await button('command.startJob').click();
  await shoot('question-before-take-off');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('command.startJob') })
    .click();
  const onRoute = new RegExp(`${words('flight.phase.onRoute')}.*%`);
  const flying = await visible(flightPanel(desk).getByText(onRoute), 150_000);
  await shoot('on-the-route');
  promise(flying !== null, 'on the route', seconds(flying));
}

/** The network goes in mid-flight. */
async function networkGoes({ desk, instance }: Job): Promise<void> {
  const { page, t, button, promise, visible, shoot } = desk;
  instance.network.hold();
  const unknown = await visible(page.getByText(t('state.unknownSince')), 30_000);
  await shoot('network-gone');
  promise(
    unknown !== null && unknown < 20_000,
    'without the network the screen says since when nothing is known',
    seconds(unknown),
  );
  const usable = await button('command.flightPause')
    .isEnabled({ timeout: 300 })
    .catch(() => false);
  promise(!usable, 'no order can be given without the network', usable ? 'enabled' : 'disabled');
  instance.network.heal();
  const back = await within(
    async () => !(await page.getByText(t('state.unknownSince')).first().isVisible()),
    40_000,
  );
  promise(back !== null, 'the network is back and so is the screen', seconds(back));
}

/** The server is killed in mid-flight. */
async function serverDies({ desk, instance }: Job): Promise<void> {
  const { page, t, words, button, promise, visible, shoot } = desk;
  await instance.kill();
  const dead = await visible(page.getByText(t('state.unknownSince')), 30_000);
  await shoot('server-killed');
  promise(dead !== null, 'a killed server is told on the screen', seconds(dead));
  await instance.restart();
  const again = await within(async () => {
    const take = button('lease.take');
    if (await take.isVisible()) await take.click({ timeout: 1_000 });
    return (
      (await button('command.flightPause').isEnabled({ timeout: 300 })) ||
      (await flightPanel(desk).getByText(t('flight.phase.over')).first().isVisible())
    );
  }, 60_000);
  await shoot('server-again');
  promise(again !== null, 'after the restart orders can be given again', seconds(again));
  // For ten seconds after a restart the server refuses what moves, and says so.
  const paused = await within(async () => {
    if (await flightPanel(desk).getByText(words('flight.phase.paused')).first().isVisible()) return true;
    await button('command.flightPause').click({ timeout: 1_000 });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return false;
  }, 40_000);
  await shoot('paused');
  promise(paused !== null, 'pausing works after the restart', seconds(paused));
}

/** The database hangs: the way home stays open. */
async function databaseHangs({ desk, instance, place, dock }: Job): Promise<void> {
  const { page, words, promise, shoot } = desk;
  instance.database('SIGSTOP');
  try {
    const asked = performance.now();
    await page
      .getByRole('button', { name: new RegExp(`^${words('command.returnHome')}`) })
      .first()
      .click({ timeout: 10_000 });
    const home = await within(async () => {
      const { services } = (await (await fetch(`${dock.control}/docks/${place.sn}/stats`)).json()) as {
        services: { method: string }[];
      };
      return services.some(({ method }) => method === 'return_home');
    }, 15_000);
    promise(
      home !== null,
      'with the database hanging a return home reaches the dock',
      `${seconds(home)} after ${seconds(performance.now() - asked)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await shoot('database-hangs');
  } finally {
    instance.database('SIGCONT');
  }
}

/** The flight is over, and what is known of it is found. */
async function findRecord({ desk, routeName }: Job): Promise<void> {
  const { page, t, promise, visible, shoot } = desk;
  const over = await visible(page.getByRole('link', { name: t('monitor.record') }), 180_000);
  await shoot('over');
  promise(over !== null, 'the flight is over and its record is at hand', seconds(over));
  await page
    .getByRole('link', { name: t('monitor.record') })
    .first()
    .click();
  // Whoever still holds control is asked before the page is left.
  await within(async () => {
    const leave = page.getByRole('alertdialog').getByRole('button', { name: t('monitor.leave') });
    if (await leave.isVisible()) await leave.click({ timeout: 1_000 });
    return page.getByRole('dialog').first().isVisible();
  }, 20_000);
  await page.getByRole('dialog').getByText(t('command.returnHome')).first().waitFor();
  await shoot('record');
  promise(
    (await page.getByRole('dialog').innerText()).includes(routeName),
    'the record names the route',
    routeName,
  );
}

async function fly(
  proof: Proof,
  browser: Browser,
  { instance, caller }: { instance: Instance; caller: Caller },
  options: DeskOptions,
): Promise<void> {
  const number = { 'zh-CN': 1, ar: 2, en: 3 }[options.language];
  const place = {
    name: `${['东', '南', '西'][number - 1]}山机场`,
    sn: `JOBDOCK000${number}`,
    droneSn: `JOBDRONE000${number}`,
    lng: 113.95,
    lat: 22.54,
  };
  const dock = await startDock(instance.server(), caller, place, 3);
  proof.onEnd(() => dock.stop());
  const desk = await openDesk(proof, browser, options);
  const job: Job = { desk, instance, place, dock, routeName: `东北 ${options.language}` };
  await desk.signIn();
  await desk.page.locator('.login').waitFor({ state: 'detached' });
  await desk.applyTheme();
  await desk.shoot('first-page');
  await importRoute(job);
  await arrangeAndStart(job);
  await networkGoes(job);
  await serverDies(job);
  await databaseHangs(job);
  await findRecord(job);
  await desk.context.close();
  await dock.stop();
}

await runProof(async (proof) => {
  const instance = await openInstance(proof, { EYRIE_ADMIN_PASSWORD: password });
  const browser = await openBrowser(proof);
  const caller = await signInCaller(instance.server().url);
  for (const seat of wantedDesks())
    await fly(proof, browser, { instance, caller }, { ...seat, url: instance.url });
});
