import { randomUUID } from 'node:crypto';
import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { commandCalls, drcCalls, flightCalls, leaseCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'STICKDOCK1',
  en: 'STICKDOCK2',
  ar: 'STICKDOCK3',
};
const tabId = 'tab-of-the-preparation';

/** Brings the aircraft of a dock onto its route, and pauses it there. */
const bringUp = async ({ call }: Caller, oid: string, routeOID: string): Promise<void> => {
  const facts = { returnAltitude: 100, lostAction: 'return', clarity: 'hd' } as const;
  const { oid: flightOID } = await call(flightCalls.add, { routeOID, dockOID: oid, ...facts });
  const lease = { oid, control: 'flight', tabId } as const;
  const click = () => ({ oid, key: randomUUID(), tabId, issuedAt: Date.now() });
  await expect(async () => {
    const { ready } = await call(flightCalls.gate, { oid: flightOID });
    expect(ready).toBe(true);
  }).toPass({ timeout: 60_000 });
  const taken = await call(leaseCalls.take, lease);
  const { nonce } = await call(commandCalls.challenge, { oid, method: 'startJob' });
  await call(commandCalls.startJob, { ...click(), flightOID, nonce, epoch: taken.epoch });
  await expect(async () => {
    const { epoch } = await call(leaseCalls.take, lease);
    await call(commandCalls.flightPause, { ...click(), epoch });
  }).toPass({ timeout: 90_000 });
  const { epoch } = await call(leaseCalls.take, lease);
  await call(leaseCalls.release, { ...lease, epoch });
};

for (const language of storyLanguages<Language>(languages))
  test(`an aircraft is flown by keys and gamepad, in ${language}`, async ({ page, product, caller }) => {
    test.setTimeout(240_000);
    const sn = serials[language];
    const place = { name: '摇杆机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const dock = await startDock(product, caller, place, 8);
    await page.addInitScript(() => {
      Object.assign(window, { pads: [] });
      navigator.getGamepads = () => Reflect.get(window, 'pads') as Gamepad[];
    });
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/flightControl?oid=${dock.oid}`);
      const panel = page.getByRole('region', { name: t('drc.title'), exact: true });
      const axis = (name: string) => panel.locator(`[data-axis="${name}"]`);
      const button = (id: Parameters<typeof t>[0]) => panel.getByRole('button', { name: t(id), exact: true });

      // Without an aircraft the keys can be tried, and one can be given to another action.
      await panel.getByRole('checkbox', { name: t('drc.test') }).check();
      await page.keyboard.down('w');
      await expect(axis('pitch')).toHaveAttribute('data-value', '50');
      await page.keyboard.up('w');
      await expect(axis('pitch')).toHaveAttribute('data-value', '0');
      await panel.getByRole('button', { name: new RegExp(`^${t('drc.action.forward')}:`) }).click();
      await page.keyboard.press('i');
      await page.keyboard.down('i');
      await expect(axis('pitch')).toHaveAttribute('data-value', '50');
      await page.keyboard.up('i');
      await page.evaluate(() => {
        const pad = { id: 'Test pad', index: 0, connected: true, mapping: 'standard', axes: [0, 0, 1, 0] };
        Object.assign(window, { pads: [pad] });
      });
      await expect(axis('roll')).toHaveAttribute('data-value', '100');
      await expect(panel).toContainText('Test pad');
      await page.evaluate(() => Object.assign(window, { pads: [] }));
      await panel.getByRole('checkbox', { name: t('drc.test') }).uncheck();
      await expect(button('drc.arm')).toHaveAccessibleDescription(/.+/);

      await bringUp(caller, dock.oid, routeOID);
      const control = page.getByRole('region', { name: t('flightControl.flight'), exact: true });
      await control.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(control.getByText(shown('lease.mine'))).toBeVisible();
      await expect(button('drc.arm')).toHaveAccessibleDescription(t('refusal.drcMissing'), {
        timeout: 30_000,
      });
      await button('command.drcEnter').click();
      await expect(button('drc.arm')).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
      await button('drc.arm').click();
      await expect(panel).toHaveAttribute('data-phase', 'armed');
      const flown = async () => (await caller.call(drcCalls.info, { oid: dock.oid })).state;
      await page.keyboard.down('i');
      await expect(async () => expect((await flown())?.passed).toBeGreaterThan(10)).toPass();
      await page.screenshot({ path: test.info().outputPath(`sticks-${language}.png`), fullPage: true });
      // The sticks are centred as soon as the page is not in front, whatever is held.
      await page.evaluate(() => window.dispatchEvent(new Event('blur')));
      await expect(panel).toHaveAttribute('data-phase', 'paused');
      await expect(axis('pitch')).toHaveAttribute('data-value', '0');
      await page.keyboard.up('i');
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(panel).toHaveAttribute('data-phase', 'armed');
      await page.keyboard.press('Space');
      await expect(panel).toHaveAttribute('data-phase', 'locked');
      await expect(panel.getByRole('status').first()).toHaveText(t('drc.phase.locked'));
      await button('drc.arm').click();
      await expect(panel).toHaveAttribute('data-phase', 'armed');

      // Whoever gives control back flies no more.
      await control.getByRole('button', { name: t('lease.release'), exact: true }).click();
      await expect(panel).toHaveAttribute('data-phase', 'disarmed');
      await expect(async () => expect((await flown())?.forwarding ?? false).toBe(false)).toPass();
      await expect(button('command.drcEnter')).toHaveAccessibleDescription(t('refusal.controlMissing'));
    } finally {
      await dock.stop();
    }
  });
