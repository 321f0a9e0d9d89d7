import { dayAfter } from '@eyrie/domain/recurrence';
import { limits, type WorkDayKind } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';

/** A day as a table of them has it: what is wrong with it is said by whoever judges the table. */
interface FileDay {
  day: string;
  kind: WorkDayKind;
  name: string;
}

/** Days of one event; a longer one is no holiday but a mistake. */
const longest = 62;
/** Words by which calendars mark a day that is worked instead of another one. */
const worked = /班|补课|make-?up|working day|workday|تعويضي|يوم عمل/i;
const dateOf = (value: string | undefined): string | undefined =>
  /^\d{8}/.test(value ?? '') ? value?.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3') : undefined;
const textOf = (value: string): string =>
  value
    .replaceAll(/\\n/gi, ' ')
    .replaceAll(/\\([\\;,])/g, '$1')
    .trim();

/** Lines that a file had to break are whole again. */
const linesOf = (text: string): string[] => text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);

const daysOfEvent = (fields: ReadonlyMap<string, string>): FileDay[] => {
  const name = textOf(fields.get('SUMMARY') ?? '').slice(0, 64);
  const kind = worked.test(name) ? 'makeUp' : 'holiday';
  const first = dateOf(fields.get('DTSTART'));
  const start = fields.get('DTSTART') ?? '';
  // A rule says more days than stand here, and a day that cannot be read is none: the table then says which row it is.
  if (first === undefined || fields.has('RRULE'))
    return [{ day: `${start} ${fields.get('RRULE') ?? ''}`, kind, name }];
  const end = dateOf(fields.get('DTEND'));
  const days: FileDay[] = [];
  let day = first;
  do {
    days.push({ day, kind, name });
    day = nextDay(day);
  } while (end !== undefined && day < end && days.length <= longest);
  return days;
};

/** A day that is none, such as 31 June, is left to the table to refuse. */
const nextDay = (day: string): string => {
  try {
    return dayAfter(day, 1);
  } catch {
    return '9999-99-99';
  }
};

/**
 * The days of an iCalendar file.
 * @throws Refusal `fileFormat` when it is none, `tableTooLong` when it has more days than a calendar takes
 */
export const daysOfCalendarFile = (text: string): FileDay[] => {
  const lines = linesOf(text);
  if (!lines[0]?.replace('\uFEFF', '').startsWith('BEGIN:VCALENDAR')) throw new Refusal('fileFormat');
  const found: FileDay[] = [];
  let fields: Map<string, string> | null = null;
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') fields = new Map();
    else if (line === 'END:VEVENT' && fields) {
      found.push(...daysOfEvent(fields));
      fields = null;
      const max = limits.task.workDaysMost;
      if (found.length > max) throw new Refusal('tableTooLong', { values: { max } });
    } else {
      const [, field = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
      if (fields && field && !fields.has(field)) fields.set(field, value);
    }
  }
  return found;
};

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A file of a calendar as the table that an import reads; any other file stays as it is. */
export const asTable = <File extends { name: string; bytes: Uint8Array }>(file: File): File => {
  if (!file.name.toLowerCase().endsWith('.ics')) return file;
  if (file.bytes.length > limits.list.importBytes)
    throw new Refusal('tooLarge', { values: { max: limits.list.importBytes } });
  const rows = daysOfCalendarFile(new TextDecoder().decode(file.bytes));
  const lines = rows.map(({ day, kind, name }) => [day, kind, name].map(cell).join(','));
  const bytes = new TextEncoder().encode(['day,kind,name', ...lines].join('\r\n'));
  return { ...file, name: `${file.name}.csv`, bytes };
};
