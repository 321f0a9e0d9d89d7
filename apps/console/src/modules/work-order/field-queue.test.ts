import { CallRefused, CallUnreachable } from '@eyrie/client';
import type { FieldAnswer } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import {
  createFieldQueue,
  lineWhile,
  photoGone,
  type FieldLine,
  type FieldShelf,
  type FieldState,
  type FieldWorkItem,
} from './field-queue.ts';

const refused = (status: number): CallRefused =>
  new CallRefused({ status, code: status, message: `no: ${status}`, reason: null, data: null });
const gone = new CallUnreachable('cut', null);
const completed: FieldAnswer = { standing: 'completed', by: null, state: 'done' };
const claimed: FieldAnswer = { standing: 'claimed', by: null, state: 'inProcess' };
const quicker: FieldAnswer = { standing: 'claimedByOther', by: 'Li', state: 'inProcess' };

/** A phone, and a server to which the line is cut where it is asked to. */
const phone = ({ keeps = true, isHere = () => true }: { keeps?: boolean; isHere?: () => boolean } = {}) => {
  const kept = new Map<string, unknown>();
  const keep = async (name: string, value: unknown): Promise<boolean> => {
    if (keeps) kept.set(name, structuredClone(value));
    return keeps;
  };
  const shelf: FieldShelf = {
    items: async () =>
      [...kept].flatMap(([name, value]) => (name.startsWith('step') ? [value as FieldWorkItem] : [])),
    keep: (item) => keep(`step.${item.key}`, item),
    keepPhoto: (id, picture) => keep(`photo.${id}`, picture),
    photo: async (id) => (kept.get(`photo.${id}`) as string | undefined) ?? null,
    dropPhoto: async (id) => void kept.delete(`photo.${id}`),
    drop: async ({ key, photos }) => {
      kept.delete(`step.${key}`);
      for (const { id } of photos) kept.delete(`photo.${id}`);
    },
  };
  const heard: string[] = [];
  const answers: (FieldAnswer | Error)[] = [];
  const photoAnswers: (Error | null)[] = [];
  const answer = (): FieldAnswer => {
    const next = answers.shift() ?? gone;
    if (next instanceof Error) throw next;
    return next;
  };
  const line: FieldLine = {
    photo: async (_order, { id }) => {
      heard.push(`photo ${id}`);
      const next = photoAnswers.shift() ?? null;
      if (next) throw next;
      return `oid-${id}`;
    },
    claim: async ({ key }) => {
      heard.push(`claim ${key}`);
      return answer();
    },
    complete: async ({ key }, oidsOf) => {
      heard.push(`complete ${key} ${oidsOf('before').join()}|${oidsOf('after').join()}`);
      return answer();
    },
  };
  let state: FieldState = { items: [], unkept: false };
  const sent: string[] = [];
  const answered: string[] = [];
  const queue = () =>
    createFieldQueue({
      shelf,
      line: lineWhile(isHere, line),
      onChange: (next) => {
        state = next;
      },
      onAnswer: ({ key }, well) => void (well ? sent : answered).push(key),
    });
  return { kept, heard, answers, answered, photoAnswers, sent, queue, shown: () => state };
};
const item = (key: string, part: Partial<FieldWorkItem> = {}): FieldWorkItem => ({
  key,
  orderOID: 'order',
  orderName: 'Bolt',
  step: 'complete',
  note: 'tightened',
  photos: [],
  doneAt: 1,
  phase: 'waiting',
  answer: null,
  fault: null,
  ...part,
});
const photo = (id: string, stage: 'before' | 'after') => ({ id, stage, name: `${id}.jpg`, mediaOID: null });

