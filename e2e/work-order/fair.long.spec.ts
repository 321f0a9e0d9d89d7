/**
 * What a person would show at a fair: a fault of the simulator's land from the photo that shows it to the month that
 * reports its verified repair. `npm run prove -- fair` tells it in all languages.
 */
import sharp from 'sharp';
import {
  builtInGroups,
  detectionCalls,
  firstRoles,
  flightCalls,
  workOrderCalls,
} from '../../packages/domain/src/index.ts';
import { destination, distance, type Place } from '../../packages/geometry/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { buildHotModel, buildKmz, kmzModels } from '../../packages/testing/src/index.ts';
import { addPerson, addRole } from '../permission/visitor.ts';
import { aiTypeName } from '../support/ai-type.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { startJob } from '../support/start-job.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { choose, faultsOf, shoot, type Fair } from './fair.ts';
import { repairInLand, workInField } from './fair-field.ts';
import { report } from './fair-report.ts';

// A server that is busy refuses what moves, and the person asks again.
test.use({
  expectedFaults: withSlowPictures(
    /\b(?:409|503)\b.*startJob\.rest/,
    /\b503\b.*(?:otaList|otaOffers|leaseRenew)\.rest/,
    // A page that is left lets go of its picture; a dock on a busy machine answers that late.
    /\b(?:409|504)\b.*stopLive\.rest/,
  ),
});

/** The substation of the simulator's land; each language has its dock beside another joint. */
const sites: Readonly<Record<Language, Place>> = {
  'zh-CN': { lng: 114.7324, lat: 41.1629 },
  en: { lng: 114.7261, lat: 41.1537 },
  ar: { lng: 114.7432, lat: 41.1718 },
};
const short = { 'zh-CN': 'zh', en: 'en', ar: 'ar' } as const;
const dockNames = { 'zh-CN': '变电站机场', en: '南区机场', ar: '东区机场' } as const;

/** Pixels of the model in a row and in a column of its cells: one is as large as a joint on the photo. */
const cells = { across: 9, down: 7 } as const;
const manifest = {
  name: 'heat marks',
  version: '1',
  family: 'yolov8',
  input: { width: cells.across * 8, height: cells.down * 8, fit: 'stretch' },
  classes: [{ name: 'hot', aiType: 'hotSpot' }],
  threshold: 0.25,
};
/** Metres above the dock, and from the joint to where the photo is taken, so that it lies in one cell beside the middle. */
const [above, east, south] = [25, 7.5, 3.62];

/** A photo for the trial of the model, among the results as anybody brings one there. @returns its name */
async function bringPhoto({ reader, word }: Fair): Promise<string> {
  const { page, t } = reader;
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a9a60' } })
    .composite([{ input: { create: { width: 60, height: 60, channels: 3, background: '#d8261c' } } }])
    .jpeg()
    .toBuffer();
  const name = `marks-${word}.jpg`;
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('upload.files'), exact: true }).click();
  await (await choosing).setFiles({ name, mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(t('upload.phase.stored'), { exact: true })).toBeVisible();
  return name;
}

