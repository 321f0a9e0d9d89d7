/**
 * An evening, a night and a day of a screen that nobody attends: 24 hours by a clock that the proof moves, in a Chromium, at a
 * product whose every link is cut once: the network for an hour, the server, the database, and the docks. The screen shows
 * each time that it is not live, comes back without a hand, and needs no more memory at the end than at the beginning.
 * EYRIE_PROVE_HOURS shortens it, to five at least: a cut an hour. About ten minutes; docs/decisions/0126 has what it measured.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { displayCalls } from '../packages/domain/src/index.ts';
import { signInCaller } from '../e2e/support/calls.ts';
import { withoutGraphics } from '../e2e/support/no-graphics.ts';
import { password } from '../e2e/support/product.ts';
import { startDock } from '../e2e/support/simulator.ts';
import { openBrowser } from './desk/desk.ts';
import { openInstance, type Instance } from './instance.ts';
import { runProof, type Proof } from './proof.ts';
import { pageClockScripts, type ClockedPage } from './unattended/page-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const hours = Math.max(5, Number(process.env['EYRIE_PROVE_HOURS'] ?? 24));
const page = '/Cockpit/TotalPerception' as const;
const dockSn = 'NIGHTDOCK001';
/** Answers are waited for, but not those of a link that is cut: real ms. */
const patience = { whole: 400, cut: 5 } as const;
/** What may be kept more at the end than at the beginning. */
const mostGrowth = 0.05;

interface Wall {
  shown: Page;
  memory: CDPSession;
  pass(ms: number): Promise<void>;
  /** Lets time pass until it is so. @returns after how many seconds by the clock of the page; null: not in time */
  passUntil(holds: () => Promise<boolean>, most: number): Promise<number | null>;
  set(part: { patience?: number; silent?: boolean }): Promise<void>;
}

async function openWall(proof: Proof, { url }: Instance): Promise<Wall> {
  const browser = await openBrowser(proof);
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'en' });
  await context.addInitScript(withoutGraphics);
  for (const script of pageClockScripts) await context.addInitScript(script);
  const shown = await context.newPage();
  await shown.goto(`${url}/screen/#/Display`);
  const pass = (ms: number): Promise<void> =>
    shown.evaluate((span) => (globalThis as ClockedPage).pageClock.run(span), ms);
  return {
    shown,
    memory: await context.newCDPSession(shown),
    pass,
    async passUntil(holds, most) {
      for (let passed = 0; passed <= most; passed += 1_000) {
        if (await holds()) return passed / 1_000;
        await pass(1_000);
      }
      return null;
    },
    set: (part) =>
      shown.evaluate((given) => void Object.assign((globalThis as ClockedPage).pageClock, given), part),
  };
}

interface Sample {
  bytes: number;
  nodes: number;
  listeners: number;
}