describe('steps of the field', () => {
  it('wait without a connection, outlive the page, and go in the order in which they were done', async () => {
    const { answers, heard, kept, sent, queue, shown } = phone();
    const first = queue();
    await first.put(item('late', { doneAt: 2 }));
    await first.put(item('early', { step: 'claim' }));
    await first.send();
    expect([heard, sent]).toEqual([['claim early'], []]);
    const second = queue();
    await second.load();
    answers.push(claimed, completed);
    await second.send();
    expect(heard).toEqual(['claim early', 'claim early', 'complete late |']);
    expect([sent, shown().items, kept.size]).toEqual([['early', 'late'], [], 0]);
  });

  it('send each photo once, though the line is cut between them', async () => {
    const { answers, heard, photoAnswers, kept, queue } = phone();
    const sending = queue();
    const draft = item('one', { phase: 'draft' });
    await sending.addPhoto(draft, photo('a', 'before'), 'data:a');
    await sending.addPhoto(draft, photo('b', 'after'), 'data:b');
    await sending.send();
    expect(heard).toEqual([]);
    const again = queue();
    await again.load();
    const [found] = [...kept.values()].filter((one) => typeof one === 'object') as FieldWorkItem[];
    await again.put({ ...(found as FieldWorkItem), phase: 'waiting' });
    photoAnswers.push(null, gone);
    await again.send();
    answers.push(gone, completed);
    await again.send();
    await again.send();
    expect(heard).toEqual([
      'photo a',
      'photo b',
      'photo b',
      'complete one oid-a|oid-b',
      'complete one oid-a|oid-b',
    ]);
    expect(kept.size).toBe(0);
  });

  it('that somebody else was quicker with stay, with who it was, until they are dropped', async () => {
    const { answered, answers, kept, queue, sent, shown } = phone();
    const sending = queue();
    await sending.put(item('one'));
    answers.push(quicker);
    await sending.send();
    await sending.send();
    expect(shown().items).toMatchObject([{ phase: 'answered', answer: quicker }]);
    expect([sent, answered, kept.size]).toEqual([[], ['one'], 1]);
    await sending.drop(shown().items[0] as FieldWorkItem);
    expect(kept.size).toBe(0);
  });

  it.each([401, 408, 429, 500, 503])('wait after an answer of %d', async (status) => {
    const { answers, queue, shown } = phone();
    const sending = queue();
    await sending.put(item('one'));
    answers.push(refused(status));
    await sending.send();
    expect(shown().items).toMatchObject([{ phase: 'waiting' }]);
  });

  it('that are refused stay with the reason, and do not hold up others', async () => {
    const { answers, queue, sent, shown } = phone();
    const sending = queue();
    await sending.put(item('one'));
    await sending.put(item('two', { doneAt: 2, orderOID: 'other' }));
    answers.push(refused(404), completed);
    await sending.send();
    expect(shown().items).toMatchObject([{ key: 'one', phase: 'refused', fault: 'no: 404' }]);
    expect(sent).toEqual(['two']);
  });

  it('whose photo is gone from the phone say so instead of going without it', async () => {
    const { heard, queue, shown } = phone();
    const sending = queue();
    await sending.put(item('one', { photos: [photo('a', 'before')] }));
    await sending.send();
    expect(shown().items).toMatchObject([{ phase: 'refused', fault: photoGone }]);
    expect(heard).toEqual([]);
    await sending.removePhoto('one', 'a');
    expect(shown().items).toMatchObject([{ photos: [] }]);
  });

  it('are sent from this page where the phone keeps nothing, which is said', async () => {
    const { answers, queue, sent, shown } = phone({ keeps: false });
    const sending = queue();
    await sending.addPhoto(item('one'), photo('a', 'after'), 'data:a');
    expect(shown().unkept).toBe(true);
    answers.push(completed);
    await sending.send();
    expect(sent).toEqual(['one']);
  });

  it('wait for a member who left while a photo was under way, and go in no other name', async () => {
    let asked = 0;
    const isHere = (): boolean => {
      asked += 1;
      return asked === 1;
    };
    const { heard, queue, shown } = phone({ isHere });
    const sending = queue();
    await sending.addPhoto(item('one'), photo('a', 'before'), 'data:a');
    await sending.addPhoto(item('one'), photo('b', 'after'), 'data:b');
    await sending.send();
    await sending.send();
    expect(heard).toEqual(['photo a']);
    expect(shown().items).toMatchObject([
      { phase: 'waiting', fault: null, photos: [{ mediaOID: 'oid-a' }, { mediaOID: null }] },
    ]);
  });

  it('are sent once however often sending begins at once', async () => {
    const { answers, heard, queue } = phone();
    const sending = queue();
    await sending.put(item('one'));
    answers.push(completed, completed);
    await Promise.all([sending.send(), sending.send(), sending.send()]);
    expect(heard).toHaveLength(1);
  });
});
