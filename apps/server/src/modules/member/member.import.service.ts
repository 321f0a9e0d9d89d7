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
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import { readTable, tableAnswer } from '../../platform/table/index.ts';
import { placedDepartments } from '../department/index.ts';
import { accountsTaken, standWith } from './member.change.store.ts';
import { checkRows, departmentKey, rowsOf, type ImportWorld } from './member.import.ts';
import { requireAccount, requireAhead, requirePhone, withFreeAccount } from './member.rules.ts';
import { insertMembers } from './member.list.store.ts';
import { createImportPasswords, type ImportPasswords } from './import-passwords.ts';
import type { MemberDeps } from './member.access.ts';
import { accountKey } from './member.store.ts';

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

const languages = ['zh-CN', 'en', 'ar'] as const;
/** Headings in every language; a refusal names a missing one by the first, that of the caller. */
const headingsFor =
  (own: CallContext['language']) =>
  (column: ImportColumn): string[] =>
    [own, ...languages].map((language) => say(language, `member.import.column.${column}`));

const lowered = <T extends { name: string }>(all: readonly T[]): Map<string, T[]> => {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const name = one.name.normalize('NFC').toLowerCase();
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  return found;
};

/** An empty table to fill in, with an example. */
function template({ language }: CallContext): BytesAnswer {
  const head = importColumns.map((column) => say(language, `member.import.column.${column}`));
  // Department and roles are the organisation's own: an example of them would be wrong nearly everywhere.
  const example = importColumns.map((column) =>
    column === 'department' || column === 'roles' ? '' : say(language, `member.import.example.${column}`),
  );
  return tableAnswer(say(language, 'member.import.file'), 'xlsx', [head, example]);
}

/** What rows of an import are held against. @throws Refusal `notFound` for a department out of sight */
async function worldFor(
  deps: ImportDeps,
  context: CallContext,
  accounts: readonly string[],
  groupOID: string,
): Promise<ImportWorld> {
  const { runtime } = deps;
  const { caller, language } = context;
  const departments = await placedDepartments(runtime.db, caller);
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
    taken: await accountsTaken(runtime.db, accounts),
    accountKey,
    say: (id, values) => say(language, id, values),
    now: runtime.serverTime(),
    timeZone: await deps.timeZoneOf(caller.groupRoot),
  };
}

type Rows = ParsedRequestOf<typeof memberCalls.importWrite>['rows'];

/** What can be said of the rows without the database. @throws Refusal `invalid`, `accountTaken` */
function requireSound(rows: Rows, now: number): void {
  for (const [at, row] of rows.entries()) {
    requireAccount(row.account, `rows.${at}.account`);
    requirePhone(row.phone, `rows.${at}.phone`);
    requireAhead(row.validUntil, now);
  }
  if (new Set(rows.map((row) => accountKey(row.account))).size !== rows.length)
    throw new Refusal('accountTaken');
}

/** Gives roles to new members, in one order for everybody: each role is locked. */
async function giveRoles(
  { membership }: ImportDeps,
  trx: DbOrTrx,
  caller: Caller,
  given: readonly { oid: string; roleOIDs: readonly string[] }[],
): Promise<void> {
  const byRole = new Map<string, string[]>();
  for (const { oid, roleOIDs } of given)
    for (const role of new Set(roleOIDs)) byRole.set(role, [...(byRole.get(role) ?? []), oid]);
  for (const [role, oids] of [...byRole].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await membership.give(trx, caller, role, oids);
}

/** All rows or none. @returns how many. */
async function write(
  deps: ImportDeps,
  firstPasswords: ImportPasswords,
  rows: Rows,
  context: CallContext,
): Promise<number> {
  const { runtime, audit } = deps;
  const { caller } = context;
  const hashes = await Promise.all(rows.map((row) => firstPasswords.hashOf(row.sealed, row.account, caller)));
  requireSound(rows, runtime.serverTime());
  await runtime.db.transaction().execute(async (trx) => {
    const asked = rows.map((row, at) => ({ account: accountKey(row.account), hash: hashes[at] ?? '' }));
    // The answer to this very import was lost on its way: it is given again, and nobody is made twice.
    if (await standWith(trx, caller.groupRoot, asked)) return;
    const standing = new Set((await placedDepartments(trx, caller)).map((one) => one.oid));
    if (rows.some((row) => !standing.has(row.groupOID))) throw notFound();
    const members = rows.map((row, at) => ({
      oid: runtime.newOid(),
      groupRoot: caller.groupRoot,
      groupOID: row.groupOID,
      account: accountKey(row.account),
      name: row.name,
      phone: row.phone || null,
      validUntil: row.validUntil === null ? null : new Date(row.validUntil),
      passwordHash: hashes[at] ?? '',
      mustChange: true,
    }));
    await withFreeAccount(insertMembers(trx, ...members));
    const given = members.map(({ oid }, at) => ({ oid, roleOIDs: rows[at]?.roleOIDs ?? [] }));
    await giveRoles(deps, trx, caller, given);
    await audit.done(trx, context, 'member.import', {
      count: rows.length,
      members: members.map(({ oid, account, groupOID }) => ({ oid, account, groupOID })),
    });
  });
  return rows.length;
}

/** Members from a spreadsheet: read and checked, given first passwords piece by piece, written at once. */
export function createImportService(deps: ImportDeps) {
  const firstPasswords = createImportPasswords(deps);

  async function preview(
    { groupOID }: { groupOID?: string | undefined },
    context: CallContext,
  ): Promise<{ rows: ImportRow[]; good: number }> {
    const { caller, file } = context;
    if (!file) throw new Refusal('fileFormat');
    const table = await readTable(file, { rows: limits.member.importRows, columns: 50 });
    const rows = rowsOf(table, headingsFor(context.language));
    const accounts = rows.map(({ cells }) => accountKey(cells.account));
    const checked = checkRows(rows, await worldFor(deps, context, accounts, groupOID ?? caller.groupOID));
    return { rows: checked, good: checked.filter((row) => row.member !== null).length };
  }

  return {
    template,
    preview,
    firstPasswords: firstPasswords.make,
    write: (rows: Rows, context: CallContext) => write(deps, firstPasswords, rows, context),
  };
}
