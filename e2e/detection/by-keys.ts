import { randomUUID } from 'node:crypto';
import { detectionCalls, flightCalls, type Box } from '../../packages/domain/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { addPhoto } from '../support/database.ts';
import type { Product } from '../support/product.ts';
import type { Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';

const count = 6;
const size = { width: 400, height: 300 };
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#246"/></svg>`;

/** Whether closing the window would ask. */
const isHeld = (page: Reader['page']): Promise<boolean> =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

const isViewUrl = `**${detectionCalls.toView.path}`;
const words = (phrase: string, values: Readonly<Record<string, number>>): string =>
  phrase.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** A run over some pictures with a box on each; on the first one that lies in another, which came later. */
async function addRun({ page, language }: Reader, caller: Caller, product: Product) {
  const pictures = Array.from({ length: count }, () => randomUUID());
  for (const mediaOID of pictures) await addPhoto(product, 'admin', mediaOID);
  await page.route(`**${flightCalls.preview.path.replace('{id}', '*')}`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  );
  const name = `keys-${language}`;
  const detector = { name, model: 'cracks', modelVersion: language, sourceId: 'keys' };
  const { oid } = await caller.call(detectionCalls.add, detector);
  const found = (sourceId: string, mediaOID: string, box: Box) =>
    caller.call(detectionCalls.submit, {
      oid,
      outcomes: [{ sourceId, mediaOID, box, picture: size, class: sourceId, confidence: 0.9 }],
    });
  const [first = '', second = ''] = pictures;
  await found('outer', first, { x: 40, y: 30, width: 200, height: 200 });
  await found('inner', first, { x: 120, y: 110, width: 40, height: 40 });
  for (const [at, mediaOID] of pictures.slice(1).entries())
    await found(`found-${at}`, mediaOID, { x: 40, y: 30, width: 80, height: 60 });
  return { oid, name, second };
}

/** Of a box in a box the inner one answers to the pointer, wherever each lies in the list. */
async function choose({ page, t }: Reader, name: string): Promise<void> {
  await page
    .locator(`.picture-box[aria-label*="${name}"]`)
    .click(name === 'outer' ? { position: { x: 20, y: 20 } } : {});
  const pressed = page.getByRole('list', { name: t('detection.boxes') }).locator('[aria-pressed="true"]');
  await expect(pressed).toContainText(name);
}

/** Judges some pictures by keys alone; each as soon as it is on screen, while what was judged before is still read anew. */
export async function reviewByKeys(reader: Reader, caller: Caller, product: Product): Promise<void> {
  const { page, t } = reader;
  const { oid, name, second } = await addRun(reader, caller, product);
  const secondRead = page.waitForResponse(
    (response) =>
      response.url().endsWith(detectionCalls.toView.path) &&
      (response.request().postData() ?? '').includes(second),
  );
  await page.evaluate((address) => {
    location.hash = address;
  }, `/AITestingShowExamine?oid=${oid}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.locator('.picture-box')).toHaveCount(2);
  await choose(reader, 'outer');
  await choose(reader, 'inner');
  await page.screenshot({ path: test.info().outputPath('box-in-box.png') });

  await secondRead;
  const [readAnew, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(isViewUrl, async (route) => {
    await readAnew.promise;
    await route.continue().catch(() => undefined);
  });
  await page.route(`**${detectionCalls.auditOutcome.path}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const progress = (audited: number) =>
    expect(page.getByText(words(t('detection.progress'), { audited, outcomes: count + 1 }))).toBeVisible();
  const onPicture = (index: number) =>
    expect(page.getByText(words(t('detection.pictureOf'), { index, count }), { exact: true })).toBeVisible();
  const canvas = page.locator('.review-picture .picture-canvas');
  const whole = `0 0 ${size.width} ${size.height}`;
  await page.keyboard.press('+');
  await expect(canvas).not.toHaveAttribute('viewBox', whole);
  const began = performance.now();
  // Both boxes of the picture, and a key too many: it is said of no other picture.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  // The window is not closed unasked over what is not stored.
  await expect.poll(() => isHeld(page)).toBe(true);
  answered.resolve();
  await onPicture(2);
  // At the place of the box before the next one might lie out of sight.
  await expect(canvas).toHaveAttribute('viewBox', whole);
  await progress(2);
  readAnew.resolve();
  for (let index = 2; index <= count; index += 1) {
    await onPicture(index);
    await expect(page.locator('.picture-box-open')).toHaveCount(1);
    await page.keyboard.press('Enter');
  }
  await progress(count + 1);
  // The last one stays chosen for its order: another key says nothing more of it.
  await page.keyboard.press('Enter');
  await expect.poll(() => isHeld(page)).toBe(false);
  const rate = (count / (performance.now() - began)) * 60_000;
  test.info().annotations.push({ type: 'pictures a minute by keys', description: rate.toFixed(0) });
  await expect(page.getByText(words(t('detection.reviewedCount'), { count }))).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('judged-by-keys.png') });
  const { list } = await caller.call(detectionCalls.queryOutcome, {
    detectionOID: oid,
    pageNum: 1,
    pageSize: 50,
  });
  // Each was judged once.
  expect(list.map(({ verdict, version }) => [verdict, version])).toEqual(
    list.map(() => ['confirmed', list[0]?.version]),
  );
}