/** A model is uploaded, tried on a photo and switched on for all flights. */
async function bringModel({ reader, word }: Fair, photo: string): Promise<void> {
  const { page, t } = reader;
  await page.goto('/#/DetectorModel');
  await page
    .getByRole('button', { name: t('detectorModel.upload'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const buffer = buildHotModel(cells);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'marks.onnx', mimeType: 'application/octet-stream', buffer });
  await dialog
    .getByLabel(t('detectorModel.manifest'))
    .fill(JSON.stringify({ ...manifest, name: `${manifest.name} ${word}` }));
  await dialog.getByRole('button', { name: t('detectorModel.send'), exact: true }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: `${manifest.name} ${word}` });
  await expect(row).toContainText(t('detectorModel.state.ready'));
  await row.getByRole('button', { name: t('detectorModel.tryOut') }).click();
  await dialog.getByLabel(photo).check();
  await dialog.getByRole('button', { name: t('detectorModel.tryStart') }).click();
  await expect(dialog.locator('.picture-box')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await row.getByRole('button', { name: t('detectorModel.switchOn') }).click();
  await expect(row).toContainText(t('detectorModel.on'));
}

/** A route that looks down beside the joint once. */
async function importRoute({ reader, fault, word }: Fair): Promise<void> {
  const { page, t } = reader;
  const at = destination(destination(fault, 90, east), 180, south);
  const points = [
    { ...destination(at, 180, 20), height: above, speed: 10, pitch: -90 },
    { ...at, height: above, speed: 10, pitch: -90, photo: true },
  ];
  await page.goto('/#/RoutePlanning');
  await page
    .getByRole('button', { name: t('route.import') })
    .first()
    .click();
  await page.locator('input[type=file]').setInputFiles({
    name: `${word}.kmz`,
    mimeType: 'application/vnd.google-earth.kmz',
    buffer: Buffer.from(buildKmz({ model: kmzModels.m3td, points })),
  });
  await page.getByLabel(t('field.name'), { exact: true }).last().fill(`over-${word}`);
  await page.getByRole('button', { name: t('route.store'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('route.fly') })
    .click();
}

/** Arranges the flight that stands in the form, for a detector to look at, and flies it. */
async function fly({ reader, caller, dock, word }: Fair, taskName: string): Promise<string> {
  const { page, t, language } = reader;
  const named = (codes: readonly { code: string; names: Record<string, string> }[], code: string): string =>
    codes.find((one) => one.code === code)?.names[short[language]] ?? code;
  await page.getByRole('radio', { name: dockNames[language] }).check();
  await choose(page, t('flight.aiTypes'), aiTypeName('hotSpot', language));
  await page.getByLabel(t('flight.aiRange')).fill('25');
  await choose(page, t('flight.workOrderType'), named(builtInGroups.workOrderType.codes, 'repair'));
  await page.getByLabel(t('flight.taskName')).fill(taskName);
  await shoot(page, `arranged-${word}-${taskName}`);
  await page.getByRole('button', { name: t('flight.submit'), exact: true }).click();
  await page.getByRole('link', { name: t('flight.toMonitor') }).click();
  await expect(page.locator('[data-gate="ready"]')).toBeVisible();
  await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
  await startJob(reader);
  await expect(page.getByRole('link', { name: t('monitor.record') })).toBeVisible({ timeout: 180_000 });
  await page.getByRole('button', { name: t('lease.release'), exact: true }).click();
  await expect(page.getByRole('button', { name: t('lease.take'), exact: true })).toBeVisible();
  const { list } = await caller.call(flightCalls.query, { dockOID: dock.oid, pageNum: 1, pageSize: 5 });
  const flown = list.find((one) => one.taskName === taskName);
  expect(flown).toMatchObject({ outcome: 'done', aiTypes: [{ code: 'hotSpot' }], aiRange: 25 });
  return flown?.oid ?? '';
}

/** The run of the model over the photos of a flight, which it makes by itself. What it saw of the live picture is a run of its own. */
async function runOver({ caller, word }: Fair, flightOID: string) {
  const run = async () =>
    (await caller.call(detectionCalls.queryTask, { pageNum: 1, pageSize: 50 })).list.find(
      (one) =>
        one.flightOID === flightOID && one.model === `${manifest.name} ${word}` && one.kind === 'files',
    );
  await expect.poll(async () => (await run())?.state, { timeout: 120_000, intervals: [1_000] }).toBe('done');
  return (await run()) as NonNullable<Awaited<ReturnType<typeof run>>>;
}

/** What the model found is where the joint is, is confirmed by a person and becomes an order. @returns its OID */
async function review(fair: Fair, flightOID: string): Promise<string> {
  const { reader, caller, fault, word } = fair;
  const { page, t } = reader;
  const run = await runOver(fair, flightOID);
  await page.goto('/#/AIReportShowCheck');
  // The run over the live picture is called after the same task.
  const row = page.locator(`[data-row-key="${run.oid}"]`);
  await expect(row).toContainText(run.name);
  await expect(row).toContainText(t('detection.audit.unaudited'));
  await row.getByRole('button', { name: t('detection.review'), exact: true }).click();
  const boxes = page.getByRole('list', { name: t('detection.boxes') }).getByRole('button');
  await expect(boxes).toHaveCount(1);
  await expect(page.locator('.picture-box')).toHaveCount(1);
  await shoot(page, `review-${word}`);
  await page.keyboard.press('Enter');
  await expect(boxes.filter({ hasText: t('detection.verdict.confirmed') })).toHaveCount(1);
  await page.getByRole('button', { name: t('detection.makeOrder') }).click();
  await page.getByRole('button', { name: t('detection.toOrder') }).click();
  await expect(page).toHaveURL(/WarnWorkDetails\?oid=/);
  const oid = /oid=([\w-]+)/.exec(page.url())?.[1] ?? '';
  const placed = async () => {
    const { lng, lat } = await caller.call(workOrderCalls.get, { oid });
    return lng === null || lat === null ? null : distance({ lng, lat }, fault);
  };
  await expect.poll(placed).not.toBeNull();
  expect(await placed()).toBeLessThan(3);
  return oid;
}

async function assign({ reader, worker, word }: Fair): Promise<void> {
  const { page, t } = reader;
  const main = page.getByRole('main');
  await main.getByRole('button', { name: t('workOrder.move.assign'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('workOrder.toPerson')).click();
  await page.locator('.ant-select-item-option').filter({ hasText: worker.account }).first().click();
  await dialog.getByRole('button', { name: t('workOrder.move.assign'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByText(t('workOrder.state.toBeClaimed')).first()).toBeVisible();
  await shoot(page, `assigned-${word}`);
}

/** A flight to the view of the order. */
async function flyAgain(fair: Fair, oid: string): Promise<string> {
  const { page, t } = fair.reader;
  await page.goto(`/#/WarnWorkDetails?oid=${oid}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('workOrder.flyAgain'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('flight.arrange') })).toBeVisible();
  return fly(fair, `again-${fair.word}`);
}

/** The new picture lies beside the old one, and the person closes the order with both. */
async function close({ reader, caller, word }: Fair, oid: string, flightOID: string): Promise<void> {
  const { page, t } = reader;
  const compared = () => caller.call(workOrderCalls.compare, { oid });
  const flown = async () => (await compared()).after.find((one) => one.flightOID === flightOID);
  await expect.poll(async () => (await flown())?.mediaOID).toBeDefined();
  const after = await flown();
  const { before, after: later } = await compared();
  await page.goto(`/#/WarnWorkDetails?oid=${oid}`);
  const main = page.getByRole('main');
  await expect(main.locator('.compare-sides .picture-canvas')).toHaveCount(2);
  // What the person in the field took stands among the later pictures as well.
  if (later.length > 1) await choose(page, t('workOrder.chooseAfter'), after?.name ?? '');
  await expect(main.locator('.compare-sides .picture-canvas')).toHaveCount(2);
  // The old box lies on the new picture as soon as both are aligned.
  await expect(main.locator('.compare-sides .picture-box')).toHaveCount(2);
  await main.locator('.compare-sides').scrollIntoViewIfNeeded();
  await shoot(page, `compared-${word}`, true);
  await main.getByLabel(t('workOrder.note')).fill('mark is grey');
  await main.getByRole('button', { name: t('workOrder.verification.repaired'), exact: true }).click();
  const last = main.locator('.order-log li').last();
  await expect(last).toContainText(t('workOrder.verification.repaired'));
  await expect(last).toContainText('mark is grey');
  const { order, log } = await caller.call(workOrderCalls.findByOID, { oid });
  expect(order).toMatchObject({ state: 'done', verification: 'repaired' });
  expect(log.at(-1)).toMatchObject({
    move: 'verify',
    verification: 'repaired',
    mediaOIDs: [before?.mediaOID, after?.mediaOID],
  });
  await shoot(page, `closed-${word}`, true);
}

for (const language of storyLanguages<Language>(languages))
  test.describe(short[language], () => {
    // A month has one report of a department, and a model looks at all flights: each language has a product to itself.
    test.use({ sharing: `fair ${language}` });

    test(`a fault is found, repaired, flown again and reported, in ${language}`, async ({
      page,
      browser,
      product,
      caller,
    }) => {
      test.setTimeout(900_000);
      const word = short[language];
      const sn = `FAIR${word.toUpperCase()}`;
      const role = await addRole(caller, `field-${word}`, firstRoles.inspector);
      const worker = await addPerson(product, caller, `wei${word}`, role, firstRoles.inspector);
      const place = { name: dockNames[language], sn, droneSn: `AIR${sn}`, ...sites[language] };
      const dock = await startDock(product, caller, place, 20);
      try {
        const fault = (await faultsOf(dock.control, sn)).find(({ kind }) => kind === 'hotJoint');
        if (!fault) throw new Error('nothing is out of order');
        const reader = readerOf(page, language);
        const fair: Fair = { reader, product, caller, dock, sn, fault, worker, word };
        await signInAs(reader, '/AchievementDisplay');
        const photo = await test.step('a photo is brought', () => bringPhoto(fair));
        await test.step('a model is brought', () => bringModel(fair, photo));
        await test.step('a route is imported', () => importRoute(fair));
        const flown = await test.step('the fault is flown over', () => fly(fair, `over-${word}`));
        const oid = await test.step('what the model found is reviewed', () => review(fair, flown));
        await test.step('the order is given to a person', () => assign(fair));
        await test.step('it is worked off on a phone, and the land changes', () =>
          workInField(fair, browser, oid, () => repairInLand(fair, browser)));
        const again = await test.step('the same view is flown again', () => flyAgain(fair, oid));
        await test.step('the model finds nothing there any more', async () => {
          const run = await runOver(fair, again);
          const { total } = await caller.call(detectionCalls.queryOutcome, { detectionOID: run.oid });
          expect(total).toBe(0);
        });
        await test.step('both pictures are compared', () => close(fair, oid, again));
        await test.step('the month reports it', () => report(fair, oid));
      } finally {
        await dock.stop();
      }
    });
  });
