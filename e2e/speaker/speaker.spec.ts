import { languages, type Language, type PhraseId } from '../../packages/phrases/src/index.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { startDock } from '../support/simulator.ts';
import { withSlowPictures } from '../support/slow-pictures.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { wavOf } from '../../apps/server/src/modules/speaker/wav.builder.ts';

const serials: Readonly<Record<Language, string>> = {
  'zh-CN': 'SOUNDDOCK1',
  en: 'SOUNDDOCK2',
  ar: 'SOUNDDOCK3',
};

// On a busy machine a picture that the page asks for by itself may be refused once; what is no sound is refused.
test.use({ waits: true, expectedFaults: withSlowPictures(/\b422\b.*dockaudio\/add\.rest/) });

for (const language of storyLanguages<Language>(languages))
  test(`a loudspeaker plays what was uploaded, in ${language}`, async ({ page, product, caller }) => {
    const sn = serials[language];
    const dock = await startDock(product, caller, {
      name: '喊话机场',
      sn,
      droneSn: `AIR${sn}`,
      model: '3-3-0',
      lng: 113.95,
      lat: 22.54,
    });
    try {
      const reader = readerOf(page, language);
      const { t } = reader;
      await signInAs(reader, `/PortMonitorSee?oid=${dock.oid}`);
      const panel = page.getByRole('region', { name: t('speaker.title'), exact: true });
      const file = panel.getByLabel(t('speaker.upload'), { exact: true }).and(page.locator('input'));
      // What is no sound is refused by what it is, whatever its name says.
      await file.setInputFiles({
        name: 'siren.mp3',
        mimeType: 'audio/mpeg',
        buffer: Buffer.from('PK hello'),
      });
      await expect(panel.getByRole('alert')).toContainText('ZIP');
      const wav = wavOf({ rate: 16_000, channels: 1, seconds: 200 });
      await file.setInputFiles({ name: `siren ${language}.wav`, mimeType: 'audio/wav', buffer: wav });
      const row = panel.getByRole('listitem').filter({ hasText: `siren ${language}` });
      await expect(row).toBeVisible();

      // An aircraft that sleeps plays nothing, and the button says so.
      const play = row.getByRole('button', { name: reader.shown('speaker.play') });
      await expect(play).toHaveAccessibleDescription(t('refusal.droneOff'));
      await page.getByRole('button', { name: t('lease.take'), exact: true }).click();
      await expect(page.getByText(reader.shown('lease.mine'))).toBeVisible();
      const tools = page.getByRole('region', { name: t('dockDebug.title') });
      const turnOn = (group: PhraseId) =>
        tools
          .getByRole('listitem')
          .filter({ has: page.getByText(t(group), { exact: true }) })
          .getByRole('button', { name: new RegExp(`${t('dockDebug.on')}$`) });
      await turnOn('dockDebug.group.mode').click();
      await expect(turnOn('dockDebug.group.drone')).toHaveAttribute('aria-disabled', 'false');
      await turnOn('dockDebug.group.drone').click();
      await expect(play).toHaveAttribute('aria-disabled', 'false');
      await play.click();
      await expect(panel.getByRole('status')).toContainText(/2/);
      await expect(panel.getByRole('group')).toContainText(t('speaker.state.playing'));
      await panel.getByRole('button', { name: t('speaker.stop'), exact: true }).click();
      await expect(panel.getByRole('group')).toContainText(t('speaker.state.idle'));
    } finally {
      await dock.stop();
    }
  });
