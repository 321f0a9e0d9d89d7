import type { OutcomeRecord, ReviewPicture } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { freshHand, handAfter, isStillAt, isUnsaved } from './review-hand.ts';
import { firstLeft, isAgain, nextUnaudited, withUndone, withVerdict, type View } from './review-verdict.ts';

const outcome = (oid: string, mediaOID: string, verdict: OutcomeRecord['verdict'] = null) =>
  ({ oid, mediaOID, verdict }) as OutcomeRecord;
const picture = (mediaOID: string, outcomes: number, audited = 0) =>
  ({ mediaOID, outcomes, audited }) as ReviewPicture;
/** Picture `a` with two boxes is shown, `b` with one follows. */
const view = (): View => ({
  detection: { outcomes: 3, audited: 0 } as View['detection'],
  pictures: [picture('a', 2), picture('b', 1)],
  more: false,
  mediaOID: 'a',
  outcomes: [outcome('a1', 'a'), outcome('a2', 'a')],
});

describe('the review while a verdict is read anew', () => {
  it('counts it at once, and shows the next box and then the next picture', () => {
    const first = withVerdict(view(), outcome('a1', 'a', 'confirmed'), null);
    expect(first).toMatchObject({
      detection: { audited: 1, outcomes: 3 },
      pictures: [{ audited: 1 }, { audited: 0 }],
    });
    expect(firstLeft(first.outcomes, [])?.oid).toBe('a2');
    const second = withVerdict(first, outcome('a2', 'a', 'falseAlarm'), null);
    expect(firstLeft(second.outcomes, [])).toBeUndefined();
    expect(nextUnaudited(second)).toBe('b');
    // Of one picture it counts in the views of all.
    const other = withVerdict(
      { ...view(), mediaOID: 'b', outcomes: [] },
      outcome('a1', 'a', 'confirmed'),
      null,
    );
    expect(other).toMatchObject({ outcomes: [], pictures: [{ audited: 1 }, { audited: 0 }] });
  });

  it('counts a changed verdict once, a drawn box as one more, and a deleted one no longer', () => {
    const judged = withVerdict(view(), outcome('a1', 'a', 'confirmed'), null);
    expect(withVerdict(judged, outcome('a1', 'a', 'falseAlarm'), 'confirmed').detection.audited).toBe(1);
    const drawn = withVerdict(judged, outcome('a3', 'a', 'confirmed'), undefined);
    expect(drawn).toMatchObject({ detection: { audited: 2, outcomes: 4 } });
    expect(drawn.outcomes).toHaveLength(3);
    const deleted = withVerdict(drawn, outcome('a3', 'a', 'deleted'), 'confirmed');
    expect(deleted).toMatchObject({ detection: { audited: 1, outcomes: 3 } });
    expect(deleted.outcomes.map(({ oid }) => oid)).toEqual(['a1', 'a2']);
  });

  it('has a box as it stands once its verdict was taken back, and a drawn one no longer', () => {
    const judged = withVerdict(view(), { ...outcome('a1', 'a', 'confirmed'), version: 2 }, null);
    const back = withUndone(judged, { ...outcome('a1', 'a'), version: 3 });
    expect(firstLeft(back.outcomes, [])).toMatchObject({ oid: 'a1', version: 3 });
    const drawn = withVerdict(back, outcome('a3', 'a', 'confirmed'), undefined);
    const { outcomes } = withUndone(drawn, outcome('a3', 'a', 'deleted'));
    expect(outcomes.map(({ oid }) => oid)).toEqual(['a1', 'a2']);
  });

  it('takes a verdict that this page gave already for said, and no other', () => {
    const last = { ...outcome('a1', 'a', 'falseAlarm'), version: 2, reason: 'shadow' };
    expect(isAgain(last, last, 'falseAlarm', 'shadow')).toBe(true);
    expect(isAgain(last, last, 'falseAlarm', 'glare')).toBe(false);
    expect(isAgain(last, last, 'confirmed', 'shadow')).toBe(false);
    expect(isAgain(last, { ...last, version: 3 }, 'falseAlarm', 'shadow')).toBe(false);
    expect(isAgain(last, { ...last, oid: 'a2' }, 'falseAlarm', 'shadow')).toBe(false);
  });

  it('offers no box whose verdict is on its way', () => {
    expect(firstLeft(view().outcomes, ['a1'])?.oid).toBe('a2');
    expect(firstLeft(view().outcomes, ['a1', 'a2'])).toBeUndefined();
  });
});

describe('what is in hand when a verdict is stored', () => {
  const given = { mediaOID: 'a', oid: 'a1', isPlain: true, draft: freshHand('a').draft };
  const stored = outcome('a1', 'a', 'confirmed');
  const over = { left: false, following: 'b' };

  it('goes on to the next picture', () => {
    expect(handAfter(freshHand('a', 'a1'), given, stored, over)).toMatchObject({
      mediaOID: 'b',
      picked: null,
    });
  });

  it('stays on another picture, and at a box that was drawn meanwhile', () => {
    const elsewhere = freshHand('c');
    expect(handAfter(elsewhere, given, stored, over)).toBe(elsewhere);
    const drawing = { ...freshHand('a'), isDrawing: true };
    expect(handAfter(drawing, given, stored, over)).toBe(drawing);
    const fresh = freshHand('a');
    const typed = { ...fresh, draft: { ...fresh.draft, otherText: 'nest' } };
    expect(isUnsaved(typed)).toBe(true);
    expect(handAfter(typed, given, stored, over)).toBe(typed);
    // What was typed is stored by its own verdict.
    const own = { ...given, isPlain: false, draft: typed.draft };
    expect(isUnsaved(handAfter(typed, own, stored, over))).toBe(false);
    // What was begun of another box by then is not.
    expect(handAfter(typed, { ...given, isPlain: false }, stored, over)).toBe(typed);
  });

  it('corrects a new box where it was drawn anew while its verdict was on its way', () => {
    const fresh = freshHand('a');
    const drawn = { ...fresh, draft: { ...fresh.draft, box: { x: 1, y: 1, width: 9, height: 9 } } };
    const again = { ...drawn, draft: { ...drawn.draft, box: { x: 2, y: 2, width: 9, height: 9 } } };
    const own = { mediaOID: 'a', isPlain: false, draft: drawn.draft };
    const next = handAfter(again, own, outcome('new', 'a', 'confirmed'), over);
    expect(next).toMatchObject({ mediaOID: 'a', picked: 'new', draft: { box: { x: 2 } } });
    // As it was sent, it is stored, and the next picture is there.
    expect(handAfter(drawn, own, outcome('new', 'a', 'confirmed'), over).mediaOID).toBe('b');
  });

  it('is not what a refusal is about once another box was begun', () => {
    const fresh = freshHand('a');
    expect(isStillAt(fresh, given)).toBe(true);
    // Chosen again for what was refused, that box would take what is drawn now as its own place.
    expect(isStillAt({ ...fresh, isDrawing: true }, given)).toBe(false);
  });

  it('keeps a confirmed box chosen when nothing follows, a false alarm not', () => {
    const none = { left: false, following: null };
    expect(handAfter(freshHand('a', 'a1'), given, stored, none).picked).toBe('a1');
    const alarm = outcome('a1', 'a', 'falseAlarm');
    expect(handAfter(freshHand('a', 'a1'), given, alarm, none).picked).toBeNull();
  });
});
