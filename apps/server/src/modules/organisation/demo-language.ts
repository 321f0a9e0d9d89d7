import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages, type Language } from '@eyrie/phrases';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { renameMember } from '../member/index.ts';
import { demoNames } from './demo-names.ts';
import { firstOrganisation, lockFirstStart, updateOrganisation } from './organisation.store.ts';

/** What the simulator reads: how to sign in, and in which language to name what it makes. */
export interface DemoAccount {
  account: string;
  password: string;
  language: Language;
  /** The language is only the machine's: nobody has signed in yet. */
  provisional?: boolean;
}

export const demoAccountPath = (dataDir: string): string => join(dataDir, 'simulator', 'account');

/** Written beside and renamed, so that a kill leaves no half file; readable by the owner alone. */
export async function writePrivately(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export const writeDemoAccount = (dataDir: string, account: DemoAccount): Promise<void> =>
  writePrivately(demoAccountPath(dataDir), `${JSON.stringify(account)}\n`);

/** Null when there is none, when it cannot be read, or when its language is settled. */
async function provisionalAccount(dataDir: string): Promise<DemoAccount | null> {
  try {
    const account = JSON.parse(await readFile(demoAccountPath(dataDir), 'utf8')) as DemoAccount;
    return account.provisional === true && languages.includes(account.language) ? account : null;
  } catch {
    return null;
  }
}

/** People and organisation in another language, where they still have the names that the demo gave them. */
async function renamePeople(
  { audit }: { audit: AuditLog },
  trx: DbOrTrx,
  before: Language,
  after: Language,
): Promise<void> {
  const organisation = await firstOrganisation(trx);
  if (!organisation) return;
  const { organisation: oldName, ...people } = demoNames[before];
  const { organisation: newName, ...renamed } = demoNames[after];
  const name = organisation.name === oldName ? newName : undefined;
  // Names of docks in another language than Chinese need the switch.
  const policy = after === 'zh-CN' ? {} : { nameChineseOnly: false };
  await updateOrganisation(trx, organisation.oid, { name, policy });
  for (const account of Object.keys(people) as (keyof typeof people)[])
    await renameMember(trx, organisation.oid, account, { from: people[account], to: renamed[account] });
  await audit.write(trx, {
    groupRoot: organisation.oid,
    action: 'organisation.edit',
    outcome: 'done',
    detail: { ...(name === undefined ? {} : { name }), ...policy },
  });
}

/**
 * The first person who signs in decides in which language a demo is named that began in the machine's. The simulator
 * reads from its account file that it is settled and renames what it made.
 */
export function createDemoLanguage(deps: { runtime: Pick<Runtime, 'db' | 'log'>; audit: AuditLog }) {
  const { db, log } = deps.runtime;
  let dataDir: string | null = null;
  const settle = (folder: string, language: Language): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await lockFirstStart(trx);
      const account = await provisionalAccount(folder);
      if (!account) return;
      if (account.language !== language) await renamePeople(deps, trx, account.language, language);
      await writeDemoAccount(folder, { account: account.account, password: account.password, language });
    });
  return {
    /** @param folder data directory of a demo */
    begin(folder: string): void {
      dataDir = folder;
    },
    /** A person has signed in. Never fails: a demo in the wrong language keeps nobody out. */
    async heard(language: Language): Promise<void> {
      if (dataDir === null) return;
      try {
        if (await provisionalAccount(dataDir)) await settle(dataDir, language);
        dataDir = null;
      } catch (error) {
        log.warn({ error }, 'the demo keeps its language for now');
      }
    },
  };
}
export type DemoLanguage = ReturnType<typeof createDemoLanguage>;
