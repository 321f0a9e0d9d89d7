/**
 * Every order of remote debugging in every state in which the simulator can bring a dock, generated from the declarations:
 * the page's verdict, the server's and what the dock does are one. By chance a part of the table; whole in the proof
 * `dock-tools`.
 */
import { randomUUID } from 'node:crypto';
import { takeOffToPoint } from '../../packages/dji/src/index.ts';
import { CallRefused, createClient, type Client } from '../../packages/client/src/index.ts';
import { commandCalls, commandRules, leaseCalls, type DebugMethod } from '../../packages/domain/src/index.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { onSite, type OnSite, type SiteReport as Report } from '../support/on-site.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import {
  buttons,
  cards,
  fieldsOf,
  sampled,
  serviceOf,
  toolCells,
  toolModels,
  toolStates,
  type ToolCell,
  type ToolModel,
  type ToolStateName,
} from './tool-table.ts';

const whole = process.env['EYRIE_STORY_TABLE'] === 'whole';
/** Draws cells of four states, two of them refused for different reasons, and none that makes the next one wait for minutes. */
const seed = 9;
// On a busy machine what a page asks for by itself may be refused once, and in the many minutes of the whole table anything
// may, when the database has no connection left; the page asks again. What an order is refused for is looked at by itself.
test.use({
  waits: true,
  expectedFaults: withSlowPictures(
    whole ? /\b503\b/ : /\b503\b.*layer\/query|Failed to load resource.*layer\/query/,
  ),
});
const home = { lng: 113.95, lat: 22.54 };
/** A mode of the air conditioner lasts 120 s of the dock, and its orders have to come in between. */
const leastWait = 60;

const until = (dock: OnSite, holds: (report: Report) => boolean): Promise<void> =>
  expect.poll(async () => holds(await dock.report()), { timeout: 120_000, intervals: [100] }).toBe(true);

const power = async (dock: OnSite, on: boolean): Promise<void> => {
  if ((await dock.report()).drone.powered === on) return;
  await dock.press(false);
  await dock.order('debug_mode_open');
  expect(await dock.order(on ? 'drone_open' : 'drone_close')).toBe(0);
  await until(dock, ({ working, drone }) => !working && drone.powered === on);
};

/** Begins a wait of the air conditioner that lasts long enough for one order, where none such runs. */
const cool = async (dock: OnSite): Promise<void> => {
  if ((await dock.report()).airConditionerWait >= leastWait) return;
  await until(dock, ({ airConditionerWait }) => airConditionerWait === 0);
  // One of them is another mode than that in which it is.
  for (const action of [1, 2]) await dock.order('air_conditioner_mode_switch', { action });
  expect((await dock.report()).airConditionerWait).toBeGreaterThan(leastWait);
};

const fly = async (dock: OnSite, dockModel: ToolModel): Promise<void> => {
  if ((await dock.report()).flight !== null) return;
  const { method, data } = takeOffToPoint({
    flightId: randomUUID(),
    lng: home.lng + 0.001,
    lat: home.lat,
    ellipsoidHeight: 110,
    safeHeight: 60,
    returnAltitude: 100,
    lostAction: 'return',
    maxSpeed: 8,
    dockModel,
  });
  expect(await dock.order(method, data)).toBe(0);
};

/** What the page says of an order: null where it can be given, the reason where it cannot. */
const verdictOfPage = async ({ page, t }: Reader, method: DebugMethod): Promise<string | null> => {
  const [row, word] = buttons[method];
  const text = typeof row === 'string' ? page.getByText(t(row), { exact: true }) : page.getByText(row.imei);
  const name = method === 'esimOperatorSwitch' ? t(word).replace('{number}', '2') : t(word);
  const button = page
    .getByRole('region', { name: t('dockDebug.title') })
    .getByRole('listitem')
    .filter({ has: text })
    .getByRole('button', { name: new RegExp(`${name}$`) });
  if ((await button.count()) === 0) return 'not offered';
  return button.evaluate((one) => {
    if (one.getAttribute('aria-disabled') === 'false') return null;
    return one.ownerDocument.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  });
};

