import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { detectionCalls } from '../../packages/domain/src/index.ts';
import { aiTypeName } from '../support/ai-type.ts';
import { addPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { expect, test } from '../support/story.ts';

test.use({ sharing: 'records' });

const size = { width: 400, height: 300 };
const box = { x: 40, y: 30, width: 80, height: 60 };

for (const language of storyLanguages(['en', 'zh-CN', 'ar'] as const))
  test(`what a model is worth is read and its reviewed boxes are taken for training, in ${language}`, async ({
    page,
    caller: { call },
    product,
  }) => {
    const mediaOID = randomUUID();
    await addPhoto(product, 'admin', mediaOID);
    const model = { model: `cracks-${language}`, modelVersion: '7' };
    const run = await call(detectionCalls.add, { name: 'run', ...model, sourceId: language });
    const outcomes = [0.9, 0.6, 0.3].map((confidence, index) => ({
      sourceId: String(index),
      mediaOID,
      box: { ...box, x: box.x + index * 100 },
      picture: size,
      class: 'crack',
      confidence,
    }));
    await call(detectionCalls.submit, { oid: run.oid, outcomes });
    const { list } = await call(detectionCalls.queryOutcome, { detectionOID: run.oid });
    const reasons = { reason: 'shadow' };
    for (const { oid, confidence } of list)
      await call(detectionCalls.auditOutcome, {
        oid,
        detectionOID: run.oid,
        ...(confidence === 0.3 ? { verdict: 'falseAlarm', ...reasons } : { verdict: 'confirmed' }),
      });

    const reader = readerOf(page, language);
    const { t } = reader;
    await signInAs(reader, '/AIReportShowCheck?tab=quality');
    const row = page.getByRole('row').filter({ hasText: `cracks-${language} 7` });
    await expect(row).toContainText(aiTypeName('crack', language));
    await page.getByRole('combobox', { name: t('detection.quality.chooseModel') }).click();
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: `cracks-${language} 7` })
      .click();
    const ledger = page.getByRole('region', { name: t('detection.quality'), exact: true });
    await expect(ledger.getByRole('row')).toHaveCount(2);
    await page.screenshot({ path: test.info().outputPath('quality.png') });

    const table = page.waitForEvent('download');
    await ledger.getByRole('button', { name: t('list.export'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('list.exportCsv') }).click();
    const csv = await readFile(await (await table).path(), 'utf8');
    expect(csv).toContain(`,cracks-${language},7,crack,3,2,1,`);
    expect(csv).toContain(',0.6667,1,0.6,1,');

    await ledger.getByRole('button', { name: t('detection.training'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('detection.training') });
    await expect(dialog).toContainText(t('detection.training.hint'));
    await page.screenshot({ path: test.info().outputPath('training.png') });
    const set = page.waitForEvent('download');
    await dialog.getByRole('button', { name: t('list.export'), exact: true }).click();
    const zip = await readFile(await (await set).path(), 'latin1');
    expect(zip).toContain('annotations.json');
    expect(zip).toContain(`${mediaOID}.jpg`);
    await expect(dialog).toBeHidden();
  });
