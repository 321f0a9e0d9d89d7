/** What stories of flight by sticks share. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { commandCalls, flightCalls, leaseCalls } from '../../packages/domain/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { expect } from '../support/story.ts';

const tabId = 'tab-of-the-preparation';
const click = (oid: string) => ({ oid, key: randomUUID(), tabId, issuedAt: Date.now() });

/** Brings the aircraft of a dock onto its route, and pauses it there. */
export const bringUp = async ({ call }: Caller, oid: string, routeOID: string): Promise<void> => {
  const facts = { returnAltitude: 100, lostAction: 'return', clarity: 'hd' } as const;
  const { oid: flightOID } = await call(flightCalls.add, { routeOID, dockOID: oid, ...facts });
  const lease = { oid, control: 'flight', tabId } as const;
  await expect(async () => {
    const { ready, items } = await call(flightCalls.gate, { oid: flightOID });
    expect(ready, JSON.stringify(items.filter(({ blocks }) => blocks))).toBe(true);
  }).toPass({ timeout: 60_000 });
  const taken = await call(leaseCalls.take, lease);
  const { nonce } = await call(commandCalls.challenge, { oid, method: 'startJob' });
  await call(commandCalls.startJob, { ...click(oid), flightOID, nonce, epoch: taken.epoch });
  await expect(async () => {
    const { epoch } = await call(leaseCalls.take, lease);
    await call(commandCalls.flightPause, { ...click(oid), epoch });
  }).toPass({ timeout: 90_000 });
  const { epoch } = await call(leaseCalls.take, lease);
  await call(leaseCalls.release, { ...lease, epoch });
};

/** Takes control where nobody has it: on a machine that is too busy it ends, as it shall. */
export const takeAgain = async (control: Locator, take: string): Promise<void> => {
  const button = control.getByRole('button', { name: take, exact: true });
  if (await button.isVisible()) await button.click({ timeout: 5_000 });
};

/** Lets the aircraft of a dock go on along the route on which it was paused. */
export const flyOn = async ({ call }: Caller, oid: string): Promise<void> => {
  const lease = { oid, control: 'flight', tabId } as const;
  const { epoch } = await call(leaseCalls.take, lease);
  await call(commandCalls.flightResume, { ...click(oid), epoch });
  await call(leaseCalls.release, { ...lease, epoch });
};

/** Brings it home, whoever controls it. */
export const bringHome = async ({ call }: Caller, oid: string): Promise<void> => {
  await call(commandCalls.returnHome, click(oid));
};

/** Stands in for the gamepads of a browser, before the page loads; `plugIn` says what there is. */
export const doubleGamepads = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    Object.assign(window, { pads: [] });
    navigator.getGamepads = () => Reflect.get(window, 'pads') as Gamepad[];
  });
};

/** One gamepad with these axes, or none. @param index where the browser lists it */
export const plugIn = (page: Page, axes: readonly number[] | null, index = 0): Promise<void> =>
  page.evaluate(
    ([given, at]) => {
      const pad = { id: 'Test pad', index: at, connected: true, mapping: 'standard', axes: given };
      const list: unknown[] = given ? Array.from({ length: at }, () => null) : [];
      if (given) list.push(pad);
      Object.assign(window, { pads: list });
    },
    [axes, index] as const,
  );

/**
 * How often React rendered an element anew while what is below it was drawn so many times. React keeps the newest properties
 * of each element at that element.
 */
export const rendersWhileDrawn = (element: Locator, drawings: number): Promise<number> =>
  element.evaluate(
    (root, wanted) =>
      new Promise<number>((resolve) => {
        const key = Object.keys(root).find((one) => one.startsWith('__reactProps$')) ?? '';
        const properties = (): unknown => Reflect.get(root, key);
        let [drawn, renders, before] = [0, 0, properties()];
        const observer = new MutationObserver(() => {
          drawn += 1;
          if (properties() !== before) renders += 1;
          before = properties();
          if (drawn < wanted) return;
          observer.disconnect();
          resolve(before === undefined ? Infinity : renders);
        });
        observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    drawings,
  );
