import type { OutsideReading } from '@eyrie/domain';
import type { ColumnType } from 'kysely';

/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    weather_reading: {
      provider: string;
      cell: string;
      reading: ColumnType<OutsideReading | null, string | null, string | null>;
      read_at: Date | null;
      tried_at: Date;
      failure: string | null;
    };
    weather_forecast: {
      provider: string;
      cell: string;
      hours: ColumnType<unknown, string | null, string | null>;
      read_at: Date | null;
      tried_at: Date;
      failure: string | null;
    };
  }
}
