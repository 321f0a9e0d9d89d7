import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import type { CallContext } from '../http/endpoint.ts';
import { csvOf } from '../table/index.ts';
import { exportRows, importRows, rowsOfTable, serveList, writing } from './index.ts';
import { openSamples, sampleList, type Sample } from './list.fixture.ts';

const { administrator, below, clear, inside, list, operator, rooms, stranger } = await openSamples();
afterAll(() => rooms.close());
beforeEach(clear);

const page = { pageNum: 1, pageSize: 200 };
const add = (name: string, weight = 0, context: CallContext = administrator) =>
  list.add({ name, weight }, context);
const namesOf = async (filter: object, context: CallContext = administrator): Promise<string[]> => {
  const found = await list.query({ ...page, ...filter }, context);
  expect((await list.count(filter, context)).total).toBe(found.total);
  return found.list.map((one) => one.name);
};
const standing = async (): Promise<number> => (await list.query(page, administrator)).total;

describe('a list', () => {
  it('shows the own department and those below, none of another organisation', async () => {
    await add('top');
    await add('inside', 0, inside);
    await add('other', 0, stranger);
    expect(await namesOf({})).toEqual(['inside', 'top']);
    expect(await namesOf({}, inside)).toEqual(['inside']);
    const ownOf = async (reader: typeof administrator) =>
      (await list.query(page, reader)).list.map((one) => one.own);
    expect([await ownOf(administrator), await ownOf(inside)]).toEqual([[false, true], [true]]);
    expect(await namesOf({ groupOID: below })).toEqual(['inside']);
    const { groupOID } = administrator.caller;
    expect(await reasonOf(list.query({ ...page, groupOID }, inside))).toBe('notFound');
    // Asked for more than they see, the own department is all that counts.
    expect(await list.count({ groupOID }, inside)).toEqual({ total: 1 });
  });

  it('is searched for a word as it was typed, and filtered', async () => {
    for (const [name, weight] of [
      ['50% off', 1],
      ["o'neil", 2],
      ['AIR_1', 2],
      ['airX1', 3],
    ] as const)
      await add(name, weight);
    expect(await namesOf({ keyword: '%' })).toEqual(['50% off']);
    expect(await namesOf({ keyword: "O'N" })).toEqual(["o'neil"]);
    expect(await namesOf({ keyword: 'r_' })).toEqual(['AIR_1']);
    expect(await namesOf({ keyword: '' })).toHaveLength(4);
    expect(await namesOf({ weight: 2 })).toEqual(['AIR_1', "o'neil"]);
    const beyond = await list.query({ pageNum: 9, pageSize: 2, keyword: 'air' }, administrator);
    expect(beyond).toMatchObject({ list: [], total: 2 });
  });

  it('takes no name of an order or filter that it does not declare', async () => {
    await add('a');
    const odd = ['name desc', 'name; drop table list_sample', '__proto__', 'constructor', 'oid', '1'];
    for (const sort of odd) {
      expect(await reasonOf(list.query({ ...page, sort } as never, administrator))).toBe('invalid');
      expect(await reasonOf(list.query({ ...page, [sort]: 'x' }, administrator))).toBe('invalid');
    }
    expect(await standing()).toBe(1);
  });

  it('has every row once on its pages, in order, also for two who sort it at once', async () => {
    for (let at = 0; at < 23; at += 1) await add(`s${String(at).padStart(2, '0')}`, at % 3);
    const walk = async (sort: 'name' | 'weight' | '-weight', pageSize: number): Promise<Sample[]> => {
      const rows: Sample[] = [];
      for (let pageNum = 1; ; pageNum += 1) {
        const found = await list.query({ pageNum, pageSize, sort }, administrator);
        rows.push(...found.list);
        if (found.list.length < pageSize) return rows;
      }
    };
    const sorts = fc.constantFrom('name', 'weight', '-weight');
    await fc.assert(
      fc.asyncProperty(sorts, sorts, fc.integer({ min: 1, max: 25 }), async (one, other, size) => {
        for (const [sort, rows] of [
          [one, walk(one, size)],
          [other, walk(other, size)],
        ] as const) {
          const found = await rows;
          expect(new Set(found.map((row) => row.oid)).size).toBe(23);
          expect(found).toHaveLength(23);
          const keys = found.map((row) => (sort === 'name' ? row.name : row.weight));
          const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          expect(keys).toEqual(sort === '-weight' ? sorted.toReversed() : sorted);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a change', () => {
  it('is stopped when the record is no longer what was read, and says who changed what', async () => {
    const { oid } = await add('first', 1);
    expect(await list.edit({ oid, version: 0, name: 'second' }, operator)).toMatchObject({ name: 'second' });
    const refused = await refusalOf(list.edit({ oid, version: 0, weight: 9 }, administrator));
    expect(refused?.reason).toBe('conflict');
    expect(refused?.details.data).toMatchObject({
      version: 1,
      changes: [
        {
          version: 1,
          by: { oid: operator.caller.memberOID, name: 'north operator' },
          changes: [{ field: 'name', from: 'first', to: 'second' }],
        },
      ],
    });
    expect(await list.get(oid, administrator)).toMatchObject({ name: 'second', weight: 1 });
    expect(await list.edit({ oid, version: 1, weight: 9 }, administrator)).toMatchObject({ weight: 9 });
    expect((await list.history(oid, operator)).list.map((one) => one.changes[0]?.field)).toEqual([
      'weight',
      'name',
    ]);
    expect(await reasonOf(list.history(oid, stranger))).toBe('notFound');
  });

  it('lets one of two through that were read at the same version', async () => {
    const { oid } = await add('a');
    const both = [1, 2].map((weight) => reasonOf(list.edit({ oid, version: 0, weight }, administrator)));
    expect((await Promise.all(both)).toSorted()).toEqual(['conflict', 'done']);
  });

  it('that changes nothing leaves no trace in the history, one without a version is not compared', async () => {
    const { oid } = await add('a', 4);
    await list.edit({ oid, weight: 4 }, administrator);
    expect((await list.history(oid, administrator)).list).toEqual([]);
    await list.edit({ oid, weight: 5 }, administrator);
    const changed = await list.edit({ oid, weight: 6 }, administrator);
    expect(changed).toMatchObject({ weight: 6, tags: ['new'], marks: ['one', 'two'] });
  });

  it('of several rows at once has the history of each, and of some columns only that they changed', async () => {
    const oids = [(await add('a', 1)).oid, (await add('b', 7)).oid];
    await rooms.db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, oids, administrator);
      await list.changeWithin(trx, rows, { weight: 7, tags: ['private'] }, administrator);
    });
    const changesOf = async (oid: string) => (await list.history(oid, administrator)).list[0]?.changes;
    const tags = { field: 'tags', from: null, to: null };
    expect(await changesOf(oids[0] ?? '')).toEqual([{ field: 'weight', from: 1, to: 7 }, tags]);
    expect(await changesOf(oids[1] ?? '')).toEqual([tags]);
  });

  it('is refused where the room refuses it, and so is a removal', async () => {
    const [one, fixed] = [await add('a'), await add('fixed')];
    expect(await reasonOf(list.edit({ oid: fixed.oid, weight: 2 }, administrator))).toBe('notAllowed');
    expect(await reasonOf(list.remove([one.oid, fixed.oid], administrator))).toBe('notAllowed');
    expect(await standing()).toBe(2);
    expect(await reasonOf(list.remove([one.oid], administrator))).toBe('done');
  });

  it('stands or falls with its row of the audit log, and its history with both', async () => {
    const { oid } = await add('a', 1);
    await sql`alter table audit_log rename to audit_log_away`.execute(rooms.db);
    try {
      expect(await reasonOf(list.edit({ oid, weight: 2 }, administrator))).toBe('auditBlocked');
      expect(await reasonOf(add('b'))).toBe('auditBlocked');
      expect(await reasonOf(list.remove([oid], administrator))).toBe('auditBlocked');
    } finally {
      await sql`alter table audit_log_away rename to audit_log`.execute(rooms.db);
    }
    expect(await list.get(oid, administrator)).toMatchObject({ weight: 1 });
    expect((await list.history(oid, administrator)).list).toEqual([]);
    expect(await standing()).toBe(1);
  });

  it('reaches nothing out of scope, and no name twice', async () => {
    const { oid } = await add('a');
    expect(await reasonOf(list.edit({ oid, name: 'x' }, stranger))).toBe('notFound');
    expect(await reasonOf(list.edit({ oid, name: 'x' }, inside))).toBe('notFound');
    expect((await refusalOf(add('a')))?.details.issues).toMatchObject([{ path: 'name', rule: 'codeTaken' }]);
    await add('b');
    expect(await reasonOf(list.edit({ oid, name: 'b' }, administrator))).toBe('invalid');
  });
});

describe('a removal', () => {
  it('takes all or none', async () => {
    const [one, other] = [await add('a'), await add('b')];
    const foreign = await add('c', 0, stranger);
    const remove = (...oids: string[]) => reasonOf(list.remove(oids, administrator));
    expect(await remove(one.oid, foreign.oid)).toBe('notFound');
    expect(await standing()).toBe(2);
    expect(await remove(one.oid, other.oid, one.oid)).toBe('done');
    expect(await standing()).toBe(0);
    expect(await remove(one.oid)).toBe('notFound');
  });

  it('is refused for what is in use, named and linked', async () => {
    const [one, other] = [await add('a'), await add('b')];
    await sql`insert into list_sample_part (sample_oid) values (${other.oid}), (${other.oid})`.execute(
      rooms.db,
    );
    const refused = await refusalOf(list.remove([one.oid, other.oid], administrator));
    expect(refused?.reason).toBe('inUse');
    expect(refused?.details).toEqual({
      values: { name: 'b' },
      data: {
        oids: [other.oid],
        inTheWay: [
          {
            oid: other.oid,
            name: 'b',
            kind: 'list_sample_part',
            count: 2,
            link: `/parts?sample=${other.oid}`,
          },
        ],
      },
    });
    expect(await standing()).toBe(2);
  });

  it('of two that overlap takes one whole, whatever order their rows are named in', async () => {
    for (let round = 0; round < 5; round += 1) {
      const oids = [];
      for (const name of ['a', 'b', 'c']) oids.push((await add(`${name}${round}`)).oid);
      const outcomes = await Promise.all([
        reasonOf(list.remove(oids, administrator)),
        reasonOf(list.remove(oids.toReversed().slice(0, 2), operator)),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'notFound']);
      expect([0, 1]).toContain(await standing());
      await clear();
    }
  });

  it('of an archive can be taken back for a time', async () => {
    const [first, second] = [await add('a'), await add('b')];
    const oids = [first.oid, second.oid];
    await list.remove(oids, administrator);
    expect(await namesOf({})).toEqual([]);
    expect(await reasonOf(list.restore(oids, stranger))).toBe('notFound');
    await list.restore(oids, administrator);
    expect(await namesOf({})).toEqual(['a', 'b']);
    // What stands was not deleted.
    expect(await reasonOf(list.restore([first.oid], administrator))).toBe('notFound');
    await list.remove([first.oid], administrator);
    rooms.clock.move(60_001);
    expect(await reasonOf(list.restore([first.oid], administrator))).toBe('restoreTooLate');
    expect(await namesOf({})).toEqual(['b']);
  });

  it('of an archive comes back all or none, and not where another has the name or the department is gone', async () => {
    const [first, second] = [await add('a'), await add('b')];
    const oids = [first.oid, second.oid];
    await list.remove(oids, administrator);
    const other = await add('b');
    expect(await reasonOf(list.restore(oids, administrator))).toBe('nameTaken');
    expect(await namesOf({})).toEqual(['b']);
    await list.remove([other.oid], administrator);
    await sql`update department set deleted_at = now() where oid = ${administrator.caller.groupOID}`.execute(
      rooms.db,
    );
    try {
      expect(await reasonOf(list.restore(oids, administrator))).toBe('departmentGone');
    } finally {
      await sql`update department set deleted_at = null where oid = ${administrator.caller.groupOID}`.execute(
        rooms.db,
      );
    }
    await list.restore(oids, administrator);
    expect(await namesOf({})).toEqual(['a', 'b']);
  });
});

describe('a table', () => {
  const columns = [
    ['task.name', (row: Sample) => row.name],
    ['task.weight', (row: Sample) => row.weight],
  ] as const;
  const textOf = async (rows: AsyncIterable<readonly Sample[]>): Promise<string> => {
    let text = '';
    for await (const piece of csvOf(exportRows(columns, rows, { language: 'en' }))) text += String(piece);
    return text;
  };

  it('goes on behind the last row that was read, also where several are equal', async () => {
    for (const [at, name] of ['c', 'a', 'e', 'b', 'd'].entries()) await add(name, at < 2 ? 1 : 2);
    const read = async (filter: object, bounds = { piece: 2, most: 10 }): Promise<string[]> => {
      const names: string[] = [];
      for await (const rows of list.pieces(administrator, filter, bounds)) {
        expect(rows.length).toBeLessThanOrEqual(bounds.piece);
        names.push(...rows.map((row) => row.name));
      }
      return names;
    };
    expect(await read({ sort: '-weight' })).toEqual(['b', 'd', 'e', 'a', 'c']);
    expect((await read({ sort: 'weight' })).slice(0, 2).toSorted()).toEqual(['a', 'c']);
    expect(await read({ sort: 'weight' })).toHaveLength(5);
    expect(await read({ sort: '-weight' }, { piece: 2, most: 3 })).toEqual(['b', 'd', 'e']);
    expect(await read({ sort: '-weight', weight: 1 })).toEqual(['a', 'c']);
    // An order that is no list of columns is found at once.
    expect(await read({ sort: 'name' })).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is written piece by piece, in order, and no cell of it is a formula', async () => {
    const odd = ['=1+1', '+SUM(A1)', '-2', '@x', '\t=1', 'plain'];
    for (const [at, name] of odd.entries()) await add(name, at);
    const pieces = list.pieces(administrator, { sort: 'weight' }, { piece: 2, most: 5 });
    const lines = (await textOf(pieces)).split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(5);
    expect(lines.map((line) => line.at(-1))).toEqual(['0', '1', '2', '3', '4']);
    for (const line of lines) expect(line).not.toMatch(/^"?[=+\-@\t]/);
  });

  const read = (text: string) =>
    rowsOfTable(
      text.split('\n').map((line) => line.split(',')),
      {
        columns: ['name', 'weight'],
        headings: (column) => [{ name: 'Name', weight: '重量' }[column]],
        missing: (has) => (has('name') ? [] : ['name']),
      },
    );
  const importing = (text: string, preview: boolean) =>
    importRows(rooms.runtime, {
      preview,
      lock: async () => undefined,
      judge: async () =>
        read(text).map(({ row, cells }) => ({
          row,
          cells,
          issues: cells.name === '' ? [{ path: 'name', rule: 'required', message: 'x' }] : [],
        })),
      async store(trx, found) {
        const { groupRoot, groupOID } = administrator.caller;
        const values = found.map(({ cells }) => ({
          oid: rooms.runtime.newOid(),
          groupRoot,
          groupOID,
          name: cells.name,
          weight: Number(cells.weight),
        }));
        await writing(sampleList).insert(trx, ...values);
      },
    });

  it('is previewed as it is read, whichever language its headings are in', async () => {
    const good = ' NAME *,重量\nx,1\n ,\ny,2';
    const preview = await importing(good, true);
    expect(preview.rows.map((one) => one.row)).toEqual([2, 4]);
    expect(await standing()).toBe(0);
    expect(await importing(good, false)).toEqual({ rows: preview.rows, added: 2 });
    expect(await namesOf({})).toEqual(['x', 'y']);
  });

  it('is read whole or not at all, with every wrong row named', async () => {
    const bad = 'name,weight\nx,1\n,2\n,3';
    expect((await importing(bad, true)).rows.map((one) => one.issues.length)).toEqual([0, 1, 1]);
    const refused = await refusalOf(importing(bad, false));
    expect(refused?.details.issues?.map((one) => one.path)).toEqual(['3.name', '4.name']);
    expect(await standing()).toBe(0);
    expect(await reasonOf(importing('weight\n1', true))).toBe('tableTemplate');
    expect(await reasonOf(importing('name\n', true))).toBe('tableEmpty');
  });
});

describe('the calls of a list', () => {
  it('are all served, or the room is not made', () => {
    const declaration = { method: 'POST', path: '/x.rest' } as never;
    expect(serveList({ query: declaration }, list as never, {})).toHaveLength(1);
    expect(() => serveList({ odd: declaration }, list as never, {} as never)).toThrow(
      'nobody serves /x.rest',
    );
  });
});
