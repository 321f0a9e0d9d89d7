import { readFile } from 'node:fs/promises';
import { inspectionReportCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// A download that fails is part of the story.
test.use({ expectedFaults: [/502|aiMonthReport\/download\.rest/] });

/** Reports are sent to a person by a schedule from now on. */
async function schedule({ page, language, t }: Reader): Promise<void> {
  await page.getByRole('button', { name: t('reportSchedule.title'), exact: true }).click();
  const schedules = page.getByRole('dialog', { name: t('reportSchedule.title') });
  await schedules
    .getByRole('button', { name: t('reportSchedule.add'), exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('reportSchedule.add') });
  const choose = async (label: Parameters<typeof t>[0], option: Parameters<typeof t>[0]): Promise<void> => {
    await form.getByRole('combobox', { name: t(label) }).click();
    await page.getByTitle(t(option), { exact: true }).last().click();
  };
  await form.getByLabel(t('reportSchedule.name'), { exact: true }).fill(`schedule-${language}`);
  await form.getByLabel(t('reportSchedule.day')).fill('28');
  await form.getByLabel(t('reportSchedule.hour')).fill('8');
  await choose('reportSchedule.format', 'inspectionReport.format.pdf');
  await choose('reportSchedule.language', `language.${language}`);
  await form.getByRole('combobox', { name: t('reportSchedule.recipients') }).click();
  const person = page.locator('.ant-select-item-option:visible').filter({ hasText: '·' }).first();
  const label = await person.innerText();
  await person.click();
  // Whoever is chosen keeps a name while another one is searched for.
  await form.getByRole('combobox', { name: t('reportSchedule.recipients') }).fill('nobody has this name');
  await expect(page.locator('.ant-select-item-option:visible').filter({ hasText: '·' })).toHaveCount(0);
  await expect(form.locator('.ant-select-selection-item').filter({ hasText: label })).toHaveCount(1);
  await form.getByRole('combobox', { name: t('reportSchedule.recipients') }).fill('');
  await page.screenshot({ path: test.info().outputPath(`schedule-form-${language}.png`) });
  await form.getByRole('button', { name: t('app.save'), exact: true }).click();
  await expect(form).toBeHidden();
  const row = schedules.getByRole('row').filter({ hasText: `schedule-${language}` });
  await expect(row).toContainText(t('reportSchedule.enabled'));
  await page.screenshot({ path: test.info().outputPath(`schedules-${language}.png`) });
  await schedules
    .getByRole('button', { name: t('app.close'), exact: true })
    .first()
    .click();
  await expect(schedules).toBeHidden();
}

for (const language of storyLanguages<Language>(languages))
  test(`a month is written, made into files and approved, in ${language}`, async ({ page }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const press = (id: Parameters<typeof t>[0]) =>
      page
        .getByRole('button', { name: t(id), exact: true })
        .first()
        .click();
    await signInAs(reader, '/InspectionDetails');
    await expect(page.getByText(t('inspectionReport.openFromList'))).toBeVisible();

    await page.goto('/#/InspectionMonth');
    await schedule(reader);
    await press('inspectionReport.add');
    const form = page.getByRole('dialog');
    await form.getByLabel(t('inspectionReport.month')).fill(`2023-0${languages.indexOf(language) + 1}`);
    await form.getByLabel(t('inspectionReport.name'), { exact: true }).fill(`report-${language}`);
    await form.getByRole('button', { name: t('app.save'), exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: `report-${language}` });
    await row.getByRole('button', { name: t('inspectionReport.open') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('permission./InspectionDetails'));
    await expect(page.getByText(t('inspectionReport.empty'))).toBeVisible();

    const steps = page.getByRole('navigation', { name: t('inspectionReport.steps') }).getByRole('button');
    await steps.nth(1).click();
    const coverage = page.getByRole('region', { name: t('inspectionReport.coverage') });
    await expect(coverage).toContainText(t('inspectionReport.coverageNone'));
    await steps.nth(2).click();
    await expect(page.getByRole('table', { name: t('inspectionReport.step.3') })).toBeVisible();
    await page.getByRole('textbox', { name: t('inspectionReport.text') }).fill('Found nothing');
    // What was typed outlasts a look at another step.
    await steps.nth(1).click();
    await steps.nth(2).click();
    await expect(page.getByText('Found nothing')).toBeVisible();
    await press('inspectionReport.keep');
    await expect(page.getByText(t('inspectionReport.kept'))).toBeVisible();

    await steps.nth(5).click();
    await press('inspectionReport.generate');
    // A button that is busy takes no second press.
    await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(1, {
      timeout: 60_000,
    });
    await page.getByRole('combobox', { name: t('inspectionReport.format') }).click();
    await page.getByTitle(t('inspectionReport.format.html'), { exact: true }).last().click();
    await press('inspectionReport.generate');
    await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(2, {
      timeout: 60_000,
    });
    await page.getByRole('combobox', { name: t('inspectionReport.format') }).click();
    await page.getByTitle(t('inspectionReport.format.pdf'), { exact: true }).last().click();
    await press('inspectionReport.generate');
    await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(3, {
      timeout: 60_000,
    });
    const files = page.getByRole('listitem');
    const pdfLine = files.filter({ hasText: t('inspectionReport.format.pdf') });
    // A download that is answered by anything but 200 is no file.
    const [address, no] = [`**${inspectionReportCalls.download.path}`, { status: 502, body: '%PDF-' }];
    await page.route(address, (route) => route.fulfill(no));
    await pdfLine.getByRole('button', { name: t('inspectionReport.download'), exact: true }).click();
    await expect(pdfLine.getByRole('alert')).toHaveText(t('inspectionReport.exportFailed'));
    await page.unroute(address);
    const pdfArrives = page.waitForEvent('download');
    await pdfLine.getByRole('button', { name: t('inspectionReport.download'), exact: true }).click();
    const pdf = await readFile(await (await pdfArrives).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await press('inspectionReport.preview');
    await expect(page.getByText(shown('inspectionReport.previewSame'))).toBeVisible();
    await expect(page.frameLocator('.report-preview').getByText('Found nothing')).toBeVisible();
    const arrives = page.waitForEvent('download');
    await page
      .getByRole('listitem')
      .filter({ hasText: t('inspectionReport.format.docx') })
      .getByRole('button', { name: t('inspectionReport.download'), exact: true })
      .click();
    const bytes = await readFile(await (await arrives).path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');

    await press('inspectionReport.approve');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('inspectionReport.approve'), exact: true })
      .click();
    await expect(page.getByText(t('inspectionReport.approved'))).toBeVisible();
    await page.screenshot({ path: test.info().outputPath(`report-${language}.png`) });
    await steps.nth(2).click();
    await expect(page.getByText('Found nothing')).toBeVisible();
    await expect(page.getByRole('textbox', { name: t('inspectionReport.text') })).toHaveCount(0);
  });
