import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { dictionaryCalls, type DictionaryCode, type ImportedCode } from '@eyrie/domain';
import { afterAll, describe, expect, it } from 'vitest';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { openDictionaryFixture } from './dictionary.fixture.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';

const { call, codesIn, makeGroup, rooms } = await openDictionaryFixture();
afterAll(() => rooms.close());

const file = (text: string): Partial<CallContext> => ({ file: { name: 'a.csv', bytes: Buffer.from(text) } });

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
    expect(refused?.reason).toBe('invalid');
    expect(refused?.details.issues?.[0]).toMatchObject({ path: '3.code', rule: 'codeTaken' });
    expect(await codesIn('table')).toEqual(['old']);
    expect(await reasonOf(call(dictionaryCalls.import, { group: 'table' }, file('a,b\n1,2')))).toBe(
      'tableTemplate',
    );
    const bare = await refusalOf(
      call(dictionaryCalls.import, { group: 'table' }, file('编码,中文名称\n,\n')),
    );
    expect(bare?.reason).toBe('tableEmpty');
    expect(bare?.details.values?.['columns']).toContain('Name in Chinese');
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
