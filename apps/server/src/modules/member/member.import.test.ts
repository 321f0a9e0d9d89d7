import { importColumns, type ImportColumn } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRows, departmentKey, endOfWrittenDay, rowsOf, type ImportWorld } from './member.import.ts';

const headings = (column: ImportColumn): string[] => [`title of ${column}`];
const home = { oid: 'home', path: ['home'] };
const world: ImportWorld = {
  departments: new Map([
    ['north', { oid: 'north', path: ['home', 'north'] }],
    ['north/site 1', { oid: 'site', path: ['home', 'north', 'site'] }],
  ]),
  home,
  roles: new Map([
    ['operator', [{ oid: 'r1', groupOID: 'home', grantable: true }]],
    ['administrator', [{ oid: 'r2', groupOID: 'home', grantable: false }]],
    [
      'watcher',
      [
        { oid: 'r3', groupOID: 'home', grantable: true },
        { oid: 'r4', groupOID: 'north', grantable: true },
      ],
    ],
    ['northern', [{ oid: 'r5', groupOID: 'north', grantable: true }]],
  ]),
  taken: new Set(['taken']),
  accountKey: (account) => account.toLowerCase(),
  say: (id) => id,
  now: Date.UTC(2026, 0, 1),
  timeZone: 'Asia/Shanghai',
};
const heading = [...importColumns];
const check = (...rows: string[][]) => {
  const table = [heading, ...rows];
  return checkRows(rowsOf(table, headings), world);
};
const faults = (...row: string[]) => check(row)[0]?.issues.map(({ column }) => column);

describe('columns of an import', () => {
  it('are found by their heading in any language, any order and with a star', () => {
    const odd = ['', 'Title of NAME*', 'phone', ' ACCOUNT '];
    const [found] = rowsOf([odd, ['0', 'n', '1', 'a1']], headings);
    expect(found?.cells).toMatchObject({ account: 'a1', name: 'n', phone: '1', department: '' });
  });
  it('that must be there are named when they are not', () => {
    expect(() => rowsOf([['__proto__', 'constructor', 'phone']], headings)).toThrow(
      expect.objectContaining({
        reason: 'tableTemplate',
        details: { values: { columns: 'title of account, title of name' } },
      }),
    );
  });
});

describe('an import without rows', () => {
  it.each([[[]], [[['', ' ']]], [[[], ['']]]])('below the heading says which columns to fill: %j', (rows) => {
    expect(() => check(...rows)).toThrow(
      expect.objectContaining({
        reason: 'tableEmpty',
        details: { values: { columns: importColumns.map((column) => `title of ${column}`).join(', ') } },
      }),
    );
  });
});

describe('a row of an import', () => {
  it('is good when everything is known and free', () => {
    const [row] = check(['Zoe', ' Zoë ', '13912345678', 'North / Site 1', 'watcher；Operator', '2027/3/31']);
    expect(row).toMatchObject({
      line: 2,
      issues: [],
      member: {
        account: 'zoe',
        name: 'Zoë',
        phone: '13912345678',
        groupOID: 'site',
        // Of two roles with one name the nearer one.
        roleOIDs: ['r4', 'r1'],
        validUntil: Date.UTC(2027, 2, 31, 16) - 1,
      },
    });
  });
  it.each([
    [['taken', 'n'], ['account']],
    [['x', 'n'], ['account']],
    [['ok', ''], ['name']],
    [['ok', 'n'.repeat(41)], ['name']],
    [['ok', 'n', '123'], ['phone']],
    [['ok', 'n', '', 'South'], ['department']],
    [['ok', 'n', '', '', 'nobody'], ['roles']],
    [['ok', 'n', '', '', 'administrator'], ['roles']],
    [['ok', 'n', '', '', 'northern'], ['roles']],
    [['ok', 'n', '', '', '', '2020-01-01'], ['validUntil']],
    [['ok', 'n', '', '', '', '2027-02-30'], ['validUntil']],
    [
      ['=cmd|calc', '@SUM(1)', '+1'],
      ['account', 'phone'],
    ],
  ])('%j has faults in %j', (row, columns) => {
    expect(faults(...row)).toEqual(columns);
  });
  it('names a role that does not fit as it was written', () => {
    const spoken = { ...world, say: (id: string, values = {}) => `${id} ${JSON.stringify(values)}` };
    const table = [heading, ['ok', 'n', '', '', 'operator;No Such Role']];
    const rows = rowsOf(table, headings);
    expect(checkRows(rows, spoken)[0]?.issues[0]?.message).toBe('member.import.role {"name":"No Such Role"}');
  });
  it('is wrong when an earlier one has its account; empty ones do not count', () => {
    const rows = check(['a1', 'n'], ['', ' '], ['A1', 'n']);
    expect(rows.map(({ line, issues }) => [line, issues.length])).toEqual([
      [2, 0],
      [4, 1],
    ]);
  });
  it('of any content is checked and never written wrong', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '__proto__',
        'constructor',
        '=1+1',
        '\u202e',
        'taken',
        'north',
        'operator',
        '2027-01-01',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 6 }), (rows) => {
        // Whatever cells hold, there is a row to judge.
        for (const row of check(['ok', 'n'], ...rows)) {
          expect(row.member === null).toBe(row.issues.length > 0);
          for (const { length } of Object.values(row.cells)) expect(length).toBeLessThanOrEqual(200);
          if (row.member) expect(world.taken.has(row.member.account)).toBe(false);
        }
      }),
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

it('ways and days have one form', () => {
  expect(departmentKey(' North /  Site 1/')).toBe('north/site 1');
  expect(endOfWrittenDay('2027-12-31T00:00:00.000Z', 'UTC')).toBe(Date.UTC(2028, 0, 1) - 1);
  // Read in winter, ended in summer: the clocks of that day count.
  expect(endOfWrittenDay('2027/7/4', 'America/New_York')).toBe(Date.UTC(2027, 6, 5, 4) - 1);
  for (const odd of ['', '31.12.2027', '2027-13-01', '2027-1', '45000', '2027-12-31T23:00'])
    expect(endOfWrittenDay(odd, 'UTC')).toBeNull();
});
