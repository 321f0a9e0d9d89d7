import { describe, expect, it } from 'vitest';
import type { Source } from './sources.ts';
import { tableWriteFaults, writtenBy, writtenBySql } from './table-writes.ts';

const source = (path: string, text: string): Source => ({ path: `apps/server/src/${path}`, text });
const schema = (room: string, ...tables: string[]): Source =>
  source(
    `modules/${room}/${room}.schema.ts`,
    `declare module '../../platform/postgres/schema.ts' { interface Database { ${tables
      .map((table) => `${table}: { oid: string };`)
      .join(' ')} } }`,
  );
const house = [
  source('migrations/0001-first.ts', '`create table dock (oid uuid)`, `create table member_role (x int)`'),
  schema('dock', 'dock'),
  schema('role', 'member_role'),
];
const faults = (path: string, text: string): string[] => tableWriteFaults([...house, source(path, text)]);

describe('a table', () => {
  it('is written by its room', () => {
    const text = "db.insertInto('dock').values({}); sql`update dock set a = 1`; db.deleteFrom('dock')";
    expect(faults('modules/dock/dock.store.ts', text)).toEqual([]);
    expect(tableWriteFaults(house)).toEqual([]);
  });

  it.each([
    ["db.insertInto('dock').values({})"],
    ["db.updateTable('dock as d').set({})"],
    ["trx\n  .deleteFrom('dock')"],
    ["db.mergeInto('dock')"],
    ['sql`insert into dock (oid) values (${1})`'],
    ['sql`update dock d set name = ${1}`'],
    ['sql`update only "dock" set name = ${1}`'],
    ['sql`with gone as (delete from public.dock returning oid) select 1`'],
    ['sql`truncate table dock`'],
    ["client.query('delete from dock')"],
    ["const name = 'dock'; db.updateTable(name)"],
    ["const name = 'dock'; sql`delete from ${sql.table(name)}`"],
    ["defineList({ table: 'dock', columns: {} })"],
  ])('is not written by another: %s', (text) => {
    expect(faults('modules/flight/flight.store.ts', text)).toEqual([
      'apps/server/src/modules/flight/flight.store.ts writes dock: call modules/dock/, in the same transaction',
    ]);
    expect(faults('processes/gateway/listener.ts', text)).toHaveLength(1);
    expect(faults('modules/flight/flight.db.test.ts', text)).toEqual([]);
  });

  it.each([
    ["db.selectFrom('dock').forUpdate()"],
    ['sql`select oid from dock for update of dock`'],
    ['sql`select 1 from dock for no key update`'],
    ['sql`select 1 -- delete from dock`'],
    ["sql`select 'delete from dock'`"],
    ["say('update dock')"],
  ])('is read by anybody: %s', (text) => {
    expect(faults('modules/flight/flight.store.ts', text)).toEqual([]);
  });

  it('has an owner', () => {
    const made = source('migrations/0002-more.ts', '`create table cloud (oid uuid)`');
    const reader = source('modules/dock/dock.store.ts', "db.selectFrom('cloud')");
    expect(tableWriteFaults([...house, made, reader])).toEqual([
      'table cloud: declare it in the <word>.schema.ts of its room',
    ]);
  });

  it('stays without an owner when its room was taken away', () => {
    const made = source('migrations/0002-more.ts', '`create table cloud (oid uuid)`');
    expect(tableWriteFaults([...house, made])).toEqual([]);
  });

  it('is found however the statement is written', () => {
    expect(writtenBySql('insert into a (x) values (1) on conflict do update set x = 2')).toEqual(['a']);
    expect(writtenBySql('update a set x = (select 1 from b); DELETE FROM c')).toEqual(['a', 'c']);
    expect(writtenBy('db.insertInto(kind)', new Set(['dock']))).toEqual([]);
  });
});
