/**
 * The map of the demo organisation, flat, round and side by side, in each language and both looks: nothing comes from
 * outside, every half draws, a minute of hands on both halves leaves their centres within a pixel, and with the network
 * gone the map stays and says that it is old. EYRIE_PROVE_SHOTS names the folder of pictures. About ten minutes.
 */
import { layerCalls } from '../packages/domain/src/index.ts';
import { coloursOf, pixelsApart, restOf, type Half } from '../e2e/support/map.ts';
import { signInCaller } from '../e2e/support/calls.ts';
import { password } from '../e2e/support/product.ts';
import { openBrowser, openDesk, seconds, wantedDesks, within, type Desk } from './desk/desk.ts';
import { openInstance, type Instance } from './instance.ts';
import { runProof, type Proof } from './proof.ts';

const minute = 60_000;
/** Layers of the demo's country. */
const layersOfDemo = 6;
/** A half that draws the country has more of them on a coarse net; an empty one has a handful. */
const colours = 40;

/** Figures between 0 and 1 that are the same in every run. */
const random = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

const modeNames = { '2d': 'mapTool.mode2d', '3d': 'mapTool.mode3d', split: 'mapTool.modeSplit' } as const;

const mode = async ({ page, t }: Desk, wanted: '2d' | '3d' | 'split'): Promise<number | null> => {
  await page
    .getByRole('button', { name: t(modeNames[wanted]) })
    .first()
    .click();
  return within(() => page.locator(`.eyrie-map-canvas[data-mode="${wanted}"]`).isVisible(), minute);
};

const drawn = ({ page }: Desk, half: Half): Promise<number | null> =>
  within(async () => (await coloursOf(page, half)) >= colours, minute);

/** Drags and wheels on one half, as a hand would that looks for something. */
const rummage = async ({ page }: Desk, half: Half, next: () => number): Promise<void> => {
  const box = await page.locator(`.eyrie-map-${half}`).boundingBox();
  if (!box) return;
  const [x, y] = [box.x + box.width * (0.5 + next() * 0.2), box.y + box.height * (0.35 + next() * 0.2)];
  await page.mouse.move(x, y);
  if (next() < 0.4) {
    await page.mouse.wheel(0, (next() - 0.5) * 600);
    return;
  }
  await page.mouse.down();
  await page.mouse.move(x + (next() - 0.5) * 200, y + (next() - 0.5) * 200, { steps: 5 });
  await page.mouse.up();
};

const alignment = async (desk: Desk): Promise<void> => {
  const next = random(11);
  const from = performance.now();
  let hands = 0;
  while (performance.now() - from < minute) {
    await rummage(desk, next() < 0.5 ? 'flat' : 'globe', next);
    hands += 1;
  }
  let apart = Number.POSITIVE_INFINITY;
  const after = await within(async () => (apart = await pixelsApart(desk.page)) < 1, 30_000);
  const [lng, lat, zoom] = await restOf(desk.page, 'flat');
  desk.promise(
    after !== null,
    'after a minute of hands on both halves their centres are within a pixel',
    `${hands} movements, ${apart.toFixed(3)} px at ${lng.toFixed(4)}, ${lat.toFixed(4)}, zoom ${zoom.toFixed(2)}`,
  );
};

const everyMode = async (desk: Desk, look: string): Promise<void> => {
  for (const wanted of ['2d', '3d', 'split'] as const) {
    const changed = await mode(desk, wanted);
    const halves: readonly Half[] =
      wanted === '2d' ? ['flat'] : wanted === '3d' ? ['globe'] : ['flat', 'globe'];
    for (const half of halves) {
      const after = changed === null ? null : await drawn(desk, half);
      desk.promise(after !== null, `${look}, ${wanted}: the ${half} half draws the country`, seconds(after));
    }
    if (wanted === 'split') {
      const apart = async (): Promise<number> =>
        Math.abs((await restOf(desk.page, 'flat'))[2] - (await restOf(desk.page, 'globe'))[2]);
      const even = await within(async () => (await apart()) < 0.01, minute);
      desk.promise(even !== null, `${look}: over high ground both halves have one scale`, `${await apart()}`);
    }
    // Tiles that come last make the picture whole; nothing says when there are no more.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await desk.shoot(`${look}-${wanted}`);
  }
};

const cut = async (desk: Desk, instance: Instance): Promise<void> => {
  instance.network.hold();
  const lost = await desk.visible(desk.page.getByText(desk.words('shell.link.lost')), minute);
  desk.promise(lost !== null, 'with the network gone the page says that the link is lost', seconds(lost));
  const many = await coloursOf(desk.page, 'flat');
  desk.promise(many >= colours, 'and the map stays', `${many} colours`);
  await desk.shoot('cut');
  instance.network.heal();
};

const open = async (proof: Proof, instance: Instance): Promise<void> => {
  const browser = await openBrowser(proof);
  for (const [at, seat] of wantedDesks().entries()) {
    const desk = await openDesk(proof, browser, { ...seat, look: 'dark', clock: 0, url: instance.url });
    const foreign: string[] = [];
    desk.page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1') foreign.push(request.url());
    });
    await desk.signIn();
    await desk.page.locator('.login').waitFor({ state: 'detached' });
    await desk.page.goto(`${instance.url}/#/DeviceAll`);
    await desk.page.locator('.dock-row').first().waitFor();
    await everyMode(desk, 'dark');
    if (at === 0) await alignment(desk);
    await mode(desk, '2d');
    await desk.button('shell.toLight').click();
    await everyMode(desk, 'light');
    await mode(desk, '2d');
    desk.promise(foreign.length === 0, 'nothing is asked of another address', foreign[0] ?? 'none');
    if (at === 0) await cut(desk, instance);
    await desk.context.close();
  }
};

await runProof(async (proof) => {
  const instance = await openInstance(proof, { EYRIE_ADMIN_PASSWORD: password, EYRIE_DEMO: 'on' });
  const caller = await signInCaller(instance.url);
  const layers = async (): Promise<number> => (await caller.call(layerCalls.query, {})).list.length;
  const whole = await within(async () => (await layers()) === layersOfDemo, 3 * minute);
  proof.promise(whole !== null, 'the demo has made and sent its country', seconds(whole));
  await open(proof, instance);
});