/** Brings the dock into a state, whatever was done to it before. */
const arrange = async (
  dock: OnSite,
  state: ToolStateName,
  model: ToolModel,
  reader: Reader,
): Promise<void> => {
  const wanted: { debug?: true; powered?: true; stopped?: true; waits?: true; works?: true; flies?: true } =
    toolStates[state];
  await until(dock, ({ connected }) => connected);
  if (wanted.flies) {
    if ((await dock.report()).flight === null) {
      // Neither at a pressed stop nor with a battery under maintenance does anything fly.
      await dock.press(false);
      await dock.order('debug_mode_open');
      await dock.order('battery_maintenance_switch', { action: 0 });
      await dock.order('debug_mode_close');
    }
    return fly(dock, model);
  }
  if (!wanted.works) {
    await until(dock, ({ working }) => !working);
    await power(dock, wanted.powered === true);
  }
  await dock.press(wanted.stopped === true);
  await dock.order(wanted.debug ? 'debug_mode_open' : 'debug_mode_close');
  if (wanted.waits) await cool(dock);
  else if (!wanted.works) await until(dock, ({ airConditionerWait }) => airConditionerWait === 0);
  if (wanted.works) {
    // One that has only just begun: it has to last until the order is answered. The page has seen the end of the one before.
    await until(dock, ({ working, airConditionerWait }) => !working && airConditionerWait === 0);
    await expect.poll(() => verdictOfPage(reader, 'coverOpen')).toBe(null);
    expect(await dock.order('drone_open')).toBe(0);
  }
};

interface Tab {
  client: Client;
  tabId: string;
}

/** Gives an order as the page of this tab would. @returns its record, or the reason of the refusal */
const giveAs = async (
  { client: { call }, tabId }: Tab,
  oid: string,
  method: DebugMethod,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ commandOID: string; state: string } | { refused: string | null }> => {
  const { epoch } = await call(leaseCalls.take, { oid, control: 'flight', tabId });
  const nonce = commandRules[method].confirm
    ? { nonce: (await call(commandCalls.challenge, { oid, method })).nonce }
    : {};
  const click = { oid, key: randomUUID(), tabId, issuedAt: Date.now(), epoch };
  try {
    return await call(commandCalls[method], { ...click, ...nonce, ...fields });
  } catch (error) {
    if (error instanceof CallRefused) return { refused: error.reason };
    throw error;
  }
};

/** Takes control on the page. @returns what orders as this page: a lease belongs to a session and a tab */
const takeControl = async ({ page, t, shown }: Reader, baseUrl: string): Promise<Tab> => {
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('leaseTake'),
  );
  await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
  const request = await asked;
  const { tabId } = request.postDataJSON() as { tabId: string };
  const token = await request.headerValue('authToken');
  await expect(page.getByText(shown('lease.mine'))).toBeVisible();
  return { client: createClient({ baseUrl, token: () => token, language: () => 'en' }), tabId };
};

type Given = Awaited<ReturnType<typeof giveAs>>;

/**
 * The answer once the server has received what was arranged. What it refused for another reason is asked again only while
 * nothing was sent: nothing moves twice.
 */
