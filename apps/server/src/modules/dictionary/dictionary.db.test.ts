import { dictionaryCalls, type DictionaryCode } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDictionaryFixture } from './dictionary.fixture.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';

const { administrator, audited, call, codesIn, groupOf, makeGroup, rooms, stranger } =
  await openDictionaryFixture();
afterAll(() => rooms.close());

describe('codes', () => {
  it('are added, named in the language of the reader, changed and deleted', async () => {
    await makeGroup('colour');
    const made = await call(dictionaryCalls.add, {
      group: 'colour',
      code: 'R',
      names: { zh: ' 红 ', en: 'Red' },
    });
    expect(made).toMatchObject({
      group: 'colour',
      groupName: 'colour',
      code: 'R',
      codeName: 'Red',
      names: { zh: '红', en: 'Red', ar: '' },
      position: 1,
      enabled: true,
      usedIn: [],
      allowed: ['get', 'edit', 'delete'],
    });
    expect((await call(dictionaryCalls.get, { oid: made.oid }, { language: 'zh-CN' })).codeName).toBe('红');
    expect((await call(dictionaryCalls.get, { oid: made.oid }, { language: 'ar' })).codeName).toBe('红');
    const changed = await call(dictionaryCalls.edit, {
      oid: made.oid,
      names: { en: '' },
      code: 'RED',
      position: 9,
    });
    expect(changed).toMatchObject({ code: 'RED', codeName: '红', position: 9 });
    expect(await reasonOf(call(dictionaryCalls.edit, { oid: made.oid, names: { zh: ' ' } }))).toBe('invalid');
    // Two tabs: the second is told that what it read is no longer so, and what it did not touch is none of its business.
    const late = { oid: made.oid, names: { zh: '绯' } };
    const read = (before: object) => call(dictionaryCalls.edit, { ...late, before });
    for (const stale of [{ names: { en: 'Red' } }, { code: 'R' }, { position: 1 }, { enabled: false }])
      expect(await reasonOf(read(stale))).toBe('conflict');
    expect((await read({ names: { zh: '红' }, position: 9 })).names).toEqual({ zh: '绯', en: '', ar: '' });
    expect(await call(dictionaryCalls.remove, { oids: [made.oid] })).toEqual({ ok: true });
    expect(await reasonOf(call(dictionaryCalls.get, { oid: made.oid }))).toBe('notFound');
    expect(await audited()).toEqual(['dictionary.delete', 'dictionary.edit', 'dictionary.edit']);
  });

  it('are unique in their group, whatever the case of their letters', async () => {
    await makeGroup('size');
    await makeGroup('Shape');
    await call(dictionaryCalls.add, { group: 'size', code: 'L', names: { zh: '大' } });
    const again = await refusalOf(
      call(dictionaryCalls.add, { group: 'SIZE', code: 'l', names: { zh: '大' } }),
    );
    expect(again?.details.issues).toMatchObject([{ path: 'code', rule: 'codeTaken' }]);
    await call(dictionaryCalls.add, { group: 'shape', code: 'L', names: { zh: '长' } });
    expect(await reasonOf(makeGroup('SHAPE'))).toBe('invalid');
    const both = await Promise.allSettled(
      ['x', 'X'].map((code) => call(dictionaryCalls.add, { group: 'size', code, names: { zh: code } })),
    );
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('are searched, sorted and offered to forms while enabled', async () => {
    await makeGroup('fruit');
    for (const [code, zh, en] of [
      ['b', '苹果', 'Apple'],
      ['a', '梨', 'Pear'],
      ['c', '桃', ''],
    ])
      await call(dictionaryCalls.add, { group: 'fruit', code, names: { zh, en } });
    expect(await codesIn('fruit')).toEqual(['b', 'a', 'c']);
    expect(await codesIn('fruit', { sort: '-code' })).toEqual(['c', 'b', 'a']);
    expect(await codesIn('fruit', { sort: 'name' }, { language: 'en' })).toEqual(['b', 'a', 'c']);
    expect(await codesIn('fruit', { keyword: 'PEA' })).toEqual(['a']);
    const [first] = (await call<{ list: DictionaryCode[] }>(dictionaryCalls.query, { group: 'fruit' })).list;
    await call(dictionaryCalls.edit, { oid: first?.oid, enabled: false });
    expect(await codesIn('fruit', { enabled: false })).toEqual(['b']);
    const token = await rooms.tokenOf('gamma-operator');
    expect(await call(dictionaryCalls.codes, { group: 'fruit' }, { token })).toEqual({
      list: [
        { code: 'a', name: 'Pear' },
        { code: 'c', name: '桃' },
      ],
      // What refers to it is still called by its name.
      withdrawn: [{ code: 'b', name: 'Apple' }],
    });
    expect(await reasonOf(call(dictionaryCalls.query, {}, { token }))).toBe('notAllowed');
  });
});

describe('what rows refer to', () => {
  it('cannot be deleted nor get another code, and says who refers to it', async () => {
    const dock = await createTestFlights(rooms.runtime).dock('gamma-administrator');
    await sql`update dock set insurance_company = 'PICC' where oid = ${dock}`.execute(rooms.db);
    await rooms.audit.write(rooms.db, {
      groupRoot: await groupRootOf('gamma'),
      action: 'lease.override',
      outcome: 'held',
      detail: { reason: 'Flight safety' },
    });
    const list = async (group: string, token = administrator) =>
      (await call<{ list: DictionaryCode[] }>(dictionaryCalls.query, { group }, { token })).list;
    const insured = (await list('insuranceCompany')).find((one) => one.code === 'PICC');
    expect(insured).toMatchObject({
      usedIn: [{ kind: 'dock', count: 1, link: '/x?code=PICC' }],
      allowed: ['get', 'edit'],
    });
    const reason = (await list('overrideReason')).find((one) => one.code === 'safety');
    expect(reason?.usedIn).toEqual([{ kind: 'override', count: 1, link: null }]);
    const others = (await list('insuranceCompany'))
      .filter((one) => one.code !== 'PICC')
      .map((one) => one.oid);
    const refused = await refusalOf(call(dictionaryCalls.remove, { oids: [...others, insured?.oid] }));
    expect(refused?.reason).toBe('inUse');
    expect(refused?.details.data).toMatchObject({ oids: [insured?.oid], usedIn: [{ code: 'PICC' }] });
    expect(await codesIn('insuranceCompany')).toHaveLength(4);
    expect(await reasonOf(call(dictionaryCalls.edit, { oid: insured?.oid, code: 'other' }))).toBe('inUse');
    expect((await call(dictionaryCalls.edit, { oid: insured?.oid, names: { en: 'People' } })).codeName).toBe(
      'People',
    );
    expect((await list('insuranceCompany', stranger)).every((one) => one.usedIn.length === 0)).toBe(true);
  });

  it('is counted without reading the whole table', async () => {
    const root = await groupRootOf('gamma');
    // The planner is to choose as it does among many rows.
    await sql`update pg_class set reltuples = 1000000, relpages = 1 where relname in ('dock', 'audit_log')`.execute(
      rooms.db,
    );
    for (const query of [
      sql`explain select count(*) from dock where group_root = ${root}::uuid and deleted_at is null
        and insurance_company in ('a', 'b')`,
      sql`explain select count(*) from audit_log where group_root = ${root}::uuid and action = 'lease.override'
        and detail ->> 'reason' = any(array['a', 'b'])`,
    ]) {
      const { rows } = await query.execute(rooms.db);
      expect(JSON.stringify(rows)).toMatch(/dock_insurance|audit_log_override/);
    }
  });
});

const groupRootOf = async (name: string): Promise<string> =>
  (await rooms.db.selectFrom('organisation').select('oid').where('name', '=', name).executeTakeFirstOrThrow())
    .oid;

describe('a group', () => {
  it('goes with all its codes, all groups or none, and never when the product reads it', async () => {
    const one = await makeGroup('one');
    const two = await makeGroup('two');
    await call(dictionaryCalls.add, { group: 'one', code: 'a', names: { zh: 'a' } });
    const builtIn = await groupOf('overrideReason');
    expect(builtIn).toMatchObject({ builtIn: true, count: 4, allowed: ['add', 'import', 'groupEdit'] });
    expect(await reasonOf(call(dictionaryCalls.removeConfig, { oids: [one.oid, builtIn.oid] }))).toBe(
      'inUse',
    );
    expect(await codesIn('one')).toEqual(['a']);
    expect(await call(dictionaryCalls.removeConfig, { oids: [one.oid, two.oid] })).toEqual({ ok: true });
    expect(await codesIn('one')).toEqual([]);
    expect(await reasonOf(call(dictionaryCalls.removeConfig, { oids: [one.oid] }))).toBe('notFound');
  });

  it('is renamed and belongs to its organisation alone', async () => {
    const group = await makeGroup('mine');
    expect(await call(dictionaryCalls.groupEdit, { oid: group.oid, names: { en: 'Mine' } })).toMatchObject({
      groupName: 'Mine',
      names: { zh: 'mine', en: 'Mine', ar: '' },
    });
    const code = await call(dictionaryCalls.add, { group: 'mine', code: 'a', names: { zh: 'a' } });
    const theirs = { token: stranger };
    expect(await codesIn('mine', {}, theirs)).toEqual([]);
    for (const [declaration, request] of [
      [dictionaryCalls.get, { oid: code.oid }],
      [dictionaryCalls.edit, { oid: code.oid, remark: 'x' }],
      [dictionaryCalls.remove, { oids: [code.oid] }],
      [dictionaryCalls.groupEdit, { oid: group.oid, remark: 'x' }],
      [dictionaryCalls.removeConfig, { oids: [group.oid] }],
      [dictionaryCalls.add, { group: 'mine', code: 'b', names: { zh: 'b' } }],
      [dictionaryCalls.export, { group: 'mine', format: 'csv' }],
    ] as const)
      expect(await reasonOf(call(declaration, request, theirs))).toBe('notFound');
  });
});
