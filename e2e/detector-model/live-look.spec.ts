import sharp from 'sharp';
import {
  detectionCalls,
  detectorModelCalls,
  flightCalls,
  flightControlCalls,
  uploadCalls,
} from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { buildHotModel } from '../../packages/testing/src/onnx.builder.ts';
import type { Caller } from '../support/calls.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ expectedFaults: withSlowPictures() });

/** In the simulator's land, whose fields and roads are more red than green in places. */
const home = { lng: 114.7261, lat: 41.1537 };
const target = {
  lng: 114.7276,
  lat: 41.1549,
  height: 60,
  safeHeight: 60,
  maxSpeed: 8,
  rthAltitude: 100,
  lostAction: 'return',
} as const;

/** A model that finds whatever is a little more red than green, tried and switched on by calls. */
async function bringModel({ call }: Caller, name: string, grey: string): Promise<void> {
  const tried = await sharp({ create: { width: 640, height: 640, channels: 3, background: grey } })
    .composite([{ input: { create: { width: 80, height: 80, channels: 3, background: '#ff0000' } } }])
    .jpeg()
    .toBuffer();
  const photo = new File([new Uint8Array(tried)], `${name}.jpg`, { type: 'image/jpeg' });
  const { oid: mediaOID } = (await call(uploadCalls.whole, { file: photo } as unknown as Record<
    string,
    never
  >)) as {
    oid: string;
  };
  const manifest = JSON.stringify({
    name,
    version: '1',
    family: 'yolov8',
    input: { width: 64, height: 64 },
    classes: [{ name: 'red', aiType: 'hotSpot' }],
    threshold: 0.005,
  });
  const file = new File([new Uint8Array(buildHotModel())], 'red.onnx');
  const asked = { manifest, file };
  const { oid } = await call(detectorModelCalls.add, asked);
  const ready = () => call(detectorModelCalls.get, { oid });
  await expect.poll(async () => (await ready()).state).toBe('ready');
  await call(detectorModelCalls.tryOut, { oid, mediaOIDs: [mediaOID] });
  await expect.poll(async () => (await ready()).triedAt).not.toBeNull();
  await call(detectorModelCalls.switch, { oid, on: true });
}

for (const language of storyLanguages<Language>(languages))
  test(`a model looks at the picture of a flight, and what it found is reviewed, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const turn = languages.indexOf(language);
    const name = `red ${turn}`;
    await bringModel(caller, name, `#80808${turn}`);
    const sn = `LOOKDOCK${turn}`;
    const dock = await startDock(product, caller, { name: '识别机场', sn, droneSn: `AIR${sn}`, ...home }, 8);
    try {
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/flightControl?oid=${dock.oid}`);
      const panel = page.getByRole('region', { name: t('flightControl.fly'), exact: true });
      for (const [id, value] of [
        ['detail.key.lng', target.lng],
        ['detail.key.lat', target.lat],
      ] as const) {
        await panel.getByLabel(t(id)).fill(String(value));
        await panel.getByLabel(t(id)).blur();
      }
      const control = page.getByRole('region', { name: t('flightControl.flight'), exact: true });
      await control.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(async () => {
        const found = await caller.call(flightControlCalls.takeOffCheck, { oid: dock.oid, ...target });
        expect(found.ready).toBe(true);
      }).toPass({ timeout: 60_000 });
      await panel.getByRole('button', { name: t('flightControl.check'), exact: true }).click();
      await panel.getByRole('button', { name: t('command.takeOff'), exact: true }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('command.takeOff'), exact: true })
        .click();

      const swap = page.getByRole('button', { name: t('monitor.swap'), exact: true });
      await swap.click();
      const looked = page.locator('.video-look');
      await expect(looked).toContainText(shown('detectorModel.live.looks'), { timeout: 120_000 });
      await expect(looked).toContainText(name);
      const run = async () => {
        const { list } = await caller.call(detectionCalls.queryTask, { pageNum: 1, pageSize: 50 });
        return list.find((one) => one.model === name && one.kind === 'live');
      };
      await expect.poll(async () => (await run())?.outcomes ?? 0).toBeGreaterThan(0);
      await page.screenshot({ path: test.info().outputPath(`looks-${language}.png`), fullPage: true });

      // On the ground, and as long as it climbs, the dock orders no return.
      const takeOff = page
        .getByRole('region', { name: t('monitor.commands'), exact: true })
        .locator('.ey-chip', { hasText: t('command.takeOff') })
        .first();
      await expect(takeOff).toContainText(t('commandState.succeeded'), { timeout: 120_000 });
      await page.getByRole('button', { name: t('command.returnHome'), exact: true }).click();
      await expect(async () => {
        const { list } = await caller.call(flightCalls.query, { dockOID: dock.oid, pageNum: 1, pageSize: 5 });
        expect(list).toMatchObject([{ state: 'over' }]);
        expect(await run()).toMatchObject({ state: 'done' });
      }).toPass({ timeout: 120_000 });
      await page.goto('/#/AIReportShowCheck');
      const row = page.getByRole('row').filter({ hasText: `${name} 1` });
      await expect(row.filter({ hasText: t('detection.kind.live') })).toBeVisible();
      await page.goto(`/#/AITestingShowExamine?oid=${(await run())?.oid ?? ''}`);
      await expect(page.getByText(shown('detection.liveMoment'))).toBeVisible();
      await expect(page.locator('.picture-box').first()).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`found-${language}.png`), fullPage: true });
    } finally {
      await dock.stop();
    }
  });
