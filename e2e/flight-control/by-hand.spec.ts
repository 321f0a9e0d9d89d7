import { dockCalls, flightCalls, flightControlCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { onSite } from '../support/on-site.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// The page brings its picture up by itself; on a busy machine that may be refused once.
test.use({
  waits: true,
  expectedFaults: withSlowPictures(),
});

const home = { lng: 113.95, lat: 22.54 };
const there = { lng: 113.9515, lat: 22.5412 };
const asked = {
  ...there,
  height: 60,
  safeHeight: 60,
  maxSpeed: 8,
  rthAltitude: 100,
  lostAction: 'return',
} as const;

for (const language of storyLanguages<Language>(languages))
  test(`an aircraft is taken off, sent on, has its photo taken and comes home, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const sn = `HANDDOCK${languages.indexOf(language)}`;
    const dock = await startDock(product, caller, { name: '手飞机场', sn, droneSn: `AIR${sn}`, ...home }, 8);
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/flightControl?oid=${dock.oid}`);
      const panel = page.getByRole('region', { name: t('flightControl.fly'), exact: true });
      const button = (id: Parameters<typeof t>[0]) => panel.getByRole('button', { name: t(id), exact: true });
      const chip = (id: Parameters<typeof t>[0]) =>
        page
          .getByRole('region', { name: t('monitor.commands'), exact: true })
          .locator('.ey-chip', { hasText: t(id) })
          .first();
      const confirm = (id: Parameters<typeof t>[0]) =>
        page
          .getByRole('alertdialog')
          .getByRole('button', { name: t(id), exact: true })
          .click();
      const type = async (id: Parameters<typeof t>[0], value: string) => {
        await panel.getByLabel(t(id)).fill(value);
        await panel.getByLabel(t(id)).blur();
      };

      await expect(button('command.flyToStop')).toHaveAccessibleDescription(t('refusal.droneNotInFlight'));
      await expect(button('flightControl.check')).toHaveAccessibleDescription(new RegExp(t('issue.number')));
      await type('detail.key.lng', String(there.lng));
      await type('detail.key.lat', String(there.lat));
      // A dock that is worked at from afar is not idle.
      const beside = onSite(dock, sn);
      const describes = (reason: Parameters<typeof t>[0]) =>
        expect(button('command.takeOff')).toHaveAccessibleDescription(t(reason));
      await describes('refusal.controlMissing');
      expect(await beside.order('debug_mode_open')).toBe(0);
      await describes('refusal.dockBusy');
      await page.screenshot({ path: test.info().outputPath(`busy-${language}.png`), fullPage: true });
      expect(await beside.order('debug_mode_close')).toBe(0);
      await describes('refusal.controlMissing');
      const control = page.getByRole('region', { name: t('flightControl.flight'), exact: true });
      await control.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(control.getByText(shown('lease.mine'))).toBeVisible();

      // The dock has to tell all that a start asks for.
      await expect(async () => {
        const found = await caller.call(flightControlCalls.takeOffCheck, { oid: dock.oid, ...asked });
        expect(found.ready).toBe(true);
      }).toPass({ timeout: 60_000 });
      await button('flightControl.check').click();
      await expect(panel.getByRole('status')).toContainText(t('flightControl.ready'));
      await page.screenshot({ path: test.info().outputPath(`checked-${language}.png`), fullPage: true });
      await button('command.takeOff').click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(t('flightControl.lostAction.return'));
      await page.screenshot({ path: test.info().outputPath(`asked-${language}.png`), fullPage: true });
      await confirm('command.takeOff');
      await expect(chip('command.takeOff')).toBeVisible();

      // A climbing aircraft takes no other point.
      await expect(async () => {
        const { list } = await caller.call(flightCalls.query, { dockOID: dock.oid, pageNum: 1, pageSize: 5 });
        expect(list).toMatchObject([{ phase: 'byHand' }]);
      }).toPass({ timeout: 90_000 });
      await expect(button('command.flyTo')).toHaveAttribute('aria-disabled', 'false', { timeout: 90_000 });
      await type('detail.key.lat', '22.5418');
      await button('command.flyTo').click();
      await confirm('command.flyTo');
      await expect(chip('command.flyTo')).toContainText(t('commandState.succeeded'), { timeout: 90_000 });

      const payload = page.getByRole('region', { name: t('flightControl.payload'), exact: true });
      await payload.getByRole('button', { name: t('lease.take'), exact: true }).click();
      const camera = page.getByRole('region', { name: t('payload.title'), exact: true });
      const photo = camera.getByRole('button', { name: t('payload.photo'), exact: true });
      await expect(photo).toHaveAttribute('aria-disabled', 'false');
      await photo.click();
      await expect(chip('command.payloadCommands')).toContainText(t('commandState.succeeded'));
      // Over the live picture: nothing is measured in a picture of another lens, and a temperature stands where it is.
      await page.getByRole('button', { name: t('monitor.swap'), exact: true }).click();
      const frame = page.getByRole('group', { name: t('frame.title'), exact: true });
      await expect(frame).toBeVisible();
      await frame.getByText(t('frame.do.point'), { exact: true }).click();
      await expect(frame.getByText(t('frame.needsThermal'), { exact: true })).toBeVisible();
      const picture = page.getByRole('region', { name: t('video.title'), exact: true });
      const lens = picture.getByRole('combobox', { name: t('detail.key.videoType'), exact: true });
      await lens.click();
      await page.locator('.ant-select-item-option', { hasText: t('video.lens.ir') }).click();
      await expect(frame.getByText(t('frame.how.point'), { exact: true })).toBeVisible();
      await frame.getByRole('img').click();
      await expect(frame.locator('.picture-spot')).toContainText(t('unit.celsius'));
      const thermal = camera.getByRole('group', { name: t('thermal.title'), exact: true });
      await expect(thermal.getByRole('status')).toContainText(t('unit.celsius'));
      const settings = camera.getByRole('group', { name: t('camera.title'), exact: true });
      await settings.getByRole('button', { name: t('camera.watermarkOn'), exact: true }).click();
      await expect(settings.getByText(t('camera.watermarked'), { exact: true })).toBeVisible();
      // What goes over the link of sticks waits for somebody to open it; what this dock lacks is not offered.
      await expect(
        settings.getByRole('button', { name: t('camera.setIso'), exact: true }),
      ).toHaveAccessibleDescription(t('refusal.drcMissing'));
      await expect(camera.getByRole('group', { name: t('night.title'), exact: true })).toHaveCount(0);
      await expect(page.getByRole('region', { name: t('orbit.title'), exact: true })).toHaveCount(0);
      const point = page.getByRole('button', { name: t('flightControl.lookAt'), exact: true });
      await expect(point).toHaveAttribute('aria-disabled', 'false');
      await point.click();
      await expect(chip('command.payloadCommands')).toContainText(t('commandState.succeeded'));
      await page.screenshot({ path: test.info().outputPath(`picture-${language}.png`), fullPage: true });
      // A limit of the isotherm above the other one is refused by name, and nothing is sent.
      const lower = thermal.getByLabel(t('detail.key.thermal_isotherm_lower_limit'));
      await lower.fill('130');
      await lower.blur();
      await expect(
        thermal.getByRole('button', { name: t('thermal.setLow'), exact: true }),
      ).toHaveAccessibleDescription(new RegExp(t('refusal.isothermOrder')));
      await page.screenshot({ path: test.info().outputPath(`flown-${language}.png`), fullPage: true });

      await page.getByRole('button', { name: t('command.returnHome'), exact: true }).click();
      await expect(async () => {
        const { list } = await caller.call(flightCalls.query, { dockOID: dock.oid, pageNum: 1, pageSize: 5 });
        expect(list).toMatchObject([{ state: 'over', outcome: 'done', routeOID: null, taskOID: null }]);
      }).toPass({ timeout: 120_000 });
    } finally {
      await dock.stop();
    }
  });

