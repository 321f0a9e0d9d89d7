import { openState, type OpenCommand, type OpenProgress } from '@eyrie/domain';
import { destination, distance } from '@eyrie/geometry';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RobotMachine } from './robot.machine.ts';

const base = { lng: 104.06, lat: 30.57 };
const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const start = (battery = 90) =>
  new RobotMachine({ sn: 'ROBOT', secret: '', brokerUrl: '', ...base, battery });
const order = (
  last: number,
  name: OpenCommand['name'],
  given: Record<string, unknown> = {},
): OpenCommand => ({
  id: id(last),
  name,
  arguments: given,
  issuedAt: 0,
  expiresAt: 1,
});
const goTo = (last: number, metres: number, bearing = 90) =>
  order(last, 'goTo', { ...destination(base, bearing, metres) });
/** Lets time pass in ticks of a second. */
const pass = (robot: RobotMachine, seconds: number): OpenProgress[] =>
  Array.from({ length: seconds }, () => robot.advance(1)).flat();
const away = (robot: RobotMachine) => distance(base, robot.state().place ?? base);

describe('a robot', () => {
  it('drives to a place at its speed, and says so while it does', () => {
    const robot = start();
    expect(robot.begin(goTo(1, 30))).toBeNull();
    expect(pass(robot, 10)).toEqual([]);
    expect(robot.state()).toMatchObject({ mode: 'working', task: { id: id(1), name: 'goTo' }, heading: 90 });
    expect(robot.state().speed).toBeCloseTo(1.5, 1);
    expect(away(robot)).toBeGreaterThan(10);
    expect(away(robot)).toBeLessThan(15.1);
    expect(robot.running()).toMatchObject({ id: id(1), state: 'running' });
    expect(pass(robot, 30)).toEqual([{ id: id(1), state: 'done', percent: 100 }]);
    expect(away(robot)).toBeCloseTo(30, 0);
    expect(robot.state()).toMatchObject({ mode: 'idle', speed: 0 });
    expect(robot.running()).toBeNull();
  });

  it('drives what is ordered one after the other', () => {
    const robot = start();
    const points = [0, 120, 240].map((bearing) => destination(base, bearing, 10));
    robot.begin(order(1, 'patrol', { name: 'fence', points }));
    robot.begin(goTo(2, 5));
    expect(robot.state()).toMatchObject({ task: { name: 'fence', percent: 0 }, queue: [{ id: id(2) }] });
    pass(robot, 12);
    expect(robot.state().task?.percent).toBe(33);
    expect(pass(robot, 60).map((one) => one.id)).toEqual([id(1), id(2)]);
  });

  it('stands still on a stop and has nothing left to do', () => {
    const robot = start();
    robot.begin(goTo(1, 60));
    robot.begin(goTo(2, 30));
    pass(robot, 5);
    const stood = away(robot);
    expect(robot.begin(order(3, 'stop'))).toBeNull();
    expect(pass(robot, 10)).toEqual([
      { id: id(1), state: 'cancelled' },
      { id: id(2), state: 'cancelled' },
      { id: id(3), state: 'done' },
    ]);
    expect(away(robot)).toBe(stood);
  });

  it('stands still without its link, and takes nothing up again', () => {
    const robot = start();
    robot.begin(goTo(1, 60));
    pass(robot, 5);
    robot.linkLost();
    const stood = away(robot);
    expect(pass(robot, 30)).toEqual([{ id: id(1), state: 'cancelled' }]);
    expect(away(robot)).toBe(stood);
  });

  it('drives to its base and is charged there', () => {
    const robot = start(50);
    robot.begin(goTo(1, 20));
    pass(robot, 20);
    const before = robot.state().percent ?? 0;
    robot.begin(order(2, 'returnToBase'));
    expect(robot.state().mode).toBe('returning');
    expect(pass(robot, 20)).toEqual([{ id: id(2), state: 'done', percent: 100 }]);
    pass(robot, 600);
    expect(robot.state().mode).toBe('charging');
    expect(robot.state().percent).toBeGreaterThan(before + 5);
  });

  it('leaves what it does when its battery is low, and goes home by itself', () => {
    const robot = start(20);
    robot.begin(goTo(1, 2_000));
    const ended = pass(robot, 780);
    expect(ended).toEqual([{ id: id(1), state: 'failed', text: 'the battery is low' }]);
    expect(robot.begin(goTo(2, 10))).toBe('notAble');
    expect(robot.state().mode).toBe('returning');
    pass(robot, 900);
    expect(robot.state().mode).toBe('charging');
  });

  it('takes nothing but a stop while it has a fault, and names it in three languages', () => {
    const robot = start();
    robot.begin(goTo(1, 60));
    robot.setFault('wheel');
    expect(robot.advance(1)).toMatchObject([{ id: id(1), state: 'failed' }]);
    expect(robot.begin(goTo(2, 10))).toBe('fault');
    expect(robot.begin(order(3, 'stop'))).toBeNull();
    expect(robot.state()).toMatchObject({ mode: 'fault', fault: { code: 'wheel' } });
    expect(Object.keys(robot.alarms()[0]?.text ?? {})).toEqual(['zh-CN', 'en', 'ar']);
    robot.setFault(null);
    expect(robot.alarms()).toEqual([]);
    expect(robot.begin(goTo(4, 10))).toBeNull();
  });

  it('patrols by itself only when it has nothing else to do', () => {
    const robot = start();
    expect(robot.patrolByItself('own', 'round', [destination(base, 0, 5)])).toBe(true);
    expect(robot.state()).toMatchObject({ mode: 'working', task: { id: 'own' } });
    expect(robot.running()).toBeNull();
    expect(robot.patrolByItself('own', 'round', [base])).toBe(false);
    expect(pass(robot, 20)).toEqual([]);
    expect(robot.state().mode).not.toBe('working');
  });
});

it('ends each command that it took exactly once, whatever is ordered', () => {
  const action = fc.oneof(
    fc.record({ name: fc.constant('goTo' as const), metres: fc.integer({ min: 0, max: 40 }) }),
    fc.record({
      name: fc.constantFrom('stop' as const, 'returnToBase', 'cut', 'fault', 'clear'),
      metres: fc.constant(0),
    }),
  );
  const step = fc.record({ action, seconds: fc.integer({ min: 0, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const robot = start();
      const taken = new Set<string>();
      const ended: string[] = [];
      for (const [index, { action: what, seconds }] of steps.entries()) {
        if (what.name === 'cut') robot.linkLost();
        else if (what.name === 'fault') robot.setFault('lidar');
        else if (what.name === 'clear') robot.setFault(null);
        else {
          const command = what.name === 'goTo' ? goTo(index, what.metres) : order(index, what.name);
          if (robot.begin(command) === null) taken.add(command.id);
        }
        ended.push(...pass(robot, seconds).map((one) => one.id));
        expect(openState.safeParse({ at: 0, seq: 0, ...robot.state() }).error).toBeUndefined();
      }
      robot.begin(order(999, 'stop'));
      taken.add(id(999));
      ended.push(...robot.advance(1).map((one) => one.id));
      expect(ended.toSorted()).toEqual([...taken].toSorted());
    }),
  );
});
