import { dockCalls, flightCalls, formFields, mapShareCalls, type CallDeclaration } from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { formatPhrase, withoutMarks } from '@eyrie/phrases/format';
import { describe, expect, it } from 'vitest';
import type { TextOf } from '../text.tsx';
import { faultOf } from './field-fault.ts';

const words =
  (language: 'zh-CN' | 'en' | 'ar'): TextOf =>
  (id, values) =>
    withoutMarks(formatPhrase(phrases(language)[id], language, values));
const fault = (
  call: CallDeclaration,
  name: string,
  sent: unknown,
  language: 'zh-CN' | 'en' | 'ar' = 'en',
) => {
  const [field] = formFields(call, [name]);
  if (!field) throw new Error(`there is no field ${name}`);
  return faultOf(words(language), call, field, sent, { label: 'device.sn' });
};

describe('what is wrong with a field of a form', () => {
  it('is nothing where the call takes the value', () => {
    expect(fault(dockCalls.add, 'sn', 'DOCK-0001')).toBeNull();
  });
  it.each([
    ['en', 'given: !!bad sn', '4 to 64'],
    ['zh-CN', '当前值：!!bad sn', '4 至 64'],
    ['ar', '!!bad sn', '4 إلى 64'],
  ] as const)('names value and form of a serial number in %s', (language, value, form) => {
    const said = fault(dockCalls.add, 'sn', '!!bad sn', language);
    expect(said).toContain(value);
    expect(said).toContain(form);
  });
  it('names value and both ends of a range', () => {
    expect(fault(flightCalls.add, 'returnAltitude', 1e9)).toMatch(/from 20 to 1500 \(given: 1000000000\)/);
  });
  it('repeats no secret', () => {
    const said = fault(mapShareCalls.add, 'password', 'hunter'.repeat(40));
    expect(said).not.toBeNull();
    expect(said).not.toContain('hunter');
  });
  it('repeats the beginning of what is too long, and asks for what is missing', () => {
    expect(fault(dockCalls.add, 'name', '东'.repeat(80))).toMatch(/at most 64 characters \(given: 东{60}…\)/);
    expect(fault(dockCalls.add, 'name', ' ')).toContain('is required');
  });
});
