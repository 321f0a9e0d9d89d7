import { momentOf, wallTime } from '../zone.ts';
import { monthLater, type Month } from './inspection-report.ts';

export const sendingStates = ['waiting', 'making', 'sent', 'failed'] as const;
export type SendingState = (typeof sendingStates)[number];

/**
 * The month whose report is sent in the month in which a moment lies, and when.
 * @param now epoch ms
 * @param timeZone on whose clocks, an IANA name
 * @returns the month before, and the moment of that day and hour of the month that is running, epoch ms
 */
export const sendingDue = (
  now: number,
  { day, hour }: { day: number; hour: number },
  timeZone: string,
): { month: Month; dueAt: number } => {
  const { year, month } = wallTime(timeZone, now);
  const running = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
  return {
    month: monthLater(running, -1),
    dueAt: momentOf(timeZone, { year, month, day, hour, minute: 0, second: 0 }),
  };
};
