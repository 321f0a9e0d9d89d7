import { dayIn, endOfDay } from '@eyrie/domain';
import { say } from '../../platform/http/words.ts';
import type { Language } from '../../platform/http/endpoint.ts';

/** A column of the spreadsheets of one kind of device. */
export interface DeviceColumn {
  field: string;
  /** Phrase of its heading. */
  heading: string;
  /** Days are read as `2027-03-31`, the last moment of the day; words are phrases that begin with this. */
  kind?: 'day' | 'number' | { words: string };
}

const common: readonly DeviceColumn[] = [
  { field: 'name', heading: 'device.name' },
  { field: 'sn', heading: 'device.sn' },
  { field: 'vendor', heading: 'device.vendor' },
  { field: 'model', heading: 'device.statedModel' },
  { field: 'firmware', heading: 'device.statedFirmware' },
  { field: 'manufacturedAt', heading: 'device.manufacturedAt', kind: 'day' },
];
const behind: readonly DeviceColumn[] = [
  { field: 'standing', heading: 'device.standing', kind: { words: 'device.standing' } },
  { field: 'maintenance', heading: 'device.maintenance', kind: { words: 'device.maintenance' } },
  { field: 'groupName', heading: 'device.department' },
];

/** Columns of the spreadsheets of a kind of device, those of its own between those of all. */
export const tableColumns = (own: readonly DeviceColumn[]) => columnsOf([...common, ...own, ...behind]);

/** Columns as an exchange with spreadsheets takes them. */
export const columnsOf = (columns: readonly DeviceColumn[]) =>
  columns.map(({ field, heading, kind }) => ({
    field,
    heading,
    cell: (row: unknown, language: Language, zone: string): string | number | null => {
      const value = Reflect.get(row as object, field) as string | number | null;
      if (kind === 'day') return typeof value === 'number' ? dayIn(zone, value) : null;
      return typeof kind === 'object' && value !== null ? say(language, `${kind.words}.${value}`) : value;
    },
    ...(kind === 'day'
      ? { read: (text: string, zone: string) => endOfDay(zone, text.slice(0, 10)) ?? text }
      : kind === 'number'
        ? { read: Number }
        : {}),
  }));
