/** A searchlight and a detector below the aircraft: shown as they report themselves, ordered, refused by their reasons. */
import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { onSite } from '../support/on-site.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { takeOffBeside } from './take-off.ts';

// The page brings its picture up by itself; on a busy machine that may be refused once.
test.use({ waits: true, expectedFaults: withSlowPictures() });

const home = { lng: 113.95, lat: 22.54 };
/** Number of the mode of an aircraft that is flown by hand. */
const byHand = 17;
/** The third generation has orders to a searchlight. */
const model = '3-3-0';
/** As the simulated aircraft numbers them. */
const detector = 1;
const searchlight = 5;

for (const language of storyLanguages<Language>(languages))
  test(`payload devices are shown and ordered, in ${language}`, async ({ page, product, caller }) => {
    const sn = `DEVICEDOCK${languages.indexOf(language)}`;
    const place = { name: '负载机场', sn, droneSn: `AIR${sn}`, ...home, model };
    const simulated = await startDock(product, caller, place, 8);
    try {
      const dock = onSite(simulated, sn);
      await takeOffBeside(dock, { ...home, model });
      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, `/flightControl?oid=${simulated.oid}`);
      const region = (id: PhraseId) => page.getByRole('region', { name: t(id), exact: true });
      /** A text with its values, around which a page writes marks of direction. */
      const worded = (id: PhraseId, values: Record<string, string | number>): RegExp =>
        new RegExp(
          t(id)
            .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
            .replaceAll(/\{(\w+)\}/g, (_, name: string) => String.raw`\p{Cf}*${values[name]}\p{Cf}*`),
          'u',
        );
      const panel = region('psdk.title');
      const button = (id: PhraseId, values: Record<string, number>) =>
        panel.getByRole('button', { name: worded(id, values) });

      await region('flightControl.payload')
        .getByRole('button', { name: t('lease.take'), exact: true })
        .click();
      await expect.poll(async () => (await dock.report()).drone.mode).toBe(byHand);

      await test.step('a widget is set, and shown as the dock reports it then', async () => {
        const set = { widget: 1, index: detector };
        await expect(panel.getByText(worded('widget.one', { widget: 1, value: 30 }))).toBeVisible();
        const value = panel.getByRole('spinbutton', { name: worded('widget.set', set) });
        await value.fill('55');
        await value.blur();
        await expect(button('widget.set', set)).toHaveAttribute('aria-disabled', 'false');
        await button('widget.set', set).click();
        await expect(panel.getByText(worded('widget.one', { widget: 1, value: 55 }))).toBeVisible();
      });

      await test.step('a text is written, and stands in the window of the device', async () => {
        const box = panel.getByRole('textbox', { name: worded('widget.text', { index: detector }) });
        const write = button('widget.write', { index: detector });
        await expect(write).toHaveAccessibleDescription(t('widget.noText'));
        await box.fill('灯'.repeat(43));
        await expect(write).toHaveAccessibleDescription(t('refusal.widgetTextLong'));
        await box.fill('甲烷 ميثان');
        await expect(write).toHaveAttribute('aria-disabled', 'false');
        await write.click();
        await expect(panel.locator('.psdk-window')).toContainText('甲烷 ميثان');
      });

      await test.step('a searchlight says nothing and takes nothing without the link of sticks', async () => {
        const group = panel.getByRole('group', { name: worded('searchlight.one', { index: searchlight }) });
        await expect(group).toContainText(t('searchlight.unknown'));
        await expect(button('searchlight.calibrate', { index: searchlight })).toHaveAccessibleDescription(
          t('refusal.drcMissing'),
        );
      });

      const lights = region('stealth.title');
      const light = (id: PhraseId) => lights.getByRole('button', { name: t(id), exact: true });
      await test.step('nor do the lights of the aircraft', async () => {
        await expect(lights).toContainText(t('stealth.unknown'));
        for (const id of ['command.stealthOpen', 'command.stealthClose'] as const)
          await expect(light(id)).toHaveAccessibleDescription(t('refusal.drcMissing'));
      });

      await test.step('none of it stands under what comes below it', async () => {
        const bottomOf = (selector: string) =>
          page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
        expect(await bottomOf('.monitor-side > :last-child')).toBeLessThanOrEqual(
          await bottomOf('.monitor-body'),
        );
      });

      await test.step('over the link it reports how it shines, and shines as ordered', async () => {
        const flight = region('flightControl.flight');
        await flight.getByRole('button', { name: t('lease.take'), exact: true }).click();
        await expect(flight.getByText(shown('lease.mine'))).toBeVisible();
        const enter = region('drc.title').getByRole('button', { name: t('command.drcEnter'), exact: true });
        await expect(enter).toHaveAttribute('aria-disabled', 'false');
        await enter.click();
        const group = panel.getByRole('group', { name: worded('searchlight.one', { index: searchlight }) });
        const shines = (id: PhraseId) =>
          expect(group).toContainText(worded('searchlight.now', { mode: t(id), brightness: String.raw`.+` }));
        await shines('searchlight.mode.off');
        await group.getByRole('combobox').first().click();
        await page
          .locator('.ant-select-item-option')
          .filter({ hasText: new RegExp(`^${t('searchlight.mode.strobe')}$`) })
          .click();
        const shine = button('searchlight.setMode', { index: searchlight });
        await expect(shine).toHaveAttribute('aria-disabled', 'false');
        await shine.click();
        await shines('searchlight.mode.strobe');
        await page.screenshot({ path: test.info().outputPath(`devices-${language}.png`), fullPage: true });
      });

      await test.step('its lights go out after a question, and shine again without one', async () => {
        const reported = (id: PhraseId) => expect(lights).toContainText(worded(id, { time: String.raw`.+` }));
        await reported('stealth.off');
        await expect(light('command.stealthOpen')).toHaveAttribute('aria-disabled', 'false');
        await light('command.stealthOpen').click();
        const question = page.getByRole('alertdialog');
        await expect(question).toContainText(t('monitor.effect.stealthOpen'));
        await question.getByRole('button', { name: t('command.stealthOpen'), exact: true }).click();
        await reported('stealth.on');
        await expect(light('command.stealthClose')).toHaveAttribute('aria-disabled', 'false');
        await light('command.stealthClose').click();
        await reported('stealth.off');
      });
    } finally {
      await simulated.stop();
    }
  });
