import { randomUUID } from 'node:crypto';
import type { Route } from '@playwright/test';
import { detectionCalls, flightCalls, pyramidCalls, type Box } from '../../packages/domain/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { addPhoto } from '../support/database.ts';
import type { Product } from '../support/product.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';

// A verdict that came too late is refused, and an answer is lost on its way.
test.use({ expectedFaults: [/409|ERR_FAILED|(?:auditOutcome|tile\/.+)\.rest/] });

const size = { width: 400, height: 300 };
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#246"/></svg>`;
const found: Box = { x: 40, y: 30, width: 80, height: 60 };

/** A run with a finding on each of some pictures, opened for its review. */
async function openRun({ page }: Reader, caller: Caller, product: Product, name: string, count: number) {
  const pictures = Array.from({ length: count }, () => randomUUID());
  for (const mediaOID of pictures) await addPhoto(product, 'admin', mediaOID);
  // Small ones too.
  await page.route(`**${flightCalls.preview.path.replace('{id}', '*')}*`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  );
  const detector = { name, model: 'cracks', modelVersion: name, sourceId: 'limits' };
  const { oid } = await caller.call(detectionCalls.add, detector);
  const outcomes = pictures.map((mediaOID, at) => ({
    sourceId: String(at),
    mediaOID,
    box: found,
    picture: size,
    class: 'crack',
    confidence: 0.9,
  }));
  await caller.call(detectionCalls.submit, { oid, outcomes });
  const stored = async () => {
    const asked = { detectionOID: oid, pageNum: 1, pageSize: 50 };
    return (await caller.call(detectionCalls.queryOutcome, asked)).list;
  };
  return { oid, pictures, stored };
}
const reviewing = (oid: string): string => `/AITestingShowExamine?oid=${oid}`;
const drawing = ({ page, t }: Reader) => page.getByRole('button', { name: t('detection.draw') });

async function draw({ page }: Reader, from: number, to: number): Promise<void> {
  const area = await page.locator('.review-picture .picture-canvas').boundingBox();
  if (!area) throw new Error('no picture');
  const at = (share: number): [number, number] => [area.x + area.width * share, area.y + area.height * share];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

test('keys are meant for findings that are on screen, and a picture is kept until its verdict is stored', async ({
  page,
  caller,
  product,
}) => {
  const reader = readerOf(page, 'en');
  const { t } = reader;
  const { oid, pictures, stored } = await openRun(reader, caller, product, 'keys-late', 3);
  const [first = '', second = ''] = pictures;
  const [viewed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(`**${detectionCalls.toView.path}`, async (route) => {
    if ((route.request().postData() ?? '').includes(second)) await viewed.promise;
    await route.continue().catch(() => undefined);
  });
  await page.route(`**${detectionCalls.auditOutcome.path}`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  const freed: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(detectionCalls.unlockPicture.path)) freed.push(request.postData() ?? '');
  });
  await signInAs(reader, reviewing(oid));
  const canvas = page.locator('.review-picture .picture-canvas');
  await expect(page.locator('.picture-box-chosen')).toHaveCount(1);
  // The verdict is on its way, and the reviewer goes on to a picture whose findings are not here yet.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.picture-box-chosen')).toHaveCount(0);
  for (const key of ['9', 'd', 'Enter', 'x', 'o', 'Delete']) await page.keyboard.press(key);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  viewed.resolve();
  await expect(
    page.getByText(t('detection.pictureOf').replace('{index}', '2').replace('{count}', '3')),
  ).toBeVisible();
  await expect(canvas).toBeVisible();
  await expect(page.locator('.picture-box-chosen')).toHaveCount(1);
  await expect(drawing(reader)).toHaveAttribute('aria-pressed', 'false');
  // Nothing of what was pressed meanwhile is in hand: to go on asks nothing.
  expect(freed).toEqual([]);
  const { holder } = await caller.call(detectionCalls.lockPicture, { detectionOID: oid, mediaOID: first });
  expect(holder).toMatchObject({ own: true });
  answered.resolve();
  await expect.poll(() => freed.filter((one) => one.includes(first)).length).toBe(1);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect((await stored()).filter(({ verdict }) => verdict !== null)).toMatchObject([
    { mediaOID: first, verdict: 'confirmed', class: 'crack' },
  ]);
});

