import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { appearanceCalls, inspectionReportCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { buildPng } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { waitForDraft } from '../support/kept-drafts.ts';
import { readerOf, signInAs, type Reader } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// A download that fails is part of the story, and a text that somebody else changed meanwhile.
test.use({ expectedFaults: [/502|409|aiMonthReport\/(?:download|addStep)\.rest/] });

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

/** A text is typed, the page left and loaded anew; the server has a newer one meanwhile, which is written over knowingly. */
async function typeAndLeave({ page, t, shown, language }: Reader, caller: Caller): Promise<void> {
  const steps = page.getByRole('navigation', { name: t('inspectionReport.steps') }).getByRole('button');
  const field = page.getByRole('textbox', { name: t('inspectionReport.text') });
  await field.fill('Found nothing');
  // What was typed outlasts a look at another step, and another page.
  await steps.nth(1).click();
  await steps.nth(2).click();
  await expect(field).toHaveValue('Found nothing');
  await page.setViewportSize({ width: 1440, height: 420 });
  const scrolled = () => page.evaluate(() => document.querySelector('#page')?.scrollTop ?? 0);
  // The page receives it with its next frame, before which no hand leaves it.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const scroller = document.querySelector('#page');
        scroller?.addEventListener('scroll', resolve, { once: true });
        scroller?.scrollTo(0, 90);
      }),
  );
  await expect.poll(scrolled).toBe(90);
  const address = new URL(page.url().replace('#', '')).searchParams;
  await page.goto('/#/InspectionMonth');
  const row = page.getByRole('row').filter({ hasText: `report-${language}` });
  await row.getByRole('button', { name: t('inspectionReport.open') }).click();
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step');
  await expect(field).toHaveValue('Found nothing');
  await expect.poll(scrolled).toBe(90);
  await page.setViewportSize({ width: 1440, height: 900 });
  await waitForDraft(page, 'Found nothing');
  const oid = address.get('oid') ?? '';
  await caller.call(inspectionReportCalls.addStep, { oid, step: 3, text: 'From elsewhere' });
  await page.reload();
  const offer = page.getByRole('group', { name: t('inspectionReport.typedTake') });
  await expect(offer.getByRole('status')).toHaveText(shown('inspectionReport.typedBefore'));
  await expect(offer.getByRole('alert')).toHaveText(t('inspectionReport.typedNewer'));
  await expect(field).toHaveValue('From elsewhere');
  await expect(field).toBeDisabled();
  await page.screenshot({ path: test.info().outputPath(`typed-${language}.png`) });
  await offer.getByRole('button', { name: t('inspectionReport.typedTake'), exact: true }).click();
  await expect(field).toHaveValue('Found nothing');
  const keep = page.getByRole('button', { name: t('inspectionReport.keep'), exact: true });
  await keep.click();
  await expect(page.getByText(shown('inspectionReport.changedBy'))).toBeVisible();
  await keep.click();
  await expect(page.getByText(t('inspectionReport.kept'))).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('Found nothing');
  await expect(offer).toHaveCount(0);
}

/** The browser of stories has no viewer of PDF files: what a frame is given, it downloads. */
async function previewPdf({ page, t, shown }: Reader): Promise<void> {
  const line = page.getByRole('listitem').filter({ hasText: t('inspectionReport.format.pdf') });
  const press = () => line.getByRole('button', { name: t('inspectionReport.preview'), exact: true }).click();
  await press();
  await expect(line.getByText(t('inspectionReport.noPdfViewer'))).toBeVisible();
  await page.evaluate(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }));
  const arrives = page.waitForEvent('download');
  await press();
  const bytes = await readFile(await (await arrives).path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const hash = createHash('sha256').update(bytes).digest('hex');
  await expect(line.getByText(shown('inspectionReport.previewSame'))).toContainText(hash);
  await expect(line.locator('iframe')).toHaveAttribute('src', /^blob:/);
}

/** The organisation has a logo and a light colour. */
async function dress({ call }: Caller): Promise<void> {
  const file = new Blob([Buffer.from(buildPng(320, 80, [200, 60, 20]))], { type: 'image/png' });
  const { address } = await call(appearanceCalls.uploadImage, { file, name: 'logo.png' });
  await call(appearanceCalls.edit, { logoPIC: address, accentColor: '#ffd400' });
}

for (const language of storyLanguages<Language>(languages))
  test(`a month is written, made into files and approved, in ${language}`, async ({ page, caller }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    await dress(caller);
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
    await typeAndLeave(reader, caller);

    await steps.nth(5).click();
    await press('inspectionReport.generate');
    // A button that is busy takes no second press.
    await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(1);
    await page.getByRole('combobox', { name: t('inspectionReport.format') }).click();
    await page.getByTitle(t('inspectionReport.format.html'), { exact: true }).last().click();
    await press('inspectionReport.generate');
    await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(2);
    await page.getByRole('combobox', { name: t('inspectionReport.format') }).click();
    await page.getByTitle(t('inspectionReport.format.pdf'), { exact: true }).last().click();
    await press('inspectionReport.generate');
    await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(3);
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
    await previewPdf(reader);
    const htmlLine = files.filter({ hasText: t('inspectionReport.format.html') });
    await htmlLine.getByRole('button', { name: t('inspectionReport.preview'), exact: true }).click();
    await expect(htmlLine.getByText(shown('inspectionReport.previewSame'))).toBeVisible();
    const frame = htmlLine.frameLocator('.report-preview');
    await expect(frame.getByText('Found nothing')).toBeVisible();
    await expect(frame.locator('.letterhead img')).toHaveAttribute('alt', /.+/);
    await page.screenshot({ path: test.info().outputPath(`letterhead-${language}.png`) });
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
    await page.reload();
    await previewPdf(reader);
    await steps.nth(2).click();
    await expect(page.getByText('Found nothing')).toBeVisible();
    await expect(page.getByRole('textbox', { name: t('inspectionReport.text') })).toHaveCount(0);
  });
