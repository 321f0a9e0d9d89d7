const two = (value: number): string => String(value).padStart(2, '0');

/** A minute of the day as `HH:MM`. */
export const minuteText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** `HH:MM` as a minute of the day; null for anything else, such as a time that is half typed. */
export const minuteOf = (typed: string): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(typed);
  return match ? Number(match[1]) * 60 + Number(match[2]) : null;
};
