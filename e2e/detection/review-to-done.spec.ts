import { randomUUID } from 'node:crypto';
import { affirmRuleCalls, detectionCalls, flightCalls, type Box } from '../../packages/domain/src/index.ts';
import type { Language } from '../../packages/phrases/src/index.ts';
import { aiTypeName } from '../support/ai-type.ts';
import { addPhoto } from '../support/database.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { expect, test } from '../support/story.ts';
import { reviewByKeys } from './by-keys.ts';

// An order that is given to nobody is refused.
test.use({ expectedFaults: [/422|aiOrder\/assign\.rest/] });

const size = { width: 400, height: 300 };
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#246"/></svg>`;
const found: Box = { x: 40, y: 30, width: 80, height: 60 };

/** Draws on the picture between two places, as shares of what is seen of it. */
async function draw({ page }: Reader): Promise<void> {
  const area = await page.locator('.picture-canvas').boundingBox();
  if (!area) throw new Error('no picture');
  const at = (x: number, y: number): [number, number] => [area.x + area.width * x, area.y + area.height * y];
  await page.mouse.move(...at(0.45, 0.5));
  await page.mouse.down();
  await page.mouse.move(...at(0.55, 0.7), { steps: 4 });
  await page.mouse.up();
}

/** What is drawn is neither left nor given up unasked: another page is asked for, then another box. */
async function keepDrawn({ page, t }: Reader): Promise<void> {
  const question = page.getByRole('alertdialog', { name: t('app.discardTitle') });
  const address = page.url();
  await page.evaluate(() => {
    location.hash = '/AIReportShowCheck';
  });
  await question.getByRole('button', { name: t('app.cancel') }).click();
  await expect(page).toHaveURL(address);
  await page.keyboard.press('d');
  await page.screenshot({ path: test.info().outputPath('kept.png') });
  await question.getByRole('button', { name: t('app.cancel') }).click();
  await expect(question).toBeHidden();
  // Where no picture follows nothing is given up, and nothing asked.
  await page.keyboard.press('n');
  await expect(page.getByText(t('detection.noneLeft'))).toBeVisible();
  await expect(question).toBeHidden();
  await expect(page.locator('.picture-box-drawn')).toHaveCount(1);
}

/** Confirms what the detector found, draws another, and takes that one away again. */
async function review(reader: Reader): Promise<void> {
  const { page, t } = reader;
  const boxes = page.getByRole('list', { name: t('detection.boxes') }).getByRole('button');
  const confirmed = boxes.filter({ hasText: t('detection.verdict.confirmed') });
  await expect(boxes).toHaveCount(1);
  await expect(page.locator('.picture-box')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(confirmed).toHaveCount(1);

  await page.keyboard.press('d');
  await expect(page.getByText(t('detection.drawHint'))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(t('refusal.boxRequired'));
  await draw(reader);
  await keepDrawn(reader);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(t('refusal.otherTextRequired'));
  await page.getByLabel(t('detection.otherText')).fill('nest');
  await page.getByRole('button', { name: t('detection.confirm') }).click();
  await expect(confirmed).toHaveCount(2);
  await expect(boxes.filter({ hasText: 'nest' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: t('detection.remove') }).click();
  const question = page.getByRole('alertdialog', { name: t('detection.removeTitle') });
  await question.getByRole('button', { name: t('app.delete'), exact: true }).click();
  await expect(boxes).toHaveCount(1);
}

/** Says that what is confirmed is a false alarm, which takes a reason, and takes that back. */
async function mistake({ page, t }: Reader): Promise<void> {
  const box = page.getByRole('list', { name: t('detection.boxes') }).getByRole('button');
  const judge = page.getByRole('button', { name: t('detection.falseAlarm'), exact: true });
  const undo = page.getByRole('button', { name: t('detection.undo'), exact: true });
  await box.click();
  await judge.click();
  await expect(page.getByRole('alert')).toHaveText(t('refusal.reasonRequired'));
  await expect(box).toContainText(t('detection.verdict.confirmed'));
  await page.getByRole('combobox', { name: t('detection.whyFalse') }).click();
  await page.locator('.ant-select-item-option').first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await judge.click();
  await expect(box).toContainText(t('detection.verdict.falseAlarm'));
  await undo.click();
  await expect(box).toContainText(t('detection.verdict.confirmed'));
  await expect(undo).toBeDisabled();
}

/** Gives the order to a person, claims it and completes it. */
async function workOff({ page, t }: Reader): Promise<void> {
  const main = page.getByRole('main');
  const button = (name: Parameters<typeof t>[0]) => main.getByRole('button', { name: t(name), exact: true });
  const dialog = page.getByRole('dialog');
  await button('workOrder.move.assign').click();
  const give = dialog.getByRole('button', { name: t('workOrder.move.assign'), exact: true });
  await give.click();
  await expect(dialog.getByRole('alert')).toContainText(t('refusal.designatePerson'));
  await dialog.getByLabel(t('workOrder.toPerson')).click();
  await page.locator('.ant-select-item-option').first().click();
  await give.click();
  await expect(dialog).toBeHidden();
  await button('workOrder.move.claim').click();
  await button('workOrder.move.complete').click();
  await dialog.getByLabel(t('workOrder.result')).fill('tightened');
  await dialog.getByRole('button', { name: t('workOrder.move.complete'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(main.locator('.order-log li')).toHaveCount(4);
  await expect(main.locator('.order-log li').last()).toContainText('tightened');
  await expect(button('workOrder.move.reopen')).toBeVisible();
}

/** Looks at the run without judging, and at its report, from the list of reports. */
async function lookAt({ page, t, language }: Reader, name: string): Promise<void> {
  const openFromList = async (label: 'detection.view' | 'detection.seeReport'): Promise<void> => {
    await page.evaluate(() => {
      location.hash = '/AIReportShowCheck';
    });
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: t(label), exact: true }).click();
  };
  await openFromList('detection.view');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.locator('.picture-box')).toHaveCount(1);
  await page.keyboard.press('h');
  await expect(page.locator('.picture-box')).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('detection.confirm') })).toHaveCount(0);

  await openFromList('detection.seeReport');
  const classes = page.locator('.report-classes').getByRole('row');
  await expect(classes.filter({ hasText: aiTypeName('crack', language) })).toContainText('1');
  await expect(page.locator('.report-picture .picture-box')).toHaveCount(1);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: t('detection.report') }).click();
  expect((await file).suggestedFilename()).toBe(`${name}.csv`);
}

