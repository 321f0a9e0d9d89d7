import {
  endOfDay,
  importColumns,
  isAccount,
  isPhone,
  limits,
  pathSeparator,
  roleSeparator,
  text as textShape,
  type ImportColumn,
  type ImportMember,
  type ImportRow,
} from '@eyrie/domain';
import { rowsOfTable, type TableRow } from '../../platform/list/index.ts';

/** What rows are checked against; all of it as the caller sees it. */
export interface ImportWorld {
  /** Departments by the names on the way to them, from the caller's own department down, in `departmentKey` form. */
  departments: ReadonlyMap<string, { oid: string; path: readonly string[] }>;
  /** Where rows without a department go. */
  home: { oid: string; path: readonly string[] };
  /** Roles by name in lower case: several departments may have one of the same name. */
  roles: ReadonlyMap<string, readonly { oid: string; groupOID: string; grantable: boolean }[]>;
  /** Accounts in use, in their stored form. */
  taken: ReadonlySet<string>;
  accountKey(account: string): string;
  /** A sentence in the caller's language. */
  say(id: string, values?: Record<string, string | number>): string;
  now: number;
  /** The organisation's: a last day ends at its midnight. */
  timeZone: string;
}

/** What a cell shows of itself in the preview. */
const SHOWN = 200;
const nameShape = textShape(limits.member.nameMax);

type Cells = Record<ImportColumn, string>;

const key = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** One form for a way such as `North / Site 1`. */
export const departmentKey = (names: string): string =>
  names.split(pathSeparator).map(key).filter(Boolean).join(pathSeparator);

/** Cells of the rows below the heading that say something, whichever language the headings are in. */
export const rowsOf = (
  table: readonly (readonly string[])[],
  headings: (column: ImportColumn) => readonly string[],
): TableRow<ImportColumn>[] =>
  rowsOfTable(table, {
    columns: importColumns,
    headings,
    missing: (has) => (['account', 'name'] as const).filter((column) => !has(column)),
  });

/** Last moment on the clocks of a zone of a day written as 2027-03-31 or 2027/3/31; null: no day. */
export function endOfWrittenDay(text: string, timeZone: string): number | null {
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]0{1,2}:00(?::00(?:\.0+)?)?Z?)?$/.exec(text);
  if (!match) return null;
  const [year = '', month = '', day = ''] = match.slice(1);
  return endOfDay(timeZone, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

type Found<T> = { value: T } | { wrong: string };

function departmentOf(text: string, world: ImportWorld): Found<ImportWorld['home']> {
  if (text === '') return { value: world.home };
  const found = world.departments.get(departmentKey(text));
  return found ? { value: found } : { wrong: world.say('member.import.department') };
}

function rolesOf(text: string, place: ImportWorld['home'], world: ImportWorld): Found<string[]> {
  const names = new Map(
    text
      .split(roleSeparator)
      .map((name) => [key(name), name.trim()] as const)
      .filter(([name]) => name !== ''),
  );
  if (names.size > limits.member.rolesMost)
    return { wrong: world.say('member.import.rolesMost', { max: limits.member.rolesMost }) };
  const oids: string[] = [];
  for (const [known, name] of names) {
    const fitting = (world.roles.get(known) ?? []).filter((role) => place.path.includes(role.groupOID));
    const role = fitting.toSorted(
      (a, b) => place.path.indexOf(b.groupOID) - place.path.indexOf(a.groupOID),
    )[0];
    if (!role) return { wrong: world.say('member.import.role', { name }) };
    if (!role.grantable) return { wrong: world.say('member.import.roleBeyond', { name }) };
    oids.push(role.oid);
  }
  return { value: oids };
}

function checked(line: number, cells: Cells, seen: Map<string, number>, world: ImportWorld): ImportRow {
  const issues: ImportRow['issues'] = [];
  const wrong = (column: ImportColumn, message: string): void => void issues.push({ column, message });
  const account = world.accountKey(cells.account);
  const before = seen.get(account);
  if (!isAccount(cells.account)) wrong('account', world.say('issue.account', { field: '' }));
  else if (world.taken.has(account)) wrong('account', world.say('refusal.accountTaken'));
  else if (before !== undefined) wrong('account', world.say('member.import.twice', { line: before }));
  else seen.set(account, line);
  if (!nameShape.safeParse(cells.name).success)
    wrong('name', world.say('member.import.name', { max: limits.member.nameMax }));
  if (!isPhone(cells.phone)) wrong('phone', world.say('member.import.phone'));
  const place = departmentOf(cells.department, world);
  if ('wrong' in place) wrong('department', place.wrong);
  const roles = rolesOf(cells.roles, 'value' in place ? place.value : world.home, world);
  if ('wrong' in roles) wrong('roles', roles.wrong);
  const end = cells.validUntil === '' ? null : endOfWrittenDay(cells.validUntil, world.timeZone);
  if (cells.validUntil !== '' && (end === null || end <= world.now))
    wrong('validUntil', world.say('member.import.validUntil'));
  const member: ImportMember | null =
    issues.length === 0 && 'value' in place && 'value' in roles
      ? {
          account,
          name: cells.name,
          phone: cells.phone,
          groupOID: place.value.oid,
          roleOIDs: roles.value,
          validUntil: end,
        }
      : null;
  const shown = Object.fromEntries(
    importColumns.map((column) => [column, cells[column].slice(0, SHOWN).toWellFormed()]),
  ) as Cells;
  return { line, cells: shown, issues, member };
}

/** Every row with what is wrong with it. Of two rows with one account the second is wrong. */
export function checkRows(rows: readonly TableRow<ImportColumn>[], world: ImportWorld): ImportRow[] {
  const seen = new Map<string, number>();
  return rows.map(({ row, cells }) => checked(row, cells, seen, world));
}
