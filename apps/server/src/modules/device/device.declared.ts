import type { DeviceCalls, DeviceKind, Fields } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { FieldCell, ListDeps, RowOf, ValuesOf } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { StoredProgramme } from '../maintenance-programme/index.ts';
import type { DeviceList } from './device-list.store.ts';

/** The rooms that the room of a kind of device stands on. */
export interface DeviceNeeds {
  auditLog: ListDeps['audit'];
  department: NonNullable<ListDeps['department']>;
  organisation: {
    timeZoneOf(groupRoot: string): Promise<string>;
    policyOf(groupRoot: string): Promise<{ nameChineseOnly: boolean }>;
  };
}

/** What every device has in its row, of whichever kind. */
export type DeviceRow = RowOf<DeviceList>;
/** What may be stored of it. */
export type DeviceValues = ValuesOf<DeviceList>;

/** How the sign-ins of devices go with their records. */
interface SignIns {
  /** They were renamed or moved. */
  follow(trx: DbOrTrx, oids: readonly string[]): Promise<void>;
  /** They are used no more. @throws Refusal while somebody controls one, or an order to it has no outcome */
  end(trx: DbOrTrx, oids: readonly string[], by: { at: Date; caller: Caller }): Promise<void>;
  serialsOf(db: DbOrTrx, oids: readonly string[]): Promise<string[]>;
  /** At a broker that keeps accounts of its own; after the rows say so. */
  endAccount(sn: string): Promise<void>;
}

/** What the room of a kind of device says of it. */
export interface Declared<D> {
  /** The business word, with which calls and rows of the audit log begin. */
  word: DeviceKind;
  calls: DeviceCalls;
  list: D;
  /** Fields that people give this kind alone. Missing: none. */
  fields?: Fields;
  /** Values of a new row beside those that people give. */
  made: ValuesOf<D>;
  /** Columns of the spreadsheets beside those of its fields and of every device. */
  columns: readonly FieldCell[];
  /** An organisation may allow Chinese names alone. */
  namesByRule?: true;
  page: string;
  /** Sign-ins of these devices at the broker, where they have any. */
  signIns?: SignIns;
  /** What its records say beside their rows, in the order of the rows. */
  beside?(
    db: DbOrTrx,
    rows: readonly RowOf<D>[],
    asked: { groupRoot: string; programmes: readonly StoredProgramme[] },
  ): Promise<readonly object[]> | readonly object[];
  /** What is stored for a model that somebody typed, where that is more than the text. */
  modelValues?(model: string | null, row: RowOf<D> | null): ValuesOf<D>;
}
