import sharp from 'sharp';
import { dockCalls, fileCalls, mapShareCalls, mediaCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { bringPhoto } from '../support/database.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, takePicturesWhereAsked, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'results', expectedFaults: [/40[34]/] });

const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();

for (const [turn, language] of storyLanguages<Language>(languages).entries())
  test(`chosen photos are shown and handed out by a share, and to nobody else, in ${language}`, async ({
    page,
    product,
    caller,
    browser,
  }) => {
    const reader = readerOf(page, language);
    const { t } = reader;
    const named = (id: 'media.choose' | 'mapShare.view.fileOf', name: string): RegExp =>
      new RegExp(t(id).replace('{place}', '.+').replace('{name}', `.?${name}.?`));
    const { groupOID } = caller.session;
    const dock = await caller.call(dockCalls.add, {
      name: '屋顶机场',
      sn: `SHAREDFILES${turn}`,
      model: '3-2-0',
      vendor: 'DJI',
      groupOID,
    });
    const place = { lng: 113.95, lat: 22.54 };
    const [chosen, secret] = [`CHOSEN${turn}.JPG`, `SECRET${turn}.JPG`];
    await bringPhoto(product, dock.oid, { ...place, name: chosen, bytes: await photo('#2fb3a6') });
    await bringPhoto(product, dock.oid, { ...place, name: secret, bytes: await photo('#b3502f') });

    // From where results are looked at to the form of a share, which begins with what was chosen.
    await signInAs(reader, '/AchievementDisplay');
    await page.getByRole('checkbox', { name: named('media.choose', chosen) }).check();
    await page.getByRole('button', { name: t('media.share'), exact: true }).click();
    const form = page.getByRole('dialog', { name: t('mapShare.add') });
    await expect(form).toContainText(chosen);
    await form.getByLabel(t('field.name')).fill(`Roof ${turn}`);
    await form.getByLabel(t('mapShare.mediaAs')).click();
    await page.getByTitle(t('mapShare.mediaAs.originals')).click();
    await form.getByLabel(t('mapShare.expiresAt')).click();
    await page.locator('.ant-select-item-option:visible').first().click();
    await page.screenshot({ path: test.info().outputPath(`share-form-${language}.png`) });
    await form.getByRole('button', { name: t('app.save'), exact: true }).click();
    const saved = page.getByRole('dialog', { name: t('mapShare.saved') });
    const link = await saved.getByLabel(t('mapShare.link')).inputValue();
    await saved
      .getByRole('button', { name: t('app.close') })
      .last()
      .click();
    // What was handed over is not asked for again.
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: `Roof ${turn}` })).toBeVisible();
    await expect(form).toBeHidden();

    const outside = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: language });
    const phone = await outside.newPage();
    takePicturesWhereAsked(phone);
    await phone.goto(link);
    const files = phone.getByRole('region', { name: t('mapShare.view.files') });
    await expect(files.getByRole('button')).toHaveCount(1);
    await expect(phone.getByText(secret)).toHaveCount(0);
    await phone.screenshot({ path: test.info().outputPath(`shared-files-${language}.png`) });
    await files.getByRole('button', { name: named('mapShare.view.fileOf', chosen) }).click();
    const opened = phone.getByRole('dialog', { name: chosen });
    const picture = opened.getByRole('img', { name: chosen });
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth') as number))
      .toBe(64);
    const address = await opened.getByRole('link', { name: t('media.download') }).getAttribute('href');
    const url = new URL(address ?? '', link).href;
    const asked = (): Promise<[status: number, bytes: number]> =>
      phone.evaluate(async (at) => {
        const answer = await fetch(at);
        return [answer.status, (await answer.arrayBuffer()).byteLength] as [number, number];
      }, url);
    const [status, bytes] = await asked();
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(100);
    await phone.screenshot({ path: test.info().outputPath(`shared-file-${language}.png`) });
    await opened.getByRole('button', { name: t('app.close') }).click();
    await expect(opened).toHaveCount(0);
    await expect(files.getByRole('button')).toBeFocused();

    // The address without the browser that opened the share is worth nothing, nor is that browser without an address.
    const stranger = await browser.newContext();
    expect((await stranger.request.get(url)).status()).toBe(404);
    await stranger.close();
    for (const { path } of [mediaCalls.query, fileCalls.query])
      expect((await phone.request.post(new URL(path, link).href, { data: {} })).status()).toBe(401);

    // Deleted: the page that is loaded anew has none, and the address that it had ends at once.
    const { list } = await caller.call(mediaCalls.query, { keyword: chosen });
    await caller.call(mediaCalls.remove, { oids: list.map(({ oid }) => oid) });
    expect((await asked())[0]).toBe(404);
    await phone.reload();
    await expect(phone.getByRole('heading', { name: `Roof ${turn}` })).toBeVisible();
    await expect(files).toHaveCount(0);

    const shares = (await caller.call(mapShareCalls.query, { keyword: `Roof ${turn}` })).list;
    await caller.call(mapShareCalls.remove, { oids: shares.map(({ oid }) => oid) });
    await expect(phone.getByRole('alert')).toContainText(t('mapShare.view.gone'));
    await outside.close();
  });
