import { nullDayField, nullTextField } from '../fields.ts';

/** What people know of aircraft alone: their insurance and when they were bought. */
export const droneFields = {
  insuranceCompany: nullTextField({ label: 'device.insuranceCompany', max: 50 }),
  policyNumber: nullTextField({ label: 'device.policyNumber', max: 30, dir: 'ltr' }),
  insuranceUntil: nullDayField({ label: 'device.insuranceUntil' }),
  purchasedAt: nullDayField({ label: 'device.purchasedAt' }),
};
