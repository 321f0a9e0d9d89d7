/** Why a table does not leave with its organisation. */
export type StaysBecause =
  /** Opens a way in, or is of no use without something that does. */
  | 'secret'
  /** What is under way on this installation, or is known of it alone. */
  | 'running'
  /** Counted from rows that do leave. */
  | 'counted'
  /** Part of the record or the set-up of this installation. */
  | 'installation';

/** By which rows of other tables a row is known to belong to an organisation. */
export interface Through {
  column: string;
  tables: readonly string[];
  /** Column of those tables; default `oid`. */
  key?: string;
}

/** How the rows of a table leave and arrive. */
export interface ExportedTable {
  /** Missing: by the own column `group_root`. */
  through?: Through;
  /** Columns that never leave, with what stands there after an import; null: what the table has by itself. */
  without?: Readonly<Record<string, string | null>>;
  /** Columns with keys of stored files, which leave too. */
  files?: readonly string[];
  /** Column with a geometry of GeoJSON, which is also written as a file that maps open. */
  geometry?: string;
}

/** What becomes of each table of a room when its organisation is exported. */
export type PortableTables = Readonly<Record<string, ExportedTable | { stays: StaysBecause }>>;

/** Every table that is declared, by name. */
export class TableBook {
  readonly exported = new Map<string, ExportedTable>();
  readonly stays = new Map<string, StaysBecause>();

  /** @throws when two rooms declare one table, or a table belongs through one that does not leave */
  constructor(rooms: readonly PortableTables[]) {
    for (const tables of rooms)
      for (const [name, one] of Object.entries(tables)) {
        if (this.exported.has(name) || this.stays.has(name)) throw new Error(`${name} is declared twice`);
        if ('stays' in one) this.stays.set(name, one.stays);
        else this.exported.set(name, one);
      }
    for (const [name, { through }] of this.exported)
      for (const parent of through?.tables ?? [])
        if (!this.exported.has(parent)) throw new Error(`${name} belongs through ${parent}, which stays`);
  }

  /** The condition of SQL under which a row of `table`, by that name, belongs to the organisation. */
  belongs(table: string, groupRoot: string): string {
    if (!/^[0-9a-f-]{36}$/.test(groupRoot)) throw new Error(`${groupRoot} is no oid`);
    if (table === 'organisation') return `organisation.oid = '${groupRoot}'`;
    const through = this.exported.get(table)?.through;
    if (!through) return `${table}.group_root = '${groupRoot}'`;
    const { column, tables, key = 'oid' } = through;
    return tables
      .map(
        (of) => `${table}.${column} in (select ${of}.${key} from ${of} where ${this.belongs(of, groupRoot)})`,
      )
      .join(' or ');
  }
}