for (const language of storyLanguages<Language>(languages))
  test(`a dock that flies around points offers it, and says what it waits for, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    void product;
    const sn = `ORBITDOCK${languages.indexOf(language)}`;
    const { groupOID } = caller.session;
    const dock = await caller.call(dockCalls.add, {
      name: '环绕机场',
      sn,
      droneSn: `AIR${sn}`,
      model: '3-1-0',
      vendor: 'DJI',
      groupOID,
    });
    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, `/flightControl?oid=${dock.oid}`);
    const panel = page.getByRole('region', { name: t('orbit.title'), exact: true });
    const button = (id: Parameters<typeof t>[0]) => panel.getByRole('button', { name: t(id), exact: true });
    await expect(button('command.poiEnter')).toHaveAccessibleDescription(t('flightControl.pick'));
    const fly = page.getByRole('region', { name: t('flightControl.fly'), exact: true });
    for (const [id, value] of [
      ['detail.key.lng', there.lng],
      ['detail.key.lat', there.lat],
    ] as const) {
      await fly.getByLabel(t(id)).fill(String(value));
      await fly.getByLabel(t(id)).blur();
    }
    // No device has connected by this record: that is known to the server alone, and nothing else about it counts before.
    for (const id of ['command.poiEnter', 'command.poiExit'] as const)
      await expect(button(id)).toHaveAccessibleDescription(t('refusal.notProved'));
    const height = panel.getByLabel(t('orbit.height'));
    await height.fill('1501');
    await height.blur();
    await expect(button('orbit.check')).toHaveAccessibleDescription(new RegExp(t('issue.number')));
    await page.screenshot({ path: test.info().outputPath(`orbit-${language}.png`), fullPage: true });
  });
