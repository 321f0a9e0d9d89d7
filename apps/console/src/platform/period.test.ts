import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { fromPicker, toPicker } from './period.ts';

it('a picker shows and gives the clocks of the zone that is read, not those of the computer', () => {
  const at = Date.UTC(2027, 6, 4, 3, 4, 5);
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'UTC'])
    expect(fromPicker(toPicker(String(at), zone), zone)).toBe(String(at));
  expect(toPicker(String(at), 'Asia/Shanghai')?.format('YYYY-MM-DD HH:mm:ss')).toBe('2027-07-04 11:04:05');
  const picked = dayjs(new Date(2027, 6, 4, 11, 4, 5));
  expect(fromPicker(picked, 'America/New_York')).toBe(String(Date.UTC(2027, 6, 4, 15, 4, 5)));
});

it('what is no moment in the address is no moment in the picker', () => {
  for (const odd of ['', 'yesterday', '-5', '1e12', '99999999999999999999'])
    expect(toPicker(odd, 'UTC')).toBeNull();
  expect(fromPicker(null, 'UTC')).toBe('');
});
