import { expect, it } from 'vitest';
import { cloudColour } from './cloud-look.ts';

const heights = { minimum: 100, maximum: 140 };

it('colours points by themselves, by class and by height between the lowest and the highest', () => {
  expect(cloudColour('colour', heights, 0.5)).toBe("${COLOR} * color('white', 0.5)");
  expect(cloudColour('height', heights, 1)).toContain('(${Height} - 100) / 40');
  const byClass = cloudColour('class', heights, 1);
  expect(byClass).toMatchObject({
    conditions: expect.arrayContaining([['${Classification} === 2', "color('#a3733f', 1)"]]),
  });
});

it('leaves points as they are in a tileset that says nothing of heights and classes', () => {
  expect(cloudColour('height', undefined, 1)).toBe("${COLOR} * color('white', 1)");
});
