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

test('a click on a bundle opens it, unless a tool is in the hand', () => {
  const opened: unknown[] = [];
  const heard: string[] = [];
  const clicks = createClicks((bundle) => opened.push(bundle));
  clicks.add(() => heard.push('page'));
  const bundle = { west: 1, south: 2, east: 3, north: 4 };
  clicks.notify({ ...hit, bundle });
  expect([opened, heard]).toEqual([[bundle], []]);
  clicks.capture(() => heard.push('tool'));
  clicks.notify({ ...hit, bundle });
  expect([opened, heard]).toEqual([[bundle], ['tool']]);
});
