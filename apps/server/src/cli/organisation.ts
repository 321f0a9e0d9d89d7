import { parseArgs } from 'node:util';
import { text } from '@eyrie/domain';
import { randomPassword } from '../modules/member/index.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';
import { withPeople } from './rooms.ts';

const MOST = 64;

export const organisationAddCommand: CliCommand = {
  words: 'organisation add',
  usage: '--name <name> --admin <account>',
  summary: 'a further organisation with its first roles and an administrator, whose password is shown once',
  run: async (args) => {
    const options = { name: { type: 'string' }, admin: { type: 'string' } } as const;
    const { values } = parseArgs({ args, options });
    const name = text(MOST).safeParse(values.name);
    const account = text(MOST).safeParse(values.admin);
    if (!name.success || !account.success)
      throw new Error(
        `give a name and an account of 1 to ${MOST} characters: --name <name> --admin <account>`,
      );
    await withPeople(async ({ db, member, organisation }) => {
      if (!(await organisation.first()))
        throw new Error('there is no first organisation yet: start the server once before adding another');
      if (await member.byAccount(db, account.data))
        throw new Error(`the account ${account.data} is taken: accounts are unique on the whole instance`);
      const password = randomPassword();
      await organisation.add({
        name: name.data,
        first: false,
        people: [
          { account: account.data, name: account.data, role: 'administrator', password, mustChange: true },
        ],
      });
      print(`${account.data} ${password}`);
    });
  },
};
