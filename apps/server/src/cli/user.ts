import { parseArgs } from 'node:util';
import { randomPassword } from '../modules/member/index.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';
import { withPeople } from './rooms.ts';

export const userResetCommand: CliCommand = {
  words: 'user reset',
  usage: '--account <account>',
  summary: 'a new random password, shown once, to be changed at sign-in; ends every session of the member',
  run: async (args) => {
    const { account } = parseArgs({ args, options: { account: { type: 'string' } } }).values;
    if (!account) throw new Error('name the member: --account <account>');
    await withPeople(async ({ db, audit, member, session }) => {
      const found = await member.byAccount(db, account);
      if (!found) throw new Error(`no member has the account ${account}`);
      if (found.service)
        throw new Error(`${account} is a program's account; delete its file and restart instead`);
      const password = randomPassword();
      const passwordHash = await member.passwords.hash(password);
      await db.transaction().execute(async (trx) => {
        await member.setPassword(trx, found.oid, { passwordHash, mustChange: true });
        await session.endAllOf(trx, found.oid, null);
        await session.notifyMemberChanged(trx, found.oid);
        await audit.write(trx, {
          groupRoot: found.groupRoot,
          action: 'member.resetPassword',
          outcome: 'done',
          detail: { account: found.account, by: 'commandLine' },
        });
      });
      print(`${found.account} ${password}`);
    });
  },
};
