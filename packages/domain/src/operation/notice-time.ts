/** Epoch ms; at its end it is over. */
export interface Window {
  from: number;
  until: number;
}

/** Whether its time is now: from the first millisecond, up to and without the last. */
export const isCurrent = ({ from, until }: Window, now: number): boolean => from <= now && now < until;

/** Maintenance is shown from the moment it was planned; an announcement in its time. */
export const isShown = (notice: Window & { kind: 'announcement' | 'maintenance' }, now: number): boolean =>
  notice.kind === 'maintenance' ? now < notice.until : isCurrent(notice, now);
