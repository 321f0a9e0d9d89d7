import { expect } from '@playwright/test';
import type { Reader } from './reader.ts';

/** Times that a person gives the order before they ask somebody. */
const attempts = 4;
/** The server was too busy to be sure, or a check was still under way: nothing was sent, and the order may be given again. */
const notNow = [409, 503];

/**
 * Orders the start of the flight that waits on the monitor page, by whoever holds the control there: as soon as it can be given, and
 * again where the server did not take it now.
 */
export async function startJob({ page, t }: Pick<Reader, 'page' | 't'>): Promise<void> {
  const order = page.locator('.command-startJob');
  const give = async (): Promise<number> => {
    await expect(order).toHaveAttribute('aria-disabled', 'false');
    const answered = page.waitForResponse((one) => one.url().includes('startJob.rest'), { timeout: 60_000 });
    await order.click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('command.startJob'), exact: true })
      .click();
    return (await answered).status();
  };
  let status = await give();
  for (let turn = 1; turn < attempts && notNow.includes(status); turn += 1) status = await give();
  expect(status, 'answer to the order to start').toBe(200);
}
