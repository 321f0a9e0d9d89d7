import dayjs, { type Dayjs } from 'dayjs';

const two = (value: number): string => String(value).padStart(2, '0');

// Not by format(): in Arabic it writes other digits.
export const dateOf = (day: Dayjs | null): string | null =>
  day && `${day.year()}-${two(day.month() + 1)}-${two(day.date())}`;
export const clockOf = (day: Dayjs | null): string | null => day && `${two(day.hour())}:${two(day.minute())}`;
export const dayOf = (date: string | null): Dayjs | null => (date === null ? null : dayjs(`${date}T00:00`));
export const timeOf = (clock: string | null): Dayjs | null =>
  clock === null ? null : dayjs(`2000-01-01T${clock}`);
