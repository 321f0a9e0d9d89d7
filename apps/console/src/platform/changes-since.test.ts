import { CallRefused } from '@eyrie/client';
import { phrases } from '@eyrie/phrases';
import { formatPhrase } from '@eyrie/phrases/format';
import { describe, expect, it } from 'vitest';
import { changesIn, changesInWords } from './changes-since.ts';
import type { TextOf } from './text.tsx';

const by = { oid: '0199c82c-db58-723c-9b06-179e855c4524', name: 'Ana' };
const change = (...changes: { field: string; from: unknown; to: unknown }[]) => ({
  version: 1,
  at: 1_700_000_000_000,
  by,
  changes,
});
const renamed = change(
  { field: 'name', from: 'north', to: 'south' },
  { field: 'renamed', from: false, to: true },
);
const refused = (reason: string, data: unknown) =>
  new CallRefused({ status: 409, code: 409, message: 'no', reason, data });

describe('a refusal of a stale edit', () => {
  it('is known by its changes; other conflicts and failures are not one', () => {
    const data = { version: 1, changes: [renamed] };
    expect(changesIn(refused('conflict', { ...data, reason: 'conflict' }))).toEqual(data);
    for (const other of [
      refused('conflict', null),
      refused('conflict', { version: 1, changes: [] }),
      refused('inUse', data),
      new TypeError('offline'),
    ])
      expect(changesIn(other)).toBeNull();
  });

  it.each([
    ['zh-CN', '在此期间Ana修改了：名称（north → south）。'],
    ['en', 'Ana has changed this meanwhile: Name (north → south).'],
    [
      'ar',
      'في هذه الأثناء عدّل \u2068Ana\u2069: \u2068\u2068الاسم\u2069 (من \u2068north\u2069 إلى \u2068south\u2069)\u2069.',
    ],
  ] as const)('says in %s who changed what', (language, sentence) => {
    const text: TextOf = (id, values) => formatPhrase(phrases(language)[id], language, values);
    expect(changesInWords([renamed], { name: 'role.name' }, text)).toEqual([sentence]);
  });

  it('names departments as far as the reader sees them, and what a field became where that has a name', () => {
    const text: TextOf = (id, values) => formatPhrase(phrases('en')[id], 'en', values);
    const labels = {
      groupOID: 'field.department',
      retiredAt: 'device.standing.retired',
      'retiredAt=null': 'device.reinstated',
    } as const;
    const move = { field: 'groupOID', from: 'a-1', to: 'b-2', called: { from: null, to: 'North' } };
    const said = [
      change(move),
      change({ field: 'retiredAt', from: null, to: 1 }),
      change({ field: 'retiredAt', from: 1, to: null }),
    ].flatMap((one) => changesInWords([one], labels, text, 'list.changedBy'));
    expect(said.join(' ')).toContain('Department (– → North)');
    expect(said.slice(1).join(' ')).toMatch(/Retired.*In service again/);
  });

  it('names neither identifiers nor words of ours, and says so when only others than the form’s fields changed', () => {
    const text: TextOf = (id, values) => formatPhrase(phrases('en')[id], 'en', values);
    const labels = { groupOID: 'field.department', type: 'department.type' } as const;
    const moved = change(
      { field: 'groupOID', from: 'a-1', to: 'b-2' },
      { field: 'type', from: 'department', to: 'userCockpit' },
    );
    expect(changesInWords([moved, change({ field: 'odd', from: 1, to: 2 })], labels, text)).toEqual([
      'Ana has changed this meanwhile: Department · Type.',
      'Ana has changed this meanwhile: other fields.',
    ]);
  });
});
