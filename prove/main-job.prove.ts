/**
 * The main job in the browser, in each language, while in its middle the server is killed, the database hangs and is
 * stopped, the network goes, and the computer's clock is wrong: nothing typed is lost, nothing old is shown as new,
 * and the aircraft comes home each time. Pictures go to the folder that EYRIE_PROVE_SHOTS names. About eight minutes.
 */
import { chromium, type Locator } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phrases, type Language, type PhraseId } from '../packages/phrases/src/index.ts';
import { buildKmz, kmzModels } from '../packages/testing/src/index.ts';
import { findChromium } from '../e2e/support/browser.ts';
import { signInCaller, type Caller } from '../e2e/support/calls.ts';
import { startDock } from '../e2e/support/simulator.ts';
import { startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { freePort } from '../apps/server/src/platform/postgres/index.ts';
import { startDatabase } from './database.ts';
import { openNetwork, signalDatabase } from './faults.ts';
import { runProof } from './proof.ts';

const password = 'Prove#4711aA';
const shots = process.env['EYRIE_PROVE_SHOTS'];

const points = [
  { lng: 113.951, lat: 22.541, height: 60, speed: 10, photo: true },
  { lng: 113.954, lat: 22.545, height: 80, speed: 10, photo: true },
  { lng: 113.957, lat: 22.549, height: 80, speed: 10, photo: true },
  { lng: 113.975, lat: 22.574, height: 80, speed: 10, photo: true },
];

/** The text of a language as what is shown: its values may be anything. */
const shown = (language: Language, id: PhraseId): RegExp => {
  const text = phrases(language)[id];
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replace(/\{\w+\}/g, '.+');
  return new RegExp(text.includes('{') ? escaped : `(^|\\s)${escaped}\\s*$`);
};

/** Looks again until it is so. @returns after how many ms, null: not in time */
const within = async (what: () => Promise<boolean>, ms: number): Promise<number | null> => {
  const from = performance.now();
  while (performance.now() - from < ms) {
    if (await what().catch(() => false)) return performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
};
const seconds = (ms: number | null): string => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);

await runProof(async (proof) => {
  const database = await startDatabase(proof);
  const [port, mqtt, rtmp] = [await freePort(), await freePort(), await freePort()];
  const network = await openNetwork(proof, port);
  const dataDir = await mkdtemp(join(tmpdir(), 'eyrie-prove-'));
  proof.onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const start = (): Promise<ServerProcess> =>
    startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_DATABASE_URL: database.url,
      EYRIE_ADMIN_PASSWORD: password,
      EYRIE_PORT: String(port),
      EYRIE_MQTT_PORT: String(mqtt),
      EYRIE_RTMP_PORT: String(rtmp),
      EYRIE_PUBLIC_URL: `http://127.0.0.1:${network.port}`,
      EYRIE_LOG_LEVEL: 'warn',
    });
  let server = await start();
  proof.onEnd(() => server.end('SIGKILL'));
  const url = `http://127.0.0.1:${network.port}`;
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-gpu-compositing',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  proof.onEnd(() => browser.close());
  const caller: Caller = await signInCaller(server.url, 'admin', password);

  const fly = async (language: Language, clock: number, number: number): Promise<void> => {
    const t = (id: PhraseId): RegExp => shown(language, id);
    const promise = (held: boolean, what: string, measured: string): void =>
      proof.promise(held, `${language}: ${what}`, measured);
    const place = {
      name: `${['东', '南', '西'][number - 1]}山机场`,
      sn: `JOBDOCK000${number}`,
      droneSn: `JOBDRONE000${number}`,
      lng: 113.95,
      lat: 22.54,
    };
    const dock = await startDock(
      { mqtt: server.mqtt, url: server.url, rtmp: '', dataDir } as never,
      caller,
      place,
      3,
    );
    proof.onEnd(() => dock.stop());
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: language,
      timezoneId: 'Asia/Shanghai',
      colorScheme: number === 2 ? 'light' : 'dark',
    });
    // The clock of the computer at the desk goes wrong; the product judges by its own.
    await context.addInitScript(`(() => {
      const now = Date.now.bind(Date), Real = Date, by = ${clock};
      globalThis.Date = class extends Real {
        constructor(...given) { if (given.length === 0) super(now() + by); else super(...given); }
        static now() { return now() + by; }
      };
    })()`);
    const page = await context.newPage();
    // The library of pictures throws this where nobody hears it when its connection ends while it is put away.
    page.on('pageerror', ({ message, stack }) => {
      if (message !== 'e' || stack) promise(false, 'no error in the page', stack ?? message);
    });
    page.setDefaultTimeout(30_000);
    let picture = 0;
    const shoot = async (what: string): Promise<void> => {
      picture += 1;
      if (!shots) return;
      mkdirSync(shots, { recursive: true });
      await page
        .screenshot({ path: join(shots, `${language}-${String(picture).padStart(2, '0')}-${what}.png`) })
        .catch(() => undefined);
    };
    const button = (id: PhraseId): Locator => page.getByRole('button', { name: t(id) }).first();
    const visible = (locator: Locator, ms: number): Promise<number | null> =>
      within(() => locator.first().isVisible(), ms);

    await page.goto(url);
    await page
      .getByRole('button', { name: { 'zh-CN': '中文', en: 'English', ar: 'العربية' }[language] })
      .click();
    await shoot('sign-in');
    await page.getByLabel(t('login.account')).fill('admin');
    await page.getByLabel(t('login.password'), { exact: true }).first().fill(password);
    await button('login.submit').click();
    await page.locator('.login').waitFor({ state: 'detached' });
    await shoot('first-page');

    // 1. The server dies while a route is being imported.
    await page.goto(`${url}/#/RoutePlanning`);
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
    const routeName = `东北 ${language}`;
    await page.getByLabel(t('route.name')).last().fill(routeName);
    await page.getByText(t('route.noWarnings')).first().waitFor();
    await server.end('SIGKILL');
    await button('route.store').click();
    const told = await visible(page.getByRole('alert'), 20_000);
    await shoot('save-with-the-server-dead');
    promise(told !== null, 'saving a route with the server dead is told', seconds(told));
    server = await start();
    promise(
      (await page.getByLabel(t('route.name')).last().inputValue()) === routeName,
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
    const ready = await visible(page.getByText(t('monitor.gateReady')), 90_000);
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
    const flight = page.getByRole('region', { name: t('flight.one') }).first();
    const onRoute = new RegExp(`${phrases(language)['flight.phase.onRoute']}.*%`);
    const flying = await visible(flight.getByText(onRoute), 150_000);
    await shoot('on-the-route');
    promise(flying !== null, 'on the route', seconds(flying));

    // 2. The network goes.
    network.hold();
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
    network.heal();
    const back = await within(
      async () => !(await page.getByText(t('state.unknownSince')).first().isVisible()),
      40_000,
    );
    promise(back !== null, 'the network is back and so is the screen', seconds(back));

    // 3. The server is killed in mid-flight.
    await server.end('SIGKILL');
    const dead = await visible(page.getByText(t('state.unknownSince')), 30_000);
    await shoot('server-killed');
    promise(dead !== null, 'a killed server is told on the screen', seconds(dead));
    server = await start();
    const again = await within(async () => {
      const take = button('lease.take');
      if (await take.isVisible()) await take.click({ timeout: 1_000 });
      return (
        (await button('command.flightPause').isEnabled({ timeout: 300 })) ||
        (await flight.getByText(t('flight.phase.over')).first().isVisible())
      );
    }, 60_000);
    await shoot('server-again');
    promise(again !== null, 'after the restart orders can be given again', seconds(again));
    // For ten seconds after a restart the server refuses what moves, and says so.
    const paused = await within(async () => {
      if (await flight.getByText(phrases(language)['flight.phase.paused']).first().isVisible()) return true;
      await button('command.flightPause').click({ timeout: 1_000 });
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return false;
    }, 40_000);
    await shoot('paused');
    promise(paused !== null, 'pausing works after the restart', seconds(paused));

    // 4. The database hangs: the way home stays open.
    const pid = database.pid();
    if (pid === undefined) throw new Error('the database does not run');
    signalDatabase(pid, 'SIGSTOP');
    try {
      const asked = performance.now();
      await page
        .getByRole('button', { name: new RegExp(`^${phrases(language)['command.returnHome']}`) })
        .first()
        .click({ timeout: 10_000 });
      const home = await within(async () => {
        const { services } = (await (await fetch(`${dock.door}/docks/${place.sn}/stats`)).json()) as {
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
      signalDatabase(pid, 'SIGCONT');
    }
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
    await context.close();
    await dock.stop();
  };

  await fly('zh-CN', 0, 1);
  await fly('ar', 7 * 60_000, 2);
  await fly('en', -11 * 60_000, 3);
});
