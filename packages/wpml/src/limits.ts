/** What a route file may cost before it is refused. The names are those of `limits.route` in the product. */
export interface KmzLimits {
  /** Bytes of the whole file. */
  readonly kmzBytes: number;
  /** Bytes of all entries together, expanded. */
  readonly expandedBytes: number;
  /** Bytes of one entry, expanded. */
  readonly entryBytes: number;
  /** Number of entries, folders included. */
  readonly entries: number;
  /** Expanded size over compressed size of one entry. */
  readonly ratio: number;
  readonly waypoints: number;
  /** Nesting of XML elements. */
  readonly xmlDepth: number;
  /** XML elements held at one time: those outside waypoints, or those inside one waypoint. */
  readonly xmlElements: number;
}

/**
 * Enough for the largest waypoint file the format allows in practice; a hostile file within these limits is
 * answered in under two seconds and under 100 MB.
 */
export const kmzLimits: KmzLimits = {
  kmzBytes: 20_000_000,
  expandedBytes: 64_000_000,
  entryBytes: 32_000_000,
  entries: 200,
  ratio: 200,
  waypoints: 65_535,
  xmlDepth: 64,
  xmlElements: 100_000,
};
