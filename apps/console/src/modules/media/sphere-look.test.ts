import { describe, expect, it } from 'vitest';
import { dragged, firstLook, headingOf, lookAfter, nearer, turned } from './sphere-look.ts';

describe('a look around a sphere', () => {
  it('goes all around, and no further than straight up and down', () => {
    expect(turned({ ...firstLook, yaw: 179 }, 2, 0).yaw).toBe(-179);
    expect(turned({ ...firstLook, yaw: -179 }, -2, 0).yaw).toBe(179);
    expect(turned({ ...firstLook, pitch: 89 }, 0, 5).pitch).toBe(90);
    expect(turned({ ...firstLook, pitch: -89 }, 0, -5).pitch).toBe(-90);
  });

  it('comes nearer and goes further within bounds', () => {
    expect(nearer(firstLook, 2).field).toBe(35);
    expect(nearer(firstLook, 100).field).toBe(10);
    expect(nearer(firstLook, 0.01).field).toBe(100);
  });

  it('follows a drag as if the picture were held', () => {
    expect(dragged(firstLook, 350, 0, 700)).toMatchObject({ yaw: -35, pitch: 0 });
    expect(dragged(firstLook, 0, 70, 700)).toMatchObject({ yaw: 0, pitch: 7 });
  });

  it('is turned by keys, the finer the nearer', () => {
    expect(lookAfter(firstLook, 'ArrowRight')?.yaw).toBe(5);
    expect(lookAfter(nearer(firstLook, 2), 'ArrowRight')?.yaw).toBe(2.5);
    expect(lookAfter(firstLook, 'ArrowUp')?.pitch).toBe(5);
    expect(lookAfter({ yaw: 9, pitch: 9, field: 20 }, '0')).toEqual(firstLook);
    expect(lookAfter(firstLook, 'x')).toBeNull();
  });

  it('has a heading from 0 to 359', () => {
    expect(headingOf({ ...firstLook, yaw: -20 }, 10)).toBe(350);
    expect(headingOf({ ...firstLook, yaw: 90 }, 270)).toBe(0);
    expect(headingOf({ ...firstLook, yaw: -0.4 }, 0)).toBe(0);
  });
});
