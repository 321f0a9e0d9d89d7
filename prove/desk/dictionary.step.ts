import { dictionaryCalls } from '../../packages/domain/src/index.ts';
import type { Day } from './people.ts';

/** A group of codes and a code in it. */
export async function step({ desk, instance, look }: Day): Promise<void> {
  const { page, t, words, button, dialogButton, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/EncodingTable`);
  const dialog = page.getByRole('dialog');
  await button('dictionary.groupAdd').click();
  await dialog.getByLabel(t('dictionary.groupKey')).fill('colour');
  await dialog.getByLabel(t('dictionary.name.zh')).fill('颜色');
  await dialog.getByLabel(t('dictionary.name.en')).fill('Colours');
  await dialog.getByLabel(t('dictionary.name.ar')).fill('ألوان');
  await dialogButton('app.save').click();
  await dialog.first().waitFor({ state: 'hidden' });
  await button('dictionary.add').click();
  await dialog.getByLabel(words('dictionary.code'), { exact: true }).fill('RED');
  await dialog.getByLabel(t('dictionary.name.zh')).fill('红');
  await dialogButton('app.save').click();
  await dialog.first().waitFor({ state: 'hidden' });
  const seen = await visible(page.getByRole('row').filter({ hasText: 'RED' }), 10_000);
  await shoot('code');
  const { list } = await look.call(dictionaryCalls.query, { group: 'colour' });
  promise(seen !== null && list.length === 1, 'a code is added once and seen', `${list.length} codes`);
}
