import { limits, taskCalls, type TaskRecord } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import type { LookedAtRun } from './index.ts';
import { launchWorld, minute } from './task.launch.fixture.ts';

const { launchWithin, arrangeAhead } = limits.task;
const { world, arranged, launch, foresee, call, first } = launchWorld();

describe('a run of the next day', () => {
  const hour = 60 * minute;
  /** A task that flies once, so many ms from now. */
  const addOnce = (ahead: number) =>
    call<TaskRecord>(taskCalls.add, {
      name: 'patrol',
      type: 'single',
      schedule: {
        timeZone: 'UTC',
        at: new Date(world.rooms.clock.wall() + ahead).toISOString().slice(0, 16),
      },
      arrangement: { ...world.arrangement, returnAltitude: 100, lostAction: 'return', clarity: 'hd' },
    });
  const looked: string[] = [];
  const refuse = async ({ oid }: LookedAtRun): Promise<void> => {
    looked.push(oid);
    throw new Refusal('gateBlocked', { values: { items: 'airworthy' } });
  };
  beforeEach(() => {
    looked.length = 0;
    world.check = refuse;
  });

  it('says what stands in its way, and says no more once it is gone', async () => {
    const of = await addOnce(20 * hour);
    await foresee();
    const found = await first(of);
    expect(found).toMatchObject({ state: 'planned', reason: 'gateBlocked', decidedAt: null });
    expect(found.message).toContain('Airworthiness');
    expect((await call<TaskRecord>(taskCalls.get, { oid: of.oid })).nextRun).toMatchObject({ atRisk: true });
    // Not again before an hour is over.
    await foresee();
    expect(looked).toHaveLength(1);
    world.rooms.clock.move(hour + 1);
    world.operator = await world.rooms.tokenOf('gamma-operator');
    await foresee();
    expect(looked).toHaveLength(2);
    world.check = async () => undefined;
    world.rooms.clock.move(hour + 1);
    await foresee();
    world.operator = await world.rooms.tokenOf('gamma-operator');
    expect(await first(of)).toMatchObject({ state: 'planned', reason: null, message: null });
    expect((await call<TaskRecord>(taskCalls.get, { oid: of.oid })).nextRun).toMatchObject({ atRisk: false });
  });

  it('is looked at neither earlier nor when its flight is about to be arranged', async () => {
    await addOnce(73 * hour);
    await addOnce(minute);
    await foresee();
    expect(looked).toEqual([]);
  });

  it('is left to no other one that cannot be looked at, and says nothing that is not known', async () => {
    const broken = await addOnce(2 * hour);
    const other = await addOnce(3 * hour);
    world.check = async (run) => {
      if (run.taskOID === broken.oid) throw new Error('the layer is away');
      return refuse(run);
    };
    await foresee();
    expect((await first(broken)).reason).toBeNull();
    expect((await first(other)).reason).toBe('gateBlocked');
  });

  it('is asked for again soon where this server was only busy', async () => {
    const of = await addOnce(2 * hour);
    world.check = async (run) => {
      looked.push(run.oid);
      throw new Refusal('tooManyRequests');
    };
    await foresee();
    expect(await first(of)).toMatchObject({ state: 'planned', reason: null });
    // A minute later, so that others have their turn meanwhile.
    await foresee();
    expect(looked).toHaveLength(1);
    world.rooms.clock.move(minute + 1);
    await foresee();
    expect(looked).toHaveLength(2);
  });

  it('is arranged in time all the same: what stood there may be gone', async () => {
    const of = await addOnce(2 * hour);
    await foresee();
    const { dueAt } = await first(of);
    world.rooms.clock.move(dueAt - arrangeAhead - world.rooms.clock.wall());
    await launch.arrange();
    expect(arranged).toHaveLength(1);
  });

  it('that no server was there to start is missed for that, not for what was found a day before', async () => {
    const of = await addOnce(2 * hour);
    await foresee();
    const { dueAt, reason } = await first(of);
    expect(reason).toBe('gateBlocked');
    world.rooms.clock.move(dueAt + launchWithin + 1 - world.rooms.clock.wall());
    await world.task.schedule.pass();
    world.operator = await world.rooms.tokenOf('gamma-operator');
    expect(await first(of)).toMatchObject({ state: 'missed', reason: 'late' });
  });

  it('is not looked at while its task is paused', async () => {
    const { oid } = await addOnce(2 * hour);
    await call(taskCalls.pauseTask, { oid, reason: '大风' });
    await foresee();
    expect(looked).toEqual([]);
  });
});
