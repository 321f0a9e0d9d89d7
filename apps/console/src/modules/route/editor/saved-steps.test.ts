import { addPoint, freshPlan, record, startHistory, undo } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { keepSteps, takeSteps } from './saved-steps.ts';

const empty = freshPlan('waypoint');
const drawn = addPoint(empty, { lng: 121.47, lat: 31.23 });
const history = record(startHistory(empty), drawn, { label: 'edit', gesture: null });

it('hands the steps of a saved plan on, once', () => {
  keepSteps('a', drawn, history);
  const stored = structuredClone(drawn);
  const steps = takeSteps('a', stored);
  expect(steps?.plan).toBe(stored);
  expect(steps && undo(steps).plan).toEqual(empty);
  expect(takeSteps('a', stored)).toBeNull();
});

it('hands nothing on to another route, or to what somebody else saved', () => {
  keepSteps('a', drawn, history);
  expect(takeSteps('b', drawn)).toBeNull();
  keepSteps('a', drawn, history);
  expect(takeSteps('a', addPoint(drawn, { lng: 121.48, lat: 31.23 }))).toBeNull();
});

it('keeps what was drawn while the route was being saved', () => {
  const more = addPoint(drawn, { lng: 121.48, lat: 31.23 });
  keepSteps('a', drawn, record(history, more, { label: 'edit', gesture: null }));
  const steps = takeSteps('a', structuredClone(drawn));
  expect(steps?.plan).toBe(more);
  expect(steps && undo(steps).plan).toEqual(drawn);
});
