import type { DockRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { FoundPlace, MapHost, MarkerSign } from '@eyrie/map';
import type { PhraseId } from '@eyrie/phrases';

export * from '@eyrie/web/live-things';

/** What a page shows on its map, asked for at every drawing. */
export interface MapScene {
  docks(): readonly DockRecord[];
  /** Where a dock stands, if known. */
  placeOf(dock: DockRecord): Place | null;
  /** What the open alarms of a dock or of the aircraft behind it are marked with. */
  signOf(dockOID: string, device: 'dock' | 'drone'): MarkerSign | null;
}

export interface AddedMapPart {
  /** The page shows other docks. */
  redraw(): void;
  select?(oid: string | null): void;
  dispose(): void;
}

/** What a room draws on a map: `mapPart` of its `map-part.ts`. It knows no engine of maps. */
export interface MapPart {
  /** Layer of its things: a click on one names the dock that it belongs to. */
  layer: string;
  add(host: MapHost, scene: MapScene): AddedMapPart;
  /** What of it goes by a name. */
  find?: FindNamed;
}

/** Looks for what goes by a name. */
export type FindNamed = (written: string, signal: AbortSignal) => Promise<readonly NamedPlace[]>;

/** What was found by its name. */
export interface NamedPlace extends Omit<FoundPlace, 'kind'> {
  kind: PhraseId;
}
