import { expect, it } from 'vitest';
import { robotLook } from './robot-style.ts';

const robot = { online: true, mode: 'working', fault: null } as const;

it('shows what a robot does while that is fresh, and nothing old as new', () => {
  expect(robotLook(robot, 1_000)).toBe('working');
  expect(robotLook({ ...robot, mode: 'charging' }, 1_000)).toBe('live');
  expect(robotLook(robot, 7_000)).toBe('attention');
  expect(robotLook(robot, 11_000)).toBe('alarm');
  expect(robotLook(robot, 61_000)).toBe('offline');
  expect(robotLook(robot, null)).toBe('offline');
  expect(robotLook({ ...robot, online: false }, 1_000)).toBe('offline');
});

it('shows a fault whatever the robot does', () => {
  expect(robotLook({ ...robot, fault: { code: 'E1', text: 'jammed' } }, 1_000)).toBe('alarm');
});
