import { phrases, type PhraseId } from '@eyrie/phrases';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { briefly, describeDetail, type DetailWords, type DetailValue, type DetailFact } from './detail.ts';
import type { TextValues } from './text.tsx';

const messages: Readonly<Record<string, string>> = phrases('en');
const words: DetailWords = {
  messages,
  text: (id: PhraseId, values: TextValues = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, `${value}`),
      messages[id] ?? '',
    ),
  figures: {
    amount: (value, unit) => (value === null ? '–' : `${value}${unit ?? ''}`),
    time: (at) => new Date(at ?? 0).toISOString().slice(0, 10),
    speed: (value) => `${value} m/s`,
    height: (value) => `${value} m`,
  },
};
const oid = '0196e8a4-0000-7000-8000-000000000001';

const plain = (value: DetailValue): unknown => {
  if (value.kind === 'list') return value.items.map((item) => plain(item));
  return value.kind === 'facts' ? reported(value.facts) : value.text;
};
const reported = (facts: readonly DetailFact[]): Record<string, unknown> =>
  Object.fromEntries(facts.map(({ key, name, value }) => [name ?? `?${key}`, plain(value)]));
const describedBy = (detail: Record<string, unknown>) => reported(describeDetail(detail, words));
const kindOf = (detail: Record<string, unknown>) => describeDetail(detail, words)[0]?.value.kind;

describe('a record in words', () => {
  it('names its fields, and says yes, no and nothing', () => {
    expect(describedBy({ enabled: true, emergency: false, remark: '', reason: null, roles: [] })).toEqual({
      Enabled: 'yes',
      Emergency: 'no',
      Remark: '–',
      Reason: '–',
      Roles: '–',
    });
  });
  it('writes times, measures and hours as figures', () => {
    expect(
      describedBy({
        validUntil: Date.UTC(2027, 0, 2),
        windLimit: 8,
        returnAltitude: 60,
        quiet: { from: 1320, to: 425 },
      }),
    ).toEqual({
      'Valid until': '2027-01-02',
      'Wind limit': '8 m/s',
      'Return altitude': '60 m',
      'Quiet hours': { From: '22:00', To: '07:05' },
    });
  });
  it('has words for kinds, reasons and rights, and names for fields that changed', () => {
    expect(
      describedBy({
        type: 'inspection',
        purpose: 'cockpit',
        reason: 'controlHeld',
        added: ['dock:edit', '/operation'],
        fields: ['wind_limit', 'name', 'group_oid'],
      }),
    ).toEqual({
      Type: 'Inspection app role',
      Purpose: 'Open the cockpit',
      Reason: 'Somebody else has control',
      Added: [messages['permission.dock:edit'], messages['permission./operation']],
      Fields: ['Wind limit', 'Name', 'Department'],
    });
  });
  it('shows no text with gaps in it', () => {
    expect(describedBy({ reason: 'tableTooLong', zone: 'organisation' })).toEqual({
      Reason: 'The table has too many rows',
      Times: 'Time zone of the organisation',
    });
  });
  it('says what was kept back', () => {
    expect(
      describedBy({
        request: { password: '[masked]', passwort: '[undeclared]' },
        texts: '[2001 characters]',
      }),
    ).toEqual({
      Request: { Password: '(hidden)', '?passwort': '(no part of this call)' },
      Text: '(too long: 2001 characters)',
    });
  });
  it('tells codes from what people wrote', () => {
    expect(kindOf({ sn: '4TADL7K00100A1' })).toBe('code');
    expect(kindOf({ code: 314_000 })).toBe('code');
    expect(kindOf({ remark: 'East' })).toBe('name');
    expect(kindOf({ reason: 'somebody is in danger' })).toBe('name');
  });
  it('ends long lists', () => {
    const [fact] = describeDetail({ oids: Array.from({ length: 70 }, () => oid) }, words);
    expect(fact?.value).toMatchObject({ kind: 'list', more: 20 });
  });
  it('survives whatever a record may hold', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (detail) => {
        expect(describeDetail(detail, words)).toHaveLength(Object.keys(detail).length);
      }),
    );
  });
});

describe('things that a record knows by their oids', () => {
  const other = '0196e8a4-0000-7000-8000-000000000002';
  const unknown = '0196e8a4-0000-7000-8000-000000000003';
  const things: DetailWords['things'] = {
    [oid]: { kind: 'route', name: 'Power line' },
    [other]: { kind: 'route', name: 'River' },
  };
  const facts = (detail: Record<string, unknown>) => describeDetail(detail, { ...words, things });

  it('have names, and keep their ids for those who look closer', () => {
    expect(facts({ routeOID: oid.toUpperCase() })[0]).toEqual({
      key: 'routeOID',
      name: 'Route',
      value: { kind: 'thing', text: 'Power line', oid: oid.toUpperCase(), of: 'route' },
    });
    expect(reported(facts({ request: { parentOID: oid } }))).toEqual({ Request: { Above: 'Power line' } });
  });
  it('stay ids where nobody named them', () => {
    expect(facts({ routeOID: unknown })[0]?.value).toEqual({ kind: 'code', text: unknown, id: true });
  });
  it('say what they are where the field does not', () => {
    expect(reported(facts({ oid }))).toEqual({ Route: 'Power line' });
    expect(reported(facts({ oids: [oid] }))).toEqual({ Route: ['Power line'] });
    expect(reported(facts({ oids: [oid, other] }))).toEqual({ Routes: ['Power line', 'River'] });
    expect(reported(facts({ oids: [oid, unknown] }))).toEqual({ Ids: ['Power line', unknown] });
  });
  it('are not named twice', () => {
    expect(reported(facts({ oid, name: 'Power line' }))).toEqual({ Name: 'Power line', Id: oid });
    expect(reported(facts({ oids: [oid, other], names: ['Power line', 'River'] }))).toEqual({
      Names: ['Power line', 'River'],
      Ids: [oid, other],
    });
    // It had another name then.
    expect(reported(facts({ oid, name: 'Pylons' }))).toEqual({ Name: 'Pylons', Route: 'Power line' });
  });
  it('stand in the line of a list when they have a name', () => {
    const shown = briefly(facts({ oids: [oid], roleOID: unknown, state: 'x' }));
    expect(shown.map(({ key }) => key)).toEqual(['oids', 'state']);
  });
});

describe('the line of a list', () => {
  const line = (detail: Record<string, unknown>) =>
    briefly(describeDetail(detail, words)).map(({ key }) => key);
  it('begins with names and leaves out what is empty and ids', () => {
    expect(line({ groupOID: oid, enabled: true, name: 'East', reason: null })).toEqual(['name', 'enabled']);
  });
  it('has ids when there is nothing else', () => {
    expect(line({ oids: [oid], note: null })).toEqual(['oids']);
  });
  it('opens what only wraps', () => {
    expect(line({ path: '/x', request: { name: 'East', oid } })).toEqual(['path', 'name']);
  });
});
