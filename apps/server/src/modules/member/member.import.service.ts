import {
  type RoleType,
  importColumns,
  limits,
  type memberCalls,
  type ImportColumn,
  type ImportRow,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { BytesAnswer, CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Seal } from '../../platform/seal.ts';
import { readTable, tableAnswer } from '../../platform/table/index.ts';
import { placedDepartments } from '../department/index.ts';
import { accountsTaken, insertMembers, standWith } from './member.change.store.ts';
import { checkRows, columnsOf, departmentKey, rowsOf, type ImportWorld } from './member.import.ts';
import { requireAccount, requireAhead, requirePhone, withFreeAccount } from './member.rules.ts';
import type { MemberDeps } from './member.access.ts';
import { accountKey } from './member.store.ts';
import { randomPassword } from './random-password.ts';

/** A role that members of a department can be given. */
export interface GivableRole {
  parentOID: string | null;
  type: RoleType;
  oid: string;
  name: string;
  groupOID: string;
  grantable: boolean;
}

export interface ImportDeps extends MemberDeps {
  seal: Seal;
  /** Roles that the caller sees. */
  rolesFor(context: CallContext): Promise<GivableRole[]>;
  /** IANA name of an organisation's time zone. */
  timeZoneOf(groupRoot: string): Promise<string>;
}

/** What a sealed first password says. */
interface Sealed {
  account: string;
  hash: string;
  by: string;
  until: number;
}

const languages = ['zh-CN', 'en', 'ar'] as const;
/** Headings in every language; a refusal names a missing one by the first, that of the caller. */
const headingsFor =
  (own: CallContext['language']) =>
  (column: ImportColumn): string[] =>
    [own, ...languages].map((language) => say(language, `member.import.column.${column}`));

/** Begins with a letter: a spreadsheet program must not take it for a formula. */
function tablePassword(): string {
  let made = randomPassword();
  while (!/^[A-Za-z]/.test(made)) made = randomPassword();
  return made;
}

const lowered = <T extends { name: string }>(all: readonly T[]): Map<string, T[]> => {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const name = one.name.normalize('NFC').toLowerCase();
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  return found;
};

/** Members from a spreadsheet: read and checked, given first passwords piece by piece, written at once. */
export function createImportService(deps: ImportDeps) {
  const { runtime, audit, passwords, membership, seal } = deps;
  const { db } = runtime;

  function template(context: CallContext): BytesAnswer {
    const head = importColumns.map((column) => say(context.language, `member.import.column.${column}`));
    // Department and roles are the organisation's own: an example of them would be wrong nearly everywhere.
    const example = importColumns.map((column) =>
      column === 'department' || column === 'roles'
        ? ''
        : say(context.language, `member.import.example.${column}`),
    );
    return tableAnswer(say(context.language, 'member.import.file'), 'xlsx', [head, example]);
  }

  async function worldFor(
    context: CallContext,
    accounts: readonly string[],
    groupOID: string,
  ): Promise<ImportWorld> {
    const { caller, language } = context;
    const departments = await placedDepartments(db, caller);
    const home = departments.find((one) => one.oid === groupOID);
    if (!home) throw notFound();
    return {
      // The own department may lead the way or be left out.
      departments: new Map(
        departments.flatMap((one) => [
          [departmentKey(one.names.join('/')), one] as const,
          [departmentKey(one.names.slice(1).join('/')), one] as const,
        ]),
      ),
      home,
      roles: lowered(await deps.rolesFor(context)),
      taken: await accountsTaken(db, accounts),
      accountKey,
      say: (id, values) => say(language, id, values),
      now: runtime.serverTime(),
      timeZone: await deps.timeZoneOf(caller.groupRoot),
    };
  }

  async function preview(
    { groupOID }: { groupOID?: string | undefined },
    context: CallContext,
  ): Promise<{ rows: ImportRow[]; good: number }> {
    const { caller, file } = context;
    if (!file) throw new Refusal('fileFormat');
    const table = await readTable(file, { rows: limits.member.importRows + 1, columns: 50 });
    const headings = headingsFor(context.language);
    const rows = rowsOf(table, columnsOf(table[0] ?? [], headings), headings);
    const accounts = rows.map(({ cells }) => accountKey(cells.account));
    const checked = checkRows(rows, await worldFor(context, accounts, groupOID ?? caller.groupOID));
    return { rows: checked, good: checked.filter((row) => row.member !== null).length };
  }

  let making = false;
  /**
   * One import at a time and its passwords one after the other: the line of hashes is for those who sign in.
   * @throws Refusal `tooManyRequests` while another import is being served
   */
  async function firstPasswords(accounts: readonly string[], caller: Caller) {
    if (making) throw new Refusal('tooManyRequests', { retryAfterSeconds: 1 });
    making = true;
    try {
      return await make(accounts, caller);
    } finally {
      making = false;
    }
  }

  async function make(accounts: readonly string[], caller: Caller) {
    const made: { account: string; password: string; sealed: string }[] = [];
    const until = runtime.serverTime() + limits.member.importLife;
    for (const account of accounts) {
      const password = tablePassword();
      const hash = await passwords.hash(password);
      const told: Sealed = { account: accountKey(account), hash, by: caller.memberOID, until };
      made.push({
        account,
        password,
        sealed: (await seal.close(JSON.stringify(told))).toString('base64url'),
      });
    }
    return made;
  }

  /** @throws Refusal `conflict` when the seal is another's, of another account, broken or old */
  async function hashOf(sealed: string, account: string, caller: Caller): Promise<string> {
    try {
      const told = JSON.parse(await seal.open(Buffer.from(sealed, 'base64url'))) as Sealed;
      const mine = told.by === caller.memberOID && told.account === accountKey(account);
      if (mine && told.until > runtime.serverTime()) return told.hash;
    } catch {
      // Whatever does not open was not sealed here.
    }
    throw new Refusal('conflict');
  }

  type Rows = ParsedRequestOf<typeof memberCalls.importWrite>['rows'];

  async function write(rows: Rows, context: CallContext): Promise<number> {
    const { caller } = context;
    const now = runtime.serverTime();
    const hashes = await Promise.all(rows.map((row) => hashOf(row.sealed, row.account, caller)));
    for (const [at, row] of rows.entries()) {
      requireAccount(row.account, `rows.${at}.account`);
      requirePhone(row.phone, `rows.${at}.phone`);
      requireAhead(row.validUntil, now);
    }
    if (new Set(rows.map((row) => accountKey(row.account))).size !== rows.length)
      throw new Refusal('accountTaken');
    await db.transaction().execute(async (trx) => {
      const asked = rows.map((row, at) => ({ account: accountKey(row.account), hash: hashes[at] ?? '' }));
      // The answer to this very import was lost on its way: it is given again, and nobody is made twice.
      if (await standWith(trx, caller.groupRoot, asked)) return;
      const standing = new Set((await placedDepartments(trx, caller)).map((one) => one.oid));
      if (rows.some((row) => !standing.has(row.groupOID))) throw notFound();
      const members = rows.map((row, at) => ({
        oid: runtime.newOid(),
        groupOID: row.groupOID,
        account: accountKey(row.account),
        name: row.name,
        phone: row.phone,
        validUntil: row.validUntil === null ? null : new Date(row.validUntil),
        passwordHash: hashes[at] ?? '',
      }));
      await withFreeAccount(insertMembers(trx, caller.groupRoot, members));
      const byRole = new Map<string, string[]>();
      for (const [at, row] of rows.entries())
        for (const role of new Set(row.roleOIDs))
          byRole.set(role, [...(byRole.get(role) ?? []), members[at]?.oid ?? '']);
      // In one order for everybody: each role is locked.
      for (const [role, oids] of [...byRole].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        await membership.give(trx, caller, role, oids);
      const detail = {
        count: rows.length,
        members: members.map(({ oid, account, groupOID }) => ({ oid, account, groupOID })),
      };
      await audit.done(trx, context, 'member.import', detail);
    });
    return rows.length;
  }

  return { template, preview, firstPasswords, write };
}
