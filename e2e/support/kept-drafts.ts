import { expect, type Page } from '@playwright/test';
import { reveal } from '../../packages/web/src/storage.ts';

const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const name = 'eyrie-route-drafts';
    // Opening what is not there yet would make it, without its table.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return [];
    return new Promise<string[]>((resolve, reject) => {
      const asked = indexedDB.open(name);
      asked.addEventListener('error', () => reject(new Error('no database')));
      asked.addEventListener('success', () => {
        const all = asked.result.transaction('drafts').objectStore('drafts').getAll();
        all.addEventListener('success', () => {
          asked.result.close();
          resolve(all.result.map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one))));
        });
      });
    });
  });

/** Drafts of a browser's large storage as they lie there, unreadable to whoever leafs through it. */
export const storedDrafts = async (page: Page): Promise<string> => (await stored(page)).join('\n');

/** Waits until a draft with this text lies in the browser: what is still on its way there is lost with the page. */
export const waitForDraft = async (page: Page, text: string): Promise<void> => {
  await expect.poll(async () => (await stored(page)).map(reveal).join('\n')).toContain(text);
};
