import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dockCalls } from '../../packages/domain/src/index.ts';
import { expect, test } from '../support/story.ts';

const cli = join(import.meta.dirname, '../../apps/server/src/cli.ts');

test('a second organisation begins with a password to change, and sees nothing of the first', async ({
  page,
  product,
  caller,
}) => {
  const { groupOID } = caller.session;
  await caller.call(dockCalls.add, {
    name: '别家机场',
    sn: 'OTHERDOCK01',
    model: '3-2-0',
    vendor: 'DJI',
    groupOID,
  });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'organisation', 'add', '--name', '第二机构', '--admin', 'second-admin'],
    {
      env: {
        ...process.env,
        EYRIE_DATA_DIR: product.dataDir,
        ...(product.databaseUrl === null ? {} : { EYRIE_DATABASE_URL: product.databaseUrl }),
      },
    },
  );
  const [account = '', first = ''] = stdout.trim().split(' ');

  await page.goto('/');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Account').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Change the first password before going on')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('Fresh_start_9');
  await page.getByLabel('New password again').fill('Fresh_start_9');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('button', { name: /^Person menu: second-admin/ })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('第二机构');

  await page.goto('/#/DeviceAll');
  await expect(page.getByText(/^No docks yet/)).toBeVisible();
  await expect(page.getByText('别家机场')).toHaveCount(0);
});
