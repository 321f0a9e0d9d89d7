import { describe, expect, it } from 'vitest';
import { orWhoHasIt } from './lease-crowd.ts';

const waitedTooLong = Object.assign(new Error('canceling statement due to statement timeout'), {
  code: '57014',
});
const held = async (): Promise<void> => {
  throw new Error('controlHeld');
};
const free = async (): Promise<void> => undefined;
const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('one of many who ask for control at once', () => {
  it('is given what it asked for', async () => {
    expect(await orWhoHasIt(async () => 'lease', held)).toBe('lease');
  });

  it('whose turn took longer than the database waits hears who has it', async () => {
    await expect(orWhoHasIt(failing(waitedTooLong), held)).rejects.toThrow('controlHeld');
  });

  it('hears of the database where nobody has it, and every other refusal as it is', async () => {
    await expect(orWhoHasIt(failing(waitedTooLong), free)).rejects.toThrow('statement timeout');
    await expect(orWhoHasIt(failing(new Error('notFound')), held)).rejects.toThrow('notFound');
  });
});