const sample = async ({ memory }: Wall): Promise<Sample> => {
  for (let times = 0; times < 2; times += 1) await memory.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = (await memory.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  const { nodes, jsEventListeners: listeners } = await memory.send('Memory.getDOMCounters');
  return { bytes: usedSize + backingStorageSize, nodes, listeners };
};

const middle = (samples: readonly Sample[], what: keyof Sample): number =>
  samples.map((one) => one[what]).toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;

/** How much more there is at the end of the samples than at their beginning, as a share. */
const growth = (samples: readonly Sample[], what: keyof Sample): number => {
  const third = Math.floor(samples.length / 3);
  return middle(samples.slice(-third), what) / middle(samples.slice(0, third), what) - 1;
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const after = (seconds: number | null): string => (seconds === null ? 'never' : `after ${seconds} s`);
const visible = (what: Locator) => (): Promise<boolean> => what.first().isVisible();

interface Cut {
  what: string;
  /** For how long, ms by the clock of the page. */
  lasts: number;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
  /** What shows that what stands there is old. */
  sign: Locator;
  /** Its calls are answered all the same. */
  answered?: true;
}

const cutsOf = (instance: Instance, { shown, set }: Wall): readonly Cut[] => [
  {
    what: 'the network for an hour',
    lasts: hour,
    async begin() {
      instance.network.hold();
      // What is repeated for a device came over this network.
      await set({ silent: true });
    },
    async end() {
      await set({ silent: false });
      instance.network.heal();
    },
    sign: shown.locator('.screen-lost'),
  },
  {
    what: 'the server',
    lasts: 10 * minute,
    begin: () => instance.kill(),
    end: () => instance.restart(),
    sign: shown.locator('.screen-lost'),
  },
  {
    what: 'the database',
    lasts: 10 * minute,
    begin: () => instance.database('SIGSTOP'),
    end: () => instance.database('SIGCONT'),
    sign: shown.locator('.tile-head').locator('.ey-shape-alarm, .ey-shape-attention'),
  },
  {
    what: 'the messages of docks',
    lasts: 10 * minute,
    begin: () => set({ silent: true }),
    end: () => set({ silent: false }),
    answered: true,
    sign: shown.locator('.tile-docks .row-figures .tile-age'),
  },
];

async function cut(
  proof: Proof,
  wall: Wall,
  { what, lasts, begin, end, sign, answered }: Cut,
): Promise<void> {
  const fresh = await wall.passUntil(async () => !(await visible(sign)()), 10 * minute);
  proof.promise(fresh !== null, `before a cut of ${what} nothing there is old`, after(fresh));
  await wall.set({ patience: answered ? patience.whole : patience.cut });
  await begin();
  const shownAfter = await wall.passUntil(visible(sign), 3 * minute);
  proof.promise(shownAfter !== null, `a cut of ${what} is shown`, after(shownAfter));
  await wall.pass(lasts);
  proof.promise(await visible(sign)(), `and still after ${lasts / minute} minutes`, 'on the screen');
  await end();
  await wall.set({ patience: patience.whole });
  const back = await wall.passUntil(async () => !(await visible(sign)()), 10 * minute);
  proof.promise(back !== null, `${what}: it comes back without a hand`, after(back));
}

/** A dock that reports, and the screen paired as a display. */
async function openDisplay(proof: Proof, instance: Instance, wall: Wall): Promise<void> {
  const boss = await signInCaller(instance.server().url, 'admin', password);
  const place = { name: '夜间机场', sn: dockSn, droneSn: `A${dockSn}`, lng: 113.95, lat: 22.54 };
  const dock = await startDock({ mqtt: instance.server().mqtt }, boss, place, 1);
  proof.onEnd(() => dock.stop());
  const code = wall.shown.locator('.entrance-code');
  await wall.passUntil(visible(code), minute);
  await boss.call(displayCalls.pair, { code: await code.innerText(), name: 'Night', page });
  const open = await wall.passUntil(visible(wall.shown.locator('.cockpit .tile-docks .row')), 5 * minute);
  proof.promise(open !== null, 'a display is in and shows its dock', after(open));
}

await runProof(async (proof) => {
  const instance = await openInstance(proof, { EYRIE_ADMIN_PASSWORD: password });
  await instance.server().ready();
  const wall = await openWall(proof, instance);
  await openDisplay(proof, instance, wall);
  // Whoever looks into a failure sees whether it began anew.
  await wall.shown.evaluate(() => void Object.assign(globalThis, { sameProgram: true }));
  const cuts = cutsOf(instance, wall);
  const apart = Math.floor(hours / (cuts.length + 1));
  const places = new Set<string>();
  const samples: Sample[] = [];
  for (let at = 1; at <= hours; at += 1) {
    for (let passed = 0; passed < hour; passed += 10 * minute) {
      await wall.pass(10 * minute);
      places.add(await wall.shown.locator('main.screen').evaluate((main) => main.style.transform));
    }
    const due = at % apart === 0 ? cuts[at / apart - 1] : undefined;
    if (due) await cut(proof, wall, due);
    // The first hour loads what is shown for the first time.
    if (at > 1) samples.push(await sample(wall));
  }
  const same = await wall.shown.evaluate(() => 'sameProgram' in globalThis);
  proof.promise(
    same,
    `after ${hours} hours it is the same program`,
    same ? 'never loaded anew' : 'loaded anew',
  );
  proof.promise(places.size > 2, 'what it shows moves against burn-in', `${places.size} places`);
  for (const what of ['bytes', 'nodes', 'listeners'] as const) {
    const more = growth(samples, what);
    proof.promise(
      more <= mostGrowth,
      `it keeps no more ${what}`,
      `${middle(samples, what)}, ${percent(more)} more`,
    );
  }
  const leaking: Sample[] = samples.slice(-3);
  for (let times = 0; times < 6; times += 1) {
    await wall.shown.evaluate(() => (globalThis as ClockedPage).pageTime.leak(1_000_000));
    await wall.pass(minute);
    leaking.push(await sample(wall));
  }
  const found = growth(leaking, 'bytes');
  proof.promise(
    found > mostGrowth,
    'a leak of a megabyte an hour would be noticed',
    `${percent(found)} more`,
  );
}, 40 * minute);
