import { momentOf, wallTime } from '@eyrie/domain';
import dayjs, { type Dayjs } from 'dayjs';

/** A moment, epoch ms as text, as a picker shows it: with the fields of the clocks in `zone`. Null: no moment. */
export const toPicker = (text: string, zone: string): Dayjs | null => {
  if (!/^\d{10,14}$/.test(text)) return null;
  const { year, month, day, hour, minute, second } = wallTime(zone, Number(text));
  return dayjs(new Date(year, month - 1, day, hour, minute, second));
};

/** The moment that was picked on the clocks in `zone`, epoch ms as text; empty: none. */
export const fromPicker = (picked: Dayjs | null | undefined, zone: string): string =>
  picked
    ? String(
        momentOf(zone, {
          year: picked.year(),
          month: picked.month() + 1,
          day: picked.date(),
          hour: picked.hour(),
          minute: picked.minute(),
          second: picked.second(),
        }),
      )
    : '';