const agreed = async (
  give: () => Promise<Given>,
  sent: () => Promise<unknown[]>,
  expected: string | null,
): Promise<Given> => {
  let answer = await give();
  const other = async (): Promise<boolean> =>
    'refused' in answer && answer.refused !== expected && (await sent()).length === 0;
  await expect
    .poll(
      async () => {
        if (await other()) answer = await give();
        return other();
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBe(false);
  return answer;
};

/** Until the server has received what was arranged: of two reports of the dock the first one is behind. */
const reported = async (dock: OnSite): Promise<void> => {
  const since = await dock.reports();
  await expect
    .poll(() => dock.reports(), { timeout: 60_000, intervals: [100] })
    .toBeGreaterThanOrEqual(since + 2);
};

interface Trial {
  reader: Reader;
  tab: Tab;
  dock: OnSite;
  oid: string;
  at: { sn: string; droneSn: string; lng: number; lat: number };
}

const tryCell = async (
  { reader, tab, dock, oid, at }: Trial,
  { method, expected }: ToolCell,
): Promise<void> => {
  const fields = fieldsOf(method, at);
  const before = (await dock.services()).length;
  if (expected !== 'methodMissing') {
    const wanted = expected === null ? null : reader.t(`refusal.${expected}`);
    const said = () => verdictOfPage(reader, method);
    // What is held already may have no button: an eSIM is activated once.
    const allowed = method === 'esimActivate' ? [wanted, 'not offered'] : [wanted];
    await expect.poll(async () => allowed.includes(await said()) || (await said())).toBe(true);
  } else expect(await verdictOfPage(reader, method)).toBe('not offered');
  const sentSince = async () => (await dock.services()).slice(before);
  const answer = await agreed(() => giveAs(tab, oid, method, fields), sentSince, expected);
  const sent = await sentSince();
  if (expected === null) {
    expect(answer).toHaveProperty('commandOID');
    const { commandOID, state } = answer as { commandOID: string; state: string };
    // What the dock shows already is not sent to it.
    if (sent.length === 0) expect(state).toBe('succeeded');
    else expect(sent).toMatchObject([{ bid: commandOID }]);
    // It goes a moment after it has answered.
    if (method === 'deviceReboot') await until(dock, ({ connected }) => !connected);
    return;
  }
  expect(answer).toEqual({ refused: expected });
  expect(sent).toEqual([]);
  // The dock would have refused it as well; that debugging is on already it takes, and nothing changes.
  const { method: service, data } = serviceOf(method, fields, at.sn);
  const result = await dock.order(service, data);
  if (expected === 'debugOn') expect(result).toBe(0);
  else expect(result).not.toBe(0);
};

interface Round {
  name: string;
  states: readonly ToolStateName[];
  /** How many of its cells are tried; null: all of them. */
  count: number | null;
}

/** At four times its pace a dock works long enough at one thing for others to be tried meanwhile. */
const speedOf = ({ states }: Round): number => (states.includes('works') ? 4 : 10);
const states = Object.keys(toolStates) as ToolStateName[];
/**
 * Of the whole table each state is a round of its own: what agreed is known when a later one is broken off. Of a dock at
 * work, which each time has to begin it, `npm test` tries none: by the declaration alone it refuses in the tests of the orders.
 */
const rounds: readonly Round[] = whole
  ? states.map((state) => ({ name: state, states: [state], count: null }))
  : [{ name: 'at rest and in flight', states: states.filter((state) => state !== 'works'), count: 4 }];
const models = whole ? toolModels : toolModels.slice(-1);

for (const model of models)
  for (const round of rounds)
    test(`page, server and dock ${model} agree on every order, ${round.name}`, async ({
      page,
      product,
      caller,
    }) => {
      test.setTimeout(whole ? 900_000 : 300_000);
      const { name, count } = round;
      const speed = speedOf(round);
      const sn = `TABLE${model.replaceAll('-', '')}X${rounds.indexOf(round)}`;
      const at = { sn, droneSn: `AIR${sn}`, ...home };
      const simulated = await startDock(product, caller, { name: '状态机场', model, ...at }, speed);
      try {
        const dock = onSite(simulated, sn);
        const reader = readerOf(page, 'en');
        await signInAs(reader, `/PortMonitorSee?oid=${simulated.oid}`);
        const tab = await takeControl(reader, product.url);
        await dock.order('debug_mode_open');
        if (model !== '3-1-0') {
          const { imei } = cards.dock;
          expect(await dock.order('esim_activate', { imei, device_type: 'dock' })).toBe(0);
        }
        const all = toolCells(model).filter(({ state }) => round.states.includes(state));
        const cells = count === null ? all : sampled(all, count, seed);
        let before: ToolStateName | null = null;
        let moved = false;
        for (const cell of cells)
          await test.step(`${cell.method} while ${cell.state}: ${cell.expected ?? 'given'}`, async () => {
            await arrange(dock, cell.state, model, reader);
            // At work the page has just seen that it began.
            if (cell.state !== 'works' && (moved || cell.state !== before)) await reported(dock);
            before = cell.state;
            moved = cell.expected === null;
            await tryCell({ reader, tab, dock, oid: simulated.oid, at }, cell);
          });
        // oxlint-disable-next-line no-console -- what the proof counts
        console.log(`${model} ${name}: ${cells.length} of ${all.length} cells agree`);
      } finally {
        await simulated.stop();
      }
    });
