import { openCommands, openCommandsOf, type OpenHello, type OpenState } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { Movements } from './movements.ts';

const place = { lng: 104.06, lat: 30.57 };
const hello = (kind: OpenHello['kind'], commands: OpenHello['commands']): OpenHello => ({
  protocol: 1,
  kind,
  at: 0,
  vendor: 'Acme',
  model: 'One',
  commands,
});
const at = (more: Partial<OpenState>): OpenState => ({ at: 0, seq: 0, mode: 'idle', ...more });
const cover = (now: 'closed' | 'open') => at({ dock: { cover: now, aircraftInside: true } });

it('sends a robot away and back, always to where it is not', () => {
  const movements = new Movements(hello('robot', ['goTo', 'stop']), at({ place }));
  const first = movements.next(at({ place }));
  expect(first?.name).toBe('goTo');
  const there = openCommands.goTo.parse(first?.arguments);
  expect(there).not.toEqual(place);
  const back = openCommands.goTo.parse(movements.next(at({ place: there }))?.arguments);
  expect(back).toEqual(place);
});

it('opens a closed cover and closes an open one', () => {
  const movements = new Movements(
    hello('dock', openCommandsOf.dock as OpenHello['commands']),
    cover('closed'),
  );
  expect(movements.next(cover('closed'))?.name).toBe('coverOpen');
  expect(movements.next(cover('open'))?.name).toBe('coverClose');
});

it('moves nothing that it cannot see or that the device does not name', () => {
  expect(new Movements(hello('robot', ['goTo']), at({})).next(at({}))).toBeNull();
  expect(new Movements(hello('robot', ['returnToBase']), at({ place })).next(at({ place }))).toBeNull();
  expect(new Movements(hello('dock', ['coverOpen']), cover('closed')).next(cover('closed'))).toBeNull();
});

it('has a command that the device does not name, and arguments that do not fit', () => {
  const robot = new Movements(hello('robot', ['patrol']), at({ place }));
  expect(robot.foreign?.name).toBe('returnToBase');
  expect(openCommands.patrol.safeParse(robot.misfit?.arguments).success).toBe(false);
  expect(new Movements(hello('dock', ['coverOpen']), cover('open')).misfit).toBeNull();
});
