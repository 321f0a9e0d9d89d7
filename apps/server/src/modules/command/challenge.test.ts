import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { createLog } from '../../platform/log.ts';
import { connectDatabase } from '../../platform/postgres/index.ts';
import { createChallengeMemory } from './challenge.memory.ts';
import { createChallenges } from './challenge.service.ts';

// Nobody listens there.
const away = connectDatabase({
  url: 'postgres://eyrie@127.0.0.1:1/eyrie',
  log: createLog({ level: 'silent' }),
});
afterAll(() => away.close());

const hash = Buffer.from('a');
const row = { memberOID: 'm', dockOID: 'd', method: 'hover', expiresAt: 100 };

describe('a confirmation in the memory of a server', () => {
  const memory = () => {
    const kept = createChallengeMemory();
    kept.keep(hash, row, 0);
    return (part: Partial<typeof row> = {}, now = 99) => {
      const { memberOID, dockOID, method } = { ...row, ...part };
      return kept.spend(hash, { memberOID }, dockOID, method, now);
    };
  };
  it('is spent once, while its time lasts', () => {
    const spend = memory();
    expect([spend(), spend()]).toEqual([true, false]);
    expect(memory()({}, 100)).toBe(false);
  });

  it.each([{ memberOID: 'other' }, { dockOID: 'other' }, { method: 'returnHome' }])(
    'is not spent for %o, and stays',
    (part) => {
      const spend = memory();
      expect([spend(part), spend()]).toEqual([false, true]);
    },
  );

  it('stays beside others until its time is over', () => {
    const kept = createChallengeMemory();
    const [first, second] = [Buffer.from('1'), Buffer.from('2')];
    kept.keep(first, row, 0);
    kept.keep(second, { ...row, expiresAt: 200 }, 99);
    expect(kept.spend(first, row, 'd', 'hover', 99)).toBe(true);
    kept.keep(first, row, 0);
    kept.keep(second, { ...row, expiresAt: 200 }, 100);
    // A clock that went back finds what was not forgotten.
    expect(kept.spend(first, row, 'd', 'hover', 50)).toBe(false);
  });
});

describe('a confirmation without a database', () => {
  const caller = { memberOID: 'm' } as Caller;
  const setUp = (isUp: boolean) => {
    let now = 1_000;
    const runtime = { db: away.kysely, serverTime: () => now };
    const challenges = createChallenges(runtime, () => isUp);
    const spend = (nonce: string | undefined, method = 'hover') =>
      challenges.spendInEmergency(caller, 'd', method, nonce).then(
        () => 'spent',
        (error: { reason?: string; message: string }) => error.reason ?? error.message,
      );
    return { ...challenges, spend, pass: (ms: number): void => void (now += ms) };
  };

  it.each([
    ['known to be away', false],
    ['away without anybody knowing', true],
  ])('is given out and spent by this server alone, when it is %s', async (_how, isUp) => {
    const { issue, spend } = setUp(isUp);
    const { nonce, expiresAt } = await issue(caller, 'd', 'hover');
    expect(expiresAt).toBe(1_000 + limits.command.challengeLife);
    expect(await spend(nonce, 'returnHome')).toBe('confirmationSpent');
    expect(await spend('invented')).toBe('confirmationSpent');
    expect(await spend(nonce)).toBe('spent');
    expect(await spend(nonce)).toBe('confirmationSpent');
    expect(await spend(undefined)).toBe('confirmationMissing');
  });

  it('is worth nothing when its time is over, or when an order carries it already', async () => {
    const { issue, spend, pass, handedOver } = setUp(false);
    const { nonce } = await issue(caller, 'd', 'hover');
    handedOver(undefined);
    handedOver(nonce);
    expect(await spend(nonce)).toBe('confirmationSpent');
    const late = await issue(caller, 'd', 'hover');
    pass(limits.command.challengeLife);
    expect(await spend(late.nonce)).toBe('confirmationSpent');
  });

  it('asks nothing of a database that is known to be away', async () => {
    // Whoever asks this one is refused in a way that no absence explains.
    const challenges = createChallenges({ db: {} as never, serverTime: () => 1_000 }, () => false);
    const { nonce } = await challenges.issue(caller, 'd', 'hover');
    await expect(challenges.spendInEmergency(caller, 'd', 'hover', nonce)).resolves.toBeUndefined();
  });

  it('says what else is wrong with a database that is there', async () => {
    const broken = { db: {} as never, serverTime: () => 1_000 };
    const challenges = createChallenges(broken, () => true);
    await expect(challenges.issue(caller, 'd', 'hover')).rejects.toThrow(TypeError);
    await expect(challenges.spendInEmergency(caller, 'd', 'hover', 'n')).rejects.toThrow(TypeError);
  });
});
