import { expect, test } from 'vitest';
import { createClicks } from './clicks.ts';
import type { Hit } from './contract.ts';

const hit: Hit = { place: { lng: 1, lat: 2 }, layerId: null, id: null };

test('while a tool is in the hand clicks go to it alone, to the one taken last', () => {
  const heard: string[] = [];
  const clicks = createClicks();
  clicks.add(() => heard.push('page'));
  clicks.notify(hit);
  const first = clicks.capture(() => heard.push('first'));
  const second = clicks.capture(() => heard.push('second'));
  clicks.notify(hit);
  first();
  clicks.notify(hit);
  second();
  second();
  clicks.notify(hit);
  expect(heard).toEqual(['page', 'second', 'second', 'page']);
});
