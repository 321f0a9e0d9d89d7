import { calls } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { faultOf, flyDraft, flyFields, flyRanges, flyRequest, type FlyMethod } from './fly-form.ts';

const oid = '7b1c1d52-2f6b-4a6e-9b6d-0d4b6f2f9a10';
const there = { ...flyDraft, lng: 113.95, lat: 22.54 };
const requests = {
  flyTo: calls.flightControl.flyToCheck.request,
  takeOff: calls.flightControl.takeOffCheck.request,
} as const;
const methods = Object.keys(flyFields) as FlyMethod[];

describe('what is typed of a way', () => {
  it('lacks a point at first, and is whole with one', () => {
    for (const method of methods) {
      expect(faultOf(method, flyDraft)).toBe('lng');
      expect(faultOf(method, there)).toBe(null);
      expect(requests[method].safeParse({ oid, ...flyRequest(method, there) }).success).toBe(true);
    }
  });

  it.each(methods.flatMap((method) => flyFields[method].map((field) => [method, field] as const)))(
    'is for %s refused by %s beyond its range, as the server refuses it',
    (method, field) => {
      const [least, most, whole] = flyRanges[field];
      for (const value of [least, most]) {
        const at = { ...there, [field]: value };
        expect(faultOf(method, at)).toBe(null);
        expect(requests[method].safeParse({ oid, ...flyRequest(method, at) }).success).toBe(true);
      }
      for (const value of [least - 0.5, most + 0.5, null, ...(whole ? [least + 0.5] : [])]) {
        const at = { ...there, [field]: value };
        expect(faultOf(method, at)).toBe(field);
        expect(requests[method].safeParse({ oid, ...flyRequest(method, at) }).success).toBe(false);
      }
    },
  );
});
