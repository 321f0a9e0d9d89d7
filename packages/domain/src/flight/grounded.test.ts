import { expect, it } from 'vitest';
import { gateDefaults } from './gate-policy.ts';
import { isGrounded } from './grounded.ts';

const strict = { failedWarns: [] };

it('a dock and its aircraft are kept on the ground by what the organisation does not merely warn of', () => {
  expect(isGrounded([], [], strict)).toBe(false);
  expect(isGrounded(['insuranceOver', 'maintenanceDue', 'carried'], ['firmware'], gateDefaults)).toBe(false);
  for (const reason of ['insuranceOver', 'maintenanceDue', 'carried'] as const)
    expect(isGrounded([reason], [], strict)).toBe(true);
  expect(isGrounded(['carried'], ['firmware'], strict)).toBe(true);
});

it('a red alarm, a maintenance under way and a retirement do so whatever the organisation decides', () => {
  for (const reason of ['alarm', 'underMaintenance', 'retired'] as const) {
    expect(isGrounded([reason], [], gateDefaults)).toBe(true);
    expect(isGrounded(['carried'], [reason], gateDefaults)).toBe(true);
  }
});
