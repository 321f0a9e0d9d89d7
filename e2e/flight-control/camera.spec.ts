/** The buttons of a camera and the flight around a point: offered, ordered, seen at the simulator, refused by its word. */
import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { onSite, type SiteReport } from '../support/on-site.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { takeOffBeside } from './take-off.ts';

// The page brings its picture up by itself; on a busy machine that may be refused once.
test.use({ waits: true, expectedFaults: withSlowPictures() });

const home = { lng: 113.95, lat: 22.54 };
/** Numbers of modes of an aircraft. */
const byHand = 17;
const around = 20;
/** The first generation flies around points. */
const model = '3-1-0';

for (const language of storyLanguages<Language>(languages))
  test(`a camera is ordered and a point flown around, in ${language}`, async ({ page, product, caller }) => {
    const sn = `CAMERADOCK${languages.indexOf(language)}`;
    const place = { name: '相机机场', sn, droneSn: `AIR${sn}`, ...home, model };
    const simulated = await startDock(product, caller, place, 8);
    try {
      const dock = onSite(simulated, sn);
      const seen = (holds: (drone: SiteReport['drone']) => boolean) =>
        expect.poll(async () => holds((await dock.report()).drone)).toBe(true);
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/flightControl?oid=${simulated.oid}`);
      const camera = page.getByRole('region', { name: t('payload.title'), exact: true });
      const button = (id: PhraseId) => camera.getByRole('button', { name: t(id), exact: true });
      const offered = (id: PhraseId) =>
        expect(button(id)).toHaveAttribute('aria-disabled', 'false', { timeout: 90_000 });
      const refused = (id: PhraseId, reason: PhraseId) =>
        expect(button(id)).toHaveAccessibleDescription(t(reason));
      const sent = async (name: string) =>
        (await dock.services()).filter((one) => one.method === name).length;
      const control = (id: PhraseId) => page.getByRole('region', { name: t(id), exact: true });

      await test.step('on the ground nothing is flown around', async () => {
        for (const [id, value] of [
          ['detail.key.lng', home.lng],
          ['detail.key.lat', home.lat],
        ] as const) {
          await control('flightControl.fly').getByLabel(t(id)).fill(String(value));
          await control('flightControl.fly').getByLabel(t(id)).blur();
        }
        const enter = control('orbit.title').getByRole('button', {
          name: t('command.poiEnter'),
          exact: true,
        });
        await expect(enter).toHaveAccessibleDescription(t('refusal.droneMustFly'));
        await page.screenshot({ path: test.info().outputPath(`ground-${language}.png`), fullPage: true });
      });
      await takeOffBeside(dock, { ...home, model });
      await control('flightControl.payload')
        .getByRole('button', { name: t('lease.take'), exact: true })
        .click();
      await seen(({ mode }) => mode === byHand);
      await test.step('photo and recording, each in its mode', async () => {
        await offered('payload.photo');
        await button('payload.photo').click();
        await expect.poll(() => sent('camera_photo_take')).toBe(1);
        await refused('payload.record', 'refusal.cameraMode');
        await refused('payload.recordStop', 'refusal.notRecording');
        await offered('payload.mode.video');
        await button('payload.mode.video').click();
        await seen((drone) => drone.camera.mode === 1);
        await offered('payload.record');
        await button('payload.record').click();
        await seen(({ recording }) => recording);
        await refused('payload.record', 'refusal.recordingRuns');
        await refused('payload.mode.photo', 'refusal.recordingRuns');
        await page.screenshot({ path: test.info().outputPath(`recording-${language}.png`), fullPage: true });
        await offered('payload.recordStop');
        await button('payload.recordStop').click();
        await seen(({ recording }) => !recording);
        expect([await sent('camera_recording_start'), await sent('camera_mode_switch')]).toEqual([1, 1]);
      });

      await test.step('zoom, exposure, focus and split screen', async () => {
        const zoom = camera.getByLabel(t('detail.key.zoom_factor'), { exact: true });
        await zoom.fill('201');
        await zoom.blur();
        await expect(button('payload.zoom')).toHaveAccessibleDescription(new RegExp(t('issue.number')));
        await zoom.fill('5');
        await zoom.blur();
        await button('payload.zoom').click();
        await seen((drone) => drone.camera.zoom === 5);
        await camera.getByRole('combobox', { name: t('detail.key.exposure_mode'), exact: true }).click();
        await page.locator('.ant-select-item-option', { hasText: t('camera.exposureMode.manual') }).click();
        await button('camera.setExposureMode').click();
        await seen((drone) => drone.camera.exposureMode === 4);
        const focus = camera.getByLabel(t('detail.key.focus_value'), { exact: true });
        await focus.fill('80');
        await focus.blur();
        await refused('camera.setFocus', 'refusal.focusRange');
        await focus.fill('33');
        await focus.blur();
        await button('camera.setFocus').click();
        await seen((drone) => drone.camera.focusValue === 33);
        await button('payload.splitOn').click();
        await seen((drone) => drone.camera.split);
        // What this generation lacks is not offered.
        await expect(camera.getByRole('group', { name: t('capture.title'), exact: true })).toHaveCount(0);
      });

      await test.step('around a point', async () => {
        const panel = control('orbit.title');
        const order = (id: PhraseId) => panel.getByRole('button', { name: t(id), exact: true });
        const flight = control('flightControl.flight');
        await flight.getByRole('button', { name: t('lease.take'), exact: true }).click();
        await expect(flight.getByText(shown('lease.mine'))).toBeVisible();
        await panel.getByLabel(t('orbit.height')).fill('10');
        await panel.getByLabel(t('orbit.height')).blur();
        await order('orbit.check').click();
        await expect(panel.getByText(t('orbit.ready'), { exact: true })).toBeVisible();
        await order('command.poiEnter').click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('command.poiEnter'), exact: true })
          .click();
        await seen(({ mode }) => mode === around);
        await expect(order('orbit.turn.clockwise')).toHaveAttribute('aria-disabled', 'false');
        await order('orbit.turn.clockwise').click();
        await expect.poll(() => sent('poi_circle_speed_set')).toBe(1);
        await expect(order('command.poiEnter')).toHaveAccessibleDescription(t('refusal.orbitRuns'));
        await page.screenshot({ path: test.info().outputPath(`orbit-${language}.png`), fullPage: true });
        await order('command.poiExit').click();
        await seen(({ mode }) => mode !== around);
        expect(await sent('poi_mode_enter')).toBe(1);
      });
    } finally {
      await simulated.stop();
    }
  });
