import { addPoint, freshPlan, record, startHistory, undo } from '@eyrie/planner';
import { expect, it } from 'vitest';
import { afterSave, isUnsaved } from './editor-work.ts';

const empty = freshPlan('waypoint');
const drawn = addPoint(empty, { lng: 121.47, lat: 31.23 });
const step = { label: 'edit', gesture: null };
const history = record(startHistory(empty), drawn, step);
const sent = { plan: drawn, name: 'East ', remark: '' };
const stored = { oid: 'a', name: 'East', remark: '', version: 2 };
const work = { history, name: 'East ', remark: '' };

it('stands on what is stored, and keeps the steps that led to it', () => {
  const after = afterSave(work, sent, stored);
  expect(after).toMatchObject({ name: 'East', remark: '' });
  expect(after.start).toMatchObject({ oid: 'a', version: 2, draftKey: 'a', plan: drawn });
  expect(isUnsaved(after.start, after)).toBe(false);
  const back = undo(after.history);
  expect(back.plan).toEqual(empty);
  expect(isUnsaved(after.start, { ...after, history: back })).toBe(true);
});

it('keeps what was drawn, taken back and typed while it was being stored', () => {
  const more = addPoint(drawn, { lng: 121.48, lat: 31.23 });
  const later = { history: record(history, more, step), name: 'West', remark: 'twice a day' };
  const after = afterSave(later, sent, stored);
  expect(after).toMatchObject({ name: 'West', remark: 'twice a day' });
  expect(after.history.plan).toBe(more);
  expect(undo(after.history).plan).toEqual(drawn);
  expect(isUnsaved(after.start, after)).toBe(true);

  const undone = afterSave({ ...work, history: undo(history) }, sent, stored);
  expect(undone.history.plan).toEqual(empty);
  expect(isUnsaved(undone.start, undone)).toBe(true);
});
