import { z } from 'zod';
import { limits } from '../limits.ts';
import type { Names } from '../names.ts';
import { instant, oid, optionalText, sentInstant } from '../shape.ts';
import type { Window } from './notice-time.ts';

/**
 * What everybody with an open console is told for a while. `announcement`: a text. `maintenance`: a time in which
 * nothing new is begun, while everything that an aircraft in the air needs goes on.
 */
export const noticeKinds = ['announcement', 'maintenance'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
export const noticeLevels = ['info', 'attention'] as const;
export type NoticeLevel = (typeof noticeLevels)[number];
/** `planned`: its time has not come. `over`: its time has passed, or somebody ended it before. */
export const noticeStates = ['planned', 'current', 'over'] as const;
export type NoticeState = (typeof noticeStates)[number];

const words = optionalText(limits.operation.notice.textMax)
  .transform((value) => value.trim())
  .optional();
/** The same in up to three languages; what is missing falls back to another one. */
export const noticeTexts = z.object({ zh: words, en: words, ar: words });
/** Empty where nothing was written in a language. */
export type NoticeTexts = Names;

/** What people write of a notice. */
export const noticeFields = {
  texts: noticeTexts,
  level: z.enum(noticeLevels).default('info'),
  from: instant,
  until: instant,
  /** Shown before the sign-in too, to anybody who can reach this server. */
  onSignIn: z.boolean().default(false),
};

const sentTexts = z.object({ zh: z.string(), en: z.string(), ar: z.string() });

export const noticeRecord = z.object({
  oid,
  kind: z.enum(noticeKinds),
  /** `instance`: for the members of every organisation. */
  scope: z.enum(['organisation', 'instance']),
  level: z.enum(noticeLevels),
  texts: sentTexts,
  from: sentInstant,
  until: sentInstant,
  onSignIn: z.boolean(),
  state: z.enum(noticeStates),
  /** Null where the reader may not know: somebody of another organisation. */
  createdBy: z.object({ oid, name: z.string() }).nullable(),
  createdAt: sentInstant,
  endedAt: sentInstant.nullable(),
  allowed: z.array(z.string()),
});
export type NoticeRecord = z.output<typeof noticeRecord>;

/** A notice as the strip of a console, or the sign-in page, shows it. */
export const shownNotice = z.object({
  oid,
  kind: z.enum(noticeKinds),
  level: z.enum(noticeLevels),
  texts: sentTexts,
  from: sentInstant,
  until: sentInstant,
});
export type ShownNotice = z.output<typeof shownNotice>;

export const noticeState = (
  { from, until, endedAt }: Window & { endedAt: number | null },
  now: number,
): NoticeState => {
  if (endedAt !== null || now >= until) return 'over';
  return now < from ? 'planned' : 'current';
};

/** The rules that a time breaks, by field; empty: it can stand. `begun`: its start is not to be judged any more. */
export function windowFaults(
  kind: NoticeKind,
  { from, until }: Window,
  { now, begun }: { now: number; begun: boolean },
): { path: 'from' | 'until'; rule: string }[] {
  const { ahead, longest, longestMaintenance, late } = limits.operation.notice;
  const most = kind === 'maintenance' ? longestMaintenance : longest;
  const faults: { path: 'from' | 'until'; rule: string }[] = [];
  if (!begun && from < now - late) faults.push({ path: 'from', rule: 'past' });
  if (from > now + ahead) faults.push({ path: 'from', rule: 'farAhead' });
  if (until <= from || until <= now) faults.push({ path: 'until', rule: 'order' });
  else if (until - from > most) faults.push({ path: 'until', rule: 'tooLongTime' });
  return faults;
}
