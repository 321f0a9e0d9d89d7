import { describe, expect, it } from 'vitest';
import { leadsHere } from './dock-form.rules.ts';

describe('the address of the broker', () => {
  it.each(['mqtt://127.0.0.1:1883', 'mqtts://localhost:8883', 'mqtt://[::1]:1883'])(
    '%s leads nowhere from a dock',
    (address) => {
      expect(leadsHere(address)).toBe(true);
    },
  );
  it.each(['mqtt://10.0.0.7:1883', 'mqtts://docks.example:8883', ''])('%s may', (address) => {
    expect(leadsHere(address)).toBe(false);
  });
});
