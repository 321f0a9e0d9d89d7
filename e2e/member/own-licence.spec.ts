import { licenceCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// A scan that is no scan is refused.
test.use({ expectedFaults: [/\b422\b/] });

for (const language of storyLanguages<Language>(languages))
  test(`a licence of their own waits until another person confirms it, in ${language}`, async ({
    page,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const number = `OWN-${languages.indexOf(language)}`;
    await signInAs(reader, '/personalInfo');
    const form = page.locator('form').filter({ has: page.getByLabel(t('licence.number')) });
    await form.getByLabel(t('licence.number')).fill(number);
    await form.getByRole('button', { name: t('licence.add') }).click();
    const entry = page.getByRole('listitem').filter({ hasText: number });
    await expect(entry).toContainText(t('licence.unconfirmed'));
    const { list } = await caller.call(licenceCalls.query, { memberOID: caller.session.oid });
    const own = list.find(({ licenceNumber }) => licenceNumber === number);
    expect(own).toMatchObject({ confirmed: false, allowed: ['delete', 'withdraw', 'addScan'] });
    // Nobody confirms their own: there is no button for it, only those that take it back and give it a scan.
    await expect(entry.getByRole('button')).toHaveCount(3);
    await test.step('its scan is refused by its content, sent, saved and deleted', async () => {
      const send = (as: string, bytes: string) =>
        entry
          .locator('input[type=file]')
          .setInputFiles({ name: as, mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
      await send('page.pdf', '<!doctype html><script>1</script>');
      await expect(entry.getByRole('alert')).toContainText('HTML');
      await send('scan.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n');
      const saves = entry.getByRole('button', { name: shown('licence.scan.save') });
      await expect(saves).toBeVisible();
      const saved = page.waitForEvent('download');
      await saves.click();
      expect((await saved).suggestedFilename()).toBe(`${number}.pdf`);
      await entry.getByRole('button', { name: shown('licence.scan.delete') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('app.delete'), exact: true })
        .click();
      await expect(entry).toContainText(t('licence.scan.none'));
    });
    await entry.getByRole('button', { name: shown('licence.withdraw') }).click();
    await expect(entry).toHaveCount(0);
  });
