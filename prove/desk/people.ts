/** What an administrator does for people on the first day: a department, a role, a member, and a table of members. */
import { readFileSync } from 'node:fs';
import { departmentCalls, memberCalls, type Resource } from '../../packages/domain/src/index.ts';
import type { Caller } from '../../e2e/support/calls.ts';
import { seconds, within, type Desk } from './desk.ts';
import type { Instance } from '../instance.ts';

export interface Day {
  desk: Desk;
  instance: Instance;
  /** The administrator without a browser, who looks into what was written. */
  look: Caller;
}

export const names = { department: 'Harbour 东区', role: 'Watch 值班', member: 'Fay 王' } as const;

/** Saves again, as people do who were told that it failed. */
const saveUntilClosed = async ({ page, dialogButton, shoot }: Desk): Promise<number | null> => {
  const took = await within(async () => {
    const save = dialogButton('app.save');
    if (await save.isEnabled({ timeout: 300 })) await save.click({ timeout: 2_000 });
    await page.getByRole('dialog').first().waitFor({ state: 'hidden', timeout: 2_000 });
    return true;
  }, 40_000);
  await shoot('saved-in-the-end');
  return took;
};

/** The server dies, and the form is saved then. */
export async function addDepartment({ desk, instance, look }: Day): Promise<void> {
  const { page, t, button, dialogButton, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/OrganizationStructure`);
  await button('department.add').click();
  const name = page.getByRole('dialog').getByLabel(t('department.name'));
  await name.fill(names.department);
  await instance.kill();
  await dialogButton('app.save').click();
  const shown = await visible(page.getByRole('alert'), 20_000);
  await shoot('department-with-the-server-dead');
  promise(shown !== null, 'a department saved with the server dead: the failure is told', seconds(shown));
  const lied = await page.getByText(t('department.saved')).first().isVisible();
  promise(!lied, 'and no success is claimed', lied ? 'claimed' : 'none');
  await instance.restart();
  const kept = await name.inputValue();
  promise(kept === names.department, 'and what was typed is still there', kept);
  const saved = await saveUntilClosed(desk);
  promise(saved !== null, 'saved once the server is back', seconds(saved));
  const row = await visible(page.locator('.department-row').filter({ hasText: names.department }), 15_000);
  promise(row !== null, 'the department is seen in the tree', seconds(row));
  const { list } = await look.call(departmentCalls.query, { keyword: names.department });
  promise(list.length === 1, 'the department was made once', String(list.length));
}

export async function addRole({ desk, instance }: Day): Promise<void> {
  const { page, t, words, button, dialogButton, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/RoleManagement`);
  await page.getByRole('button', { name: words('role.new'), exact: true }).click();
  await page.getByRole('dialog').getByLabel(t('role.name')).fill(names.role);
  await dialogButton('app.save').click();
  await page.getByRole('heading', { level: 2, name: names.role }).waitFor();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box(`${words('permission.group.watch')}: ${words('role.allRights')}`).click();
  await box(words('permission.dock:edit')).click();
  await button('role.review').click();
  await page.getByRole('alertdialog').first().waitFor();
  await shoot('rights-reviewed');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('app.save') })
    .click();
  const saved = await within(() => button('role.review').isDisabled(), 20_000);
  promise(saved !== null, 'a role is made with the rights of watching', seconds(saved));
  const shown = await visible(page.getByText(t('role.unsaved')), 500);
  promise(shown === null, 'nothing of the role is unsaved', shown === null ? 'nothing' : 'unsaved changes');
  await shoot('role');
}

const membersNamed = async (look: Caller, keyword: string): Promise<string[]> => {
  const { groupOID } = look.session;
  const { list } = await look.call(memberCalls.query, { groupOID, keyword });
  return list.map(({ account }) => account);
};