/** A rule is made, refused until it was tried on what people judged, and switched on. */
async function ruleTried({ page, t }: Reader): Promise<void> {
  await page.evaluate(() => {
    location.hash = '/AlarmWorksheet';
  });
  await page.getByRole('button', { name: t('affirmRule.title'), exact: true }).click();
  const rules = page.getByRole('dialog', { name: t('affirmRule.title') });
  await expect(rules).toContainText(t('affirmRule.none'));
  await rules
    .getByRole('button', { name: t('affirmRule.add'), exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('affirmRule.add') });
  await form.getByLabel(t('affirmRule.name')).fill('cracks');
  await form.getByLabel(t('affirmRule.class')).fill('crack');
  await form.getByLabel(t('affirmRule.confidence')).fill('0.9');
  await form.getByRole('button', { name: t('app.save'), exact: true }).click();
  await expect(form).toBeHidden();
  const row = rules.getByRole('row').filter({ hasText: 'cracks' });
  await expect(row).toContainText(t('affirmRule.untried'));
  await row.getByRole('button', { name: t('affirmRule.try'), exact: true }).click();
  await expect(row).not.toContainText(t('affirmRule.untried'));
  await page.screenshot({ path: test.info().outputPath('rules.png') });
}

const languages: readonly Language[] = ['en', 'zh-CN', 'ar'];
for (const language of storyLanguages(languages))
  test(`a finding becomes an order that is claimed and done, in ${language}`, async ({
    page,
    caller,
    product,
  }) => {
    const name = `run-${language}`;
    const mediaOID = randomUUID();
    await addPhoto(product, 'admin', mediaOID);
    const detector = { name, model: 'cracks', modelVersion: language, sourceId: 'flight-1' };
    const { oid } = await caller.call(detectionCalls.add, detector);
    const outcome = { sourceId: '1', mediaOID, box: found, picture: size, class: 'crack', confidence: 0.91 };
    await caller.call(detectionCalls.submit, { oid, outcomes: [outcome] });
    await page.route(`**${flightCalls.preview.path.replace('{id}', mediaOID)}`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    );

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/AIReportShowCheck');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(t('detection.audit.unaudited'));
    await row.getByRole('button', { name: t('detection.review'), exact: true }).click();
    await review(reader);
    await mistake(reader);
    await page
      .getByRole('list', { name: t('detection.boxes') })
      .getByRole('button')
      .click();
    await page.getByRole('button', { name: t('detection.makeOrder') }).click();
    await page.getByRole('button', { name: t('detection.toOrder') }).click();
    await workOff(reader);
    await lookAt(reader, name);
    await ruleTried(reader);
    // In the next language there is none either.
    const { list } = await caller.call(affirmRuleCalls.query, { pageNum: 1, pageSize: 10 });
    await caller.call(affirmRuleCalls.remove, { oids: list.map(({ oid: rule }) => rule) });
    await reviewByKeys(reader, caller, product);
  });
