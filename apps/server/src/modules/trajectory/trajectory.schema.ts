/** The tables of this room. Only its stores write them. */
declare module '../../platform/postgres/schema.ts' {
  interface Database {
    device_track: {
      device_oid: string;
      at: Date;
      lng: number;
      lat: number;
      height: number | null;
      speed_h: number | null;
      head: number | null;
      percent: number | null;
    };
  }
}
