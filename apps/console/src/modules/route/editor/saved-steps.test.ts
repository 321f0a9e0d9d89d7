import { addPoint, freshPlan, record, startHistory, undo } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { keepSteps, takeSteps } from './saved-steps.ts';

const empty = freshPlan('waypoint');
const drawn = addPoint(empty, { lng: 121.47, lat: 31.23 });
const history = record(startHistory(empty), drawn, { label: 'edit', gesture: null });
const saved = { plan: drawn, name: 'East ', remark: '' };
const stored = { plan: structuredClone(drawn), name: 'East', remark: '' };
const live = { history, name: 'East ', remark: '' };

it('hands the steps of a saved plan on, once', () => {
  keepSteps('a', saved, live);
  const taken = takeSteps('a', stored);
  expect(taken).toMatchObject({ name: 'East', remark: '' });
  expect(taken?.history.plan).toBe(stored.plan);
  expect(taken && undo(taken.history).plan).toEqual(empty);
  expect(takeSteps('a', stored)).toBeNull();
});

it('hands nothing on to another route, or to what somebody else saved', () => {
  keepSteps('a', saved, live);
  expect(takeSteps('b', stored)).toBeNull();
  keepSteps('a', saved, live);
  expect(takeSteps('a', { ...stored, plan: addPoint(drawn, { lng: 121.48, lat: 31.23 }) })).toBeNull();
});

it('keeps what was drawn, taken back and typed while the route was being saved and opened', () => {
  const work = { ...live };
  keepSteps('a', saved, work);
  const more = addPoint(drawn, { lng: 121.48, lat: 31.23 });
  work.history = record(history, more, { label: 'edit', gesture: null });
  work.name = 'West';
  work.remark = 'twice a day';
  const taken = takeSteps('a', stored);
  expect(taken).toMatchObject({ name: 'West', remark: 'twice a day' });
  expect(taken?.history.plan).toBe(more);
  expect(taken && undo(taken.history).plan).toEqual(drawn);

  keepSteps('a', saved, { ...live, history: undo(history) });
  expect(takeSteps('a', stored)?.history.plan).toEqual(empty);
});