/** The database stops, the form is saved, and the server is killed while it waits for its answer. */
export async function addMember({ desk, instance, look }: Day): Promise<string> {
  const { page, t, button, dialogButton, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/OrganizationStructure`);
  await button('member.add').click();
  const field = (id: Parameters<typeof t>[0]) => page.getByRole('dialog').getByLabel(t(id)).first();
  await field('member.name').fill(names.member);
  await field('field.account').fill('fay');
  await field('member.phone').fill('123');
  const wrong = await visible(page.getByRole('dialog').locator('.ant-form-item-explain-error'), 5_000);
  await shoot('member-with-a-wrong-phone');
  promise(wrong !== null, 'a wrong telephone number is told beside its field', seconds(wrong));
  await field('member.phone').fill('13912345678');
  await field('member.roles').click();
  await page.locator('.ant-select-item-option').filter({ hasText: names.role }).click();
  await page.keyboard.press('Tab');
  instance.database('SIGSTOP');
  try {
    const sent = page.waitForRequest(/bindingUserAndAdd/);
    await dialogButton('app.save').click();
    await sent;
    await instance.kill();
  } finally {
    instance.database('SIGCONT');
  }
  const shown = await visible(page.getByRole('alert'), 20_000);
  await shoot('member-saved-while-the-server-died');
  promise(shown !== null, 'a save that the death of the server cut off is told', seconds(shown));
  await instance.restart();
  const half = await membersNamed(look, 'fay');
  promise(half.length === 0, 'nothing of the member was written', `${half.length} members`);
  const kept = `${await field('member.name').inputValue()}, ${await field('field.account').inputValue()}`;
  promise(kept === `${names.member}, fay`, 'what was typed about the member is still there', kept);
  await within(async () => {
    if (await page.getByRole('dialog').locator('.member-secret').isVisible()) return true;
    await dialogButton('app.save').click({ timeout: 2_000 });
    await page.getByRole('dialog').locator('.member-secret').waitFor({ timeout: 3_000 });
    return true;
  }, 40_000);
  const password = await page.getByRole('dialog').locator('.member-secret input').inputValue();
  await shoot('first-password');
  promise(password.length === 20, 'the first password is shown once', `${password.length} characters`);
  await dialogButton('app.iKnow').click();
  const made = await membersNamed(look, 'fay');
  promise(made.length === 1, 'the member was made once', `${made.length} members`);
  return password;
}

/** Members from a table, of which a row is wrong at first. @returns the first password of one without a role */
export async function importMembers({ desk, instance, look }: Day): Promise<string> {
  const { page, words, button, dialogButton, promise, visible, shoot } = desk;
  await page.goto(`${instance.url}/#/OrganizationStructure`);
  await button('member.import').click();
  const dialog = page.getByRole('dialog').first();
  const heading = (['account', 'name', 'phone', 'department'] as const)
    .map((one) => words(`member.import.column.${one}`))
    .join(',');
  const choose = (...lines: string[]): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([heading, ...lines].join('\n')),
    });
  await choose('imp1,One,,', 'admin,Two,12,Nowhere', 'imp3,Three,,');
  const faults = dialog.locator('.member-import-fault li');
  await visible(faults, 20_000);
  await shoot('table-with-wrong-rows');
  promise(
    (await faults.count()) === 3,
    'each wrong cell of the table is told',
    `${await faults.count()} of 3`,
  );
  const write = dialog.locator('.ant-btn-primary').last();
  promise(await write.isDisabled(), 'a table with wrong rows cannot be imported as it is', 'disabled');
  const early = await membersNamed(look, 'imp');
  promise(early.length === 0, 'looking at a table writes nothing', `${early.length} members`);
  await dialogButton('member.import.again').click();
  await choose('imp1,One,,', `imp2,Two,,${names.department}`, 'imp3,Three,,');
  await dialogButton('member.import.again').waitFor();
  await within(() => write.isEnabled(), 20_000);
  await shoot('corrected-table');
  await write.click();
  await button('member.import.passwords').waitFor({ timeout: 60_000 });
  await shoot('table-imported');
  const coming = page.waitForEvent('download');
  await button('member.import.passwords').click();
  const file = readFileSync(await (await coming).path(), 'utf8');
  const made = await membersNamed(look, 'imp');
  promise(made.length === 3, 'the corrected table is imported, each row once', `${made.length} of 3`);
  await page.keyboard.press('Escape');
  return /"imp1","[^"]*","([^"]+)"/.exec(file)?.[1] ?? '';
}

/** The rights that the role of this day grants. */
export const watched: readonly Resource[] = ['/DataStatistics', '/DeviceAll', '/MapShare'];
