/**
 * An iCalendar file as RFC 5545 has it. All moments are in UTC, so that no reader needs the rules of a zone.
 */
export interface CalendarEvent {
  /** The same for the same run in every file, so that a program replaces what it has. */
  uid: string;
  /** Epoch ms. */
  at: number;
  /** How long it is expected to last; null: nobody knows. */
  seconds: number | null;
  summary: string;
  description: string;
  location: string;
  /** It will not be, or it was not. */
  cancelled: boolean;
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;
/** Octets of a line without its end. */
const longestLine = 75;

/** Text as a value: nothing in it ends its line, its property or its component. */
const escapedText = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- what a value of this kind may not hold
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** A property of text; none where nothing of the text is left. */
const textLine = (name: string, text: string): string[] => {
  const value = escapedText(text);
  return value === '' ? [] : [`${name}:${value}`];
};

/** A line in pieces of at most so many octets, none of which cuts a character. */
const folded = (line: string): string => {
  const pieces: string[] = [];
  let piece = '';
  let size = 0;
  for (const character of line) {
    const more = bytesOf(character);
    if (size + more > longestLine) {
      pieces.push(piece);
      // The space that begins a further piece counts too.
      piece = ' ';
      size = 1;
    }
    piece += character;
    size += more;
  }
  return [...pieces, piece].join('\r\n');
};

/** `20270331T083000Z` */
const stampOf = (at: number): string => `${new Date(at).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

const eventLines = (event: CalendarEvent, madeAt: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${stampOf(madeAt)}`,
  `DTSTART:${stampOf(event.at)}`,
  ...(event.seconds === null || event.seconds < 1 ? [] : [`DURATION:PT${Math.round(event.seconds)}S`]),
  `SUMMARY:${escapedText(event.summary)}`,
  ...textLine('DESCRIPTION', event.description),
  ...textLine('LOCATION', event.location),
  `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
];

/** The file. @param madeAt when it says what it says, epoch ms */
export const calendarFile = (name: string, events: readonly CalendarEvent[], madeAt: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Eyrie//Tasks//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapedText(name)}`,
    ...events.flatMap((event) => eventLines(event, madeAt)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
