import { uploadRouteTo } from '../../apps/server/src/testing/caller.ts';
import { dockCalls, flightCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { addFlown, addRecorded } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { first } from '../support/room-fixture.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';
import { verified } from '../support/verified.ts';

for (const language of storyLanguages<Language>(languages))
  test(`a flight is played again, and its bundle is checked, in ${language}`, async ({
    page,
    product,
    caller,
  }) => {
    const at = languages.indexOf(language);
    const { groupOID, authToken } = caller.session;
    const routeOID = await uploadRouteTo(product.url, authToken);
    const { oid: dockOID } = await caller.call(dockCalls.add, {
      name: `回放机场${'甲乙丙'[at]}`,
      sn: `REPLAY${at}`,
      droneSn: `AIRREPLAY${at}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    await addFlown(product, dockOID, routeOID, 1);
    await addRecorded(product, dockOID);
    const { oid } = first((await caller.call(flightCalls.query, { dockOID, sort: '-startTime' })).list);

    const reader = readerOf(page, language);
    const { t, shown } = reader;
    await signInAs(reader, '/FlightReplay');
    await expect(page.getByText(t('flightRecord.openFromList'))).toBeVisible();
    await page.goto(`/#/TaskManagerNew?tab=flights&open=${oid}`);
    const record = page.getByRole('dialog');
    await expect(record.getByText(t('flightRecord.crossMean'))).toBeVisible();
    await record.getByRole('link', { name: t('flightRecord.open') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('flightRecord.replay'));
    await expect(page.getByText(shown('flightRecord.gaps'))).toBeVisible();
    await expect(page.getByText(t('flightRecord.noPicture'))).toBeVisible();

    // In the gap no figure is shown, and none of before it.
    const moment = page.getByRole('slider', { name: t('flightRecord.moment') });
    const speed = page.locator('.replay-chart', { hasText: t('flightRecord.speedH') });
    await moment.fill('330000');
    await expect(speed).toContainText(t('flightRecord.gap'));
    await moment.fill('100000');
    await expect(speed).not.toContainText(t('flightRecord.gap'));

    const route = page.getByRole('button', { name: t('drone.mode.routeFlight') });
    await expect(route).toHaveAttribute('aria-current', 'step');
    await page.keyboard.press('p');
    await expect(moment).toHaveValue('60000');
    await page.keyboard.press('p');
    await expect(moment).toHaveValue('0');
    await expect(route).not.toHaveAttribute('aria-current', 'step');
    await moment.press('ArrowUp');
    await expect(moment).toHaveValue('1000');
    await moment.press(' ');
    await expect(page.getByRole('button', { name: t('flightRecord.pause') })).toBeVisible();
    await expect.poll(async () => Number(await moment.inputValue())).toBeGreaterThan(2_000);

    const arrives = page.waitForEvent('download');
    await page.getByRole('button', { name: t('flightRecord.bundle') }).click();
    expect(await verified(product, await (await arrives).path())).toContain(`flight ${oid}`);
    await page.screenshot({ path: test.info().outputPath(`replay-${language}.png`), fullPage: true });
  });
