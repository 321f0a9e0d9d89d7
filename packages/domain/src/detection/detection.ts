import { nameIn, nameLanguageOf, type Names } from '../names.ts';

/** In pixels of the picture as it is stored, from its upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface PictureSize {
  width: number;
  height: number;
}

/** How a run of a detector stands, as the detector says. */
export const detectionStates = ['running', 'done', 'failed'] as const;

/** What a run looks at: files, or frames of a live picture while it arrives. */
export const detectionKinds = ['files', 'live'] as const;

/** What a person says of a box. Only a box that a person drew can be deleted; a detector's is a false alarm. */
export const verdicts = ['confirmed', 'falseAlarm', 'deleted'] as const;
export type Verdict = (typeof verdicts)[number];

export const auditStates = ['unaudited', 'partially', 'fully'] as const;
export type AuditState = (typeof auditStates)[number];

/** The class that needs words of its own. */
export const otherClass = 'other';

/** Derived from its outcomes. Where nothing was found nobody has looked either, so it is not called audited. */
export const auditState = ({ outcomes, audited }: { outcomes: number; audited: number }): AuditState => {
  if (audited === 0) return 'unaudited';
  return audited < outcomes ? 'partially' : 'fully';
};

/** Whether a box has an extent and lies in its picture. */
export const boxFits = (box: Box, picture: PictureSize): boolean =>
  [box.x, box.y, box.width, box.height].every(Number.isFinite) &&
  box.x >= 0 &&
  box.y >= 0 &&
  box.width > 0 &&
  box.height > 0 &&
  box.x + box.width <= picture.width &&
  box.y + box.height <= picture.height;

/**
 * The box between two corners that somebody drew in any direction, in whole pixels and cut off at the picture.
 * @returns null when nothing of it has an extent
 */
export const drawnBox = (
  from: { x: number; y: number },
  to: { x: number; y: number },
  picture: PictureSize,
): Box | null => {
  const within = (value: number, most: number): number => Math.min(Math.max(Math.round(value), 0), most);
  const [left, right] = [from.x, to.x].map((value) => within(value, picture.width)).toSorted((a, b) => a - b);
  const [top, bottom] = [from.y, to.y]
    .map((value) => within(value, picture.height))
    .toSorted((a, b) => a - b);
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null;
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  return boxFits(box, picture) ? box : null;
};

/** What a reason of false alarms is called for a reader; a text of before there were codes is as it was written. */
export const alarmReasonName = (
  { reason, names }: { reason: string; names?: Names | null | undefined },
  language: string,
): string => (names ? nameIn(names, nameLanguageOf(language)).name : '') || reason;
