import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FirstRoleKey } from '@eyrie/domain';
import type { Language } from '@eyrie/phrases';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { randomPassword, type MemberRoom } from '../member/index.ts';
import type { RoleRoom } from '../role/index.ts';
import { demoAccountPath, writeDemoAccount, writePrivately, type DemoLanguage } from './demo-language.ts';
import { demoNames } from './demo-names.ts';
import { firstOrganisation, insertOrganisation, lockFirstStart } from './organisation.store.ts';

export interface FirstStartDeps {
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid'>;
  audit: AuditLog;
  department: DepartmentRoom;
  member: MemberRoom;
  role: RoleRoom;
  /** What every new organisation begins with beside people and roles. */
  fill?: (trx: DbOrTrx, groupRoot: string) => Promise<void>;
}

type FirstStartParts = FirstStartDeps & { demoLanguage: Pick<DemoLanguage, 'begin'> };

export interface FirstStartOptions {
  /** Absolute path. */
  dataDir: string;
  /** Set: the administrator's password, which then need not be changed. */
  adminPassword?: string | undefined;
  demo: boolean;
  /** In which language a demo is filled that begins now; default Chinese. */
  demoLanguage?: Language | undefined;
  /** Whether the first person who signs in may turn it into another. */
  demoLanguageOpen?: boolean;
}

export interface FirstStart {
  /** False when the organisation was there already. */
  created: boolean;
  groupRoot: string;
  /** Accounts made now. */
  accounts: string[];
  /** Where their first passwords lie; null when none was made up. */
  passwordFile: string | null;
}

export interface NewPerson {
  account: string;
  name: string;
  role: FirstRoleKey;
  password: string;
  mustChange: boolean;
}

export interface NewOrganisation {
  name: string;
  first: boolean;
  people: readonly NewPerson[];
  /** What differs from the usual policy. */
  policy?: Record<string, unknown>;
}

const administrator = { account: 'admin', role: 'administrator' } as const;
const demoPeople = [
  { account: 'operator', role: 'operator' },
  { account: 'auditor', role: 'auditor' },
  { account: 'leader', role: 'leader' },
] as const;
const sourceLanguage = 'zh-CN';
const serviceAccount = 'demo';

type HashedPerson = NewPerson & { passwordHash: string };

/** Makes an organisation with its root department, its first roles and some members. @returns its oid. */
async function addOrganisation(
  { runtime, audit, department, member, role, fill }: FirstStartDeps,
  trx: DbOrTrx,
  organisation: Omit<NewOrganisation, 'people'> & { people: readonly HashedPerson[] },
): Promise<string> {
  const groupRoot = runtime.newOid();
  await insertOrganisation(trx, {
    oid: groupRoot,
    name: organisation.name,
    first: organisation.first,
    policy: organisation.policy ?? {},
  });
  const groupOID = await department.add(trx, { groupRoot, parentOID: null, name: organisation.name });
  const roles = await role.addFirstRoles(trx, groupRoot, { first: organisation.first, groupOID });
  for (const person of organisation.people) {
    await member.add(trx, {
      groupRoot,
      groupOID,
      account: person.account,
      name: person.name,
      passwordHash: person.passwordHash,
      mustChange: person.mustChange,
      service: false,
      roleOIDs: [roles[person.role]],
    });
  }
  await fill?.(trx, groupRoot);
  await audit.write(trx, {
    groupRoot,
    action: 'organisation.add',
    outcome: 'done',
    detail: { name: organisation.name, accounts: organisation.people.map((person) => person.account) },
  });
  return groupRoot;
}

