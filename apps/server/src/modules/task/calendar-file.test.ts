import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarFile, type CalendarEvent } from './calendar-file.ts';

const event = (part: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: '018f-2027-03-31T08:30@eyrie',
  at: Date.UTC(2027, 2, 31, 0, 30),
  seconds: 900,
  summary: '巡检',
  description: 'To come',
  location: '东区机场',
  cancelled: false,
  ...part,
});
const madeAt = Date.UTC(2026, 10, 26, 21, 5, 9, 700);

/** Reads a file as RFC 5545 says, by nothing of what wrote it: unfold, split at the first colon, take escapes away. */
const linesOf = (file: string): [name: string, value: string][] => {
  expect(file.endsWith('\r\n')).toBe(true);
  return file
    .slice(0, -2)
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
};
const textOf = (value: string): string =>
  value.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign));
const valuesOf = (file: string, name: string): string[] =>
  linesOf(file)
    .filter(([one]) => one === name)
    .map(([, value]) => value);

/** What a value of a calendar keeps of a text: ends of lines are of one kind, and there are no control characters. */
const kept = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- exactly what is left out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replaceAll(/\r\n?/g, '\n');
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('\r', '\n', '\\', ';', ',', ':', '"', ' ', 'n', '巡', '\u0000', '🛩'),
    maxLength: 90,
  }),
);

describe('an iCalendar file', () => {
  it('has a run as an event in UTC', () => {
    expect(calendarFile('任务', [event()], madeAt).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Eyrie//Tasks//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:任务',
      'BEGIN:VEVENT',
      'UID:018f-2027-03-31T08:30@eyrie',
      'DTSTAMP:20261126T210509Z',
      'DTSTART:20270331T003000Z',
      'DURATION:PT900S',
      'SUMMARY:巡检',
      'DESCRIPTION:To come',
      'LOCATION:东区机场',
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('leaves out what is not known, and says what will not be', () => {
    const file = calendarFile(
      'x',
      [event({ seconds: null, description: '', location: '', cancelled: true })],
      madeAt,
    );
    for (const name of ['DURATION', 'DESCRIPTION', 'LOCATION']) expect(valuesOf(file, name)).toEqual([]);
    expect(valuesOf(file, 'STATUS')).toEqual(['CANCELLED']);
    expect(linesOf(calendarFile('x', [], madeAt)).at(-1)).toEqual(['END', 'VCALENDAR']);
  });

  it('keeps what people wrote in its place: nobody adds an event or a property by a name', () => {
    const name = 'A\r\nEND:VEVENT\nBEGIN:VALARM\r\nATTACH;X=1:http://evil.example/\\,;';
    const file = calendarFile(name, [event({ summary: name, description: name, location: name })], madeAt);
    expect(linesOf(file).map(([one]) => one)).not.toContain('ATTACH;X=1');
    expect(valuesOf(file, 'BEGIN')).toEqual(['VCALENDAR', 'VEVENT']);
    expect(valuesOf(file, 'SUMMARY').map(textOf)).toEqual([kept(name)]);
  });

  it('comes back equal, in lines of at most 75 octets, whatever the texts are', () => {
    const texts = fc.record({ summary: anyText, description: anyText, location: anyText });
    fc.assert(
      fc.property(anyText, fc.array(texts, { maxLength: 4 }), (name, given) => {
        const file = calendarFile(name, given.map(event), madeAt);
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        // A lone half of an end of line would be read as one by some.
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        expect(valuesOf(file, 'X-WR-CALNAME').map(textOf)).toEqual([kept(name)]);
        expect(valuesOf(file, 'BEGIN')).toHaveLength(given.length + 1);
        const read = {
          SUMMARY: given.map(({ summary }) => kept(summary)),
          DESCRIPTION: given.map(({ description }) => kept(description)).filter((text) => text !== ''),
          LOCATION: given.map(({ location }) => kept(location)).filter((text) => text !== ''),
        };
        for (const [property, expected] of Object.entries(read))
          expect(valuesOf(file, property).map(textOf)).toEqual(expected);
      }),
    );
  });
});
