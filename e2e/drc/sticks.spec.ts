import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { drcCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { bringUp, doubleGamepads, plugIn, rendersWhileDrawn, takeAgain } from './hands.ts';

// The page brings its picture up by itself; on a busy machine that may be refused once.
test.use({
  waits: true,
  expectedFaults: withSlowPictures(),
});

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'STICKDOCK1',
  en: 'STICKDOCK2',
  ar: 'STICKDOCK3',
};

for (const language of storyLanguages<Language>(languages))
  test(`an aircraft is flown by keys and gamepad, in ${language}`, async ({ page, product, caller }) => {
    const sn = serials[language];
    const place = { name: '摇杆机场', sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54 };
    const routeOID = await uploadRouteTo(product.url, caller.session.authToken);
    const dock = await startDock(product, caller, place, 8);
    await doubleGamepads(page);
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
      await plugIn(page, [0, 0, 1, 0]);
      await expect(axis('roll')).toHaveAttribute('data-value', '100');
      await expect(panel).toContainText('Test pad');
      await test.step('a gamepad is measured: at rest, and to its ends', async () => {
        const tuning = panel.getByRole('region', { name: t('drc.tuning'), exact: true });
        const press = (id: Parameters<typeof t>[0]) =>
          tuning.getByRole('button', { name: t(id), exact: true }).click();
        await plugIn(page, [0.2, 0, 0, 0]);
        await press('drc.calibrate');
        await expect(tuning.getByRole('status')).toHaveText(t('drc.calibration.ranging'));
        for (const end of [1, -1]) {
          await plugIn(page, [end, end, end, end]);
          await expect(axis('yaw')).toHaveAttribute('data-value', `${end * 100}`);
        }
        await press('drc.calibration.finish');
        await expect(tuning.getByRole('status')).toHaveText(t('drc.calibration.done'));
        await plugIn(page, [0.2, 0, 0, 0]);
        await expect(axis('yaw')).toHaveAttribute('data-value', '0');
        await press('drc.calibration.forget');
        await expect(axis('yaw')).not.toHaveAttribute('data-value', '0');
        await plugIn(page, null);
      });
      await test.step('two fingers move both sticks of the screen, and centre them', async () => {
        const left = panel.locator('[data-hand="left"]');
        await left.scrollIntoViewIfNeeded();
        const boxes = [await left.boundingBox(), await panel.locator('[data-hand="right"]').boundingBox()];
        const [a, b] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
        if (!a || !b) throw new Error('the sticks of the screen are not shown');
        const fingers = await page.context().newCDPSession(page);
        await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
        const down = [
          { x: a.x + a.width / 2, y: a.y + 1, id: 1 },
          { x: b.x + b.width - 1, y: b.y + b.height / 2, id: 2 },
        ];
        await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: down });
        await expect(axis('throttle')).toHaveAttribute('data-value', /9\d|100/);
        await expect(axis('roll')).toHaveAttribute('data-value', /9\d|100/);
        await page.screenshot({ path: test.info().outputPath(`fingers-${language}.png`) });
        await fingers.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
        await expect(axis('throttle')).toHaveAttribute('data-value', '0');
        await expect(axis('roll')).toHaveAttribute('data-value', '0');
        await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      });
      await panel.getByRole('checkbox', { name: t('drc.test') }).uncheck();
      await expect(button('drc.arm')).toHaveAccessibleDescription(/.+/);

      await bringUp(caller, dock.oid, routeOID);
      const control = page.getByRole('region', { name: t('flightControl.flight'), exact: true });
      await control.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(control.getByText(shown('lease.mine'))).toBeVisible();
      await expect(button('drc.arm')).toHaveAccessibleDescription(t('refusal.drcMissing'));
      const flown = async () => (await caller.call(drcCalls.info, { oid: dock.oid })).state;
      const inPhase = (phase: string) =>
        expect(panel).toHaveAttribute('data-phase', phase, { timeout: 5_000 });
      /** A machine that is too busy for one of the limits of sticks ends them, as it shall: they are begun once more. */
      const flying = async (what: () => Promise<void>): Promise<void> => {
        await expect(async () => {
          await takeAgain(control, t('lease.take'));
          if (!(await flown())?.forwarding) await button('command.drcEnter').click({ timeout: 5_000 });
          await expect(button('drc.arm')).toHaveAttribute('aria-disabled', 'false', { timeout: 10_000 });
          if ((await panel.getAttribute('data-phase')) !== 'armed') await button('drc.arm').click();
          await inPhase('armed');
          await what();
        }).toPass();
      };
      await flying(async () => {
        await page.keyboard.down('i');
        try {
          await expect(async () => expect((await flown())?.passed).toBeGreaterThan(10)).toPass({
            timeout: 5_000,
          });
          await page.screenshot({ path: test.info().outputPath(`sticks-${language}.png`), fullPage: true });
          // The sticks are centred as soon as the page is not in front, whatever is held.
          await page.evaluate(() => window.dispatchEvent(new Event('blur')));
          await inPhase('paused');
          await expect(axis('pitch')).toHaveAttribute('data-value', '0');
        } finally {
          await page.keyboard.up('i');
        }
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        await inPhase('armed');
        await page.keyboard.press('Space');
        await inPhase('locked');
        await expect(panel.getByRole('status').first()).toHaveText(t('drc.phase.locked'));
        // The dock has answered: until then the page says that it is not confirmed.
        const stopped = panel.locator('[data-stop]');
        await expect(stopped).toHaveAttribute('data-stop', 'accepted');
        await expect(stopped).toHaveText(t('drc.stopped.accepted'));
        await stopped.scrollIntoViewIfNeeded();
        await page.screenshot({ path: test.info().outputPath(`stopped-${language}.png`) });
      });

      const overlay = page.getByRole('group', { name: t('headsUp.title'), exact: true });
      const source = (name: string) => overlay.locator(`[data-source="${name}"]`);
      const overlayButton = (id: 'headsUp.show' | 'headsUp.hide') =>
        overlay.getByRole('button', { name: t(id), exact: true });
      const swap = page.getByRole('button', { name: t('monitor.swap'), exact: true });
      await test.step('the picture has what is reported of the flight and of obstacles, with its age', async () => {
        await swap.click();
        for (const name of ['aircraft', 'motion', 'obstacles'])
          await expect(source(name)).toHaveAttribute('data-freshness', 'live');
        const figure = (name: string) => overlay.locator(`[data-figure="${name}"]`);
        await expect(figure('head')).toHaveAttribute('data-from', 'motion');
        await expect(figure('battery')).toHaveAttribute('data-freshness', 'live');
        await expect(figure('nearest').locator('bdi')).not.toHaveText('–');
        await expect(figure('below').locator('bdi')).not.toHaveText('–');
        await page.screenshot({ path: test.info().outputPath(`overlay-${language}.png`) });
        // It is drawn beside React, which renders what comes once a second.
        const renders = await rendersWhileDrawn(overlay.locator('.heads-up-overlay'), 50);
        test.info().annotations.push({ type: 'renders of 50 drawings', description: String(renders) });
        // One for each drawing would be fifty; a busy machine draws less often in the same time.
        expect(renders).toBeLessThan(40);
        // Hidden it stays hidden, also where the picture is shown anew.
        await overlayButton('headsUp.hide').click();
        await expect(source('aircraft')).toHaveCount(0);
        await swap.click();
        await expect(overlay).toHaveCount(0);
        await swap.click();
        await overlayButton('headsUp.show').click();
        await expect(source('obstacles')).toHaveCount(1);
        // A machine that is too busy may have ended the sticks meanwhile.
        await expect(source('aircraft')).toHaveAttribute('data-freshness', 'live');
      });

      await test.step('it lands where it is by two presses, and hovers where that is stopped', async () => {
        const landing = panel.getByRole('region', { name: t('drc.landing'), exact: true });
        await flying(async () => {
          await landing.getByRole('button', { name: t('drc.landing.force'), exact: true }).click();
          await expect(landing.getByRole('alert')).toHaveText(t('drc.landing.force.does'));
          await landing.scrollIntoViewIfNeeded();
          await page.screenshot({ path: test.info().outputPath(`landing-${language}.png`) });
          await landing.getByRole('button', { name: t('drc.landing.force.confirm'), exact: true }).click();
          await expect(landing.getByRole('alert')).toHaveText(t('drc.landing.lands'));
          await inPhase('landing');
          await page.keyboard.press('Space');
          await inPhase('locked');
          await expect(landing.getByRole('alert')).toHaveCount(0);
        });
      });

      // Whoever gives control back flies no more.
      await control.getByRole('button', { name: t('lease.release'), exact: true }).click();
      await expect(panel).toHaveAttribute('data-phase', 'disarmed');
      await expect(async () => expect((await flown())?.forwarding ?? false).toBe(false)).toPass();
      // What came by the link does not go on looking like now.
      for (const name of ['motion', 'obstacles'])
        await expect(source(name)).toHaveAttribute('data-freshness', 'none');
      // A pointer that rests on it has it described once more.
      await expect(button('command.drcEnter')).toHaveAccessibleDescription(
        new RegExp(t('refusal.controlMissing')),
      );
    } finally {
      await dock.stop();
    }
  });
