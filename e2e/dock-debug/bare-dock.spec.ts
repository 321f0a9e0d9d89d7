/** A dock without cameras and without a module for mobile data, whose aircraft is off: it says what it lacks. */
import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { onSite } from '../support/on-site.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

// A limit of an aircraft that is off is asked for, and refused.
test.use({ waits: true, expectedFaults: withSlowPictures(/\b409\b.*paramSet/, /Failed to load.*paramSet/) });

for (const language of storyLanguages<Language>(languages))
  test(`a dock says what it lacks, in ${language}`, async ({ page, product, caller }) => {
    const turn = languages.indexOf(language);
    const sn = `BAREDOCK${turn}`;
    const name = `简配机场${'甲乙丙'[turn]}`;
    const place = { name, sn, droneSn: `AIR${sn}`, lng: 113.95, lat: 22.54, lacks: 'module,cameras' };
    const simulated = await startDock(product, caller, place);
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${simulated.oid}`);

      await test.step('there is nothing to watch once its aircraft is off', async () => {
        const picture = page.getByRole('region', { name: t('video.title'), exact: true });
        await expect(picture.getByRole('status')).toContainText(t('refusal.noLiveCapability'));
        await expect(
          picture.getByRole('combobox', { name: t('flight.clarity'), exact: true }),
        ).toHaveAccessibleDescription(t('refusal.noStream'));
        for (const id of ['video.snapshot', 'video.record'] as const)
          await expect(picture.getByRole('button', { name: t(id), exact: true })).toHaveAccessibleDescription(
            t('refusal.noStream'),
          );
      });

      await test.step('there is no mobile network to speak over', async () => {
        expect(await onSite(simulated, sn).order('debug_mode_open')).toBe(0);
        const tools = page.getByRole('region', { name: t('dockDebug.title') });
        const button = (group: PhraseId, verb: PhraseId) =>
          tools
            .getByRole('listitem')
            .filter({ has: page.getByText(t(group), { exact: true }) })
            .getByRole('button', { name: new RegExp(`${t(verb)}$`) });
        await expect(button('dockDebug.group.lte', 'dockDebug.on')).toHaveAccessibleDescription(
          t('refusal.lteMissing'),
        );
        await page.screenshot({ path: test.info().outputPath(`bare-${language}.png`), fullPage: true });
      });

      await test.step('limits of its aircraft are not set', async () => {
        expect(await onSite(simulated, sn).order('debug_mode_close')).toBe(0);
        await page.goto('/#/DaJiAirport');
        await page.getByRole('row').filter({ hasText: name }).click();
        const drawer = page.getByRole('dialog', { name, exact: true });
        await drawer.getByText(t('dock.parameters'), { exact: true }).click();
        // Arabic has marks around what is put into a phrase.
        const title = t('dock.parameterSetTitle').replace('{name}', `.?${t('dock.parameter.heightLimit')}.?`);
        await drawer.getByRole('button', { name: new RegExp(`^${title}$`) }).click();
        const limit = page.getByRole('dialog', { name: new RegExp(`^${title}$`) });
        await limit.getByRole('spinbutton').fill('130');
        await limit.getByRole('button', { name: t('dock.parameterSet'), exact: true }).click();
        await expect(page.getByText(t('refusal.droneOffForLimits'), { exact: true })).toBeVisible();
        await page.screenshot({ path: test.info().outputPath(`limits-${language}.png`) });
      });
    } finally {
      await simulated.stop();
    }
  });