test('a new box that is drawn anew after its answer was lost is one box, as it was drawn last', async ({
  page,
  caller,
  product,
}) => {
  const reader = readerOf(page, 'en');
  const { t } = reader;
  const { oid, stored } = await openRun(reader, caller, product, 'drawn-anew', 1);
  await signInAs(reader, reviewing(oid));
  await expect(page.locator('.picture-box-chosen')).toHaveCount(1);
  await drawing(reader).click();
  await draw(reader, 0.45, 0.55);
  await page.getByLabel(t('detection.otherText')).fill('nest');
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort('failed');
  };
  const url = `**${detectionCalls.auditOutcome.path}`;
  await page.route(url, lose, { times: 1 });
  await page.getByRole('button', { name: t('detection.confirm') }).click();
  await expect.poll(async () => (await stored()).length).toBe(2);
  const drawn = async () => (await stored()).find(({ drawnBy }) => drawnBy !== null);
  const before = await drawn();
  // What is read anew knows it by now: it stands there once.
  await expect(page.locator('.picture-box')).toHaveCount(2);
  await expect(page.getByLabel(t('detection.otherText'))).toHaveValue('nest');
  const width = page.getByLabel(t('detection.box.width'));
  await width.fill('33');
  await width.press('Tab');
  await page.getByRole('button', { name: t('detection.confirm') }).click();
  await expect.poll(async () => (await drawn())?.box.width).toBe(33);
  expect((await drawn())?.oid).toBe(before?.oid);
  await expect(page.locator('.picture-box')).toHaveCount(2);
  expect(await stored()).toHaveLength(2);
});

test('a verdict that is refused shows how the box stands and keeps what was typed; a question goes with its page', async ({
  page,
  caller,
  product,
}) => {
  const reader = readerOf(page, 'en');
  const { t, shown } = reader;
  const { oid, stored } = await openRun(reader, caller, product, 'refused', 1);
  await signInAs(reader, reviewing(oid));
  await expect(page.locator('.picture-box-chosen')).toHaveCount(1);
  const type = page.getByRole('combobox', { name: t('detection.class'), exact: true });
  await type.fill('other');
  await type.press('Tab');
  await page.getByLabel(t('detection.otherText')).fill('nest of a bird');
  const [one] = await stored();
  const judged = { oid: one?.oid ?? '', detectionOID: oid, verdict: 'confirmed', class: 'rust' } as const;
  await caller.call(detectionCalls.auditOutcome, judged);
  await page.getByRole('button', { name: t('detection.confirm') }).click();
  const refused = page.locator('.review-missing');
  await expect(refused.getByRole('alert')).toHaveText(shown('refusal.outcomeChanged'));
  await expect(refused.getByRole('status')).toHaveText(shown('detection.standsAs'));
  await expect(refused.getByRole('status')).toContainText(t('detection.verdict.confirmed'));
  await expect(refused.getByRole('status')).toContainText(/rust/i);
  await expect(page.getByLabel(t('detection.otherText'))).toHaveValue('nest of a bird');
  await page.screenshot({ path: test.info().outputPath('refused.png') });
  await page.getByRole('button', { name: t('detection.confirm') }).click();
  await expect.poll(async () => (await stored())[0]?.otherText).toBe('nest of a bird');

  await page.getByRole('button', { name: t('detection.remove') }).click();
  const question = page.getByRole('alertdialog', { name: t('detection.removeTitle') });
  await expect(question).toBeVisible();
  await page.evaluate(() => {
    location.hash = '/AIReportShowCheck';
  });
  await expect(page).toHaveURL(/AIReportShowCheck/);
  await expect(question).toHaveCount(0);
  expect((await stored())[0]?.verdict).toBe('confirmed');
});

test('boxes of a large picture are judged once something of it is drawn', async ({
  page,
  caller,
  product,
}) => {
  const reader = readerOf(page, 'en');
  const { t } = reader;
  const { oid, stored } = await openRun(reader, caller, product, 'large', 1);
  await page.route(`**${detectionCalls.toView.path}`, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { pictures: { large: boolean }[] } };
    for (const one of answer.data.pictures) one.large = true;
    await route.fulfill({ response, json: answer });
  });
  await page.route(`**${pyramidCalls.pyramid.path}`, (route) =>
    route.fulfill({ json: { code: 200, message: 'ok', data: size } }),
  );
  const [drawn, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isCut = true;
  await page.route('**/nebula-five/mediafile/tile/**', async (route) => {
    await (isCut ? failed : drawn).promise;
    const answer = isCut
      ? route.abort('failed')
      : route.fulfill({ contentType: 'image/svg+xml', body: picture });
    await answer.catch(() => undefined);
  });
  await signInAs(reader, reviewing(oid));
  await expect(page.locator('.review-picture .picture-canvas')).toBeVisible();
  const confirm = page.getByRole('button', { name: t('detection.confirm') });
  const empty = async (): Promise<void> => {
    await expect(page.locator('.picture-box')).toHaveCount(0);
    await expect(confirm).toBeDisabled();
    for (const key of ['Enter', 'd']) await page.keyboard.press(key);
    await expect(drawing(reader)).toHaveAttribute('aria-pressed', 'false');
  };
  await empty();
  // A tile that does not come shows nothing either, and is asked for again by hand.
  failed.resolve();
  const coarse = page.getByRole('alert').filter({ hasText: t('media.tiles.coarse') });
  await expect(coarse).toBeVisible();
  isCut = false;
  await coarse.getByRole('button', { name: t('app.retry') }).click();
  await empty();
  expect((await stored())[0]?.verdict).toBeNull();
  drawn.resolve();
  await expect(page.locator('.picture-box')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())[0]?.verdict).toBe('confirmed');
  // What is read anew by then is answered by nobody.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