/** The account that fills the demo through the public calls. Its password is renewed when the file is gone. */
async function ensureServiceAccount(
  { runtime, audit, department, member, role }: FirstStartDeps,
  trx: DbOrTrx,
  groupRoot: string,
  { dataDir, demoLanguage = sourceLanguage, demoLanguageOpen = false }: FirstStartOptions,
  created: boolean,
): Promise<void> {
  const path = demoAccountPath(dataDir);
  const existing = await member.byAccount(trx, serviceAccount);
  if (existing && !existing.service) {
    runtime.log.warn({ account: serviceAccount }, 'a person holds the account of the demo; it stays empty');
    return;
  }
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (existing && kept !== null) return;
  const password = randomPassword();
  const passwordHash = await member.passwords.hash(password);
  if (existing) await member.setPassword(trx, existing.oid, { passwordHash, mustChange: false });
  else {
    const groupOID = await department.rootOf(trx, groupRoot);
    await member.add(trx, {
      groupRoot,
      groupOID,
      account: serviceAccount,
      name: serviceAccount,
      passwordHash,
      mustChange: false,
      service: true,
      roleOIDs: [await role.ensureServiceRole(trx, groupRoot, groupOID)],
    });
  }
  await audit.write(trx, {
    groupRoot,
    action: existing ? 'member.resetPassword' : 'member.add',
    outcome: 'done',
    detail: { account: serviceAccount, service: true },
  });
  await writeDemoAccount(dataDir, {
    account: serviceAccount,
    password,
    language: demoLanguage,
    // People who have worked here already have their names.
    ...(created && demoLanguageOpen ? { provisional: true } : {}),
  });
}

const hashed = ({ member }: FirstStartDeps, people: readonly NewPerson[]): Promise<HashedPerson[]> =>
  Promise.all(
    people.map(async (person) => ({
      ...person,
      passwordHash: await member.passwords.hash(person.password),
    })),
  );

/** Hashing takes long on a busy machine, so it is done before the lock on which other instances wait. */
async function firstPeople(deps: FirstStartDeps, options: FirstStartOptions): Promise<HashedPerson[]> {
  const people = [administrator, ...(options.demo ? demoPeople : [])].map((person) => {
    const given = person === administrator ? options.adminPassword : undefined;
    const name =
      demoNames[options.demo ? (options.demoLanguage ?? sourceLanguage) : sourceLanguage][person.account];
    return { ...person, name, password: given ?? randomPassword(), mustChange: given === undefined };
  });
  return hashed(deps, people);
}

export function createFirstStart(deps: FirstStartParts) {
  const { runtime } = deps;

  /**
   * Fills an empty database: the first organisation with its administrator, and for the demo its people and its
   * service account. Finds everything done on later starts. Safe with several instances starting at once.
   */
  async function ensureFirstOrganisation(options: FirstStartOptions): Promise<FirstStart> {
    const people = (await firstOrganisation(runtime.db)) ? [] : await firstPeople(deps, options);
    if (options.demo) deps.demoLanguage.begin(options.dataDir);
    return runtime.db.transaction().execute(async (trx) => {
      await lockFirstStart(trx);
      const found = await firstOrganisation(trx);
      const language = options.demoLanguage ?? sourceLanguage;
      const name = options.demo ? demoNames[language].organisation : 'Eyrie';
      // Names of docks in another language need the switch that every such organisation needs.
      const policy = options.demo && language !== sourceLanguage ? { nameChineseOnly: false } : {};
      const groupRoot =
        found?.oid ?? (await addOrganisation(deps, trx, { name, first: true, people, policy }));
      if (options.demo) await ensureServiceAccount(deps, trx, groupRoot, options, !found);
      if (found) return { created: false, groupRoot, accounts: [], passwordFile: null };
      return {
        created: true,
        groupRoot,
        accounts: people.map((person) => person.account),
        passwordFile: await keepPasswords(people, options.dataDir),
      };
    });
  }

  return {
    ensureFirstOrganisation,
    /** A further organisation with its people, in one transaction with what `and` does. @returns its oid. */
    async add(
      organisation: NewOrganisation,
      and: (trx: DbOrTrx, groupRoot: string) => Promise<void> = async () => undefined,
    ): Promise<string> {
      const people = await hashed(deps, organisation.people);
      return runtime.db.transaction().execute(async (trx) => {
        const groupRoot = await addOrganisation(deps, trx, { ...organisation, people });
        await and(trx, groupRoot);
        return groupRoot;
      });
    },
  };
}

/**
 * Called before the commit: an account whose password nobody knows would be worse than a file without accounts.
 * @returns the file; null when no password was made up.
 */
async function keepPasswords(people: readonly NewPerson[], dataDir: string): Promise<string | null> {
  const made = people.filter((person) => person.mustChange);
  if (made.length === 0) return null;
  const path = join(dataDir, 'initial-admin');
  await writePrivately(path, made.map((person) => `${person.account} ${person.password}\n`).join(''));
  return path;
}
