import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { dictionaryCalls, type DictionaryCode, type DictionaryGroup, type ImportedCode } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { overridesBecauseOf } from '../audit-log/index.ts';
import { docksInsuredBy } from '../dock/index.ts';
import { createDictionary, dictionaryFiller, type DictionaryRoom } from './index.ts';

let rooms: TestRooms;
let dictionary: DictionaryRoom;
let administrator: string;
let stranger: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dictionary = createDictionary(rooms.runtime, {
    audit: rooms.audit,
    usages: [
      { kind: 'dock', group: 'insuranceCompany', count: docksInsuredBy, link: (code) => `/x?code=${code}` },
      { kind: 'override', group: 'overrideReason', count: overridesBecauseOf, link: () => null },
    ],
  });
  const fill = dictionaryFiller(rooms.runtime);
  for (const name of ['gamma', 'omega'])
    await fill(rooms.db, await rooms.seed(name, ['administrator', 'operator'], 'Flug-4711!'));
  administrator = await rooms.tokenOf('gamma-administrator');
  stranger = await rooms.tokenOf('omega-administrator');
});
afterAll(() => rooms.close());

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T = DictionaryCode>(
  declaration: Declaration,
  request: unknown,
  part: Partial<CallContext> = {},
): Promise<T> =>
  (await rooms.call(declaration, request, { token: administrator, ...part, extra: dictionary.endpoints }))
    .data as T;
const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('was not refused')),
    (error: unknown) => error as Refusal,
  );
const reasonOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work)).reason;
const codesIn = async (
  group: string,
  more: object = {},
  part: Partial<CallContext> = {},
): Promise<string[]> =>
  (await call<{ list: DictionaryCode[] }>(dictionaryCalls.query, { group, ...more }, part)).list.map(
    (one) => one.code,
  );
const groupOf = async (group: string): Promise<DictionaryGroup> => {
  const { list } = await call<{ list: DictionaryGroup[] }>(dictionaryCalls.groups, {});
  const found = list.find((one) => one.group === group);
  if (!found) throw new Error(`no group ${group}`);
  return found;
};
const makeGroup = (group: string): Promise<DictionaryGroup> =>
  call(dictionaryCalls.groupAdd, { group, names: { zh: group } });
const file = (text: string): Partial<CallContext> => ({ file: { name: 'a.csv', bytes: Buffer.from(text) } });
const audited = async (): Promise<string[]> =>
  (
    await sql<{ action: string }>`select action from audit_log order by seq desc limit 3`.execute(rooms.db)
  ).rows.map((row) => row.action);

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
    expect(again.details.issues).toMatchObject([{ path: 'code', rule: 'codeTaken' }]);
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
    expect(refused.reason).toBe('inUse');
    expect(refused.details.data).toMatchObject({ oids: [insured?.oid], usedIn: [{ code: 'PICC' }] });
    expect(await codesIn('insuranceCompany')).toHaveLength(4);
    expect(await reasonOf(call(dictionaryCalls.edit, { oid: insured?.oid, code: 'other' }))).toBe('inUse');
    expect((await call(dictionaryCalls.edit, { oid: insured?.oid, names: { en: 'People' } })).codeName).toBe(
      'People',
    );
    expect((await list('insuranceCompany', stranger)).every((one) => one.usedIn.length === 0)).toBe(true);
  });

  it('is counted without reading the whole table', async () => {
    const root = await groupRootOf('gamma');
    await sql`set enable_seqscan = off`.execute(rooms.db);
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

describe('a table', () => {
  it('is judged row by row and stored whole or not at all', async () => {
    await makeGroup('table');
    await call(dictionaryCalls.add, { group: 'table', code: 'old', names: { zh: '旧' } });
    const text = 'Code,中文名称,Name in English,Enabled\na,甲,,否\nold,旧,,\n\nA,乙,,\nb b,丙,,maybe\n,,,x\n';
    const judged = await call<{ rows: ImportedCode[]; added: number }>(
      dictionaryCalls.import,
      { group: 'table', preview: 'true' },
      file(text),
    );
    expect(
      judged.rows.map(({ row, issues }) => [row, issues.map((one) => `${one.path} ${one.rule}`)]),
    ).toEqual([
      [2, []],
      [3, ['code codeTaken']],
      [5, ['code codeRepeated']],
      [6, ['code dictionaryCode', 'enabled unknownValue']],
      [7, ['code required', 'zh nameNeeded', 'enabled unknownValue']],
    ]);
    const refused = await refusalOf(call(dictionaryCalls.import, { group: 'table' }, file(text)));
    expect(refused.reason).toBe('invalid');
    expect(refused.details.issues?.[0]).toMatchObject({ path: '3.code', rule: 'codeTaken' });
    expect(await codesIn('table')).toEqual(['old']);
    expect(await reasonOf(call(dictionaryCalls.import, { group: 'table' }, file('a,b\n1,2')))).toBe(
      'tableTemplate',
    );
    const bare = await refusalOf(
      call(dictionaryCalls.import, { group: 'table' }, file('编码,中文名称\n,\n')),
    );
    expect(bare.reason).toBe('tableEmpty');
    expect(bare.details.values?.['columns']).toContain('Name in Chinese');
  });

  it('that was exported comes back equal, formulas and all', async () => {
    await makeGroup('source');
    await makeGroup('copy');
    for (const [code, zh] of [
      ['a', '=1+1'],
      ['b', '@x'],
    ])
      await call(dictionaryCalls.add, {
        group: 'source',
        code,
        names: { zh },
        remark: '-1, "x"',
        enabled: false,
      });
    for (const format of ['csv', 'xlsx'] as const) {
      const answer = await call<BytesAnswer>(
        dictionaryCalls.export,
        { group: 'source', format },
        { language: 'ar' },
      );
      const bytes = await buffer(answer.body as Readable);
      const part = { file: { name: 'x', bytes } };
      expect(await call(dictionaryCalls.import, { group: 'copy' }, part)).toMatchObject({ added: 2 });
      const { list } = await call<{ list: DictionaryCode[] }>(dictionaryCalls.query, { group: 'copy' });
      expect(list.map((one) => [one.code, one.names.zh, one.remark, one.enabled])).toEqual([
        ['a', '=1+1', '-1, "x"', false],
        ['b', '@x', '-1, "x"', false],
      ]);
      await call(dictionaryCalls.remove, { oids: list.map((one) => one.oid) });
    }
    const template = await call<BytesAnswer>(dictionaryCalls.template, { format: 'csv' });
    const empty = { file: { name: 'x', bytes: await buffer(template.body as Readable) } };
    expect(await reasonOf(call(dictionaryCalls.import, { group: 'copy' }, empty))).toBe('tableEmpty');
  });
});
