import { randomUUID } from 'node:crypto';
import { detectionCalls, flightCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'records' });

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#246"/></svg>`;
const count = 30;

for (const language of storyLanguages<Language>(languages))
  test(`findings are audited at once by a sample that agrees, in ${language}`, async ({
    page,
    caller,
    product,
  }) => {
    const name = `sampled-${language}`;
    const mediaOID = randomUUID();
    await addPhoto(product, 'admin', mediaOID);
    const detector = { name, model: 'cracks', modelVersion: name, sourceId: name };
    const run = await caller.call(detectionCalls.add, detector);
    const outcomes = Array.from({ length: count }, (_, index) => ({
      sourceId: String(index),
      mediaOID,
      box: { x: 10 * index, y: 30, width: 9, height: 60 },
      picture: { width: 400, height: 300 },
      class: 'crack',
      confidence: 0.9,
    }));
    await caller.call(detectionCalls.submit, { oid: run.oid, outcomes });
    await page.route(`**${flightCalls.preview.path.replace('{id}', mediaOID)}`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    );

    const reader = readerOf(page, language);
    const { t, shown } = reader;
    await signInAs(reader, '/AIReportShowCheck');
    const row = page.getByRole('row').filter({ hasText: name });
    await row.click();
    const drawer = page.getByRole('dialog', { name });
    await drawer.getByRole('button', { name: t('detection.drawSample'), exact: true }).click();
    const form = page.getByRole('dialog', { name: t('detection.drawSample') });
    await form.getByLabel(t('detection.class'), { exact: true }).click();
    await page.locator('.ant-select-item-option').first().click();
    await page.screenshot({ path: test.info().outputPath(`rule-${language}.png`) });
    await form.getByRole('button', { name: t('detection.sampleDraw'), exact: true }).click();
    await expect(form).toBeHidden();

    const { list } = await caller.call(detectionCalls.querySample, { detectionOID: run.oid });
    const { drawnOnes } = await caller.call(detectionCalls.sampleByOID, { oid: list[0]?.oid ?? '' });
    expect(drawnOnes).toHaveLength(20);
    const [first, ...others] = drawnOnes;
    for (const { oid } of others)
      await caller.call(detectionCalls.auditOutcome, { oid, detectionOID: run.oid, verdict: 'confirmed' });

    // The last of them is judged in the review, which the list of the drawn ones leads to.
    await page.goto(`/#/AIReportShowCheck?tab=samples`);
    await row.click();
    await expect(drawer).toContainText(t('detection.sampleBound'));
    await page.screenshot({ path: test.info().outputPath(`sample-${language}.png`) });
    await drawer.locator('.sample-drawn a').first().click();
    await expect(page).toHaveURL(new RegExp(`outcomeOID=${first?.oid}`));
    await expect(page.locator('.picture-box')).toHaveCount(count);
    await page.keyboard.press('Enter');
    await expect
      .poll(
        async () => (await caller.call(detectionCalls.querySample, { detectionOID: run.oid })).list[0]?.left,
      )
      .toBe(0);

    await page.goto(`/#/AIReportShowCheck?tab=samples`);
    await row.getByRole('button', { name: t('detection.decideSample'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('detection.decideSample'), exact: true }).click();
    await expect(page.getByText(shown('detection.sampleWasDecided'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`decided-${language}.png`) });
    const after = await caller.call(detectionCalls.get, { oid: run.oid });
    expect([after.audited, after.confirmed]).toEqual([count, count]);
  });
