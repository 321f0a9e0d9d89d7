import { expect, it } from 'vitest';
import { incompleteOf } from './incomplete.ts';

const papers = { insuranceCompany: 'A', policyNumber: 'P-1', insuranceUntil: 1 };
const silent = { model: null, firmware: null, reportedModel: null, reportedFirmware: null };

it('names what is missing of the insurance, where the organisation asks for it', () => {
  const rule = { insured: true, says: true };
  expect(
    incompleteOf({ insuranceCompany: null, policyNumber: 'P-1', insuranceUntil: null } as object, rule),
  ).toEqual(['insuranceCompany', 'insuranceUntil']);
  expect(incompleteOf(papers as object, rule)).toEqual([]);
  expect(incompleteOf({}, { insured: false, says: true })).toEqual([]);
});

it('asks people for model and firmware only of what cannot say them', () => {
  const rule = { insured: false, says: false };
  expect(incompleteOf({ vendor: 'own', ...silent }, rule)).toEqual(['model', 'firmware']);
  expect(incompleteOf({ vendor: 'own', ...silent, model: 'Kite', reportedFirmware: '1' }, rule)).toEqual([]);
  expect(incompleteOf({ vendor: 'DJI', ...silent }, rule)).toEqual([]);
  expect(incompleteOf({ vendor: 'own', ...silent }, { insured: false, says: true })).toEqual([]);
});
