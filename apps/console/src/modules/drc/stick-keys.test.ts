import { centredSticks } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import {
  actionOf,
  defaultKeys,
  keptKeys,
  keyLabel,
  mayMap,
  remapped,
  stickActions,
  sticksOfKeys,
} from './stick-keys.ts';

const of = (...codes: string[]) => sticksOfKeys(defaultKeys, new Set(codes), 0.5);

describe('keys', () => {
  it.each([
    ['KeyW', { pitch: 0.5 }],
    ['KeyS', { pitch: -0.5 }],
    ['KeyA', { roll: -0.5 }],
    ['KeyD', { roll: 0.5 }],
    ['ArrowUp', { throttle: 0.5 }],
    ['ArrowDown', { throttle: -0.5 }],
    ['ArrowLeft', { yaw: -0.5 }],
    ['ArrowRight', { yaw: 0.5 }],
    ['Space', {}],
    ['KeyX', {}],
  ])('%s deflects its axis alone', (code, moved) => {
    expect(of(code)).toEqual({ ...centredSticks, ...moved });
  });

  it('against each other are the centre, and none is as well', () => {
    expect(of('KeyW', 'KeyS', 'KeyA', 'KeyD')).toEqual(centredSticks);
    expect(of()).toEqual(centredSticks);
  });

  it('are given to another action, unless one has it, or the page needs it', () => {
    const { keys } = remapped(defaultKeys, 'forward', 'KeyI');
    expect(keys && actionOf(keys, 'KeyI')).toBe('forward');
    expect(keys && actionOf(keys, 'KeyW')).toBe(null);
    expect(remapped(defaultKeys, 'forward', 'KeyS')).toEqual({ keys: null, taken: 'back' });
    expect(remapped(defaultKeys, 'forward', 'KeyW').keys).toEqual(defaultKeys);
    for (const code of ['Tab', 'Escape', 'Enter', 'F5', 'ShiftLeft', 'MetaRight', ''])
      expect([code, mayMap(code), remapped(defaultKeys, 'up', code).keys]).toEqual([code, false, null]);
  });

  it('are shown by what is printed on them', () => {
    expect(stickActions.map((action) => keyLabel(defaultKeys[action])).join('')).toBe('WSAD↑↓←→␣');
    expect(keyLabel('Digit1')).toBe('1');
  });

  it('that were kept count only as a whole', () => {
    const own = { ...defaultKeys, up: 'KeyR' };
    expect(keptKeys(own)).toEqual(own);
    for (const bad of [null, 1, {}, { ...own, down: 'KeyR' }, { ...own, down: 'Tab' }, { ...own, down: 5 }])
      expect(keptKeys(bad)).toEqual(defaultKeys);
  });
});
