import { licenceCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

for (const language of storyLanguages<Language>(languages))
  test(`a licence of their own waits until another person confirms it, in ${language}`, async ({
    page,
    caller,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const number = `OWN-${languages.indexOf(language)}`;
    await signInAs(reader, '/personalInfo');
    const form = page.locator('form').filter({ has: page.getByLabel(t('licence.number')) });
    await form.getByLabel(t('licence.number')).fill(number);
    await form.getByRole('button', { name: t('licence.add') }).click();
    const entry = page.getByRole('listitem').filter({ hasText: number });
    await expect(entry).toContainText(t('licence.unconfirmed'));
    const { list } = await caller.call(licenceCalls.query, { memberOID: caller.session.oid });
    const own = list.find(({ licenceNumber }) => licenceNumber === number);
    expect(own).toMatchObject({ confirmed: false, allowed: ['delete', 'withdraw'] });
    // Nobody confirms their own: there is no button for it, only the one that takes it back.
    await expect(entry.getByRole('button')).toHaveCount(2);
    await entry.getByRole('button').first().click();
    await expect(entry).toHaveCount(0);
  });
