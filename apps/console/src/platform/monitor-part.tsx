import type {
  ControllerState,
  DebugMethod,
  DockParameterName,
  DockParameterValue,
  DockPresence,
  DockRecord,
  DockStatus,
  DroneTelemetry,
  PayloadCommand,
  PayloadData,
  PsdkFacts,
  PsdkFields,
  PsdkMethod,
  RobotRecord,
  SpeakerMethod,
  StealthMethod,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { ComponentType, ReactNode } from 'react';
import type { Aged } from './aged.ts';
import type { Latest } from './telemetry.ts';

/** Beneath the picture, or in the column beside it. */
export type MonitorPlace = 'instruments' | 'side';

/** What a room shows on a monitor: listed in its `monitor-part.tsx`. */
export interface MonitorPart<Link extends string, Scene extends object> {
  /** `<room>.<what>`, once on a monitor. */
  id: string;
  place: MonitorPlace;
  /** The smaller stands first; no two of a link have the same in one place. */
  rank: number;
  /** The links that it has something to say of. */
  links: readonly Link[];
  Show: ComponentType<Scene>;
}

/** Why an order cannot be given now, as the id of a text; null: it can. */
type Why<Of extends readonly unknown[]> = (...of: Of) => PhraseId | null;

type Fields = Readonly<Record<string, unknown>>;

/** How camera, gimbal and payload devices are ordered from a monitor. */
export interface PayloadOrders {
  /** Takes their control, and gives it back. */
  control: ReactNode;
  why: Why<[cmd: PayloadCommand, data: PayloadData]>;
  order: (cmd: PayloadCommand, data: PayloadData) => Promise<void>;
  /** Of payload devices. `payloads`: as the dock reported them; null: it has reported none. */
  whyDevice: Why<[method: PsdkMethod, fields: PsdkFields, payloads: PsdkFacts['payloads']]>;
  orderDevice: (method: PsdkMethod, fields: PsdkFields) => Promise<void>;
}

/** What a monitor of a dock knows at this moment, and how one orders from it. */
export interface DockScene {
  dock: DockRecord;
  live: {
    dock: Aged<DockStatus>;
    drone: Aged<DroneTelemetry>;
    presence: DockPresence | null;
  };
  orders: {
    why: Why<[method: DebugMethod | StealthMethod | 'ota']>;
    /** Of what moves nothing: nobody has to control the dock for it. */
    whyFreely: Why<[method: SpeakerMethod | 'logQuery' | 'logUpload' | 'logUploadCancel']>;
    /** Of a setting, by what the dock holds of it. */
    whySet: Why<[held: DockParameterValue | null]>;
    order: (method: DebugMethod | StealthMethod | 'ota', fields?: Fields) => void;
    set: (name: DockParameterName, value: DockParameterValue) => void;
  };
  /** Null: by this link nothing is ordered of them. */
  payload: PayloadOrders | null;
}

/** `dock`: by the cloud API of its vendor; `openDock`: by the open contract. */
export type DockLink = 'dock' | 'openDock';
export type DockPart = MonitorPart<DockLink, DockScene>;

/** What a monitor of a remote controller knows at this moment, and how its pilot is asked. */
export interface ControllerScene {
  state: Latest<'controllerState'> | null;
  drone: Aged<DroneTelemetry>;
  consent: {
    state: ControllerState | null;
    /** Why the pilot cannot be asked now, in words; null: he can. */
    why: string | null;
    /** A request of this page is on its way. */
    busy: boolean;
    /** Who looks may give orders at all. */
    mayControl: boolean;
    onAsk: () => void;
    onRelease: () => void;
  };
}

export type ControllerPart = MonitorPart<'controller', ControllerScene>;

/** A robot that signs in, whose monitor stands in its record. */
export interface RobotScene {
  robot: RobotRecord;
}

export type RobotPart = MonitorPart<'robot', RobotScene>;

interface Props<Link extends string, Scene extends object> {
  parts: readonly MonitorPart<Link, Scene>[];
  link: Link;
  place: MonitorPlace;
  scene: Scene;
}

/** The parts that a monitor of this link has in one place, in their order. */
export const partsAt = <Link extends string, Scene extends object>(
  parts: readonly MonitorPart<Link, Scene>[],
  link: Link,
  place: MonitorPlace,
): readonly MonitorPart<Link, Scene>[] =>
  parts
    .filter((part) => part.place === place && part.links.includes(link))
    .toSorted((a, b) => a.rank - b.rank);

/** Draws what the rooms have for one place of a monitor. */
export function MonitorParts<Link extends string, Scene extends object>({
  parts,
  link,
  place,
  scene,
}: Props<Link, Scene>): ReactNode {
  return partsAt(parts, link, place).map(({ id, Show }) => <Show key={id} {...scene} />);
}
